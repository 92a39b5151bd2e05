// Grains inside a membrane under pressure (row A12): what they carry is the pressure, tensor by
// tensor. For bodies with forces f at places x, of which m a is the sum,
//
//     sum over contacts f (x_a - x_b)^T = -sum of loads f x^T + sum of m a x^T   (Love, Weber).
//
// Of a pressure on a closed polygon, half of each side's on each end, sum f x^T = -p A 1 exactly:
// x is linear along a side.
#include "support/samples.hpp"
#include "support/scene_builder.hpp"

#include <cmath>
#include <numbers>

namespace talus::test::membrane_with_grains_test {
namespace {

constexpr double pressure = 100;
constexpr int nodes = 72;
constexpr double h = 1e-3;

struct Confined {
  Scene<2> scene{simple_law(0.3), h};
  std::vector<int> grains, chain;
};

void add_grains(Confined& c, Random& random) {
  const double spacing = 0.62;
  for (int j = -4; j <= 4; ++j) {
    for (int i = -4; i <= 4; ++i) {
      const Vec<2> x(spacing * (i + 0.5 * (j & 1)), spacing * std::sqrt(0.75) * j);
      if (x.norm() > 1.9) continue;
      const double r = random.uniform(0.2, 0.3);
      c.grains.push_back(static_cast<int>(c.scene.add_ball(r, 10 * r * r, x)));
    }
  }
}

void add_membrane(Confined& c, double stiffness) {
  const double radius = 2.35;
  const double side = 2 * radius * std::sin(std::numbers::pi / nodes);
  for (int i = 0; i < nodes; ++i) {
    const double angle = 2 * std::numbers::pi * i / nodes;
    const Vec<2> x = radius * Vec<2>(std::cos(angle), std::sin(angle));
    c.chain.push_back(static_cast<int>(c.scene.add_ball(0.5 * side, 0.1, x)));
  }
  for (std::size_t i = 0; i < c.chain.size(); ++i) {
    Spring<2> link;
    link.body_a = c.chain[i];
    link.body_b = c.chain[(i + 1) % c.chain.size()];
    link.stiffness = stiffness;
    link.damping = 5;
    link.length = 0.9 * side;
    c.scene.model.loads.springs.push_back(link);
    c.scene.model.excluded.add(link.body_a, link.body_b);
  }
  c.scene.model.loads.chains = {{c.chain, true, pressure}};
}

Confined confined(double stiffness) {
  Confined c;
  Random random(8);
  c.scene.options.solver.tolerance = 1e-10;
  c.scene.options.solver.max_sweeps = 20000;
  add_grains(c, random);
  add_membrane(c, stiffness);
  for (int b = 0; b < static_cast<int>(c.scene.model.body_count()); ++b) {
    c.scene.model.loads.drags.push_back({b, 3, 0.3});
  }
  return c;
}

/// Twice the area by the shoelace rule.
double area(const std::vector<Vec<2>>& x, const std::vector<int>& chain) {
  double twice = 0;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Vec<2>& a = x[static_cast<std::size_t>(chain[i])];
    const Vec<2>& b = x[static_cast<std::size_t>(chain[(i + 1) % chain.size()])];
    twice += moment(a, b)[0];
  }
  return 0.5 * twice;
}

/// How often a chain winds about a point.
int windings(const std::vector<Vec<2>>& x, const std::vector<int>& chain, const Vec<2>& point) {
  double angle = 0;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Vec<2> a = x[static_cast<std::size_t>(chain[i])] - point;
    const Vec<2> b = x[static_cast<std::size_t>(chain[(i + 1) % chain.size()])] - point;
    angle += std::atan2(moment(a, b)[0], a.dot(b));
  }
  return static_cast<int>(std::lround(angle / (2 * std::numbers::pi)));
}

/// Sum of f x^T of forces given as impulses of the step.
Mat<2> tensor(const std::vector<Twist<2>>& impulse, const std::vector<Vec<2>>& x) {
  Mat<2> out = Mat<2>::Zero();
  for (std::size_t b = 0; b < impulse.size(); ++b) {
    out += impulse[b].head<2>() / h * x[b].transpose();
  }
  return out;
}

Mat<2> contact_tensor(const Simulation<2>& s) {
  const auto& d = s.detail();
  Mat<2> out = Mat<2>::Zero();
  for (std::size_t c = 0; c < d.contacts.count(); ++c) {
    const Vec<2> branch = d.free.x_mid[static_cast<std::size_t>(d.contacts.first[c])] -
                          d.free.x_mid[static_cast<std::size_t>(d.contacts.second[c])];
    out += d.contacts.frame[c] * d.r[c] / h * branch.transpose();
  }
  return out;
}

TEST(MembraneWithGrains, StressIsThePressure_NothingLeaks) {
  Confined c = confined(1000);
  auto s = c.scene.simulation();
  for (int n = 0; n < 12000; ++n) {
    s.step();
    if (n % 20 != 0) continue;
    for (const int g : c.grains) {
      ASSERT_EQ(windings(s.state().x, c.chain, s.state().x[static_cast<std::size_t>(g)]), 1)
          << g << " at step " << n;
    }
  }
  const auto& free = s.detail().free;
  const double a = area(free.x_mid, c.chain);
  // The load on the membrane: no force in all, and -p A 1. A node is some 2 from the middle; each
  // of the sums' 72 terms is rounded.
  const double largest = pressure * 0.2 * 2.4;
  const double rounding = nodes * 8 * samples::eps * largest * nodes;
  Vec<2> force = Vec<2>::Zero();
  for (const auto& f : free.loads.applied) force += f.head<2>() / h;
  EXPECT_LE(force.norm(), rounding);
  EXPECT_LE((tensor(free.loads.applied, free.x_mid) + pressure * a * Mat<2>::Identity()).norm(),
            rounding);

  // At rest: what is left of m a and of the drag is no force to speak of.
  double left = 0;
  for (std::size_t b = 0; b < free.x_mid.size(); ++b) {
    const Vec<2> change =
        s.model().mass[b] / h * (s.detail().v_end[b].head<2>() - free.v_begin[b].head<2>());
    const Vec<2> viscous = free.loads.viscous[b].head<2>() / h;
    left += (change - viscous).norm() * free.x_mid[b].norm();
  }
  EXPECT_LE(left, 1e-6 * pressure * a);

  // The contacts carry the pressure but for what the links, stretched over the grains, take of it.
  // Nothing else is missing: here 98.467 of 100, with 1.533 in the links, of half their forces
  // times lengths over the area.
  const Mat<2> stress = contact_tensor(s) / a;
  const Mat<2> links = tensor(free.loads.elastic, free.x_mid) / a;
  const Mat<2> wanted = pressure * Mat<2>::Identity() - links;
  EXPECT_LE((stress - wanted).norm(), left / a + 1e-12 * pressure);
  EXPECT_NEAR(stress(0, 1), stress(1, 0), left / a + 1e-12 * pressure);  // no moment is left over
  expect_balanced(s);
}

// With links of a third of that stiffness their part is below 1 %, and what grains carry is the
// pressure to that.
TEST(MembraneWithGrains, SoftLinks_LeaveThePressureToTheGrains) {
  Confined c = confined(300);
  auto s = c.scene.simulation();
  for (int n = 0; n < 6000; ++n) s.step();
  const Mat<2> stress = contact_tensor(s) / area(s.detail().free.x_mid, c.chain);
  EXPECT_NEAR(0.5 * stress.trace(), pressure, 0.01 * pressure);
}

}  // namespace
}  // namespace talus::test::membrane_with_grains_test

// Row A09: a body rocking on two supports a distance 2 b apart, its centre of mass c above their
// line. Falling about one support with spin w-, it meets the ground with the other. Inelastic
// shock, friction enough to hold: the new support is a pivot and the old one, which cannot pull,
// lets go. Angular momentum about the new pivot gives
//
//     w+ / w- = (I_G + m (c^2 - b^2)) / (I_G + m (c^2 + b^2)),
//
// or, when that is negative, the old support pushes and the body stops at once. For a homogeneous
// rectangle it is 1 - 3/2 sin^2 alpha with tan(alpha) = b / c, and width/height = sqrt(2) is the
// limit (000 sect. 7.4).
#include "support/scene_builder.hpp"

#include <algorithm>
#include <cmath>

namespace talus::test::rocking_test {

namespace {

constexpr double g = 9.81;
constexpr double mass = 2;
constexpr double tolerance = 1e-12;

template <class Dimension>
class Rocking : public ::testing::Test {};
TYPED_TEST_SUITE(Rocking, Dimensions);

template <int D>
struct Rocker {
  BodyDescription<D> body;
  double b;        ///< half distance of the supports
  double c;        ///< height of the centre of mass
  double inertia;  ///< about the axis of rocking, through the centre of mass

  double ratio() const {
    const double turned = inertia + mass * (c * c - b * b);
    return std::max(0.0, turned / (inertia + mass * (c * c + b * b)));
  }
};

/// Homogeneous rectangle or box.
template <int D>
Rocker<D> homogeneous_block(double b, double c) {
  Rocker<D> r{{}, b, c, mass * (b * b + c * c) / 3};
  Vec<D> half = Vec<D>::Constant(b);
  half[D - 1] = c;
  r.body.shapes = {{Hull<D>(box_polytope(half)), {}}};
  r.body.mass = mass;
  return r;
}

/// One plate alone: it lies on the ground, c = 0.
template <int D>
Rocker<D> plate(double b) {
  Rocker<D> r{{}, b, 0, mass * b * b / 3};
  r.body.shapes = {{Wall<D>{Vec<D - 1>::Constant(b)}, {}}};
  r.body.mass = mass;
  return r;
}

/// Two balls welded together; `shrink` scales the inertia of the solid ones.
template <int D>
Rocker<D> dumbbell(double b, double radius, double shrink) {
  const double own = ball_inertia<D> * radius * radius;
  Rocker<D> r{{}, b, radius, shrink * mass * (own + b * b)};
  r.body.shapes = {{Ball<D>{radius}, {vector<D>(-b, 0), {}}},
                   {Ball<D>{radius}, {vector<D>(b, 0), {}}}};
  r.body.mass = mass;
  if (shrink != 1) r.body.inertia = Spin<D>::Constant(r.inertia);
  return r;
}

/// Falls about the support at -b, flat on the ground at the midpoint of the first step.
template <int D>
Simulation<D> at_impact(Rocker<D> r, double mu, double w) {
  const double h = 1e-3;
  Scene<D> scene(simple_law(mu), h);
  scene.options.solver.tolerance = tolerance;
  scene.options.solver.max_sweeps = 100000;
  scene.add_ground();
  r.body.spin = rolling_spin<D>(w);
  r.body.velocity = cross(r.body.spin, vector<D>(r.b, r.c));
  r.body.pose.x = vector<D>(0, r.c) - 0.5 * h * r.body.velocity;
  r.body.pose.r = incline<D>(-0.5 * h * w);
  scene.add(r.body);
  return scene.simulation();
}

template <int D>
void expect_ratio(const Rocker<D>& r, double mu) {
  const double w = 1.3;
  auto sim = at_impact(r, mu, w);
  sim.step();
  ASSERT_EQ(sim.last().solve.outcome, SolveOutcome::converged);
  ASSERT_EQ(sim.last().solve.painleve_contacts, 0U);
  // The solver leaves tolerance times |w r| times cond(W): |w r| < 20 w b and cond < 1000 for all
  // bodies here. Contacts are flat to the round-off of the turn by h w / 2.
  const double bound = 2e4 * tolerance * w * r.b;
  const double w_end = r.ratio() * w;
  EXPECT_NEAR(rolling_part<D>(sim.model().world_spin(1, sim.state())), w_end, bound / r.b);
  // Turning about the new support at +b, or at rest.
  const Vec<D> v_end = cross(rolling_spin<D>(w_end), vector<D>(-r.b, r.c));
  EXPECT_LE((sim.state().v[1] - v_end).norm(), bound);
  expect_balanced(sim);
}

}  // namespace

TYPED_TEST(Rocking, BlockAtImpact_KeepsTheKnownPartOfItsSpin) {
  constexpr int D = TypeParam::value;
  const double c = 0.5;
  for (const double aspect : {0.2, 0.5, 0.8, 1.1, 1.3, 1.4, 1.43, 1.6, 2.5}) {
    const auto r = homogeneous_block<D>(aspect * c, c);
    const double sine2 = aspect * aspect / (1 + aspect * aspect);
    EXPECT_NEAR(r.ratio(), std::max(0.0, 1 - 1.5 * sine2), 1e-15);
    EXPECT_EQ(r.ratio() > 0, aspect < std::sqrt(2.0));
    expect_ratio(r, 0.8);
  }
}

TYPED_TEST(Rocking, PlateAtImpact_StopsAtOnce) {
  constexpr int D = TypeParam::value;
  EXPECT_EQ(plate<D>(0.4).ratio(), 0);
  expect_ratio(plate<D>(0.4), 0.8);
}

TYPED_TEST(Rocking, WeldedBallsAtImpact_KeepTheKnownPartOfTheirSpin) {
  constexpr int D = TypeParam::value;
  const double radius = 0.2;
  for (const double b : {0.2, 0.3, 0.5}) {
    const auto r = dumbbell<D>(b, radius, 1);
    // Solid balls never stop at once: I_G + m c^2 > m b^2.
    EXPECT_GT(r.ratio(), 0);
    expect_ratio(r, 0.8);
  }
  // With less inertia than solid balls have, they do.
  EXPECT_EQ(dumbbell<D>(0.5, radius, 0.5).ratio(), 0);
  expect_ratio(dumbbell<D>(0.5, radius, 0.5), 0.8);
}

TYPED_TEST(Rocking, RockingBlock_LosesTheSamePartAtEveryImpact) {
  constexpr int D = TypeParam::value;
  const double h = 1e-4;
  auto r = homogeneous_block<D>(0.15, 0.5);
  Scene<D> scene(simple_law(0.8), h);
  scene.options.solver.tolerance = 1e-10;
  scene.options.solver.max_sweeps = 10000;
  scene.set_gravity(g);
  scene.add_ground();
  // Leaning on the support at -b.
  const double tilt = 0.15;
  r.body.pose.r = incline<D>(-tilt);
  r.body.pose.x = vector<D>(-r.b, 0) + rotate<D>(r.body.pose.r, vector<D>(r.b, r.c));
  scene.add(r.body);
  auto sim = scene.simulation();
  const auto spin = [&] { return rolling_part<D>(sim.model().world_spin(1, sim.state())); };
  int side = -1;
  int impacts = 0;
  while (impacts < 3) {
    const double before = spin();
    sim.step();
    ASSERT_LT(sim.state().t, 3);
    double right = 0;
    double left = 0;
    const auto& s = sim.detail();
    for (std::size_t i = 0; i < s.contacts.count(); ++i) {
      (s.contacts.point[i][0] > s.free.x_mid[1][0] ? right : left) += s.r[i][0];
    }
    const int now = right > left ? 1 : right < left ? -1 : side;
    if (now == side) continue;
    side = now;
    ++impacts;
    // In the step of the impact the block is off the flat position by |w| h at most, which turns
    // the arms: the ratio's relative change is below 4 (c / b) |w| h. Gravity adds its own g b h /
    // (I_G / m + b^2 + c^2) to the spin, as it would in the smooth motion.
    const double inertia = r.inertia / mass + r.b * r.b + r.c * r.c;
    const double bound =
        4 * r.c / r.b * std::abs(before) * h + g * r.b * h / inertia / std::abs(before);
    EXPECT_NEAR(spin() / before, r.ratio(), bound) << "impact " << impacts;
    EXPECT_LT(bound, 0.01);
  }
  expect_balanced(sim);
}

}  // namespace talus::test::rocking_test

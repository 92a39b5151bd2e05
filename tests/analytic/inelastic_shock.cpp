// Row A09: without friction and restitution the velocity after a shock with many contacts is the
// nearest point, in the kinetic metric, to the velocity before in the cone of velocities that close
// no contact further (000 sect. 7.4, 003 (11), (12)). Compared with a projection found by trying
// every set of contacts that might push.
#include "talus/math/random.hpp"

#include "support/scene_builder.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace talus::test::inelastic_shock_test {

namespace {

constexpr double h = 1e-3;
constexpr double radius = 0.5;

template <class Dimension>
class InelasticShock : public ::testing::Test {};
TYPED_TEST_SUITE(InelasticShock, Dimensions);

/// Touching balls: the positions of a triangular lattice, or of heaped cannon balls, in a random
/// selection.
template <int D>
std::vector<Vec<D>> lattice() {
  if constexpr (D == 2) {
    const double s = std::sqrt(0.75);
    return {{0, 0}, {1, 0}, {0.5, s}, {1.5, s}, {-0.5, s}, {0, 2 * s}};
  } else {
    const double s = std::sqrt(0.5);
    return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.5, s}, {0.5, 0.5, -s}};
  }
}

struct Pair {
  int a, b;
};

template <int D>
struct Cluster {
  std::vector<Vec<D>> x, v;
  std::vector<double> mass;
  std::vector<Pair> pairs;

  Cluster(Random& random, int balls) {
    auto places = lattice<D>();
    for (int i = 0; i < balls; ++i) {
      x.push_back(places[static_cast<std::size_t>(i)]);
      mass.push_back(random.uniform(0.2, 3));
      Vec<D> u;
      for (int d = 0; d < D; ++d) u[d] = random.uniform(-1, 1);
      v.push_back(u - 0.5 * x.back());  // rather inwards
      for (int j = 0; j < i; ++j) {
        if ((x[static_cast<std::size_t>(j)] - x.back()).norm() < 1.01) pairs.push_back({i, j});
      }
    }
  }
  Simulation<D> simulation() const {
    Scene<D> scene(simple_law(0), h);
    scene.options.solver.tolerance = 1e-13;
    scene.options.solver.max_sweeps = 100000;
    for (std::size_t i = 0; i < x.size(); ++i) {
      scene.add_ball(radius, mass[i], x[i] - 0.5 * h * v[i], v[i]);
    }
    return scene.simulation();
  }
};

/// Projection of the velocities: for each linearly independent set of contacts, impulses that close
/// exactly these; the set where they all push and no other contact closes in is the answer.
template <int D>
Eigen::VectorXd project(const Cluster<D>& c) {
  const auto n = static_cast<Eigen::Index>(c.pairs.size());
  const auto size = static_cast<Eigen::Index>(c.x.size()) * D;
  Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(size, n);  // H
  Eigen::VectorXd inverse(size);
  Eigen::VectorXd v(size);
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i) * D;
    inverse.segment(at, D).setConstant(1 / c.mass[i]);
    v.segment(at, D) = c.v[i];
  }
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto [a, b] = c.pairs[static_cast<std::size_t>(k)];
    const Vec<D> axis =
        (c.x[static_cast<std::size_t>(a)] - c.x[static_cast<std::size_t>(b)]).normalized();
    normals.col(k).segment(a * D, D) = axis;
    normals.col(k).segment(b * D, D) = -axis;
  }
  const Eigen::MatrixXd delassus = normals.transpose() * inverse.asDiagonal() * normals;
  const Eigen::VectorXd q = normals.transpose() * v;
  Eigen::VectorXd best = v;
  double least = std::numeric_limits<double>::infinity();
  for (unsigned set = 0; set < (1U << n); ++set) {
    std::vector<Eigen::Index> active;
    for (Eigen::Index k = 0; k < n; ++k) {
      if ((set >> k & 1U) != 0) active.push_back(k);
    }
    Eigen::VectorXd r = Eigen::VectorXd::Zero(n);
    if (!active.empty()) {
      const Eigen::FullPivLU<Eigen::MatrixXd> lu(delassus(active, active));
      if (lu.rcond() < 1e-10) continue;
      r(active) = lu.solve(Eigen::VectorXd(-q(active)));
    }
    // How far from pushing, and from parting: zero at the answer.
    const double wrong =
        std::max(0.0, -r.minCoeff()) + std::max(0.0, -(q + delassus * r).minCoeff());
    if (wrong < least) {
      least = wrong;
      best = v + inverse.asDiagonal() * (normals * r);
    }
  }
  EXPECT_LE(least, 1e-12);
  return best;
}

}  // namespace

TYPED_TEST(InelasticShock, RandomClusters_TakeTheNearestAdmissibleVelocity) {
  constexpr int D = TypeParam::value;
  Random random(74);
  for (int trial = 0; trial < 60; ++trial) {
    const Cluster<D> c(random, 3 + trial % 4);
    auto sim = c.simulation();
    sim.step();
    ASSERT_EQ(sim.last().contacts, c.pairs.size());
    ASSERT_EQ(sim.last().solve.outcome, SolveOutcome::converged);
    const Eigen::VectorXd exact = project(c);
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      const Vec<D> expected = exact.segment(static_cast<Eigen::Index>(i) * D, D);
      // Law error 1e-13 of |w r| < 20, times the condition of W, below 1e4 on these clusters.
      ASSERT_LE((sim.state().v[i] - expected).norm(), 1e-13 * 20 * 1e4) << "trial " << trial;
    }
    // Momentum is conserved and energy lost: 1/2 |v+ - v-|^2 in the metric, as a projection on a
    // cone does (Pythagoras).
    double jump = 0;
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      jump += c.mass[i] * (sim.state().v[i] - c.v[i]).squaredNorm();
    }
    EXPECT_NEAR(sim.balance().total().dissipated(), 0.5 * jump, 1e-9 * sim.balance().exchanged());
    expect_balanced(sim);
  }
}

TYPED_TEST(InelasticShock, ThreeBallsInARow_MoveOnTogether) {
  // Equal balls, one hits two at rest that touch: with inelastic shocks all go on at a third of the
  // speed. (Newton's cradle needs e = 1 and a sequence of shocks.)
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(0), h);
  scene.options.solver.tolerance = 1e-13;
  scene.add_ball(radius, 1, vector<D>(-1 - 0.5 * h, 0), vector<D>(1, 0));
  scene.add_ball(radius, 1, vector<D>(0, 0));
  scene.add_ball(radius, 1, vector<D>(1, 0));
  auto sim = scene.simulation();
  sim.step();
  // cond(W) = 3 for a chain of two contacts, |w r| < 2.
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(sim.state().v[i][0], 1.0 / 3, 1e-13 * 6);
  }
  expect_balanced(sim);
}

}  // namespace talus::test::inelastic_shock_test

// Row A06: a body sliding fast stays on the plane. Convex relaxations of Coulomb's law make it
// take off by mu times the slip (users' voice: genesis-world#3126); here u_N = 0 whatever u_T.
#include "support/scene_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::test::sliding_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 1e-3;
constexpr double mu = 0.5;
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int steps = 10000;

template <class Dimension>
class Sliding : public ::testing::Test {};
TYPED_TEST_SUITE(Sliding, Dimensions);

}  // namespace

TYPED_TEST(Sliding, FastPlate_NeitherLiftsNorSinks) {
  constexpr int D = TypeParam::value;
  const double v0 = 100;
  // Round-off of the relative velocities the error is judged by.
  const double tolerance = 64 * epsilon * v0 / (g * h);
  Scene<D> scene(simple_law(mu), h);
  scene.options.solver.tolerance = tolerance;
  scene.set_gravity(g);
  scene.add_ground();
  const auto plate = scene.add_plate(0.5, 2, {}, vector<D>(v0, 0));
  auto sim = scene.simulation();
  double highest = 0;
  double fastest = 0;
  for (int i = 0; i < steps; ++i) {
    sim.step();
    ASSERT_EQ(sim.last().contacts, D == 2 ? 2U : 4U);
    highest = std::max(highest, std::abs(sim.state().x[plate][D - 1]));
    fastest = std::max(fastest, std::abs(sim.state().v[plate][D - 1]));
  }
  // Normal velocity left by the solver: cond(W) |w r| tolerance, see incline.cpp. The slip, ten
  // thousand times g h, does not enter.
  const double left_over = 16 * tolerance * g * h;
  EXPECT_LE(fastest, left_over);
  EXPECT_LE(highest, steps * h * left_over);
  // Exact deceleration mu g, up to that and to the rounding of each step.
  EXPECT_NEAR(sim.state().v[plate][0], v0 - mu * g * steps * h,
              steps * (left_over + 4 * epsilon * v0));
  // 001 (6.4) counts the implicit step's 1/2 m (mu g h)^2 apart from the work of friction.
  const double speed_drop = mu * g * h;
  EXPECT_NEAR(sim.balance().total().dissipated_structural,
              steps * 0.5 * 2 * speed_drop * speed_drop, 1e-12 * sim.balance().exchanged());
  expect_balanced(sim);
}

TYPED_TEST(Sliding, FastBall_StaysOnThePlaneToTheLastBit) {
  // One contact: the closed form solves it, and normal and tangent are uncoupled (002 sect. 5.3).
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(mu), h);
  scene.set_gravity(g);
  scene.add_ground();
  const auto ball = scene.add_ball(0.5, 2, vector<D>(0, 0.5), vector<D>(1000, 0));
  auto sim = scene.simulation();
  for (int i = 0; i < steps; ++i) {
    sim.step();
    ASSERT_EQ(sim.last().contacts, 1U);
    ASSERT_LE(std::abs(sim.state().v[ball][D - 1]), 2 * epsilon * g * h);
  }
  EXPECT_EQ(sim.state().x[ball][D - 1], 0.5);
  expect_balanced(sim);
}

}  // namespace talus::test::sliding_test

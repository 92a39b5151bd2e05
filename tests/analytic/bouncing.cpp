// Row A01: a ball with e = 1 comes back to its height.
//
// In the step of a bounce the impact law makes v_f = -v_i exactly, so q_f = q_i: the step is its
// own mirror image in time, as are those of the flight. Height is lost to round-off only.
#include "support/scene_builder.hpp"

#include <algorithm>
#include <cmath>

namespace talus::test::bouncing_test {

namespace {

template <class Dimension>
class Bouncing : public ::testing::Test {};
TYPED_TEST_SUITE(Bouncing, Dimensions);

constexpr double g = 9.81;
constexpr double radius = 0.1;

/// Height the ball's energy is worth, above the resting place.
template <int D>
double energy_height(const State<D>& s, std::size_t ball) {
  return s.x[ball][D - 1] - radius + s.v[ball][D - 1] * s.v[ball][D - 1] / (2 * g);
}

}  // namespace

TYPED_TEST(Bouncing, ElasticBall_KeepsItsHeightOver10000Bounces) {
  constexpr int D = TypeParam::value;
  const double height = 0.5;
  Scene<D> scene(simple_law(0, 1), 3e-3);
  scene.set_gravity(g);
  scene.add_ground();
  const auto ball = scene.add_ball(radius, 1, vector<D>(0, radius + height), vector<D>(0.2, 0));
  auto sim = scene.simulation();
  int bounces = 0;
  double apex_low = height;
  double apex_high = height;
  double energy_error = 0;
  double before = 0;
  while (bounces < 10000) {
    sim.step();
    const double v = sim.state().v[ball][D - 1];
    if (before < 0 && v > 0) ++bounces;
    if (before > 0 && v <= 0) {  // just passed the top
      const double apex = energy_height(sim.state(), ball);
      apex_low = std::min(apex_low, apex);
      apex_high = std::max(apex_high, apex);
    }
    energy_error = std::max(energy_error, std::abs(energy_height(sim.state(), ball) - height));
    before = v;
    ASSERT_LT(sim.state().step, 10000000);
  }
  // The row's 1e-9 is also the worst case of round-off: 2e6 steps, 2 roundings each of the height.
  EXPECT_LE(apex_high - height, 1e-9 * height);
  EXPECT_LE(height - apex_low, 1e-9 * height);
  EXPECT_LE(energy_error, 1e-9 * height);
  EXPECT_EQ(sim.state().v[ball][0], 0.2);  // no friction, nothing along the ground
  // Nothing is dissipated: both parts of 001 (6.4) vanish, up to the round-off of what bounces
  // exchange, 2 m v^2 each.
  const double exchanged = sim.balance().exchanged();
  EXPECT_LE(std::abs(sim.balance().total().dissipated()), 1e-12 * exchanged);
  expect_balanced(sim);
}

TYPED_TEST(Bouncing, ElasticBounce_IsItsOwnMirrorImage) {
  // From the apex at rest the run returns to the very same state after 2 n + 1 steps, n the steps
  // before the bounce; checked for a few phases of the bounce within its step.
  constexpr int D = TypeParam::value;
  for (const double height : {0.05, 0.0537, 0.0611, 0.07}) {
    Scene<D> scene(simple_law(0, 1), 1e-3);
    scene.set_gravity(g);
    scene.add_ground();
    const auto ball = scene.add_ball(radius, 1, vector<D>(0, radius + height));
    auto sim = scene.simulation();
    int n = -1;
    while (sim.state().v[ball][D - 1] <= 0) {
      sim.step();
      ++n;
    }
    for (int i = 0; i < n; ++i) sim.step();
    // Two roundings of the speed and four of the height a step.
    const double eps = std::numeric_limits<double>::epsilon();
    const double speed = std::sqrt(2 * g * height);
    EXPECT_LE(std::abs(sim.state().v[ball][D - 1]), 2 * (2 * n + 1) * eps * speed);
    EXPECT_NEAR(sim.state().x[ball][D - 1], radius + height,
                (2 * n + 1) * eps * (4 * (radius + height) + 2 * n * 1e-3 * speed));
    expect_balanced(sim);
  }
}

}  // namespace talus::test::bouncing_test

// Row A01: without contact the midpoint scheme reproduces the parabola (000 sect. 3.3, remark 2).
#include "support/scene_builder.hpp"

#include <cmath>
#include <limits>

namespace talus::test::free_flight_test {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <class Dimension>
class FreeFlight : public ::testing::Test {};
TYPED_TEST_SUITE(FreeFlight, Dimensions);

/// A spin with every component its dimension has.
template <int D>
Spin<D> some_spin() {
  if constexpr (D == 2) {
    return Spin<2>(-3.0);
  } else {
    return {1.5, -2.0, 3.0};
  }
}

}  // namespace

TYPED_TEST(FreeFlight, ThrownSpinningBall_FollowsParabolaToRoundOff) {
  constexpr int D = TypeParam::value;
  // h is not a binary fraction, so that every operation rounds.
  const double h = 1e-3;
  const int steps = 10000;
  Scene<D> scene(simple_law(0), h);
  scene.set_gravity(9.81);
  const Vec<D> x0 = Vec<D>::LinSpaced(D, 0.3, 1.7);
  const Vec<D> v0 = vector<D>(7.0, 31.0);
  const Spin<D> w0 = some_spin<D>();
  const auto ball = scene.add_ball(0.25, 2.5, x0, v0, w0);
  auto sim = scene.simulation();
  for (int i = 0; i < steps; ++i) sim.step();

  const double t = steps * h;
  const Vec<D>& g = sim.model().loads.gravity;
  const auto& end = sim.state();
  // One rounding of the product h g, the same in every step, and one of each sum: at most
  // (steps + 2) eps of the largest speed. A step's displacement takes 4 roundings of a position;
  // the velocity's error, integrated, adds t times itself.
  const double speed = v0.norm() + t * g.norm();
  const double reach = x0.norm() + t * speed;
  const double v_bound = (steps + 2) * epsilon * speed;
  EXPECT_LE((end.v[ball] - (v0 + t * g)).norm(), v_bound);
  EXPECT_LE((end.x[ball] - (x0 + t * v0 + 0.5 * t * t * g)).norm(),
            4 * steps * epsilon * reach + t * v_bound);
  // The spin of a sphere passes through world axes: two rotations a step, 8 roundings each.
  EXPECT_LE((end.w[ball] - w0).norm(), D == 2 ? 0 : steps * 16 * epsilon * w0.norm());
  // Orientation: two products of rotations a step, each within 8 eps of exact, and the turn's own
  // argument, t |w| with the spin's error above.
  const auto exact = exponential(Spin<D>(t * w0));
  EXPECT_LE((matrix(end.r[ball]) - matrix(exact)).norm(),
            steps * epsilon * (2 * 8 + 16 * t * w0.norm()));
  EXPECT_NEAR(end.t, t, steps * epsilon * t);
  expect_balanced(sim);
}

TYPED_TEST(FreeFlight, NoGravity_KeepsLinearVelocityBitForBit) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(0.5), 0.01);
  const Vec<D> v0 = Vec<D>::LinSpaced(D, -0.7, 1.1);
  const auto ball = scene.add_ball(0.1, 1, Vec<D>::Zero(), v0, some_spin<D>());
  auto sim = scene.simulation();
  for (int i = 0; i < 1000; ++i) sim.step();
  EXPECT_EQ(sim.state().v[ball], v0);
  const Spin<D> spin = some_spin<D>();
  EXPECT_LE((sim.state().w[ball] - spin).norm(), D == 2 ? 0 : 1000 * 16 * epsilon * spin.norm());
  expect_balanced(sim);
}

}  // namespace talus::test::free_flight_test

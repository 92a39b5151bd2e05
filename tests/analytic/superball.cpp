// Row A08: the superball, e_n = e_t = 1 and friction enough to stick: each bounce reverses both
// components of the velocity at the contact. With I = k m R^2 and slip u = v - w R (w as rolling),
//
//     v' = v - 2 k u / (1 + k),   w' R = w R + 2 u / (1 + k):
//
// u' = -u, and v + k w R, the angular momentum about the contact, stays. Where that is zero, v and
// w both change sign: the ball goes back and forth between two points of the ground.
//
// The contact lies half way between the surfaces, so an overlap d at the midpoint of the step would
// shorten the arm to R - d/2. Here g, h and all lengths are binary fractions and the fall is
// chosen so that the ball touches exactly at a midpoint: heights and vertical speeds are exact.
#include "support/scene_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::test::superball_test {

namespace {

constexpr double g = 8;
constexpr double h = 1.0 / 1024;
constexpr double radius = 0.125;
constexpr int fall = 300;  ///< whole steps before the one of the first bounce
constexpr double height = 0.5 * g * h * h * fall * (fall + 1);
constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <class Dimension>
class Superball : public ::testing::Test {};
TYPED_TEST_SUITE(Superball, Dimensions);

template <int D>
Simulation<D> thrown(double v, double rim_speed) {
  Scene<D> scene(simple_law(100, 1, 1), h);
  scene.options.solver.tolerance = 16 * epsilon;
  scene.set_gravity(g);
  scene.add_ground();
  scene.add_ball(radius, 1, vector<D>(0, radius + height), vector<D>(v, 0),
                 rolling_spin<D>(rim_speed / radius));
  return scene.simulation();
}

/// Steps until the ball has bounced once more.
template <int D>
void bounce(Simulation<D>& sim) {
  while (sim.state().v[1][D - 1] > 0) sim.step();
  while (sim.state().v[1][D - 1] <= 0) sim.step();
}

}  // namespace

TYPED_TEST(Superball, WithoutMomentumAboutTheContact_GoesBackAndForth) {
  constexpr int D = TypeParam::value;
  const double v0 = 0.5;
  auto sim = thrown<D>(v0, -v0 / ball_inertia<D>);
  const double energy = sim.balance().kinetic();
  const int bounces = 1000;
  double leftmost = 0;
  double rightmost = 0;
  const double flight = (2 * fall + 1) * h;
  for (int i = 1; i <= bounces; ++i) {
    bounce(sim);
    const auto& s = sim.state();
    const double sign = i % 2 == 0 ? 1 : -1;
    // Each bounce rounds velocities of size v_0 / k some 16 times; in space each of 601 steps of
    // flight turns the spin twice more.
    const double round_off = (16 + (D == 3 ? 601 * 16 : 0)) * epsilon * v0 / ball_inertia<D>;
    ASSERT_NEAR(s.v[1][0], sign * v0, i * round_off);
    ASSERT_NEAR(rolling_part<D>(sim.model().world_spin(1, s)) * radius,
                -sign * v0 / ball_inertia<D>, i * round_off / ball_inertia<D>);
    leftmost = std::min(leftmost, s.x[1][0]);
    rightmost = std::max(rightmost, s.x[1][0]);
  }
  // It bounces at two places, half a flight to the right and to the left of the start; the step of
  // a bounce ends where it began.
  // Velocities off by up to `bounces * round_off` move them by that times a flight, each time.
  const double round_off = (16 + (D == 3 ? 601 * 16 : 0)) * epsilon * v0 / ball_inertia<D>;
  const double drift = 0.5 * bounces * bounces * round_off * flight;
  EXPECT_NEAR(rightmost, v0 * fall * h, drift);
  EXPECT_NEAR(leftmost, -v0 * fall * h, drift);
  const double now = sim.balance().kinetic() + gravity_potential(sim.model(), sim.state());
  const double then = energy + g * (radius + height);
  EXPECT_NEAR(now, then, 2 * bounces * round_off * v0 / ball_inertia<D>);
  EXPECT_LE(std::abs(sim.balance().total().dissipated()), 1e-12 * sim.balance().exchanged());
  expect_balanced(sim);
}

TYPED_TEST(Superball, AnyThrow_FollowsTheClosedFormOfTheReversal) {
  constexpr int D = TypeParam::value;
  for (const double rim_speed : {-3.0, 0.0, 0.7, 5.0}) {
    double v = 1.1;
    double rim = rim_speed;
    auto sim = thrown<D>(v, rim);
    for (int i = 1; i <= 20; ++i) {
      bounce(sim);
      const double u = v - rim;
      v -= 2 * ball_inertia<D> * u / (1 + ball_inertia<D>);
      rim += 2 * u / (1 + ball_inertia<D>);
      const double round_off = (16 + (D == 3 ? 601 * 16 : 0)) * epsilon * 10;
      ASSERT_NEAR(sim.state().v[1][0], v, i * round_off);
      ASSERT_NEAR(rolling_part<D>(sim.model().world_spin(1, sim.state())) * radius, rim,
                  i * round_off / ball_inertia<D>);
    }
    expect_balanced(sim);
  }
}

TYPED_TEST(Superball, UnderATable_ComesBackToTheThrower) {
  // Garwin's trick: floor, underside of the table, floor, and back out. Three bounces with the
  // contact below, above, below; for the one above the slip is v + w R. No gravity.
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(100, 1, 1), h);
  scene.options.solver.tolerance = 16 * epsilon;
  scene.add_ground();
  scene.add_ground(incline<D>(std::acos(-1.0)), vector<D>(0, 0.5));
  double v = 1;
  double rim = 0;
  const double down = 1;
  const auto ball = scene.add_ball(radius, 1, vector<D>(0, 0.25 + h / 2), vector<D>(v, -down));
  auto sim = scene.simulation();
  for (int i = 0; i < 3; ++i) {
    const double side = i == 1 ? -1 : 1;  // the contact's arm is -side R
    const double u = v - side * rim;
    v -= 2 * ball_inertia<D> * u / (1 + ball_inertia<D>);
    rim += side * 2 * u / (1 + ball_inertia<D>);
    const double going = sim.state().v[ball][D - 1];
    while (sim.state().v[ball][D - 1] * going > 0) sim.step();
    EXPECT_NEAR(sim.state().v[ball][0], v, 1000 * 32 * epsilon * 3);
    EXPECT_NEAR(std::abs(sim.state().v[ball][D - 1]), down, 1000 * 32 * epsilon * 3);
  }
  EXPECT_LT(v, 0);  // on its way back
  expect_balanced(sim);
}

}  // namespace talus::test::superball_test

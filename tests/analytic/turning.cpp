// Row A07: balls that resist rolling and spinning. Rolling without slip under a slope of angle a,
//
//     acceleration = g (sin a - (rolling / R) cos a) / (1 + k),   k m R^2 the moment of inertia,
//
// and rest where tan a <= rolling / R; a ball that spins on its pole loses spinning m g / I of its
// spin in a unit of time.
#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus::test::turning_test {

namespace {

constexpr double g = 9.81;
constexpr double mass = 2;
constexpr double radius = 0.1;
constexpr double h = 1e-3;

ContactLaw turning_law(double mu, double rolling, double spinning = 0) {
  ContactLaw law = simple_law(mu);
  law.rolling = rolling;
  law.spinning = spinning;
  return law;
}

template <int D>
Scene<D> ball_on_slope(const ContactLaw& law, double angle, double speed = 0) {
  Scene<D> scene(law, h);
  scene.options.solver.tolerance = 1e-12;
  scene.set_gravity(g);
  const auto slope = incline<D>(angle);
  scene.add_ground(slope);
  scene.add_ball(radius, mass, radius * rotate<D>(slope, last_axis<D>()),
                 speed * rotate<D>(slope, vector<D>(1, 0)), rolling_spin<D>(speed / radius));
  return scene;
}

template <class Dimension>
class Turning : public ::testing::Test {};
TYPED_TEST_SUITE(Turning, Dimensions);

TYPED_TEST(Turning, Ball_RestsBelowTheRollingAngleAndAcceleratesExactlyAbove) {
  constexpr int D = TypeParam::value;
  const double lever = 0.02;  // of the radius 0.1: the angle's tangent is 0.2
  const ContactLaw law = turning_law(0.8, lever);
  for (const double tangent : {0.05, 0.2 * (1 - 1e-9)}) {
    auto s = ball_on_slope<D>(law, std::atan(tangent)).simulation();
    const Vec<D> start = s.state().x[1];
    for (int i = 0; i < 300; ++i) s.step();
    EXPECT_LE((s.state().x[1] - start).norm(), 1e-12);
    expect_balanced(s);
  }
  for (const double tangent : {0.2 * (1 + 1e-6), 0.25, 0.6}) {
    const double angle = std::atan(tangent);
    const double a =
        g * (std::sin(angle) - lever / radius * std::cos(angle)) / (1 + ball_inertia<D>);
    auto s = ball_on_slope<D>(law, angle).simulation();
    for (int i = 1; i <= 300; ++i) {
      s.step();
      // Each step's problem is solved to 1e-12 of g h.
      ASSERT_NEAR(s.state().v[1].norm(), a * h * i, i * 1e-11 * g * h);
    }
    EXPECT_NEAR(std::abs(rolling_part<D>(s.state().w[1])) * radius, a * h * 300, 300e-11 * g * h);
    expect_balanced(s);
  }
}

TYPED_TEST(Turning, RollingBall_StopsAsIfBraked) {
  constexpr int D = TypeParam::value;
  const double lever = 0.01;
  const double speed = 0.5;
  const double brake = g * lever / radius / (1 + ball_inertia<D>);
  auto s = ball_on_slope<D>(turning_law(0.8, lever), 0, speed).simulation();
  const int stops = static_cast<int>(speed / (brake * h));
  for (int i = 1; i <= stops; ++i) {
    s.step();
    ASSERT_NEAR(s.state().v[1][0], speed - brake * h * i, i * 1e-11 * g * h);
  }
  for (int i = 0; i < 100; ++i) s.step();
  EXPECT_LE(s.state().v[1].norm(), 1e-11 * g * h);
  // All of its energy went to friction, but for what steps of a brake count as shocks.
  const double energy = 0.5 * mass * speed * speed * (1 + ball_inertia<D>);
  EXPECT_NEAR(s.balance().total().dissipated(), energy, 1e-9 * energy);
  expect_balanced(s);
}

TYPED_TEST(Turning, BallsOnEachOther_ResistWithOppositeMoments) {
  // Between two free balls moments are opposite: what one gains in angular momentum about the
  // contact the other loses, and a spin they share is not resisted.
  constexpr int D = TypeParam::value;
  Scene<D> scene(turning_law(0, 0.02), h);
  scene.options.solver.tolerance = 1e-12;
  scene.model.loads.gravity.setZero();
  const Spin<D> w = rolling_spin<D>(3);
  scene.add_ball(radius, mass, vector<D>(-radius, 0), vector<D>(1, 0), w);
  scene.add_ball(radius, 2 * mass, vector<D>(radius, 0), vector<D>(-1, 0), Spin<D>(-w / 2));
  auto s = scene.simulation();
  s.step();
  const double inertia = ball_inertia<D> * mass * radius * radius;
  const double push = 2 * mass * 2 * mass / (3 * mass);  // impulse that stops the approach of 2
  const double change = 0.02 * push / inertia;
  // It would stop a relative spin of change (1 + 1/2); this one is slower or keeps the rest.
  const double relative = 4.5;
  const double taken = std::min(change * 1.5, relative);
  EXPECT_NEAR(rolling_part<D>(s.state().w[0]), 3 - taken / 1.5, 1e-10);
  EXPECT_NEAR(rolling_part<D>(s.state().w[1]), -1.5 + 0.5 * taken / 1.5, 1e-10);
  expect_balanced(s);
}

TEST(Turning3, SpinningBall_LosesSpinAtAConstantRate) {
  const double lever = 0.005;
  Scene<3> scene(turning_law(0.5, 0.01, lever), h);
  scene.options.solver.tolerance = 1e-12;
  scene.set_gravity(g);
  scene.add_ground();
  const double spin = 20;
  scene.add_ball(radius, mass, Vec<3>(0, 0, radius), Vec<3>::Zero(), Vec<3>(0, 0, spin));
  auto s = scene.simulation();
  const double rate = lever * mass * g / (0.4 * mass * radius * radius);
  const int stops = static_cast<int>(spin / (rate * h));
  for (int i = 1; i <= stops; ++i) {
    s.step();
    ASSERT_NEAR(s.state().w[1][2], spin - rate * h * i, i * 1e-10);
  }
  for (int i = 0; i < 50; ++i) s.step();
  EXPECT_LE(s.state().w[1].norm(), 1e-9);
  EXPECT_LE((s.state().x[1] - Vec<3>(0, 0, radius)).norm(), 1e-12);
  expect_balanced(s);
}

TYPED_TEST(Turning, ManyBalls_SatisfyTheLawTogether) {
  // A heap of balls in a corner, resting on each other: sweeps find moments and impulses, and the
  // judge agrees.
  constexpr int D = TypeParam::value;
  Scene<D> scene(turning_law(0.5, 0.02, 0.01), 5e-3);
  scene.options.solver.tolerance = 1e-8;
  scene.options.solver.max_sweeps = 5000;
  scene.set_gravity(g);
  scene.add_ground(incline<D>(0.2));
  scene.add_ground(incline<D>(-0.9));
  for (int i = 0; i < 12; ++i) {
    scene.add_ball(radius, mass, vector<D>(0.19 * (i % 3) + 0.01 * i, 0.3 + 0.21 * (i / 3)));
  }
  auto s = scene.simulation();
  for (int i = 0; i < 400; ++i) {
    s.step();
    ASSERT_EQ(s.last().solve.outcome, SolveOutcome::converged) << i;
  }
  EXPECT_GT(s.last().acting, 10U);
  expect_balanced(s);
}

}  // namespace

}  // namespace talus::test::turning_test

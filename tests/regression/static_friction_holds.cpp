// A plate on a slope between its dynamic and its static friction angle stays: corners whose impulse
// reaches the cone without slipping are not sliding, and keep the static coefficient.
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::static_friction_holds_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 1e-3;
constexpr double mu_static = 0.5;
constexpr double mu_dynamic = 0.3;

template <class Dimension>
class StaticFriction : public ::testing::Test {};
TYPED_TEST_SUITE(StaticFriction, Dimensions);

template <int D>
Simulation<D> plate_on_slope(double slope) {
  ContactLaw law;
  law.friction = StaticDynamicFriction{mu_static, mu_dynamic, 0};
  Scene<D> scene(law, h);
  scene.set_gravity(g);
  const auto tilt = incline<D>(std::atan(slope));
  scene.add_ground(tilt);
  scene.add_plate(0.1, 1, {Vec<D>::Zero(), tilt});
  return scene.simulation();
}

}  // namespace

TYPED_TEST(StaticFriction, BelowStaticAngle_ThePlateStays) {
  auto sim = plate_on_slope<TypeParam::value>(0.49);
  for (int i = 0; i < 1000; ++i) sim.step();
  // Law error 1e-4 of |w r| < 4 g h, times cond(W) < 50, bounds the velocity left in any step.
  EXPECT_LE(sim.state().v[1].norm(), 200 * 1e-4 * g * h);
  EXPECT_LE(sim.state().x[1].norm(), 200 * 1e-4 * g * h * sim.state().t);
  expect_balanced(sim);
}

TYPED_TEST(StaticFriction, AboveStaticAngle_ThePlateSlidesWithDynamicFriction) {
  const double slope = 0.55;
  auto sim = plate_on_slope<TypeParam::value>(slope);
  for (int i = 0; i < 1000; ++i) sim.step();
  const double cosine = 1 / std::sqrt(1 + slope * slope);
  const double acceleration = g * cosine * (slope - mu_dynamic);
  // The static coefficient acts until the slip exceeds the solver's noise, 100 times 1e-4 of 4 g h:
  // at (slope - mu_static) g per unit of time this takes less than a step, and one more is the
  // memory's.
  EXPECT_NEAR(sim.state().v[1].norm(), acceleration * sim.state().t,
              3 * (mu_static - mu_dynamic) * g * h);
  expect_balanced(sim);
}

}  // namespace talus::test::static_friction_holds_test

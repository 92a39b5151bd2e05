// Row A06: friction that Coulomb's cone does not bound: Tresca's and sticking.
#include "support/slider.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus::test::friction_bounds_test {

namespace {

constexpr double mass = 2;
constexpr double h = 1e-2;

template <class Dimension>
class FrictionBounds : public ::testing::Test {};
TYPED_TEST_SUITE(FrictionBounds, Dimensions);

TYPED_TEST(FrictionBounds, TrescaSlider_SlowsByItsForceWhateverPushes) {
  constexpr int D = TypeParam::value;
  ContactLaw law;
  law.friction = TrescaFriction{3};
  for (const double g : {1.0, 10.0, 1000.0}) {
    Scene<D> scene(law, h);
    scene.options.solver.tolerance = 1e-12;
    scene.set_gravity(g);
    scene.add_ground();
    add_slider(scene, mass, vector<D>(1, 0));
    auto s = scene.simulation();
    for (int n = 1; n <= 40; ++n) {
      s.step();
      ASSERT_NEAR(s.state().v[1][0], 1 - n * h * 3 / mass, n * 1e-12 * (1 + g * h));
    }
    for (int n = 0; n < 40; ++n) s.step();
    EXPECT_LE(std::abs(s.state().v[1][0]), 1e-12 * (1 + g * h));  // stopped, and stays
    expect_balanced(s);
  }
}

TYPED_TEST(FrictionBounds, StickingBody_HoldsOnAnySlope) {
  constexpr int D = TypeParam::value;
  ContactLaw law;
  law.friction = StickingFriction{};
  for (const double angle : {0.5, 1.2, 1.57}) {
    Scene<D> scene(law, h);
    scene.options.solver.tolerance = 1e-12;
    scene.set_gravity(9.81);
    const auto slope = incline<D>(angle);
    scene.add_ground(slope);
    add_slider(scene, mass, Vec<D>(Vec<D>::Zero()), slope);
    auto s = scene.simulation();
    const Vec<D> start = s.state().x[1];
    for (int n = 0; n < 100; ++n) s.step();
    EXPECT_LE((s.state().x[1] - start).norm(), 1e-10);
    EXPECT_EQ(s.last().solve.outcome, SolveOutcome::converged);
  }
}

TYPED_TEST(FrictionBounds, StickingBall_RollsDownInsteadOfSliding) {
  constexpr int D = TypeParam::value;
  ContactLaw law;
  law.friction = StickingFriction{};
  const double angle = 1.3;
  Scene<D> scene(law, 1e-3);
  scene.options.solver.tolerance = 1e-12;
  scene.set_gravity(9.81);
  const auto slope = incline<D>(angle);
  scene.add_ground(slope);
  const double radius = 0.1;
  scene.add_ball(radius, mass, radius * rotate<D>(slope, last_axis<D>()));
  auto s = scene.simulation();
  for (int n = 0; n < 500; ++n) s.step();
  const double expected = 9.81 * std::sin(angle) / (1 + ball_inertia<D>)*0.5;
  EXPECT_NEAR(s.state().v[1].norm(), expected, 1e-9 * expected);
}

}  // namespace

}  // namespace talus::test::friction_bounds_test

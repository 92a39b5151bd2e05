// Restitution is 0 unless given (chrono#634 had .4), there is no speed below which bounces are
// dropped, and e = 1 neither gains nor loses height, whatever the step (rapier#97, bullet3#1530).
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::restitution_means_what_it_says_test {

namespace {

constexpr double g = 9.81;
constexpr double radius = 0.1;

template <class Dimension>
class Restitution : public ::testing::Test {};
TYPED_TEST_SUITE(Restitution, Dimensions);

template <int D>
Simulation<D> dropped(const ContactLaw& law, double height, double h) {
  return dropped_ball<D>(law, h, g, radius, height).simulation();
}

/// Steps to the top of the next bounce; returns its height.
template <int D>
double next_apex(Simulation<D>& sim) {
  while (!(sim.state().v[1][D - 1] > 0)) sim.step();
  while (sim.state().v[1][D - 1] > 0) sim.step();
  const double v = sim.state().v[1][D - 1];
  return sim.state().x[1][D - 1] - radius + v * v / (2 * g);
}

}  // namespace

TYPED_TEST(Restitution, Default_IsZero) {
  constexpr int D = TypeParam::value;
  const ContactLaw law;
  EXPECT_EQ(law.e_n, 0);
  EXPECT_EQ(law.e_t, 0);
  auto sim = dropped<D>(law, 1, 1e-3);
  for (int i = 0; i < 1000; ++i) {
    sim.step();
    ASSERT_LE(sim.state().v[1][D - 1], 1e-15);
  }
  EXPECT_LE(sim.state().x[1][D - 1], radius);
  expect_balanced(sim);
}

TYPED_TEST(Restitution, TinyFalls_BounceAsTallOnesDo) {
  constexpr int D = TypeParam::value;
  const double e = 0.5;
  for (const double height : {1.0, 1e-3, 1e-6, 1e-8}) {
    const double fall = std::sqrt(2 * height / g);
    const double h = fall / 1000;
    auto sim = dropped<D>(simple_law(0, e), height, h);
    // The bounce starts up to h g faster or slower than it should and leaves the ball within h w of
    // the ground (analytic/zeno.cpp): h w (1 + e^2) in height, and the round-off of positions.
    const double w = g * fall;
    EXPECT_NEAR(next_apex(sim), e * e * height, h * w * (1 + e * e) + 1e-15 * radius)
        << "height " << height;
    expect_balanced(sim);
  }
}

TYPED_TEST(Restitution, ElasticBall_KeepsItsHeightWithAnyStep) {
  constexpr int D = TypeParam::value;
  const double height = 0.37;
  for (const double h : {0.1, 0.03, 1e-2, 1e-3}) {
    auto sim = dropped<D>(simple_law(0.4, 1), height, h);
    for (int i = 0; i < 50; ++i) {
      // Round-off of 4 operations a step.
      const double steps = static_cast<double>(sim.state().step + 1000);
      ASSERT_NEAR(next_apex(sim), height, steps * 1e-15) << "h " << h << ", bounce " << i;
    }
    expect_balanced(sim);
  }
}

}  // namespace talus::test::restitution_means_what_it_says_test

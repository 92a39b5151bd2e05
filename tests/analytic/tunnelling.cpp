// Row E04: with forecast contacts nothing passes through anything, however far it flies in a step.
#include "support/samples.hpp"
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test {
namespace {

constexpr double radius = 0.5;
constexpr double bullet_speed = 1000;  // diameters a second

template <class Dimension>
class Tunnelling : public ::testing::Test {};
TYPED_TEST_SUITE(Tunnelling, Dimensions);

template <int D>
Scene<D> scene_with(Signorini form, double h, double e_n = 0, double mu = 0) {
  ContactLaw law = simple_law(mu, e_n);
  law.form = form;
  Scene<D> scene(law, h);
  scene.options.detect.forecast = true;
  return scene;
}

template <int D>
std::size_t add_paper(Scene<D>& scene, double at, bool fixed, double mass = 1) {
  BodyDescription<D> paper;
  paper.prescribed = fixed;
  paper.mass = mass;
  paper.shapes = {{Wall<D>{Vec<D - 1>::Constant(20)}, {}}};
  paper.pose.x = vector<D>(at, 0);
  // The normal along the flight.
  if constexpr (D == 2) {
    paper.pose.r.angle = -std::numbers::pi / 2;
  } else {
    paper.pose.r = exponential(Spin<3>(0.5 * std::numbers::pi * Vec<3>::UnitY()));
  }
  return scene.add(paper);
}

/// A wall without thickness: the bullet ends on it, touching, whatever part of a step the way is.
TYPED_TEST(Tunnelling, BulletStopsAtPaper) {
  constexpr int D = TypeParam::value;
  for (const auto form : {Signorini::velocity, Signorini::gap, Signorini::quasi_inelastic}) {
    for (const double h : {1e-3, 7e-3, 0.05}) {  // 1, 7 and 50 diameters a step
      for (const double away : {30.0, 60.3, 111.7}) {
        auto scene = scene_with<D>(form, h);
        add_paper<D>(scene, away, true);
        scene.add_ball(radius, 1, vector<D>(0, 0.3), vector<D>(bullet_speed, 0));
        auto s = scene.simulation();
        for (double t = 0; t < 0.3; t += h) s.step();
        EXPECT_NEAR(s.state().x[1][0], away - radius, 1e-9) << h << ' ' << away;
        EXPECT_NEAR(s.state().v[1][0], 0, 1e-9);
        expect_balanced(s);
      }
    }
  }
}

/// Restitution is that of the flight, not of what is left after the forecast.
TYPED_TEST(Tunnelling, BulletBouncesWithItsOwnSpeed) {
  constexpr int D = TypeParam::value;
  for (const double e_n : {0.3, 1.0}) {
    auto scene = scene_with<D>(Signorini::velocity, 7e-3, e_n);
    add_paper<D>(scene, 50.2, true);
    scene.add_ball(radius, 1, vector<D>(0, 0), vector<D>(bullet_speed, 3));
    auto s = scene.simulation();
    for (int n = 0; n < 20; ++n) s.step();
    EXPECT_NEAR(s.state().v[1][0], -e_n * bullet_speed, 1e-9);
    EXPECT_NEAR(s.state().v[1][D - 1], 3, 1e-12);
    EXPECT_LT(s.state().x[1][0], 50.2 - radius);
    expect_balanced(s);
  }
}

/// Without the option it flies through: else these tests would show nothing.
TYPED_TEST(Tunnelling, WithoutForecast_TheBulletPasses) {
  constexpr int D = TypeParam::value;
  auto scene = scene_with<D>(Signorini::velocity, 7e-3);
  scene.options.detect.forecast = false;
  add_paper<D>(scene, 50.2, true);
  scene.add_ball(radius, 1, vector<D>(0, 0), vector<D>(bullet_speed, 0));
  auto s = scene.simulation();
  for (int n = 0; n < 20; ++n) s.step();
  EXPECT_EQ(s.state().v[1][0], bullet_speed);
}

/// Laws that look ahead do not need the option for the bullet itself.
TYPED_TEST(Tunnelling, LawsThatLookAhead_StopTheBullet) {
  constexpr int D = TypeParam::value;
  for (const auto form : {Signorini::gap, Signorini::quasi_inelastic}) {
    auto scene = scene_with<D>(form, 7e-3);
    scene.options.detect.forecast = false;
    add_paper<D>(scene, 50.2, true);
    scene.add_ball(radius, 1, vector<D>(0, 0), vector<D>(bullet_speed, 0));
    auto s = scene.simulation();
    for (int n = 0; n < 20; ++n) s.step();
    EXPECT_NEAR(s.state().x[1][0], 50.2 - radius, 1e-9);
  }
}

/// A row of balls with room between them, the first hit by the bullet: what is pushed pushes the
/// next within the same step. All keep their order, and all that was there moves on together.
TYPED_TEST(Tunnelling, BulletIntoARow_KeepsTheOrder) {
  constexpr int D = TypeParam::value;
  for (const auto form : {Signorini::velocity, Signorini::gap, Signorini::quasi_inelastic}) {
    auto scene = scene_with<D>(form, 7e-3);
    scene.options.solver.tolerance = 1e-10;
    scene.options.solver.max_sweeps = 10000;
    scene.add_ball(radius, 1, vector<D>(0, 0), vector<D>(bullet_speed, 0));
    for (int i = 0; i < 5; ++i) scene.add_ball(radius, 1, vector<D>(20 + 1.5 * i, 0));
    auto s = scene.simulation();
    for (int n = 0; n < 30; ++n) {
      s.step();
      for (std::size_t b = 0; b < 5; ++b) {
        ASSERT_GE(s.state().x[b + 1][0] - s.state().x[b][0], 2 * radius - 1e-6) << n << ' ' << b;
      }
    }
    for (std::size_t b = 0; b < 6; ++b) EXPECT_NEAR(s.state().v[b][0], bullet_speed / 6, 1e-4);
    expect_balanced(s);
  }
}

/// A bullet that passes a ball at a distance is not turned aside by a plane between the two.
TYPED_TEST(Tunnelling, NearMiss_IsAMiss) {
  constexpr int D = TypeParam::value;
  auto scene = scene_with<D>(Signorini::velocity, 0.02, 0, 0.3);
  scene.add_ball(radius, 1, vector<D>(0, 1.01), vector<D>(bullet_speed, 0));
  scene.add_ball(radius, 1, vector<D>(29.3, 0));
  auto s = scene.simulation();
  for (int n = 0; n < 5; ++n) s.step();
  EXPECT_EQ(s.state().v[0], vector<D>(bullet_speed, 0));
  EXPECT_EQ(s.state().v[1], vector<D>(0, 0));
  EXPECT_NEAR(s.state().x[0][0], 100, 1e-10);
}

/// An oblique hit has the normal of the instant of contact: with an offset b between the centres
/// across the flight its sine is b / (2 r). Smooth balls push each other along it, and only so much
/// that they part: not more than e = 0 would.
TYPED_TEST(Tunnelling, ObliqueHit_HasTheNormalOfTheContact) {
  constexpr int D = TypeParam::value;
  auto scene = scene_with<D>(Signorini::velocity, 0.02);
  scene.add_ball(radius, 1, vector<D>(0, 0.6), vector<D>(bullet_speed, 0));
  scene.add_ball(radius, 1, vector<D>(33.3, 0));
  auto s = scene.simulation();
  for (int n = 0; n < 6; ++n) s.step();
  const Vec<D> normal = vector<D>(-0.8, 0.6);
  const double most = 0.5 * 0.8 * bullet_speed;
  const double push = -normal.dot(s.state().v[1]);
  EXPECT_GT(push, 0.1 * most);
  EXPECT_LE(push, most * (1 + 1e-12));
  EXPECT_LE((s.state().v[1] + push * normal).norm(), 1e-9 * bullet_speed);
  EXPECT_LE((s.state().v[0] + s.state().v[1] - vector<D>(bullet_speed, 0)).norm(), 1e-10);
  expect_balanced(s);
}

/// Through the seam of a periodic cell, too: one meets the paper, the other its image, a cell away.
TYPED_TEST(Tunnelling, BulletThroughTheSeam_StopsAtTheImage) {
  constexpr int D = TypeParam::value;
  auto scene = scene_with<D>(Signorini::velocity, 0.02);
  scene.model.cell.period[0] = 21;
  add_paper<D>(scene, 3, true);
  scene.add_ball(radius, 1, vector<D>(-0.2, 4), vector<D>(10, 0));
  scene.add_ball(radius, 1, vector<D>(1.2, 0.1), vector<D>(-bullet_speed, 0));
  auto s = scene.simulation();
  for (int n = 0; n < 20; ++n) s.step();
  EXPECT_NEAR(s.state().x[1][0], 3 - radius, 1e-9);
  EXPECT_NEAR(s.state().x[2][0], 3 - 21 + radius, 1e-9);
}

}  // namespace
}  // namespace talus::test

// Row E04: with forecast contacts nothing passes through anything, however far it flies in a step.
#include "support/meshes.hpp"
#include "support/samples.hpp"
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::tunnelling_test {
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

/// Paper less than half a step ahead, before the first midpoint: the bullet starts in front of it.
TYPED_TEST(Tunnelling, BulletJustBeforePaper_DoesNotStartBehindIt) {
  constexpr int D = TypeParam::value;
  for (const auto form : {Signorini::velocity, Signorini::gap}) {
    for (const double away : {0.5, 0.7, 3.4, 24.0}) {
      for (const double e_n : {0.0, 0.5}) {
        if (form == Signorini::gap && e_n > 0) continue;
        auto scene = scene_with<D>(form, 0.05, e_n);  // 25 diameters in half a step
        add_paper<D>(scene, away, true);
        scene.add_ball(radius, 1, vector<D>(0, 0.3), vector<D>(bullet_speed, 3));
        auto s = scene.simulation();
        s.step();
        EXPECT_NEAR(s.detail().free.x_mid[1][0], away - radius, 1e-9) << away;
        EXPECT_NEAR(s.state().v[1][0], -e_n * bullet_speed, 1e-9) << away;
        EXPECT_NEAR(s.state().v[1][D - 1], 3, 1e-12) << away;
        for (int n = 0; n < 5; ++n) s.step();
        EXPECT_LE(s.state().x[1][0], away - radius + 1e-9) << away;
        expect_balanced(s);
      }
    }
  }
}

/// Only the first step looks back: a run that goes on finds everything where it was.
TYPED_TEST(Tunnelling, Restart_DoesNotStartAgain) {
  constexpr int D = TypeParam::value;
  auto scene = scene_with<D>(Signorini::velocity, 0.05, 0.5);
  add_paper<D>(scene, 3.4, true);
  scene.add_ball(radius, 1, vector<D>(0, 0.3), vector<D>(bullet_speed, 0));
  auto s = scene.simulation();
  s.step();
  auto rest = scene.simulation();
  rest.restore({s.state(), s.balance(), s.last()});
  for (int n = 0; n < 5; ++n) {
    s.step();
    rest.step();
    EXPECT_EQ(state_hash(s.state()), state_hash(rest.state())) << n;
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

/// Inside of a drum the gap to the nearest place grows at first. The step in which the ball meets
/// the other side ends behind that place's tangent at the farthest, with a velocity along it.
TYPED_TEST(Tunnelling, BulletAcrossADrum_StopsAtTheOtherSide) {
  constexpr int D = TypeParam::value;
  const double drum_radius = 12;
  const double angle = 0.4;  // of the way with the line through the axis
  for (const double h : {1e-3, 7e-3, 0.02}) {
    auto scene = scene_with<D>(Signorini::velocity, h);
    BodyDescription<D> drum;
    drum.prescribed = true;
    drum.shapes = {{Drum<D>{drum_radius}, {}}};
    scene.add(drum);
    // Across the drum's axis, which is the last one in space.
    const auto across = [](double x, double y) {
      Vec<D> out = Vec<D>::Zero();
      out[0] = x;
      out[1] = y;
      return out;
    };
    const Vec<D> from = across(-11, 0);
    const Vec<D> way = across(std::cos(angle), std::sin(angle));
    scene.add_ball(radius, 1, from, Vec<D>(bullet_speed * way));
    auto s = scene.simulation();
    for (int n = 0; n < 100 && s.last().contacts == 0; ++n) s.step();
    ASSERT_EQ(s.last().contacts, 1U) << h;
    // |from + l way| = R - r
    const double inside = drum_radius - radius;
    const double p = from.dot(way);
    const double length = -p + std::sqrt(p * p - from.squaredNorm() + inside * inside);
    const Vec<D> normal = -(from + length * way) / inside;
    EXPECT_GE(normal.dot(s.state().x[1]), -inside * (1 + 1e-12)) << h;
    EXPECT_LE((s.detail().contacts.frame[0].col(0) - normal).norm(), 1e-9) << h;
    const Vec<D> v = s.state().v[1].template head<D>();
    const Vec<D> change = v - bullet_speed * way;
    EXPECT_GT(normal.dot(change), 0) << h;
    EXPECT_LE((change - normal * normal.dot(change)).norm(), 1e-9 * bullet_speed) << h;
    expect_balanced(s);
  }
}

/// A floor with a step in it, one mesh: a ball that slides on the floor meets the step's wall,
/// although floor and wall have a contact with it already.
TEST(TunnellingOnAMesh, BulletAlongTheFloor_StopsAtTheWall) {
  for (const double h : {1e-3, 7e-3}) {
    auto scene = scene_with<3>(Signorini::velocity, h);
    scene.set_gravity(9.81);
    BodyDescription<3> ground;
    ground.prescribed = true;
    const double edge = 30.25;  // where the step begins
    Repairs none;
    ground.shapes = {
        {TriangleMesh(mesh_surface(
             {{-50, -50, 0},
              {edge, -50, 0},
              {edge, 50, 0},
              {-50, 50, 0},
              {edge, -50, 5},
              {edge, 50, 5},
              {90, -50, 5},
              {90, 50, 5}},
             {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}, {4, 6, 7}, {4, 7, 5}}, {}, none)),
         {}}};
    scene.add(ground);
    scene.add_ball(radius, 1, Vec<3>(0, 0, radius), Vec<3>(bullet_speed, 0, 0));
    auto s = scene.simulation();
    for (double t = 0; t < 0.1; t += h) s.step();
    EXPECT_NEAR(s.state().x[1][0], edge - radius, 1e-6) << h;
    EXPECT_NEAR(s.state().v[1][0], 0, 1e-9 * bullet_speed);
    expect_balanced(s);
  }
}

/// A hilly ground of triangles, shot at from random places: nothing ends below it.
TEST(TunnellingOnAMesh, BulletsIntoHills_StayAbove) {
  const auto height = [](double x, double y) { return 2 * std::sin(0.4 * x) * std::cos(0.3 * y); };
  Random random(3);
  auto scene = scene_with<3>(Signorini::velocity, 7e-3);
  BodyDescription<3> ground;
  ground.prescribed = true;
  ground.shapes = {{TriangleMesh(test::ground(60, 1, height)), {}}};
  scene.add(ground);
  for (int i = 0; i < 40; ++i) {
    const Vec<3> from(random.uniform(-10, 10), random.uniform(-10, 10), 10 + 2 * i);
    const Vec<3> to(random.uniform(-20, 20), random.uniform(-20, 20), 0);
    scene.add_ball(radius, 1, from, Vec<3>(bullet_speed * (to - from).normalized()));
  }
  auto s = scene.simulation();
  for (int n = 0; n < 30; ++n) s.step();
  int met = 0;
  for (std::size_t b = 1; b < s.state().x.size(); ++b) {
    const Vec<3>& x = s.state().x[b];
    if (std::abs(x[0]) > 29 || std::abs(x[1]) > 29) continue;  // flew on over the ground's edge
    ++met;
    EXPECT_GT(x[2], height(x[0], x[1]) + 0.5 * radius) << b;
  }
  EXPECT_GT(met, 10);
}

}  // namespace
}  // namespace talus::test::tunnelling_test

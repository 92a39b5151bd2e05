// Impact laws in whole steps: with loads, lasting contacts and friction (rows A10, A16).
#include "talus/math/random.hpp"

#include "support/scene_builder.hpp"

#include <cmath>
#include <vector>

namespace talus::test::impact_laws_test {
namespace {

constexpr double g = 9.81;
constexpr double radius = 0.1;
constexpr double h = 1e-3;

template <class Dimension>
class ImpactLaws : public ::testing::Test {};
TYPED_TEST_SUITE(ImpactLaws, Dimensions);

template <int D>
Simulation<D> with(ImpactLaw law, Scene<D> scene, bool never_created = false) {
  scene.options.impact = {law, never_created};
  return scene.simulation();
}

/// A ball that bounces alone does under every law what it does under Newton's, gravity or not, down
/// to rest: shocks are taken without loads, which then press against the rebound.
TYPED_TEST(ImpactLaws, LoneBall_BouncesAsUnderNewtons) {
  constexpr int D = TypeParam::value;
  for (const double e : {0.0, 0.5, 1.0}) {
    const auto scene = dropped_ball<D>(simple_law(0, e), h, g, radius, 0.05);
    auto newton = scene.simulation();
    auto poisson = with(ImpactLaw::poisson, scene);
    auto sequential = with(ImpactLaw::sequential, scene);
    for (int i = 0; i < 2000; ++i) {
      for (auto* s : {&newton, &poisson, &sequential}) s->step();
      const double v = newton.state().v.back()[D - 1];
      // A step rounds velocities below 1 a few times, and steps are some thousands. The last
      // bounces are slower than a step of falling; there Newton's law lets a ball that was leaving
      // come back with e times its speed, the others stop it.
      const double near = std::abs(v) > g * h ? 1e-11 : g * h;
      ASSERT_NEAR(poisson.state().v.back()[D - 1], v, near) << i;
      ASSERT_NEAR(sequential.state().v.back()[D - 1], v, near) << i;
    }
    expect_balanced(poisson);
    expect_balanced(sequential);
  }
}

/// Newton's cradle, three laws: speeds after of three equal balls in touch.
TYPED_TEST(ImpactLaws, Cradle_DependsOnTheLaw) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(0, 1), h);
  scene.options.solver.tolerance = 1e-12;
  std::vector<std::size_t> ball;
  for (int i = 0; i < 3; ++i) {
    ball.push_back(
        scene.add_ball(radius, 1, vector<D>(2 * radius * i, 0), vector<D>(i == 0 ? 1 : 0, 0)));
  }
  const struct {
    ImpactLaw law;
    double after[3];
  } cases[] = {{ImpactLaw::newton, {-1.0 / 3, 2.0 / 3, 2.0 / 3}},
               {ImpactLaw::poisson, {-1.0 / 3, 2.0 / 3, 2.0 / 3}},
               {ImpactLaw::sequential, {0, 0, 1}}};
  for (const auto& c : cases) {
    auto s = with(c.law, scene);
    s.step();
    for (std::size_t b = 0; b < 3; ++b) {
      EXPECT_NEAR(s.state().v[ball[b]][0], c.after[b], 1e-10) << static_cast<int>(c.law);
    }
    EXPECT_NEAR(s.balance().kinetic(), 0.5, 1e-10);
    EXPECT_EQ(s.last().energy.created, 0);
    expect_balanced(s);
  }
}

/// A smooth rod lies on one end and comes down with the other: W = ((4, -2), (-2, 4))/m of its
/// ends. Under Newton's law and under Poisson's the end that came goes up again with e times its
/// speed and the other stays; one by one, with e = 1, the end that hit stops and the other leaves:
/// the rod goes on rocking.
TEST(RockingRod, EndsDependOnTheLaw) {
  const double b = 0.5;
  const double w = 0.8;
  for (const double e : {0.0, 0.6, 1.0}) {
    Scene<2> scene(simple_law(0, e), h);
    scene.options.solver.tolerance = 1e-12;
    scene.options.solver.max_sweeps = 10000;
    scene.add_ground();
    // Flat at the midpoint, turning about its left end.
    Pose<2> pose;
    pose.x = Vec<2>(0, 0.5 * h * w * b);
    pose.r.angle = 0.5 * h * w;
    const auto rod = scene.add_plate(b, 1, pose, Vec<2>(0, -w * b));
    scene.state.w[rod][0] = -w;
    const auto ends = [&](const Simulation<2>& s) {
      const double v = s.state().v[rod][1];
      return Vec<2>(v - b * s.state().w[rod][0], v + b * s.state().w[rod][0]);
    };
    for (const auto law : {ImpactLaw::newton, ImpactLaw::poisson}) {
      auto s = with(law, scene);
      s.step();
      EXPECT_LE((ends(s) - Vec<2>(0, 2 * e * w * b)).norm(), 1e-9) << e;
      expect_balanced(s);
    }
    auto s = with(ImpactLaw::sequential, scene);
    s.step();
    if (e == 1) {
      EXPECT_LE((ends(s) - Vec<2>(2 * w * b, 0)).norm(), 1e-9);
    } else if (e == 0) {
      EXPECT_LE(ends(s).norm(), 1e-9);  // to rest through hits without end
    }
    expect_balanced(s);
  }
}

/// A heap that falls, bounces and comes to rest. With one coefficient for normal and tangent shocks
/// create nothing; loads that press against rebounds within a step do, of the order of h.
TYPED_TEST(ImpactLaws, Heap_ClosesItsBalanceAndRests) {
  constexpr int D = TypeParam::value;
  for (const auto law : {ImpactLaw::poisson, ImpactLaw::lotstedt, ImpactLaw::sequential}) {
    const double e = law == ImpactLaw::lotstedt ? 0 : 0.4;
    Scene<D> scene(simple_law(0.4, e, e), h);
    scene.options.solver.tolerance = 1e-8;
    scene.options.solver.max_sweeps = 5000;
    scene.set_gravity(g);
    scene.add_ground();
    for (int i = 0; i < 6; ++i) {
      scene.add_ball(radius, 1, vector<D>(0.03 * (i % 2), radius + 0.25 * i));
    }
    auto s = with(law, scene);
    for (int i = 0; i < 1500; ++i) s.step();
    expect_balanced(s);
    // Fallen by about a metre: 6 bodies of 10 J each; some still roll.
    EXPECT_GT(s.balance().total().dissipated(), 5);
    EXPECT_LE(s.balance().total().created, h * s.balance().total().dissipated());
  }
}

/// A slanting rod that hits with one end: friction turns its slip, and Newton's law without
/// tangential restitution creates energy.
Scene<2> slanting_rod(Random& random) {
  Scene<2> scene(simple_law(random.uniform(0.2, 1), random.uniform(0.7, 1)), h);
  scene.options.solver.tolerance = 1e-13;
  scene.options.solver.max_sweeps = 10000;
  scene.add_ground();
  const double angle = random.uniform(0.3, 1.3);
  Pose<2> pose;
  pose.r.angle = angle;
  pose.x = Vec<2>(0, 0.5 * std::sin(angle));
  scene.add_plate(0.5, 1, pose, Vec<2>(random.uniform(-1, 1), -random.uniform(0.2, 1)));
  return scene;
}

TEST(NeverCreated, ShocksThatWouldCreateEnergy_KeepItAndSaySo) {
  Random random(11);
  int clipped = 0;
  for (int i = 0; i < 200; ++i) {
    const auto scene = slanting_rod(random);
    auto free = scene.simulation();
    const double before = free.balance().kinetic();
    free.step();
    auto held = with(ImpactLaw::newton, scene, true);
    held.step();
    const auto& report = held.last().impact;
    const double gain = free.balance().kinetic() - before;
    // No load acts: all that is gained is the contacts'. 1e-13 of law error, doubled by the step.
    if (!(gain > 1e-10)) {
      if (gain < -1e-10) {
        EXPECT_EQ(free.last().energy.created, 0);
        EXPECT_EQ(report.kept, 1);
      }
      continue;
    }
    ++clipped;
    EXPECT_NEAR(free.last().energy.created, gain, 1e-12);
    EXPECT_LT(report.kept, 1);
    EXPECT_GT(report.kept, 0);
    EXPECT_NEAR(report.clipped, gain, 1e-12);
    EXPECT_NEAR(held.balance().kinetic(), before, 1e-12);
    EXPECT_EQ(held.balance().total().clipped, report.clipped);
    EXPECT_GT(report.law_error, 0);
    expect_balanced(held);
    // Impulses are in the cone and the end leaves.
    const Vec<2> r = held.detail().r[0];
    EXPECT_LE(std::abs(r[1]), held.detail().problem.law[0].mu * r[0] * (1 + 1e-12));
    EXPECT_GE(held.detail().u[0][0], 0);
  }
  EXPECT_GT(clipped, 10);
}

TEST(NeverCreated, WherePoissonAndOthersCreateNothing_NothingIsClipped) {
  Random random(12);
  for (int i = 0; i < 100; ++i) {
    auto scene = slanting_rod(random);
    auto s = with(ImpactLaw::poisson, scene, true);
    s.step();
    EXPECT_EQ(s.last().impact.kept, 1) << i;
    EXPECT_EQ(s.last().energy.created, 0) << i;
    expect_balanced(s);
  }
}

TEST(ImpactLawChoice, WhatDoesNotGoTogether_IsRefused) {
  const auto refused = [](const ContactLaw& law, ImpactLaw impact, bool forecast = false) {
    Scene<2> scene(law, h);
    scene.options.impact.law = impact;
    scene.options.detect.forecast = forecast;
    scene.add_ball(radius, 1, Vec<2>::Zero());
    EXPECT_THROW(scene.simulation(), ModelError);
  };
  refused(simple_law(0.3, 0.2, 0.5), ImpactLaw::poisson);
  refused(simple_law(0.3, 1.2), ImpactLaw::poisson);
  refused(simple_law(0.3, 0.2), ImpactLaw::lotstedt);
  refused(simple_law(0.3), ImpactLaw::sequential, true);
  ContactLaw rolls = simple_law(0.3);
  rolls.rolling = 0.01;
  refused(rolls, ImpactLaw::lotstedt);
}

}  // namespace
}  // namespace talus::test::impact_laws_test

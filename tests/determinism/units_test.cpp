// "No tolerance with a unit in it": a scene told in other units of length, time and mass gives the
// same dimensionless result to 1e-9.
//
// The factors are no powers of two, so the runs differ by round-off and no more than that:
//  - A step commits at most some 50 roundings on each velocity; over n = 200 steps that is
//    200 * 50 * 1.1e-16 = 1e-12 of the unit speed, and less on places (t < 1).
//  - Round-off may decide on one sweep more or less. The tolerance of 5e-14 on the law error, which
//    is relative to the impulses of the step, makes velocities good to 1e-13 of the unit speed:
//    this is checked. (Where bodies fly together the impulses themselves are round-off and only
//    this absolute sense is left; 200 sweeps are plenty.) Over all steps that is 2e-11.
//  - Bodies that collide spread such differences by at most (free path) / (radius) < 2 a time; no
//    body here collides more than a handful of times before it rests, rolls or slides: a factor of
//    2^5.
// Together 2^5 * 2.1e-11 = 7e-10. Decisions (closed or open, stick or slip) are not close calls:
// contacts close at a speed, and what touches at the start does so with a closure 10^5 times the
// round-off.

#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace talus::determinism {
namespace {

/// How many new units make one of the old.
struct Units {
  double length = 1, time = 1, mass = 1;

  double speed() const { return length / time; }
  double acceleration() const { return length / (time * time); }
  double force() const { return mass * acceleration(); }
  double energy() const { return force() * length; }
};

constexpr int steps = 200;

template <int D>
void set_options(const Units& u, test::Scene<D>& scene) {
  scene.set_gravity(9.81 * u.acceleration());
  scene.options.solver.tolerance = 5e-14;
  scene.options.solver.max_sweeps = 200;
  scene.options.projection.tolerance = 5e-14;
  scene.options.projection.max_sweeps = 200;
}

/// Three disks in a pyramid dropped on a shaking floor, held together by a spring and pushed.
test::Scene<2> pyramid(const Units& u, const ContactLaw& law) {
  test::Scene<2> scene(law, 1e-3 * u.time);
  set_options(u, scene);
  BodyDescription<2> floor;
  floor.shapes = {{HalfSpace<2>{}, {}}};
  floor.prescribed = true;
  Motion<2> shake;
  shake.translation[0].terms = {Sinusoid{0.02 * u.length, 5 / u.time, 0.3}};
  shake.translation[1].terms = {Ramp{0.3 * u.speed(), 0.2 * u.time}};
  floor.motion = shake;
  scene.add(floor);
  const double r = 0.1 * u.length;
  const auto ball = [&](double x, double y, double w) {
    return static_cast<int>(scene.add_ball(r, u.mass, {x * u.length, y * u.length},
                                           {0.3 * u.speed(), 0}, Spin<2>(w / u.time)));
  };
  const int left = ball(-0.1, 0.12, 3);
  const int right = ball(0.1, 0.12, -1);
  const int top = ball(0, 0.12 + 0.1 * std::numbers::sqrt3, 0);
  auto& loads = scene.model.loads;
  loads.springs.push_back({left, right, Vec<2>::Zero(), Vec<2>::Zero(),
                           40 * u.mass / (u.time * u.time), 0.5 * u.mass / u.time, 0.2 * u.length});
  loads.drags.push_back({top, 0.2 * u.mass / u.time, 1e-3 * u.energy() * u.time});
  AppliedForce<2> push;
  push.body = top;
  push.force = {0.4 * u.force(), 0};
  push.torque = Spin<2>(0.01 * u.energy());
  loads.applied.push_back(push);
  return scene;
}

/// A dumb-bell of two unequal spheres and a ball come down a rough incline.
test::Scene<3> incline(const Units& u, const ContactLaw& law) {
  test::Scene<3> scene(law, 1e-3 * u.time);
  set_options(u, scene);
  scene.add_ground(test::incline<3>(0.4));
  const double density = 1000 * u.mass / (u.length * u.length * u.length);
  BodyDescription<3> bell;
  for (const double side : {-1.0, 1.0}) {
    PlacedShape<3> sphere{Ball<3>{(0.09 + 0.01 * side) * u.length}, {}, 0, density};
    sphere.placement.x = {0, 0.15 * side * u.length, 0};
    bell.shapes.push_back(sphere);
  }
  bell.pose.x = Vec<3>(0, 0, 0.12) * u.length;
  bell.velocity = Vec<3>(0.5, 0.1, 0) * u.speed();
  bell.spin = Vec<3>(1, 2, -3) / u.time;
  scene.add(bell);
  scene.add_ball(0.1 * u.length, u.mass, Vec<3>(0.6, 0, -0.1) * u.length,
                 Vec<3>(0.2, 0.3, 0) * u.speed());
  return scene;
}

/// Everything a run tells, without units.
template <int D>
std::vector<double> result(const Units& u, const test::Scene<D>& scene) {
  auto simulation = scene.simulation();
  std::vector<double> out;
  double depth = 0;
  std::size_t acting = 0;
  for (int i = 0; i < steps; ++i) {
    const auto& step = simulation.step();
    EXPECT_LE(step.solve.error.absolute / u.speed(), 1e-13) << "step " << i;
    depth = std::max(depth, step.penetration.depth / u.length);
    acting += step.acting;
  }
  out.push_back(depth);
  out.push_back(static_cast<double>(acting));
  const auto& state = simulation.state();
  for (std::size_t b = 0; b < state.x.size(); ++b) {
    for (int i = 0; i < D; ++i) out.push_back(state.x[b][i] / u.length);
    const Mat<D> axes = matrix(state.r[b]);
    out.insert(out.end(), axes.data(), axes.data() + D * D);
    for (int i = 0; i < D; ++i) out.push_back(state.v[b][i] / u.speed());
    for (int i = 0; i < spin_dim<D>; ++i) out.push_back(state.w[b][i] * u.time);
  }
  const auto total = simulation.balance().total();
  for (const double e :
       {simulation.balance().kinetic(), simulation.balance().elastic(), total.work_gravity,
        total.work_applied, total.work_prescribed, total.dissipated_structural,
        total.dissipated_friction, total.dissipated_viscous, total.scheme}) {
    out.push_back(e / u.energy());
  }
  return out;
}

const Units other_units[] = {
    {1e3, 1, 1e3},             // millimetre, second, gram
    {1e-3, 1 / 3600.0, 1e-3},  // kilometre, hour, tonne
    {3.7e7, 1.9e-5, 6.1e-9},   // nobody's
};

template <typename Build>
void expect_same_in_all_units(const Build& build) {
  const auto expected = result(Units{}, build(Units{}));
  EXPECT_GT(expected[1], steps / 2);  // the bodies do touch
  for (const auto& u : other_units) {
    const auto found = result(u, build(u));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i], expected[i], 1e-9 * std::max(1.0, std::abs(expected[i])))
          << "number " << i << " with a length unit of " << u.length;
    }
  }
}

TEST(Units, Pyramid_IsTheSame) {
  expect_same_in_all_units([](const Units& u) { return pyramid(u, test::simple_law(0.4, 0.3)); });
}

TEST(Units, PyramidWithSpeedDependentFriction_IsTheSame) {
  expect_same_in_all_units([](const Units& u) {
    ContactLaw law;
    law.friction = StaticDynamicFriction{0.5, 0.2, 0.1 * u.speed()};
    return pyramid(u, law);
  });
}

TEST(Units, PyramidWithGapFormAndProjection_IsTheSame) {
  expect_same_in_all_units([](const Units& u) {
    ContactLaw law = test::simple_law(0.4);
    law.form = Signorini::gap;
    auto scene = pyramid(u, law);
    scene.options.projection.on = true;
    return scene;
  });
}

TEST(Units, Incline_IsTheSame) {
  expect_same_in_all_units([](const Units& u) { return incline(u, test::simple_law(0.3, 0.2)); });
}

TEST(Units, InclineWithEllipticFriction_IsTheSame) {
  expect_same_in_all_units([](const Units& u) {
    ContactLaw law;
    law.form = Signorini::quasi_inelastic;
    law.friction = EllipticFriction{0.4, 0.2, Vec<3>::UnitX()};
    return incline(u, law);
  });
}

/// As sure as round-off allows: forces are those of statics, and no decision is near its edge.
TEST(Units, Equilibrium_IsTheSame) {
  for (const auto& u : other_units) {
    test::Scene<2> scene(test::simple_law(0.5), 1e-3 * u.time);
    set_options(u, scene);
    scene.add_ground(test::incline<2>(0.3));
    const Vec<2> normal = rotate<2>(test::incline<2>(0.3), {0, 1});
    scene.add_ball(0.1 * u.length, u.mass, 0.1 * u.length * normal);
    EquilibriumOptions options;
    options.h = scene.options.h;
    // Nothing keeps a lone ball from rolling down; a torque that holds it does.
    EXPECT_EQ(test_equilibrium(scene.model, scene.state, options).verdict,
              EquilibriumVerdict::impossible);
    AppliedForce<2> hold;
    hold.body = 1;
    hold.torque = Spin<2>(0.1 * 9.81 * std::sin(0.3) * u.energy());
    scene.model.loads.applied.push_back(hold);
    const auto held = test_equilibrium(scene.model, scene.state, options);
    EXPECT_EQ(held.verdict, EquilibriumVerdict::possible);
    ASSERT_EQ(held.contacts, 1U);
    EXPECT_NEAR(held.force[0][0] / u.force(), 9.81 * std::cos(0.3), 1e-9);
    EXPECT_NEAR(std::abs(held.force[0][1]) / u.force(), 9.81 * std::sin(0.3), 1e-9);
  }
}

}  // namespace
}  // namespace talus::determinism

// Bodies that slide over a flat cut into triangles go as they do on a half-space: no edge inside a
// flat is felt.
#include "support/meshes.hpp"
#include "support/samples.hpp"
#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace talus::test {

namespace {

constexpr double h = 1e-3;
constexpr int steps = 2000;

/// The path of a body thrown along a floor, step by step.
std::vector<Pose<3>> path(const Shape<3>& body, double height, const Shape<3>& floor) {
  Scene<3> scene(simple_law(0.1), h);
  scene.options.solver.tolerance = 1e-13;
  scene.set_gravity(9.81);
  BodyDescription<3> ground;
  ground.shapes.push_back({floor, {}, 0, 0});
  ground.prescribed = true;
  BodyDescription<3> mover;
  mover.shapes.push_back({body, {}, 0, 1000});
  mover.pose.x = Vec<3>(-4.1, -2.3, height);
  mover.velocity = Vec<3>(4, 2.6, 0);
  mover.spin = Vec<3>(0, 0, 0.5);
  const auto number = scene.add(mover);
  scene.add(ground);
  auto sim = scene.simulation();
  std::vector<Pose<3>> out;
  for (int i = 0; i < steps; ++i) {
    sim.step();
    out.push_back({sim.state().x[number], sim.state().r[number]});
  }
  return out;
}

void expect_same_path(const Shape<3>& body, double height) {
  const TriangleMesh ground(test::ground(100, 0.1, [](double, double) { return 0.0; }));
  const auto on_mesh = path(body, height, ground);
  const auto on_plane = path(body, height, HalfSpace<3>{});
  EXPECT_GT((on_mesh.back().x - on_mesh.front().x).norm(), 5);  // some hundred edges
  // Gap, normal and corners agree to the rounding of places of size 5, 1e-15, and so do the contact
  // points the friction's moments are taken about; each step may add that much.
  const double drift = 1e-15 * steps;
  for (std::size_t i = 0; i < on_mesh.size(); ++i) {
    ASSERT_NEAR((on_mesh[i].x - on_plane[i].x).norm(), 0, drift) << i;
    ASSERT_NEAR(on_mesh[i].r.q.angularDistance(on_plane[i].r.q), 0, drift) << i;
  }
}

}  // namespace

TEST(TriangulatedGround, Ball_GoesAsOnAHalfSpace) { expect_same_path(Ball<3>{0.12}, 0.12); }

TEST(TriangulatedGround, Box_GoesAsOnAHalfSpace) {
  expect_same_path(Hull<3>(box_polytope(Vec<3>(0.3, 0.2, 0.1))), 0.1);
}

namespace {

const Cylinder barrel{0.25, 0.15};
constexpr double density = 1000;
constexpr double weight = 9.81 * density * 2 * 0.25 * std::numbers::pi * 0.15 * 0.15;

Pose<3> standing() { return {barrel.half_length * Vec<3>::UnitZ(), {}}; }

/// Its axis along y.
Pose<3> lying() {
  Pose<3> pose{barrel.radius * Vec<3>::UnitZ(), {}};
  pose.r.q = Eigen::AngleAxisd(std::numbers::pi / 2, Vec<3>::UnitX());
  return pose;
}

/// A floor, turned, with a barrel that lies or stands on it in the floor's frame; the barrel is the
/// second body.
Scene<3> barrel_on(const Shape<3>& floor, const Rotation<3>& turn, const Pose<3>& start) {
  Scene<3> scene(simple_law(0.5), h);
  scene.options.solver.tolerance = 1e-13;
  scene.options.solver.max_sweeps = 100000;
  scene.set_gravity(9.81);
  BodyDescription<3> ground;
  ground.shapes.push_back({floor, {}, 0, 0});
  ground.pose.r = turn;
  ground.prescribed = true;
  scene.add(ground);
  BodyDescription<3> body;
  body.shapes.push_back({barrel, {}, 0, density});
  body.pose = compose({Vec<3>::Zero(), turn}, start);
  scene.add(body);
  return scene;
}

TriangleMesh flat() {
  return TriangleMesh(test::ground(100, 0.1, [](double, double) { return 0.0; }));
}

}  // namespace

TEST(TriangulatedGround, Barrel_RestsOnItsWeight) {
  for (const Pose<3>& start : {standing(), lying()}) {
    Pose<3> moved = start;
    moved.x += Vec<3>(0.03, 0.02, 0);  // neither on a corner of the mesh nor beside it
    auto sim = barrel_on(flat(), {}, moved).simulation();
    for (int i = 0; i < 500; ++i) {
      sim.step();
      Vec<3> pushed = Vec<3>::Zero();
      const auto& contacts = sim.detail().contacts;
      for (std::size_t c = 0; c < contacts.count(); ++c) {
        pushed += contacts.frame[c] * sim.detail().r[c];
      }
      ASSERT_EQ(contacts.count(), start.x == standing().x ? 8U : 2U) << i;
      // The solver's residue is 1e-13 of the impulse, through at most 8 contacts.
      ASSERT_NEAR((pushed / h - weight * Vec<3>::UnitZ()).norm(), 0, 1e-11 * weight) << i;
    }
    // Each step may leave the residue, 1e-13 g h, in the velocity.
    EXPECT_NEAR((sim.state().x[1] - moved.x).norm(), 0, 500 * 500 * h * 1e-12 * 9.81 * h);
  }
}

// A cylinder that rolls down without slipping has the acceleration 2/3 g sin(slope): Moreau's step
// is exact under a constant force, so its way is 1/3 g sin(slope) t^2. On the mesh it is the way on
// a half-space.
TEST(TriangulatedGround, Barrel_RollsDownAsOnAHalfSpace) {
  const double slope = 0.3;
  const Rotation<3> turn = incline<3>(slope);
  Pose<3> start = lying();
  start.x += Vec<3>(-4, 0.02, 0);
  auto on_mesh = barrel_on(flat(), turn, start).simulation();
  auto on_plane = barrel_on(HalfSpace<3>{}, turn, start).simulation();
  const Vec<3> from = on_mesh.state().x[1];
  for (int i = 0; i < 2000; ++i) {
    on_mesh.step();
    on_plane.step();
    ASSERT_EQ(on_mesh.last().contacts, 2U) << i;
    // Each step adds the residue, 1e-13 of g h, to velocities, and roundings of places of size 5.
    const double drift = (i + 1) * (1e-15 + (i + 1) * h * 1e-12 * 9.81 * h);
    ASSERT_NEAR((on_mesh.state().x[1] - on_plane.state().x[1]).norm(), 0, drift) << i;
  }
  const double t = on_mesh.state().t;
  const double way = 9.81 * std::sin(slope) * t * t / 3;
  EXPECT_GT(way, 3);
  EXPECT_NEAR((on_mesh.state().x[1] - from).norm(), way, 1e-8 * way);
}

// Barrels and blocks dropped on bumps, into hollows and over ridges end on them, not in them. What
// lands overlaps by what it travels in half a step, places on the body at v + w R: with energy
// conserved at worst w R <= sqrt(m R^2 / I) v < 3 v here, so 2 v h in all.
TEST(TriangulatedGround, BodiesOnBumps_DoNotSink) {
  const auto bumps = [](double x, double y) {
    return 0.15 * std::sin(6.5 * x) * std::cos(5.5 * y);
  };
  const TriangleMesh ground(test::ground(24, 0.2, bumps));
  const double drop = 0.8;
  for (const Shape<3>& shape :
       {Shape<3>(Cylinder{0.2, 0.12}), Shape<3>(Hull<3>(box_polytope(Vec<3>(0.12, 0.12, 0.2))))}) {
    Scene<3> scene(simple_law(0.5), h);
    scene.set_gravity(9.81);
    BodyDescription<3> floor;
    floor.shapes.push_back({ground, {}, 0, 0});
    floor.prescribed = true;
    scene.add(floor);
    Random random(8);
    for (int i = 0; i < 9; ++i) {
      BodyDescription<3> body;
      body.shapes.push_back({shape, {}, 0, density});
      body.pose = {Vec<3>(0.8 * (i % 3 - 1), 0.8 * (i / 3 - 1), drop - 0.25),
                   samples::rotation<3>(random)};
      scene.add(body);
    }
    auto sim = scene.simulation();
    double deepest = 0;
    for (int i = 0; i < 1500; ++i) {
      sim.step();
      for (const double gap : sim.detail().contacts.gap) deepest = std::min(deepest, gap);
    }
    EXPECT_GT(sim.last().contacts, 9U);
    EXPECT_GE(deepest, -2 * std::sqrt(2 * 9.81 * drop) * h) << shape_name<3>(shape);
  }
}

}  // namespace talus::test

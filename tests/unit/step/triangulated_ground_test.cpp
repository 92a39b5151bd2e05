// Bodies that slide over a flat cut into triangles go as they do on a half-space: no edge inside a
// flat is felt.
#include "support/meshes.hpp"
#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

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

}  // namespace talus::test

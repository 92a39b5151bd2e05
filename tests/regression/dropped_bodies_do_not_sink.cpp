// Elsewhere, and once here: a body dropped on something narrower than itself was held by one
// contact where two edges cross, which jumped to the other end with every step, and sank for ever.
// Bodies that land on narrow blocks, ridges, blunt pyramids and coarse grounds come to rest on all
// the corners that hold them, and stay there.
#include "talus/io/scene.hpp"
#include "talus/talus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace talus::dropped_bodies_do_not_sink_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 2e-3;
constexpr int steps = 2000;
constexpr int last_second = 500;

struct Piece {
  const char* name;
  const char* shape;
  double half_height;
};

// Grounds, with the height of their top.
constexpr Piece narrow{"narrow", "{box: {size: [0.5, 3, 1]}}", 0.5};
constexpr Piece narrow_mesh{
    "narrow mesh",
    "{mesh: {points: [[-.25,-1.5,-.5],[.25,-1.5,-.5],[.25,1.5,-.5],[-.25,1.5,-.5],"
    "[-.25,-1.5,.5],[.25,-1.5,.5],[.25,1.5,.5],[-.25,1.5,.5]], faces: [[1,3,2],[1,4,3],[5,6,7],"
    "[5,7,8],[1,2,6],[1,6,5],[2,3,7],[2,7,6],[3,4,8],[3,8,7],[4,1,5],[4,5,8]]}}",
    0.5};
constexpr Piece ridge{
    "ridge", "{polyhedron: {points: [[-.3,-2,0],[.3,-2,0],[.3,2,0],[-.3,2,0],[0,-2,.5],[0,2,.5]]}}",
    0.5};
constexpr Piece bumps{"bumps",
                      "{height_field: {heights: [[.3,.5,.3,.5],[.5,.3,.5,.3],[.3,.5,.3,.5],"
                      "[.5,.3,.5,.3]], spacing: 0.6}}",
                      0.5};

// Bodies.
constexpr Piece box{"box", "{box: {size: [1, 0.8, 0.4]}}", 0.2};
constexpr Piece hull{
    "hull",
    "{polyhedron: {points: [[-.5,-.5,-.2],[.5,-.5,-.2],[.4,.5,-.2],[-.5,.4,-.2],[0,0,.5]]}}", 0.2};
constexpr Piece mesh{
    "mesh",
    "{mesh: {points: [[-.5,-.5,-.2],[.5,-.5,-.2],[.5,.5,-.2],[-.5,.5,-.2],[0,0,.5]], "
    "faces: [[1,3,2],[1,4,3],[1,2,5],[2,3,5],[3,4,5],[4,1,5]]}}",
    0.2};
constexpr Piece standing{"standing cylinder", "{cylinder: {length: 0.4, radius: 0.5}}", 0.2};
constexpr Piece lying{"lying cylinder", "{cylinder: {length: 1, radius: 0.2, axis: [1, 0, 0]}}",
                      0.2};
constexpr Piece capsule{"capsule", "{capsule: {length: 1, radius: 0.1, axis: [1, 0, 0]}}", 0.1};
constexpr Piece plate{"plate", "{rectangle: {size: [1, 0.8]}}, mass: 100", 0};

std::string header() {
  return "talus: 1\ndimension: 3\ngravity: [0, 0, -9.81]\ntime: {step: 2e-3, end: 4}\n"
         "materials: {s: {density: 1000}}\ncontacts: [{between: [s, s], friction: 0.5}]\nbodies:\n";
}

std::string ground_of(const Piece& ground) {
  return std::string("  - {name: a, fixed: true, shape: ") + ground.shape + ", material: s}\n";
}

/// The body's lowest point is 0.3 above the ground, but for its turn.
std::string body_of(const Piece& body, double top, const std::string& turn) {
  return std::string("  - {name: b, shape: ") + body.shape +
         ", material: s, position: [0.05, -0.03, " + std::to_string(top + body.half_height + 0.3) +
         "], orientation: " + turn + "}\n";
}

/// Runs a scene whose last body falls, and looks at it in the last second; its contacts at the end.
std::size_t expect_at_rest(const std::string& text) {
  const auto scene = std::get<Scene<3>>(parse_scene(text, "drop.yaml", {}));
  Simulation<3> simulation(scene.model, scene.state, scene.step);
  const std::size_t body = scene.model.body_count() - 1;
  std::set<ContactId> ids;
  double overlap = 0;
  double lowest = scene.state.x[body][2];
  double settled = 0;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    const auto& contacts = simulation.detail().contacts;
    std::set<ContactId> now;
    double deepest = 0;
    for (std::size_t c = 0; c < contacts.count(); ++c) {
      now.insert(contacts.id[c]);
      deepest = std::max(deepest, -contacts.gap[c]);
    }
    overlap = std::max(overlap, deepest);
    lowest = std::min(lowest, simulation.state().x[body][2]);
    if (i == steps - last_second) {
      ids = now;
      settled = deepest;
    }
    if (i > steps - last_second) {
      EXPECT_TRUE(now == ids) << "step " << i;
      // Velocity left in a step: tolerance times cond(W) |w r|, as of a body that is held
      // (held_body_does_not_creep.cpp).
      const double left = 80 * scene.step.solver.tolerance * g * h;
      EXPECT_LE(deepest, settled + last_second * h * left) << "step " << i;
    }
    if (testing::Test::HasFailure()) return now.size();
  }
  // No point falls faster than the centre did, but for what the first corner to land makes of it:
  // the far one goes on with at most twice its speed. A step later it is stopped.
  const double speed = std::sqrt(2 * g * (scene.state.x[body][2] - lowest));
  EXPECT_LE(overlap, 2 * speed * h);
  return ids.size();
}

const std::string small_turn = "{axis: [0.229, -0.910, 0.437], angle: 0.132}";
/// With more of it they fall off a pillar.
const std::string slight_turn = "{axis: [0.229, -0.910, 0.437], angle: 0.01}";
const std::string yaw = "{axis: [0, 0, 1], angle: 0.2}";

}  // namespace

TEST(DroppedBodies, OnSomethingNarrow_StandOnAllCorners) {
  struct Case {
    Piece body;
    std::size_t contacts;
  };
  for (const Piece& ground : {narrow, narrow_mesh}) {
    for (const Case& c : {Case{box, 4}, {hull, 4}, {mesh, 4}, {lying, 2}, {capsule, 2}}) {
      for (const std::string& turn : {small_turn, yaw}) {
        SCOPED_TRACE(std::string(c.body.name) + " on " + ground.name + " turned by " + turn);
        EXPECT_EQ(expect_at_rest(header() + ground_of(ground) + body_of(c.body, 0.5, turn)),
                  c.contacts);
      }
    }
    SCOPED_TRACE(std::string("standing cylinder on ") + ground.name);
    EXPECT_GE(expect_at_rest(header() + ground_of(ground) + body_of(standing, 0.5, small_turn)),
              4U);
  }
}

TEST(DroppedBodies, OnAPillar_AreHeld) {
  const Piece pillar{"pillar", "{cylinder: {length: 1, radius: 0.25}}", 0.5};
  for (const Piece& body : {box, mesh, standing, lying, capsule}) {
    SCOPED_TRACE(body.name);
    EXPECT_GE(expect_at_rest(header() + ground_of(pillar) + body_of(body, 0.5, slight_turn)), 2U);
  }
}

TEST(DroppedBodies, OnCoarseGround_AreHeld) {
  for (const Piece& body : {box, hull, mesh, standing, plate}) {
    SCOPED_TRACE(body.name);
    EXPECT_GE(expect_at_rest(header() + ground_of(bumps) + body_of(body, 0.5, small_turn)), 3U);
  }
}

// Two contacts to each ridge.
TEST(DroppedBodies, OnRidges_LieOnBothEndsOfEach) {
  const auto ridge_at = [](double y, const char* name) {
    return std::string("  - {name: ") + name + ", fixed: true, material: s, shape: " + ridge.shape +
           ", position: [0, " + std::to_string(y) +
           ", 0], orientation: {axis: [0, 0, 1], angle: 1.5707963267948966}}\n";
  };
  const std::string ridges = header() + ridge_at(-0.6, "r1") + ridge_at(0.6, "r2");
  const auto plank = [](const std::string& shape, double height) {
    return "  - {name: b, material: s, shape: " + shape + ", position: [0.03, 0.05, " +
           std::to_string(0.5 + height + 0.01) + "], orientation: {axis: [0, 0, 1], angle: 0.8}}\n";
  };
  EXPECT_EQ(expect_at_rest(ridges + plank("{box: {size: [0.5, 2, 0.1]}}", 0.05)), 4U);
  EXPECT_EQ(
      expect_at_rest(ridges + plank("{cylinder: {length: 2, radius: 0.1, axis: [0, 1, 0]}}", 0.1)),
      2U);
}

// A plate has no thickness: after one step it is all behind the ground.
TEST(DroppedBodies, PlateOnFlatGround_IsCaught) {
  const Piece flat{"flat", "{height_field: {heights: [[0,0,0],[0,0,0],[0,0,0]], spacing: 2}}", 0};
  EXPECT_EQ(expect_at_rest(header() + ground_of(flat) + body_of(plate, 0.7, yaw)), 4U);
}

}  // namespace talus::dropped_bodies_do_not_sink_test

#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

using namespace talus;
using namespace talus::test;

TEST(Describe, Defaults_AreWrittenOut) {
  EXPECT_EQ(describe(parse_scene(plane_scene, "s.yaml")),
            R"(# 2 bodies, 1 of them free; 2 shapes, 2 materials, 2 laws
talus: 1
dimension: 2
gravity: [0, -9.81]
time: {step: 1e-3, end: 1}
materials: {stone: {density: 2500}, ground: {}}
contacts:
  - {between: [stone, ground], friction: 0.5, form: velocity, restitution: 0}
  - {between: [stone, stone], friction: 0.5, form: velocity, restitution: 0}
bodies:
  - name: floor
    shape: {half_plane: {normal: [0, 1], through: [0, 0]}}
    material: ground
    fixed: true
    position: [0, 0]
    angle: 0
  # mass 7853.98, principal inertia 3926.99
  - name: ball
    shape: {disk: {radius: 1}}
    material: stone
    position: [0, 2]
    angle: 0
    fixed: false
    velocity: [0, 0]
    spin: 0
solver:
  method: auto
  tolerance: 0.0001
  max_sweeps: 1000
  momentum: 0.85
  skip_open: true
  order: given
  guess: warm
  seed: 1
detection: {alert: 0.01, closure: 1e-10, forecast: false, corners: all}
projection: off
impact: newton
record:
  every: 1
  bodies: []
  frames: {every: 5, bodies: [], fields: [velocities, contacts], compressed: false}
  checkpoints: {seconds: 60}
limits: {overlap: 0.01}
)");
}

TEST(Describe, WhatIsDescribed_IsReadBackTheSame) {
  const std::string text = with(plane_scene, "fixed: true",
                                "motion: {spin: 0.1, sinusoid: {amplitude: [1, 0], period: 3}, "
                                "table: {times: [0, 1, 2], x: [0, 0.1, 0.3]}}") +
                           R"(
  - name: "a: 'quoted' name # with marks"
    shapes: [{disk: {radius: 0.3}, at: [0.1, 0.2]}, {disk: {radius: 0.25}, at: [-0.3, 0]}]
    material: stone
    position: [5.1, 3.3]
    angle: 33 deg
    velocity: [0.1, 1e-17]
loads:
  - {spring: {body: ball, to: [0, 5], stiffness: 3}}
  - {force: {table: {times: [0, 1], x: [0, 1]}}, on: all}
  - {drag: {linear: 0.1}, on: [ball]}
solver: {order: random}
projection: on
)";
  const auto first = plane(text);
  const auto second = plane(describe(first));
  EXPECT_EQ(state_hash(second.state), state_hash(first.state));
  EXPECT_EQ(second.completed, first.completed);
  EXPECT_EQ(second.model.name, first.model.name);
  EXPECT_EQ(second.model.mass, first.model.mass);
  EXPECT_EQ(second.model.inertia, first.model.inertia);
  EXPECT_EQ(second.model.owner, first.model.owner);
  EXPECT_EQ(second.model.material, first.model.material);
  EXPECT_EQ(second.model.size, first.model.size);
  EXPECT_EQ(second.model.loads.springs[0].length, first.model.loads.springs[0].length);
  EXPECT_TRUE(second.step.projection.on);
  // Both run the same way to the last bit.
  Simulation<2> a(first.model, first.state, first.step);
  Simulation<2> b(second.model, second.state, second.step);
  for (int i = 0; i < 50; ++i) {
    a.step();
    b.step();
  }
  EXPECT_EQ(state_hash(a.state()), state_hash(b.state()));
}

TEST(Describe, Generators_AreKept_AndTheirBodiesCounted) {
  const std::string text = describe(parse_scene(plane_scene + R"(
generate:
  - random: {material: stone, count: 5, radius: 0.1, box: {from: [5, 5], to: [9, 9]}}
)",
                                                "s.yaml"));
  EXPECT_NE(text.find("# 7 bodies, 6 of them free"), std::string::npos) << text;
  EXPECT_NE(text.find("# 5 bodies, group_0_0 to group_0_4"), std::string::npos) << text;
  EXPECT_NE(text.find("seed: 1"), std::string::npos);
  EXPECT_EQ(text.find("name: group_0_0"), std::string::npos);
}

// Bodies with a servo, membranes and pressures.
#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

#include <numbers>

using namespace talus;
using namespace talus::test;

namespace {

const std::string plate =
    "  - {name: plate, shape: {segment: {from: [-5, 0], to: [5, 0]}}, material: ground, "
    "position: [0, 4], servo: {direction: [0, -2], pressure: 30, area: 10, mass: 7}}\n";

const std::string membrane =
    "generate:\n"
    "  - membrane: {name: skin, material: stone, circle: {centre: [0, 30], radius: 10}, nodes: 40, "
    "stiffness: 50, damping: 2, pressure: 6}\n";

}  // namespace

TEST(ServoScene, Plate_ArrivesInTheModel) {
  const auto scene = plane(plane_scene + plate);
  ASSERT_EQ(scene.model.servos.size(), 1U);
  const auto& servo = scene.model.servos[0];
  EXPECT_EQ(servo.body, 2);
  EXPECT_EQ(servo.direction, Vec<2>(0, -1));
  EXPECT_EQ(servo.force, 300);
  EXPECT_EQ(servo.mass, 7);
  EXPECT_NE(scene.model.prescribed[2], 0);
  const auto forced = plane(plane_scene + with(plate, "pressure: 30, area: 10", "force: 20"));
  EXPECT_EQ(forced.model.servos[0].force, 20);
}

TEST(ServoScene, Mistakes_AreNamed) {
  EXPECT_EQ(complaints(plane_scene + with(plate, "mass: 7", "pressure: 1")),
            "s.yaml:12:109: missing key 'mass' in bodies[2].servo\n"
            "s.yaml:12:154: key 'pressure' was given before, at line 12");
  EXPECT_EQ(complaints(plane_scene + with(plate, ", area: 10", "")),
            "s.yaml:12:109: missing key 'area' in bodies[2].servo");
  EXPECT_EQ(complaints(plane_scene + with(plate, "servo:", "fixed: no, servo:")),
            "s.yaml:12:120: bodies[2].servo: a servo holds a body that is fixed or has a motion");
  EXPECT_EQ(complaints(plane_scene + plate +
                       "loads: [{spring: {between: [ball, plate], stiffness: 1}}]\n"),
            "s.yaml:13:18: loads[0].spring: body 'plate' has a servo; a spring cannot pull at it");
}

TEST(MembraneScene, Nodes_AreLinkedPressedAndDoNotTouchTheirNeighbours) {
  const auto scene = plane(plane_scene + membrane);
  const auto& m = scene.model;
  ASSERT_EQ(m.body_count(), 42U);
  ASSERT_EQ(m.loads.springs.size(), 40U);
  ASSERT_EQ(m.loads.chains.size(), 1U);
  EXPECT_TRUE(m.loads.chains[0].closed);
  EXPECT_EQ(m.loads.chains[0].pressure, 6);
  EXPECT_EQ(m.loads.chains[0].bodies.front(), 2);
  const double chord = 20 * std::sin(std::numbers::pi / 40);
  EXPECT_NEAR(m.loads.springs[39].length, chord, 1e-14);
  EXPECT_EQ(m.loads.springs[39].body_b, 2);
  EXPECT_NEAR(m.radius[2], chord / 2, 1e-14);
  EXPECT_FALSE(m.may_touch(2, 3));
  EXPECT_FALSE(m.may_touch(2, 41));
  EXPECT_TRUE(m.may_touch(2, 4));
}

TEST(MembraneScene, OpenOne_HasTwoEnds) {
  const auto scene =
      plane(plane_scene + with(membrane, "circle: {centre: [0, 30], radius: 10}, nodes: 40",
                               "from: [-5, 9], to: [5, 9], nodes: 11, radius: 0.3"));
  EXPECT_EQ(scene.model.loads.springs.size(), 10U);
  EXPECT_FALSE(scene.model.loads.chains[0].closed);
  EXPECT_EQ(scene.state.x[12], Vec<2>(5, 9));
  EXPECT_EQ(scene.model.radius[3], 0.3);
}

TEST(MembraneScene, PressureOnNamedBodies) {
  const auto scene =
      plane(plane_scene +
            "  - {name: b, shape: {disk: {radius: 1}}, material: stone, position: [4, 2]}\n"
            "loads: [{pressure: 3, on: [b, ball]}]\n");
  ASSERT_EQ(scene.model.loads.chains.size(), 1U);
  EXPECT_EQ(scene.model.loads.chains[0].bodies, (std::vector<int>{2, 1}));
  EXPECT_FALSE(scene.model.loads.chains[0].closed);
}

TEST(MembraneScene, Mistakes_AreNamed) {
  EXPECT_EQ(complaints(plane_scene + "loads: [{pressure: 3, on: ball}]\n"),
            "s.yaml:12:9: loads[0]: a pressure needs at least 2 bodies in a chain");
  EXPECT_EQ(complaints(space_scene + "loads: [{pressure: 3, on: ball}]\n"),
            "s.yaml:12:9: loads[0]: pressures act on chains in the plane only; in space a body may "
            "have a 'servo'");
  EXPECT_EQ(
      complaints(plane_scene + with(membrane, "stiffness: 50", "stiffness: 5e12")).substr(0, 50),
      "s.yaml:4:14: time.step: 0.001 is too long for the ");
}

TEST(MembraneScene, WhatIsDescribed_ReadsBack) {
  const auto once = parse_scene(plane_scene + plate + membrane, "s.yaml");
  const auto again = parse_scene(describe(once), "s.yaml");
  EXPECT_EQ(describe(again), describe(once));
}

// Section periodic.
#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

using namespace talus;
using namespace talus::test;

TEST(PeriodicScene, Periods_ArriveInTheModel) {
  const auto scene = plane(plane_scene + "periodic: {x: 10}\n");
  EXPECT_EQ(scene.model.cell.period, Vec<2>(10, 0));
  EXPECT_EQ(scene.model.cell.rate(1), 0);
}

TEST(PeriodicScene, Shear_IsTheRateOfTheVelocity) {
  const auto text = with(space_scene,
                         "  - {name: floor, shape: half_space, material: ground, "
                         "fixed: true}\n",
                         "");
  const auto scene = std::get<Scene<3>>(parse_scene(
      text + "periodic: {x: 10, z: 5, shear: {flow: x, gradient: z, rate: 0.3, profile: true}}\n",
      "s.yaml"));
  const auto& cell = scene.model.cell;
  EXPECT_DOUBLE_EQ(cell.rate(7), 1.5);
  EXPECT_DOUBLE_EQ(cell.at(2).tilt, 3);
  EXPECT_EQ(cell.at(2).shift({1, 0, 1}), Vec<3>(13, 0, 5));
  EXPECT_EQ(scene.state.v[0], Vec<3>(0.3 * 2, 0, 0));
  const auto ramp = std::get<Scene<3>>(parse_scene(
      text + "periodic: {x: 10, z: 5, shear: {flow: x, gradient: z, rate: 0.3, over: 2}}\n",
      "s.yaml"));
  EXPECT_DOUBLE_EQ(ramp.model.cell.rate(1), 0.75);
  EXPECT_DOUBLE_EQ(ramp.model.cell.rate(3), 1.5);
}

TEST(PeriodicScene, Mistakes_AreNamed) {
  const auto said = [](const std::string& section) {
    return complaints(plane_scene + "periodic: " + section + "\n");
  };
  EXPECT_EQ(said("{x: 3}"),
            "s.yaml:12:11: periodic: the period 3 along x is less than twice the width of body "
            "'ball', 2");
  EXPECT_EQ(said("{y: 10}"),
            "s.yaml:12:11: periodic: the half_plane of body 'floor' has no end and does not repeat "
            "with the cell");
  EXPECT_EQ(said("{}"), "s.yaml:12:11: periodic: give a period along x, y");
  EXPECT_EQ(said("{x: -1}"), "s.yaml:12:15: periodic.x: expected a positive number, found '-1'");
  EXPECT_EQ(said("{x: 10, shear: {flow: x, gradient: y, rate: 1}}"),
            "s.yaml:12:46: periodic.shear.gradient: a sheared cell must have a period along this "
            "axis");
  EXPECT_EQ(said("{x: 10, y: 10, shear: {flow: x, gradient: x, rate: 1}}"),
            "s.yaml:12:33: periodic.shear: 'flow' and 'gradient' must be different axes");
  EXPECT_EQ(
      said("{x: 10, y: 10, shear: {flow: x, gradient: y, rate: 1, over: 1, profile: on}}"),
      "s.yaml:12:33: periodic.shear: with 'over' the shear begins at rest: no 'profile' then");
}

/// Two bodies that overlap through the seam are named.
TEST(PeriodicScene, OverlapsThroughTheSeam_AreSeen) {
  const std::string text = plane_scene +
                           "  - {name: other, shape: {disk: {radius: 1}}, material: stone, "
                           "position: [8.5, 2]}\n";
  EXPECT_EQ(complaints(text), "");
  EXPECT_NE(complaints(text + "periodic: {x: 10}\n").find("'ball' and 'other' overlap by 0.5"),
            std::string::npos);
}

TEST(PeriodicScene, WhatIsDescribed_ReadsBack) {
  const auto once = parse_scene(plane_scene + "periodic: {x: 10}\n", "s.yaml");
  const auto again = parse_scene(describe(once), "s.yaml");
  EXPECT_EQ(describe(again), describe(once));
}

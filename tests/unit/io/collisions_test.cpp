// Sections collision_groups and exclude.
#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

using namespace talus;
using namespace talus::test;

namespace {

const std::string three_balls =
    plane_scene +
    R"(  - {name: left, shape: {disk: {radius: 1}}, material: stone, position: [-3, 2]}
generate:
  - lattice: {name: row, shape: {disk: {radius: 1}}, material: stone, from: [3, 2], spacing: 3, count: [3, 1]}
)";

}  // namespace

TEST(Collisions, Groups_BecomeBits) {
  const auto scene = plane(three_balls + R"(collision_groups:
  heavy: {bodies: [ball, row_1], meets: [rest]}
  light: {bodies: [row, left]}
)");
  const auto& c = scene.model.collision;
  EXPECT_EQ(c[0], CollisionFilter{});                  // floor: in no group
  EXPECT_EQ(c[1], (CollisionFilter{2, 1}));            // ball: heavy, meets the rest only
  EXPECT_EQ(c[2], (CollisionFilter{4, 0xffffffffU}));  // left: light, meets all
  EXPECT_EQ(c[3], c[2]);                               // row_0
  EXPECT_EQ(c[4], (CollisionFilter{6, 0xffffffffU}));  // row_1: in both, meets what either meets
  EXPECT_TRUE(scene.model.may_touch(0, 1));
  EXPECT_FALSE(scene.model.may_touch(1, 2));
  EXPECT_FALSE(scene.model.may_touch(1, 4));
  EXPECT_TRUE(scene.model.may_touch(2, 4));
}

TEST(Collisions, Exclude_TakesBodiesAndGroups) {
  const auto scene = plane(three_balls + "exclude: [[ball, left], [row, row], [row_0, floor]]\n");
  const auto& m = scene.model;
  EXPECT_EQ(m.excluded.count(), 5U);
  EXPECT_FALSE(m.may_touch(2, 1));
  EXPECT_FALSE(m.may_touch(3, 5));
  EXPECT_FALSE(m.may_touch(0, 3));
  EXPECT_TRUE(m.may_touch(0, 4));
  EXPECT_TRUE(m.may_touch(1, 3));
}

/// Bodies that do not meet may overlap at the start.
TEST(Collisions, Excluded_MayOverlap) {
  const auto text = with(three_balls, "[-3, 2]", "[-1, 2]");
  EXPECT_NE(complaints(text), "");
  EXPECT_EQ(complaints(text + "exclude: [[ball, left]]\n"), "");
  EXPECT_EQ(complaints(text + "collision_groups: {alone: {bodies: [left], meets: []}}\n"), "");
}

TEST(Collisions, Mistakes_AreNamed) {
  EXPECT_EQ(complaints(three_balls + "exclude: [[ball, lift], [ball], [ball, ball]]\n"),
            "s.yaml:15:18: exclude[0][1]: unknown body or group 'lift'; did you mean 'left'?\n"
            "s.yaml:15:25: exclude[1]: expected two bodies or groups [a, b]\n"
            "s.yaml:15:33: exclude[2]: a body never touches itself");
  EXPECT_EQ(
      complaints(three_balls +
                 "collision_groups: {a: {bodies: [ball], meets: [b, rest]}, c: {}}\n"),
      "s.yaml:15:48: collision_groups.a.meets[0]: unknown collision group 'b'\n"
      "s.yaml:15:62: missing key 'bodies' in collision_groups.c; a list of bodies and groups");
  EXPECT_EQ(complaints(three_balls + "collision_groups: {rest: {bodies: [ball]}}\n"),
            "s.yaml:15:19: collision_groups: the name 'rest' stands for all bodies in no group; "
            "choose another");
}

TEST(Collisions, WhatIsDescribed_ReadsBack) {
  const std::string tail =
      "collision_groups: {a: {bodies: [ball]}}\nexclude: [[ball, left], [row, row_1]]\n";
  const auto once = parse_scene(three_balls + tail, "s.yaml");
  const auto again = parse_scene(describe(once), "s.yaml");
  EXPECT_EQ(describe(again), describe(once));
  EXPECT_EQ(std::get<Scene<2>>(again).model.excluded.count(), 3U);
}

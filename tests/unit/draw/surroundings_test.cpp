// What has no end, cut off near the bodies.

#include "talus/draw/surroundings.hpp"

#include "support/world.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

constexpr double round_off = 1e-12;

TEST(Surroundings, HalfPlanes_EndAtTheBoxAndAtEachOther) {
  samples::World<2> world;
  world.add(HalfSpace<2>{}, {}, true);                            // y < 0
  world.add(HalfSpace<2>{}, {Vec<2>(-1, 0), {-M_PI / 2}}, true);  // x < -1
  world.add(Ball<2>{0.5}, {Vec<2>(0, 0.5), {}});
  const Picture<2> picture(world.model, world.state, iso_view());
  Bounds<2> box;
  box.add(Vec<2>(-2, -2));
  box.add(Vec<2>(3, 4));
  const auto ground = surface_within<2>(box, picture, 0);
  ASSERT_EQ(ground.vertex.size(), 2U);
  ASSERT_EQ(ground.face.size(), 1U);
  const auto [left, right] = std::minmax(ground.vertex[0][0], ground.vertex[1][0]);
  EXPECT_NEAR(left, -1, round_off);  // behind it is the matter of the other
  EXPECT_NEAR(right, 3, round_off);
  EXPECT_NEAR(ground.vertex[0][1], 0, round_off);
  // The wall, in its own frame: from the ground up to the box.
  const auto wall = surface_within<2>(box, picture, 1);
  std::vector<double> heights;
  for (const auto& v : wall.vertex) {
    const Vec<2> p = to_world<2>(picture.pose[1], v);
    EXPECT_NEAR(p[0], -1, round_off);
    heights.push_back(p[1]);
  }
  ASSERT_EQ(heights.size(), 2U);
  EXPECT_NEAR(std::min(heights[0], heights[1]), 0, round_off);
  EXPECT_NEAR(std::max(heights[0], heights[1]), 4, round_off);
}

TEST(Surroundings, HalfSpaceInsideAnother_IsNotSeen) {
  samples::World<2> world;
  world.add(HalfSpace<2>{}, {}, true);
  world.add(HalfSpace<2>{}, {Vec<2>(0, -1), {}}, true);
  const Picture<2> picture(world.model, world.state, iso_view());
  Bounds<2> box;
  box.add(Vec<2>::Zero(), 3);
  EXPECT_FALSE(surface_within<2>(box, picture, 0).face.empty());
  EXPECT_TRUE(surface_within<2>(box, picture, 1).face.empty());
}

TEST(Surroundings, Drum_IsATubeAsLongAsTheBox_SeenFromInside) {
  samples::World<3> world;
  const Rotation<3> lying = exponential(Spin<3>(M_PI / 2, 0, 0));  // its axis along y
  world.add(Drum<3>{2}, {Vec<3>(1, 0, 0), lying}, true);
  const Picture<3> picture(world.model, world.state, iso_view());
  Bounds<3> box;
  box.add(Vec<3>(0, -3, 0));
  box.add(Vec<3>(1, 5, 1));
  const auto tube = surface_within<3>(box, picture, 0, 16);
  EXPECT_EQ(tube.face.size(), 16U);
  Bounds<3> reached;
  for (const auto& v : tube.vertex) {
    const Vec<3> p = to_world<3>(picture.pose[0], v);
    EXPECT_NEAR(Vec<2>(p[0] - 1, p[2]).norm(), 2, round_off);
    reached.add(p);
  }
  EXPECT_NEAR(reached.low[1], -3, round_off);
  EXPECT_NEAR(reached.high[1], 5, round_off);
  for (const auto& f : tube.face) {
    const auto at = [&](std::size_t i) { return tube.vertex[static_cast<std::size_t>(f[i])]; };
    const Vec<3> normal = (at(1) - at(0)).cross(at(2) - at(0));
    Vec<3> outward = at(0);
    outward[2] = 0;
    EXPECT_LT(normal.dot(outward), 0);
  }
}

}  // namespace
}  // namespace talus

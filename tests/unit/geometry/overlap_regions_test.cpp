// Regions of overlap against what boxes have in common, which is known in closed form.
#include "talus/geometry/overlap_regions.hpp"

#include "support/meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace talus {
namespace {

SurfacePatch box_patch(const Vec<3>& low, const Vec<3>& high) {
  std::vector<Vec<3>> corners;
  for (int k = 0; k < 8; ++k) {
    corners.emplace_back((k & 1) != 0 ? high[0] : low[0], (k & 2) != 0 ? high[1] : low[1],
                         (k & 4) != 0 ? high[2] : low[2]);
  }
  const std::vector<std::array<int, 3>> triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                                     {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                                     {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  Repairs none;
  static std::vector<std::unique_ptr<MeshSurface>> kept;  // patches point to their surfaces
  kept.push_back(std::make_unique<MeshSurface>(
      mesh_surface(corners, triangles, {.must_be_closed = true}, none)));
  SurfacePatch patch;
  patch.take(*kept.back(), {}, Vec<3>::Zero(),
             AxisBox(Vec<3>::Constant(-100), Vec<3>::Constant(100)));
  return patch;
}

TEST(OverlapRegions, CornerInCorner_HasTheNormalOfItsAreas) {
  const SurfacePatch a = box_patch({0.5, 0.6, 0.99}, {1.5, 1.6, 1.99});
  const SurfacePatch b = box_patch({0, 0, 0}, {1, 1, 1});
  OverlapRegions overlap;
  ASSERT_TRUE(overlap.find(a, b, 1e-9));
  ASSERT_EQ(overlap.regions().size(), 1U);
  const OverlapRegion& region = overlap.regions()[0];
  // They share .5 x .4 x .01; what a has inside b looks down, left and forward.
  const Vec<3> area(0.4 * 0.01, 0.5 * 0.01, 0.5 * 0.4);
  EXPECT_LE((region.normal - area.normalized()).norm(), 1e-12);
  // Of a the corner (.5, .6, .99) is inside, and leaves b through its top: .01 along z.
  EXPECT_NEAR(region.depth, 0.01 / region.normal[2], 1e-12);
  EXPECT_LE((region.of_a - Vec<3>(0.5, 0.6, 0.99)).norm(), 1e-12);
  // A plane that clears all they share must go by its whole extent along the normal.
  EXPECT_NEAR(region.plane_depth, region.normal.dot(Vec<3>(0.5, 0.4, 0.01)), 1e-12);
  ASSERT_EQ(region.inside_b.size(), 1U);
  ASSERT_EQ(region.inside_a.size(), 1U);
  EXPECT_LE((region.inside_a[0] - Vec<3>(1, 1, 1)).norm(), 1e-12);
  EXPECT_FALSE(overlap.some_are_left_out());
}

TEST(OverlapRegions, BeamAcrossABox_NeedsNoCornerInside) {
  const SurfacePatch a = box_patch({0.4, -5, 0.9}, {0.6, 5, 3});
  const SurfacePatch b = box_patch({0, 0, 0}, {1, 1, 1});
  OverlapRegions overlap;
  ASSERT_TRUE(overlap.find(a, b, 1e-9));
  ASSERT_EQ(overlap.regions().size(), 1U);
  EXPECT_NEAR(overlap.regions()[0].normal[2], 1, 1e-12);
  EXPECT_NEAR(overlap.regions()[0].depth, 0.1, 1e-12);
  EXPECT_NEAR(overlap.regions()[0].plane_depth, 0.1, 1e-12);
}

TEST(OverlapRegions, ThroughAndThrough_AreTwoRegions) {
  const SurfacePatch a = box_patch({-1, 0.4, 0.2}, {2, 0.6, 0.4});
  const SurfacePatch b = box_patch({0, 0, 0}, {1, 1, 1});
  OverlapRegions overlap;
  // A beam through a box comes out on both sides: curves that nothing connects, and that say
  // opposite things.
  ASSERT_TRUE(overlap.find(a, b, 1e-9));
  ASSERT_EQ(overlap.regions().size(), 2U);
  EXPECT_NEAR(overlap.regions()[0].normal[0] + overlap.regions()[1].normal[0], 0, 1e-12);
  EXPECT_NEAR(std::abs(overlap.regions()[0].normal[0]), 1, 1e-12);
}

TEST(OverlapRegions, Apart_ThereAreNone) {
  const SurfacePatch a = box_patch({0.4, 0.4, 1.1}, {0.6, 0.6, 5});
  const SurfacePatch b = box_patch({0, 0, 0}, {1, 1, 1});
  OverlapRegions overlap;
  EXPECT_FALSE(overlap.find(a, b, 1e-9));
}

}  // namespace
}  // namespace talus

// Fewer points for flats on flats: which are kept, and that these are the very points there are
// without the option.
#include "talus/geometry/extreme_corners.hpp"

#include "support/gap_points.hpp"
#include "support/meshes.hpp"
#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace talus {
namespace {

Hull<3> prism(int sides) {
  std::vector<Vec<3>> corners;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * std::numbers::pi * k / sides;
    for (const double z : {-0.5, 0.5}) corners.emplace_back(std::cos(angle), std::sin(angle), z);
  }
  return Hull<3>(convex_hull(corners));
}

std::vector<GapPoint<3>> found(const Shape<3>& a, const Pose<3>& pose, const Shape<3>& b,
                               FlatCorners corners, double alert = 1e-9) {
  std::vector<GapPoint<3>> out;
  find_gaps<3>(a, pose, b, {}, alert, out, {Vec<3>::Zero(), corners});
  return out;
}

/// Every point of one list is, to the bit, in the other.
void expect_part_of(const std::vector<GapPoint<3>>& some, const std::vector<GapPoint<3>>& all) {
  for (const auto& p : some) {
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& q) {
      return q.point == p.point && q.normal == p.normal && q.gap == p.gap && q.feature == p.feature;
    }));
  }
}

/// Whether a point of the plane is inside the corners' hull, by more than round-off: no direction
/// has them all on one side.
bool holds(const std::vector<GapPoint<3>>& points, const Vec<3>& inside) {
  for (int i = 0; i < 360; ++i) {
    const double angle = i * std::numbers::pi / 180;
    const Vec<3> d(std::cos(angle), std::sin(angle), 0);
    const bool beyond = std::any_of(points.begin(), points.end(),
                                    [&](const auto& p) { return d.dot(p.point - inside) > 1e-6; });
    if (!beyond) return false;
  }
  return true;
}

TEST(ExtremeCorners, PrismOnPrism_KeepsFourThatHoldTheMiddle) {
  for (const int sides : {6, 8, 12}) {
    const Hull<3> block = prism(sides);
    const TriangleMesh mesh(test::triangulated(*block.polytope));
    for (const double shift : {0.0, 0.1, 0.5}) {
      const Pose<3> pose{Vec<3>(shift, 0, 1), {}};
      for (const auto& below : {Shape<3>(block), Shape<3>(mesh)}) {
        const auto all = found(block, pose, below, FlatCorners::all);
        const auto some = found(block, pose, below, FlatCorners::extreme);
        ASSERT_GT(all.size(), 4U);
        EXPECT_EQ(some.size(), 4U);
        expect_part_of(some, all);
        EXPECT_TRUE(holds(some, Vec<3>(0.5 * shift, 0, 0))) << sides << " " << shift;
      }
      const auto on_plane =
          found(block, {Vec<3>(0, 0, 0.5), {}}, HalfSpace<3>{}, FlatCorners::extreme);
      EXPECT_EQ(on_plane.size(), 4U);
      EXPECT_TRUE(holds(on_plane, Vec<3>::Zero()));
    }
  }
  const Cylinder c{0.5, 0.3};
  EXPECT_EQ(found(c, {Vec<3>(0, 0, 0.5), {}}, HalfSpace<3>{}, FlatCorners::extreme).size(), 4U);
}

// Regular faces have many pairs of corners equally far apart: round-off must not choose.
TEST(ExtremeCorners, SameCornersWhateverTheRoundOff) {
  const Hull<3> block = prism(6);
  Random random(3);
  std::set<std::uint32_t> always;
  for (int i = 0; i < 100; ++i) {
    const Pose<3> pose{Vec<3>(0.1, 0, 1) + 1e-12 * samples::unit<3>(random),
                       exponential(Vec<3>(1e-12 * samples::unit<3>(random)))};
    const auto now = test::ids(found(block, pose, block, FlatCorners::extreme));
    if (i == 0) always = now;
    ASSERT_EQ(now, always) << i;
  }
}

// A prism that leans on a corner keeps that one, whichever it is.
TEST(ExtremeCorners, DeepestCorner_IsKept) {
  const Hull<3> block = prism(6);
  for (int k = 0; k < 6; ++k) {
    const double angle = std::numbers::pi * k / 3;
    Pose<3> pose;
    pose.r = exponential(Vec<3>(1e-3 * Vec<3>(std::sin(angle), -std::cos(angle), 0)));
    pose.x[2] = 0.5;
    const auto all = found(block, pose, HalfSpace<3>{}, FlatCorners::all, 0.1);
    const auto some = found(block, pose, HalfSpace<3>{}, FlatCorners::extreme, 0.1);
    ASSERT_EQ(all.size(), 6U);
    EXPECT_LE(some.size(), 5U);
    EXPECT_EQ(test::least(some).feature, test::least(all).feature);
  }
}

TEST(ExtremeCorners, CurvedWall_KeepsAll) {
  const Hull<3> block = prism(8);
  const Drum<3> drum{1};
  const auto all = found(block, {}, drum, FlatCorners::all);
  EXPECT_EQ(all.size(), 16U);
  EXPECT_EQ(found(block, {}, drum, FlatCorners::extreme).size(), 16U);
}

}  // namespace
}  // namespace talus

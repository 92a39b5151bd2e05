// Gaps of cylinders and meshes: apart, against the distance of each triangle, found apart from the
// features; on convex meshes, against the polyhedron; against a prism of many sides, whose faces
// are nearer to the axis by the sagitta; on a flat, against a half-space.
#include "support/convex_samples.hpp"
#include "support/gap_points.hpp"
#include "support/meshes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace talus {
namespace {

using samples::cylinder;
using test::distance_by_triangles;
using test::gaps;
using test::ids;
using test::least;
using test::random_bumps;

/// Sizes are 1: a few dozen roundings of numbers of size 3.
constexpr double exact = 1e-13;

/// Corners of a prism inside a cylinder, as high, with corners on its rims. A point of the cylinder
/// is within the sagitta of it.
struct Prism {
  explicit Prism(const Cylinder& c) : sagitta(c.radius * (1 - std::cos(M_PI / sides))) {
    for (int k = 0; k < sides; ++k) {
      const double angle = 2 * M_PI * k / sides;
      for (const double z : {-c.half_length, c.half_length}) {
        corners.emplace_back(c.radius * std::cos(angle), c.radius * std::sin(angle), z);
      }
    }
  }

  static constexpr int sides = 64;
  std::vector<Vec<3>> corners;
  double sagitta;
};

// The cylinder holds the prism and lies within the sagitta of it: so do the distances.
TEST(CylinderMeshGap, ApartFromAnyMesh_GapIsThatOfAPrism) {
  Random random(41);
  int apart = 0;
  for (int i = 0; i < 100; ++i) {
    const TriangleMesh mesh = random_bumps(random);
    const Cylinder c = cylinder(random);
    const Prism prism(c);
    const Pose<3> pose{random.uniform(1, 2.2) * samples::unit<3>(random),
                       samples::rotation<3>(random)};
    const double distance =
        distance_by_triangles(samples::placed(prism.corners, pose), *mesh.surface);
    if (distance < 2 * prism.sagitta + 1e-6) continue;
    ++apart;
    const auto points = gaps(c, pose, mesh, {}, 5);
    ASSERT_FALSE(points.empty()) << i;
    ASSERT_LE(least(points).gap, distance + 1e-12) << i;
    ASSERT_GE(least(points).gap, distance - prism.sagitta - 1e-12) << i;
  }
  EXPECT_GT(apart, 50);
}

// Apart, the gap is the distance from the nearest triangle, which as a thin polyhedron has a gap of
// its own.
TEST(CylinderMeshGap, ApartFromAnyMesh_GapIsTheDistanceOfATriangle) {
  Random random(42);
  int apart = 0;
  for (int i = 0; i < 300; ++i) {
    const TriangleMesh mesh = random_bumps(random);
    const Cylinder c = cylinder(random);
    const Pose<3> pose{random.uniform(1.2, 2.2) * samples::unit<3>(random),
                       samples::rotation<3>(random)};
    double distance = 1e9;
    for (const auto& t : mesh.surface->triangle) {
      auto corners = test::corners_of(*mesh.surface, t);
      // A flat pyramid behind the triangle.
      const Vec<3> middle = (corners[0] + corners[1] + corners[2]) / 3;
      corners.push_back(0.9 * middle);
      distance = std::min(distance, least(gaps(c, pose, Hull<3>(convex_hull(corners)), {}, 9)).gap);
    }
    if (distance < 1e-6) continue;
    ++apart;
    const auto points = gaps(c, pose, mesh, {}, 5);
    ASSERT_FALSE(points.empty()) << i;
    ASSERT_NEAR(least(points).gap, distance, 1e-12) << i;
  }
  EXPECT_GT(apart, 150);
}

// The same body as a polyhedron and as a mesh gives the same gap, overlapped or not. Deeper than a
// fiftieth of the size, which no step makes, the plane may be another, but there is one.
TEST(CylinderMeshGap, ConvexMesh_IsThePolyhedron) {
  Random random(43);
  int overlapped = 0;
  for (int i = 0; i < 5000; ++i) {
    const Hull<3> hull = samples::hull<3>(random);
    const TriangleMesh mesh(test::triangulated(*hull.polytope));
    const Cylinder c = cylinder(random);
    const Pose<3> pose{random.uniform(0.8, 2.2) * samples::unit<3>(random),
                       samples::rotation<3>(random)};
    const GapPoint<3> wanted = least(gaps(c, pose, hull, {}, 3));
    if (wanted.gap < -0.1) continue;
    overlapped += wanted.gap < 0 ? 1 : 0;
    const auto points = gaps(c, pose, mesh, {}, wanted.gap < 0 && i % 2 == 0 ? 1e-6 : 3);
    ASSERT_FALSE(points.empty()) << i;
    if (wanted.gap < -0.02) continue;
    ASSERT_NEAR(least(points).gap, wanted.gap, 1e-9) << i;
    // Sections find normals to the root of the rounding.
    if (std::abs(wanted.gap) > 1e-6) {
      ASSERT_NEAR((least(points).normal - wanted.normal).norm(), 0, 1e-6) << i;
    }
  }
  EXPECT_GT(overlapped, 100);
}

Pose<3> lying(const Vec<3>& at, double turn) {
  Pose<3> pose{at, {}};
  pose.r.q =
      Eigen::AngleAxisd(turn, Vec<3>::UnitZ()) * Eigen::AngleAxisd(M_PI / 2, Vec<3>::UnitY());
  return pose;
}

// Through hundreds of edges, lying, standing and on its rim: as on a half-space, under the same ids
// all the way.
TEST(CylinderMeshGap, FlatGround_IsAHalfSpace) {
  const TriangleMesh ground(test::ground(40, 0.25, [](double, double) { return 0.0; }));
  const Cylinder c{0.5, 0.3};
  const double tilt = 0.4;
  const double on_rim = 0.5 * std::cos(tilt) + 0.3 * std::sin(tilt);
  for (int way = 0; way < 3; ++way) {
    std::set<std::uint32_t> always;
    for (int i = 0; i < 600; ++i) {
      const Vec<3> at(-3 + 0.0078125 * i, -2 + 0.00625 * i, 1e-4 * (i % 3 - 1));
      const double turn = i % 5 == 0 ? 0 : 0.01 * i;
      Pose<3> pose = lying(at + 0.3 * Vec<3>::UnitZ(), turn);
      if (way > 0) pose = {at + (way == 1 ? 0.5 : on_rim) * Vec<3>::UnitZ(), {}};
      if (way > 0) pose.r.q = Eigen::AngleAxisd(turn, Vec<3>::UnitZ());
      if (way == 2) pose.r.q = pose.r.q * Eigen::AngleAxisd(tilt, Vec<3>::UnitY());
      const auto points = gaps(c, pose, ground, {}, 1e-3);
      const auto wanted = gaps(c, pose, HalfSpace<3>{}, {}, 1e-3);
      ASSERT_EQ(wanted.size(), way == 0 ? 2U : way == 1 ? 8U : 1U);
      ASSERT_TRUE(test::same_points(points, wanted, exact)) << way << " " << i;
      if (i == 0) always = ids(points);
      ASSERT_EQ(ids(points), always) << way << " " << i;
    }
  }
}

// Across the top of a wall a lying cylinder touches it by the two edges, along it by the ends of
// the shared line; on a ridge at one point, with the normal both have.
TEST(CylinderMeshGap, EdgesUnderTheSide) {
  const Cylinder c{0.5, 0.3};
  const TriangleMesh wall(test::triangulated(box_polytope(Vec<3>(2, 0.1, 1))));
  for (const double depth : {-1e-3, 0.0, 1e-3}) {
    const double up = 1 + c.radius + depth;
    for (const double turn : {0.0, M_PI / 2}) {
      const auto points = gaps(c, lying(Vec<3>(0.2, 0, up), turn), wall, {}, 2e-3);
      ASSERT_EQ(points.size(), 2U) << depth << " " << turn;
      for (const auto& p : points) {
        EXPECT_NEAR(p.gap, depth, exact);
        EXPECT_NEAR((p.normal - Vec<3>::UnitZ()).norm(), 0, exact);
      }
      EXPECT_NEAR((points[0].point - points[1].point).norm(), turn == 0 ? 1 : 0.2, 1e-12);
    }
    const TriangleMesh roof(test::ground(8, 0.5, [](double x, double) { return -std::abs(x); }));
    const auto points = gaps(c, lying(Vec<3>(0.1, 0.13, c.radius + depth), 0.2), roof, {}, 2e-3);
    ASSERT_EQ(points.size(), 1U) << depth;
    EXPECT_NEAR(points[0].gap, depth, exact);
    EXPECT_NEAR((points[0].normal - Vec<3>::UnitZ()).norm(), 0, exact);
  }
}

// The rim in a hollow: both sides, before and after it has come through.
TEST(CylinderMeshGap, RimThroughAHollow_TouchesBothSides) {
  const double slope = 0.3;
  const double across = std::sqrt(1 + slope * slope);
  const TriangleMesh valley(
      test::ground(8, 0.5, [&](double x, double) { return slope * std::abs(x); }));
  // As thin as a coin on its edge across the valley: its axis along it, tilted.
  const Cylinder c{0.3, 0.01};
  Pose<3> pose;
  pose.r.q = Eigen::AngleAxisd(0.7, Vec<3>::UnitX());
  for (const double depth : {1e-6, -1e-6, -1e-3}) {
    pose.x = Vec<3>(0, 0.1, 1);
    // Put so that the foremost points against the sides are that far from them.
    const double n_x = slope / across;
    const Vec<3> n(n_x, 0, 1 / across);
    const Vec<3> d = unrotate<3>(pose.r, n);
    const double reach = 0.3 * std::abs(d[2]) + 0.01 * std::hypot(d[0], d[1]);
    pose.x[2] = (depth + reach) * across;
    const auto points = gaps(c, pose, valley, {}, 1e-5);
    int touching = 0;
    for (const auto& p : points) touching += std::abs(p.gap - depth) < exact ? 1 : 0;
    EXPECT_EQ(touching, 2) << depth;
    EXPECT_NEAR(least(points).gap, depth, exact);
  }
}

// Half over the edge of a block: corners of what the end and the block share.
TEST(CylinderMeshGap, StandingOverAnEdge_TouchesWhatIsShared) {
  const Cylinder c{0.5, 0.3};
  const TriangleMesh block(test::triangulated(box_polytope(Vec<3>(1, 1, 1))));
  for (const double x : {0.75, 0.9, 1.0, 1.1, 1.2}) {
    const auto points = gaps(c, {Vec<3>(x, 0, 1.5), {}}, block, {}, 1e-9);
    ASSERT_GE(points.size(), 3U) << x;
    double farthest = -1;
    for (const auto& p : points) {
      EXPECT_NEAR(p.gap, 0, exact);
      EXPECT_NEAR((p.normal - Vec<3>::UnitZ()).norm(), 0, exact);
      EXPECT_LE(p.point[0], 1 + exact);
      farthest = std::max(farthest, p.point[0]);
    }
    EXPECT_NEAR(farthest, 1, 1e-12) << x;
  }
}

// Between two of the eight points that stand for a rim it dips into a face, and no edge of the box
// runs through the cylinder: there was no contact.
TEST(CylinderMeshGap, RimDipsIntoAFace_IsSeen) {
  const Hull<3> box(
      box_polytope(Vec<3>(0.47772318894772625, 0.85094352834995246, 0.86547937399320451)));
  const TriangleMesh mesh(test::triangulated(*box.polytope));
  const Cylinder c{0.40956546932608051, 0.39580271770213582};
  const Pose<3> pose{Vec<3>(-0.88996093446113478, 0.1834768415439037, 0.48420617144025691),
                     {Eigen::Quaterniond(-0.0085233702414289712, -0.9772846087211744,
                                         -0.20630474946775601, 0.047754539715872395)}};
  const GapPoint<3> wanted = least(gaps(c, pose, box, {}, 1));
  const auto points = gaps(c, pose, mesh, {}, 1);
  ASSERT_FALSE(points.empty());
  EXPECT_NEAR(least(points).gap, wanted.gap, 1e-9);
}

}  // namespace
}  // namespace talus

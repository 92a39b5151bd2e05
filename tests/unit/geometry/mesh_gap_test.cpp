// Gaps of meshes: against the point of least norm triangle by triangle (Wolfe's method), against
// the same body given as a convex polyhedron, and on flats, whose triangles nobody may feel.
#include "support/convex_samples.hpp"
#include "support/gap_points.hpp"
#include "support/meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace talus {
namespace {

using test::distance_by_triangles;
using test::gaps;
using test::ids;
using test::least;
using test::random_bumps;

/// Sizes are 1: a few dozen roundings of numbers of size 3.
constexpr double exact = 1e-13;

TEST(MeshGap, ApartFromAnyMesh_GapIsTheDistance) {
  Random random(5);
  int apart = 0;
  for (int i = 0; i < 400; ++i) {
    const TriangleMesh mesh = random_bumps(random);
    const auto s = samples::convex<3>(random, samples::solid_kind(random));
    const Pose<3> pose{random.uniform(1, 2.2) * samples::unit<3>(random),
                       samples::rotation<3>(random)};
    const double distance = distance_by_triangles(samples::placed(s.corners, pose), *mesh.surface);
    if (distance < 1e-6) continue;  // the core overlaps
    ++apart;
    const auto points = gaps(s.shape, pose, mesh, {}, 5);
    ASSERT_FALSE(points.empty()) << i;
    ASSERT_NEAR(least(points).gap + s.radius, distance, 1e-12) << i;
  }
  EXPECT_GT(apart, 200);
}

TEST(MeshGap, TwoMeshesApart_GapIsTheDistance) {
  Random random(6);
  int apart = 0;
  for (int i = 0; i < 60; ++i) {
    const TriangleMesh a = random_bumps(random);
    const TriangleMesh b = random_bumps(random);
    const Pose<3> pose{random.uniform(1.3, 2.2) * samples::unit<3>(random),
                       samples::rotation<3>(random)};
    double distance = 1e9;
    for (const auto& t : a.surface->triangle) {
      const auto corners = samples::placed(test::corners_of(*a.surface, t), pose);
      distance = std::min(distance, distance_by_triangles(corners, *b.surface));
    }
    if (distance < 1e-6) continue;
    ++apart;
    const auto points = gaps(a, pose, b, {}, 3);
    ASSERT_FALSE(points.empty()) << i;
    ASSERT_NEAR(least(points).gap, distance, 1e-12) << i;
  }
  EXPECT_GT(apart, 20);
}

// The same body as a polyhedron and as a mesh gives the same gap, overlapped or not. Deeper than a
// fiftieth of the size, which no step makes, the plane may be another, but there is one.
TEST(MeshGap, ConvexMesh_IsThePolyhedron) {
  Random random(7);
  int overlapped = 0;
  for (int i = 0; i < 10000; ++i) {
    const Hull<3> hull = samples::hull<3>(random);
    const TriangleMesh mesh(test::triangulated(*hull.polytope));
    const auto s = samples::convex<3>(random, samples::solid_kind(random));
    const Pose<3> pose{random.uniform(0.8, 2.2) * samples::unit<3>(random),
                       samples::rotation<3>(random)};
    const auto wanted = gaps(s.shape, pose, hull, {}, 3);
    const double core = least(wanted).gap + s.radius;
    if (core < -0.1) continue;
    overlapped += core < 0 ? 1 : 0;
    // Overlaps must not depend on how far ahead one looks.
    const auto points = gaps(s.shape, pose, mesh, {}, core < 0 && i % 2 == 0 ? 1e-6 : 3);
    ASSERT_FALSE(points.empty()) << i;
    if (core < -0.02) continue;
    ASSERT_NEAR(least(points).gap, least(wanted).gap, 1e-12) << i;
    if (std::abs(core) > 1e-6) {
      ASSERT_NEAR((least(points).normal - least(wanted).normal).norm(), 0, 1e-7) << i;
    }
  }
  EXPECT_GT(overlapped, 300);
}

TriangleMesh flat_ground() {
  return TriangleMesh(test::ground(40, 0.25, [](double, double) { return 0.0; }));
}

// Through hundreds of edges, with and without overlap, on edges and vertices too: one contact for a
// ball, four for a box, two for a capsule, as on a half-space, under the same ids all the way.
TEST(MeshGap, FlatGround_IsAHalfSpace) {
  const TriangleMesh ground = flat_ground();
  EXPECT_EQ(ground.surface->facet.size(), 1U);
  Pose<3> lying;
  lying.r.q = Eigen::AngleAxisd(M_PI / 2, Vec<3>::UnitY());
  const std::vector<std::tuple<Shape<3>, Pose<3>, double, std::size_t>> bodies = {
      {Ball<3>{0.2}, {}, 0.2, 1},
      {Hull<3>(box_polytope(Vec<3>(0.3, 0.2, 0.1))), {}, 0.1, 4},
      {Capsule<3>{0.3, 0.1}, lying, 0.1, 2},
      {TriangleMesh(test::triangulated(box_polytope(Vec<3>(0.3, 0.2, 0.1)))), {}, 0.1, 4}};
  for (const auto& [shape, start, height, count] : bodies) {
    std::set<std::uint32_t> always;
    for (int i = 0; i < 1000; ++i) {
      Pose<3> pose = start;
      // Every fifth place has the centre on a vertex or an edge of the ground.
      pose.x = Vec<3>(-4 + 0.0078125 * i, -3 + 0.00625 * i, height + 1e-4 * (i % 3 - 1));
      pose.r = compose(exponential(Vec<3>(0, 0, i % 5 == 0 ? 0 : 0.01 * i)), pose.r);
      const auto points = gaps(shape, pose, ground, {}, 1e-3);
      const auto wanted = gaps(shape, pose, HalfSpace<3>{}, {}, 1e-3);
      ASSERT_EQ(points.size(), count) << shape_name<3>(shape) << i;
      ASSERT_TRUE(test::same_points(points, wanted, exact)) << shape_name<3>(shape) << i;
      if (i == 0) always = ids(points);
      ASSERT_EQ(ids(points), always);
    }
  }
}

// Stairs: the tread's edge has contacts on both sides of the hollow, and none on the seam.
TEST(MeshGap, HollowEdge_TouchesBothSides) {
  const TriangleMesh corner(
      test::ground(8, 0.5, [](double x, double) { return std::max(0.0, 4 * x); }));
  Pose<3> pose;
  const double slope = std::atan(4.0);
  // A ball in the hollow touches the floor and the slope, whose lines it is as far from.
  const double radius = 0.2;
  pose.x = Vec<3>(-radius * std::tan(slope / 2), 0.1, radius);
  const auto points = gaps(Ball<3>{radius}, pose, corner, {}, 1e-6);
  ASSERT_EQ(points.size(), 2U);
  for (const auto& p : points) EXPECT_NEAR(p.gap, 0, exact);
  EXPECT_NEAR(points[0].normal.dot(points[1].normal), std::cos(slope), exact);
}

// A corner that has come through the bottom of a hollow lies over neither side along the sides'
// normals, yet it touches both; also in a pit, where four sides meet. Ids stay when it comes
// through.
TEST(MeshGap, CornerThroughAHollow_TouchesAllSides) {
  const double slope = 0.3;
  const double across = std::sqrt(1 + slope * slope);
  const Hull<3> box(box_polytope(Vec<3>(0.2, 0.2, 0.2)));
  Pose<3> pose;  // on a corner
  pose.r.q = Eigen::AngleAxisd(std::atan(std::sqrt(2.0)), Vec<3>(1, 1, 0).normalized());
  Vec<3> corner = Vec<3>::UnitZ();
  for (const auto& v : samples::placed(box.polytope->vertex, pose)) {
    if (v[2] < corner[2]) corner = v;
  }
  const TriangleMesh valley(
      test::ground(8, 0.5, [&](double x, double) { return slope * std::abs(x); }));
  std::set<std::uint32_t> always;
  for (const double depth : {1e-6, 0.0, -1e-6, -1e-3, -1e-2}) {
    pose.x = Vec<3>(0, 0.1, depth) - corner;
    const auto points = gaps(box, pose, valley, {}, 1e-6);
    ASSERT_EQ(points.size(), 2U) << depth;
    for (const auto& p : points) {
      EXPECT_NEAR(p.gap, depth / across, exact);
      EXPECT_NEAR(p.normal[2], 1 / across, exact);
    }
    EXPECT_NEAR(points[0].normal[0] + points[1].normal[0], 0, exact);
    if (always.empty()) always = ids(points);
    EXPECT_EQ(ids(points), always) << depth;
  }
  // A pyramid upside down.
  Repairs none;
  const TriangleMesh pit(
      mesh_surface({{-1, -1, slope}, {1, -1, slope}, {1, 1, slope}, {-1, 1, slope}, {0, 0, 0}},
                   {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}, {.must_be_closed = false}, none));
  for (const double depth : {-1e-6, -1e-3}) {
    pose.x = Vec<3>(0, 0, depth) - corner;
    const auto points = gaps(box, pose, pit, {}, 1e-9);
    EXPECT_EQ(points.size(), 4U) << depth;
    for (const auto& p : points) EXPECT_NEAR(p.gap, depth / across, exact);
  }
}

// A ball over a ridge sees a normal that turns continuously from one side to the other.
TEST(MeshGap, Ridge_NormalsTurnContinuously) {
  const TriangleMesh roof(test::ground(8, 0.5, [](double x, double) { return -std::abs(x); }));
  Vec<3> before = Vec<3>(-1, 0, 1).normalized();
  const double radius = 0.3;
  for (int i = 0; i <= 200; ++i) {
    const double angle = M_PI / 4 * (i - 100) / 80;
    const Vec<3> place(0.6 * std::sin(angle), 0.13, 0.6 * std::cos(angle));
    const auto points = gaps(Ball<3>{radius}, {place, {}}, roof, {}, 1);
    ASSERT_EQ(points.size(), 1U) << i;
    EXPECT_LT((points[0].normal - before).norm(), i == 0 ? 0.1 : M_PI / 320 + 1e-9);
    before = points[0].normal;
  }
}

// A box on a box of triangles, slid over its edge: corners of the common face, ids that last.
TEST(MeshGap, BoxOnMeshBox_TouchesLikeBoxOnBox) {
  const Hull<3> box(box_polytope(Vec<3>(0.5, 0.5, 0.5)));
  const TriangleMesh below(test::triangulated(*box.polytope));
  std::set<std::uint32_t> always;
  for (double x = 0.02; x < 0.98; x += 0.01) {
    const Pose<3> pose{Vec<3>(x, 0.1, 1), {}};
    const auto points = gaps(box, pose, below, {}, 1e-9, Vec<3>(1, 0, 0));
    ASSERT_EQ(points.size(), 4U) << x;
    for (const auto& p : points) EXPECT_NEAR((p.normal - Vec<3>::UnitZ()).norm(), 0, exact);
    if (always.empty()) always = ids(points);
    EXPECT_EQ(ids(points), always) << x;
  }
  Pose<3> turned{Vec<3>(0, 0, 1), {}};
  turned.r.q = Eigen::AngleAxisd(0.3, Vec<3>::UnitZ());
  EXPECT_EQ(gaps(box, turned, below, {}, 1e-9).size(), 8U);
  const auto meshes = gaps(TriangleMesh(*below.surface), turned, below, {}, 1e-9);
  EXPECT_EQ(meshes.size(), 8U);
}

// A box that slides from one block of triangles to the next is not caught by the seam (row A19).
TEST(MeshGap, Seam_IsNotFelt) {
  const Hull<3> box(box_polytope(Vec<3>(0.5, 0.5, 0.5)));
  const TriangleMesh block(test::triangulated(*box.polytope));
  // Its front corners are just over the near edge of the block.
  for (const double over : {-1e-12, 0.0, 1e-12, 1e-6}) {
    const auto points =
        gaps(box, {Vec<3>(-1 + over, 0.1, 1 - 1e-12), {}}, block, {}, 1e-9, Vec<3>(1, 0, 0));
    for (const auto& p : points) EXPECT_GT(p.normal[2], 0.99) << over;
  }
}

TEST(MeshGap, DrumAndPlane_AreTouchedByVertices) {
  const TriangleMesh box(test::triangulated(box_polytope(Vec<3>(0.5, 0.5, 0.5))));
  EXPECT_EQ(gaps(box, {Vec<3>(0, 0, 0.5), {}}, HalfSpace<3>{}, {}, 1e-9).size(), 4U);
  const double radius = std::sqrt(2.0);
  const Pose<3> low{Vec<3>(0, -std::sqrt(radius * radius - 0.25) + 0.5, 0), {}};
  const auto points = gaps(box, low, Drum<3>{radius}, {}, 1e-9);
  ASSERT_EQ(points.size(), 4U);
  for (const auto& p : points) EXPECT_NEAR(p.gap, 0, exact);
}

}  // namespace
}  // namespace talus

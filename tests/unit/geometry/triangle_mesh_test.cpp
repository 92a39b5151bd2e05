// Surfaces of triangles: facets, bends, mass, the side a point is on, repairs.
#include "talus/geometry/triangle_mesh.hpp"

#include "support/meshes.hpp"
#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace talus {
namespace {

std::vector<Vec<3>> triangle(const MeshSurface& m, std::size_t t) {
  std::vector<Vec<3>> out;
  for (const int v : m.triangle[t].vertex) out.push_back(m.vertex[static_cast<std::size_t>(v)]);
  return out;
}

TEST(TriangleMesh, Cube_HasSixFacetsAndTwelveEdges) {
  const MeshSurface cube = test::triangulated(box_polytope(Vec<3>(1, 2, 3)));
  EXPECT_TRUE(cube.closed);
  EXPECT_EQ(cube.facet.size(), 6U);
  const auto count = [&](Bend bend) {
    return std::count_if(cube.edge.begin(), cube.edge.end(),
                         [&](const auto& e) { return e.bend == bend; });
  };
  EXPECT_EQ(count(Bend::convex), 12);
  EXPECT_EQ(count(Bend::flat), 6);
  EXPECT_EQ(count(Bend::concave) + count(Bend::border), 0);
}

TEST(TriangleMesh, Extent_IsThePolyhedrons) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    std::vector<Vec<3>> points;
    for (int k = 0; k < 15; ++k) points.push_back(Vec<3>(5, -3, 1) + samples::unit<3>(random));
    const Polytope<3> hull = convex_hull(points);
    const Extent<3> wanted = extent(hull);
    const Extent<3> found = extent(test::triangulated(hull));
    EXPECT_NEAR(found.volume, wanted.volume, 1e-13);
    EXPECT_NEAR((found.centre - wanted.centre).norm(), 0, 1e-13);
    EXPECT_NEAR((found.inertia - wanted.inertia).norm(), 0, 1e-13);
  }
}

// An L of three unit cubes: volume, centre and moments by hand.
TEST(TriangleMesh, Extent_OfAHollowBody) {
  std::vector<Vec<3>> points;
  for (const double z : {0.0, 1.0}) {
    for (const auto& p :
         {Vec<2>(0, 0), Vec<2>(2, 0), Vec<2>(2, 1), Vec<2>(1, 1), Vec<2>(1, 2), Vec<2>(0, 2)}) {
      points.emplace_back(p[0], p[1], z);
    }
  }
  std::vector<std::array<int, 3>> t = {{0, 3, 1}, {1, 3, 2}, {0, 5, 3}, {3, 5, 4}};
  for (int k = 0; k < 4; ++k) {
    const auto low = t[static_cast<std::size_t>(k)];
    t.push_back({low[0] + 6, low[2] + 6, low[1] + 6});
  }
  for (int k = 0; k < 6; ++k) {
    const int next = (k + 1) % 6;
    t.push_back({k, next, next + 6});
    t.push_back({k, next + 6, k + 6});
  }
  Repairs repairs;
  const MeshSurface mesh = mesh_surface(points, t, {.must_be_closed = true}, repairs);
  EXPECT_TRUE(repairs.empty());
  EXPECT_EQ(mesh.facet.size(), 8U);
  const Extent<3> e = extent(mesh);
  EXPECT_NEAR(e.volume, 3, 1e-14);
  EXPECT_NEAR((e.centre - Vec<3>(5.0 / 6, 5.0 / 6, 0.5)).norm(), 0, 1e-14);
  // Second moments of the cubes' centres, 2/9 along x and y, -1/9 mixed, and 1/12 of each cube.
  const double plane = 2.0 / 9 + 1.0 / 12;
  EXPECT_NEAR(e.inertia(2, 2), 2 * plane, 1e-14);
  EXPECT_NEAR(e.inertia(0, 0), plane + 1.0 / 12, 1e-14);
  EXPECT_NEAR(e.inertia(0, 1), 1.0 / 9, 1e-14);
}

TEST(TriangleMesh, Depth_IsTheDistanceWithTheSide) {
  Random random(9);
  const MeshSurface mesh = test::bumpy_ball(12, [&] { return random.uniform(0.5, 1); });
  for (int i = 0; i < 2000; ++i) {
    const Vec<3> p = 1.2 * samples::vector<3>(random);
    double distance = 1e9;
    double turns = 0;  // solid angle of the surface seen from p
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
      const auto v = triangle(mesh, t);
      distance = std::min(distance, (nearest_on_triangle(p, v[0], v[1], v[2]).point - p).norm());
      const Vec<3> a = (v[0] - p).normalized();
      const Vec<3> b = (v[1] - p).normalized();
      const Vec<3> c = (v[2] - p).normalized();
      turns += 2 * std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a));
    }
    const double wanted = turns > 2 * M_PI ? distance : -distance;
    ASSERT_NEAR(mesh.depth(p, 10), wanted, 1e-14) << i;
  }
}

TEST(TriangleMesh, Moebius_HasOneSideOnly) {
  std::vector<Vec<3>> points;
  std::vector<std::array<int, 3>> t;
  constexpr int n = 12;
  for (int i = 0; i < n; ++i) {
    const double round = 2 * M_PI * i / n;
    for (const double w : {-0.3, 0.3}) {
      const double r = 1 + w * std::cos(round / 2);
      points.emplace_back(r * std::cos(round), r * std::sin(round), w * std::sin(round / 2));
    }
    const int here = 2 * i;
    const bool last = i + 1 == n;
    const int low = last ? 1 : here + 2;  // the band is closed with a twist
    const int high = last ? 0 : here + 3;
    t.push_back({here, low, high});
    t.push_back({here, high, here + 1});
  }
  Repairs repairs;
  try {
    mesh_surface(points, t, {}, repairs);
    FAIL();
  } catch (const ShapeError& e) {
    EXPECT_NE(std::string(e.what()).find("one side only"), std::string::npos) << e.what();
  }
}

// Two tetrahedra that share a corner only.
TEST(TriangleMesh, SharedCorner_IsMadeTwo) {
  const std::vector<Vec<3>> points = {{0, 0, 0},  {1, 0, 1},  {0, 1, 1}, {0, 0, 1},
                                      {1, 0, -1}, {0, 1, -1}, {0, 0, -1}};
  Repairs repairs;
  const MeshSurface mesh = mesh_surface(
      points,
      {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}, {0, 4, 5}, {0, 5, 6}, {0, 6, 4}, {4, 6, 5}},
      {.must_be_closed = true}, repairs);
  ASSERT_EQ(repairs.size(), 1U);
  EXPECT_EQ(repairs[0], "1 corners where the surface touches itself made two");
  EXPECT_EQ(mesh.vertex.size(), 8U);
  EXPECT_NEAR(extent(mesh).volume, 1.0 / 3, 1e-14);
}

/// A surface of several boxes; negative halves make one that looks inward.
struct Boxes {
  std::vector<Vec<3>> points;
  std::vector<std::array<int, 3>> triangles;

  void add(const Vec<3>& centre, double half) {
    const Polytope<3> box = box_polytope(Vec<3>(Vec<3>::Constant(std::abs(half))));
    const int first = static_cast<int>(points.size());
    for (const auto& v : box.vertex) points.emplace_back(v + centre);
    for (const auto& face : box.face) {
      for (std::size_t k = 1; k + 1 < face.vertex.size(); ++k) {
        std::array<int, 3> t = {first + face.vertex[0], first + face.vertex[k],
                                first + face.vertex[k + 1]};
        if (half < 0) std::swap(t[1], t[2]);
        triangles.push_back(t);
      }
    }
  }
  MeshSurface surface(Repairs& repairs) const {
    return mesh_surface(points, triangles, {.must_be_closed = true}, repairs);
  }
};

TEST(TriangleMesh, Cavity_IsTakenFromTheMass) {
  Boxes boxes;
  boxes.add(Vec<3>(1, 2, 3), 1);
  boxes.add(Vec<3>(1.2, 2, 3), -0.5);
  boxes.add(Vec<3>(1.2, 2, 3), 0.25);  // matter within the cavity
  Repairs repairs;
  const Extent<3> e = extent(boxes.surface(repairs));
  EXPECT_TRUE(repairs.empty());
  EXPECT_NEAR(e.volume, 8 - 1 + 0.125, 1e-14);
  EXPECT_NEAR(e.centre[0], (8 * 1 - 0.875 * 1.2) / 7.125, 1e-14);
}

TEST(TriangleMesh, ShellInsideAnother_IsRefused) {
  Boxes boxes;
  boxes.add(Vec<3>::Zero(), 1);
  boxes.add(Vec<3>(0.2, 0, 0), 0.5);
  Repairs repairs;
  try {
    boxes.surface(repairs);
    FAIL();
  } catch (const ShapeError& e) {
    EXPECT_STREQ(e.what(),
                 "the closed part with face 13 lies inside that with face 1 and looks outward too: "
                 "its matter would count twice; for a cavity let it look inward");
  }
}

TEST(TriangleMesh, ShellsApart_LookOutward) {
  Boxes boxes;
  boxes.add(Vec<3>::Zero(), 1);
  boxes.add(Vec<3>(3, 0, 0), -0.5);
  Repairs repairs;
  EXPECT_NEAR(extent(boxes.surface(repairs)).volume, 8 + 1, 1e-14);
  ASSERT_EQ(repairs.size(), 1U);
  EXPECT_EQ(repairs[0], "the closed part with face 13 was inside out: turned round");
}

TEST(TriangleMesh, ShellsThatCross_AreRefused) {
  Boxes boxes;
  boxes.add(Vec<3>::Zero(), 1);
  boxes.add(Vec<3>(1, 0.1, 0.2), 0.5);
  Repairs repairs;
  EXPECT_THROW(boxes.surface(repairs), ShapeError);
}

}  // namespace
}  // namespace talus

// Polytopes: what they enclose, and what makes none (row E02).
#include "talus/geometry/convex_parts.hpp"
#include "talus/geometry/shape.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

namespace talus {
namespace {

constexpr double exact = 1e-13;

std::string refusal(const std::function<void()>& make) {
  try {
    make();
  } catch (const ShapeError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Extent, Box_HasItsClosedForm) {
  const auto e = extent(box_polytope(Vec<3>(0.5, 1, 1.5)));
  EXPECT_NEAR(e.volume, 6, exact);
  EXPECT_NEAR(e.centre.norm(), 0, exact);
  const Mat<3> wanted = Vec<3>((4 + 9) / 12.0, (1 + 9) / 12.0, (1 + 4) / 12.0).asDiagonal();
  EXPECT_NEAR((e.inertia - wanted).norm(), 0, exact);
  const auto flat = extent(box_polytope(Vec<2>(0.5, 1)));
  EXPECT_NEAR(flat.volume, 2, exact);
  EXPECT_NEAR(flat.inertia(0, 0), 5 / 12.0, exact);
}

TEST(Extent, CornerTetrahedron_HasItsClosedForm) {
  // x, y, z >= 0, x + y + z <= 1: V = 1/6, centre 1/4, <x^2> = 1/10, <xy> = 1/20.
  const auto e = extent(convex_hull(
      std::vector<Vec<3>>{Vec<3>::Zero(), Vec<3>::UnitX(), Vec<3>::UnitY(), Vec<3>::UnitZ()}));
  EXPECT_NEAR(e.volume, 1 / 6.0, exact);
  EXPECT_NEAR((e.centre - Vec<3>::Constant(0.25)).norm(), 0, exact);
  EXPECT_NEAR(e.inertia(0, 0), 2 * (0.1 - 1 / 16.0), exact);
  EXPECT_NEAR(e.inertia(0, 1), -(0.05 - 1 / 16.0), exact);
}

/// Whether the point is inside all faces.
bool inside(const Polytope<3>& p, const Vec<3>& x) {
  for (const auto& f : p.face) {
    if (f.normal.dot(x - p.vertex[static_cast<std::size_t>(f.vertex[0])]) > 0) return false;
  }
  return true;
}

TEST(Extent, RandomHulls_AgreeWithMonteCarlo) {
  Random random(5);
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<Vec<3>> points;
    for (int i = 0; i < 20; ++i) {
      points.emplace_back(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    }
    const auto hull = convex_hull(points);
    const auto e = extent(hull);
    constexpr int n = 2000;
    int hits = 0;
    Vec<3> first = Vec<3>::Zero();
    double second = 0;
    for (int i = 0; i < n; ++i) {
      const Vec<3> x(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      if (!inside(hull, x)) continue;
      ++hits;
      first += x;
      second += (x - e.centre).squaredNorm();
    }
    // Five standard deviations, which one sample of two millions exceeds; every sampled quantity
    // varies by less than 1 (8 for the volume, at most 1.5 for squares of distances).
    const double part = e.volume / 8;
    EXPECT_NEAR(8.0 * hits / n, e.volume, 5 * 8 * std::sqrt(part * (1 - part) / n));
    EXPECT_NEAR((first / hits - e.centre).norm(), 0, 5 * std::sqrt(1.0 / hits));
    EXPECT_NEAR(second / hits, e.inertia.trace() / 2, 5 * 1.5 / std::sqrt(hits));
  }
}

TEST(Extent, RandomTetrahedra_HaveTheirClosedForms) {
  // About the centre c of corners v_k: <(x - c)(x - c)^T> = 1/20 sum (v_k - c)(v_k - c)^T.
  Random random(6);
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<Vec<3>> v;
    for (int i = 0; i < 4; ++i) v.push_back(samples::vector<3>(random));
    Mat<3> edges;
    edges << v[1] - v[0], v[2] - v[0], v[3] - v[0];
    const double volume = std::abs(edges.determinant()) / 6;
    if (volume < 1e-3) continue;  // nearly flat
    const auto e = extent(convex_hull(v));
    const Vec<3> centre = (v[0] + v[1] + v[2] + v[3]) / 4;
    Mat<3> second = Mat<3>::Zero();
    for (const auto& p : v) second += (p - centre) * (p - centre).transpose() / 20;
    const Mat<3> inertia = second.trace() * Mat<3>::Identity() - second;
    // Rounding of sums of size 1, divided by the volume.
    EXPECT_NEAR(e.volume, volume, exact);
    EXPECT_LE((e.centre - centre).norm(), exact / volume);
    EXPECT_LE((e.inertia - inertia).norm(), exact / volume);
  }
}

TEST(Extent, Capsules_LieBetweenTheirPartsAndReduceToBalls) {
  const auto ball = extent_of<3>(Ball<3>{0.7});
  const auto thin = extent_of<3>(Capsule<3>{1e-9, 0.7});
  EXPECT_NEAR(thin.volume, ball.volume, 1e-8);
  EXPECT_NEAR((thin.inertia - ball.inertia).norm(), 0, 1e-8);
  const auto disk = extent_of<2>(Capsule<2>{1e-9, 0.7});
  EXPECT_NEAR(disk.inertia(0, 0), 0.5 * 0.49, 1e-8);
  // A polyhedron inscribed in a capsule tells its moments to the square of the angle between
  // points.
  std::vector<Vec<3>> points;
  constexpr int around = 64;
  for (int i = 0; i < around; ++i) {
    for (int j = -around / 4; j <= around / 4; ++j) {
      const double a = 2 * M_PI * i / around;
      const double b = 2 * M_PI * j / around;
      const Vec<3> x =
          0.5 * Vec<3>(std::cos(b) * std::cos(a), std::cos(b) * std::sin(a), std::sin(b));
      if (j >= 0) points.push_back(x + Vec<3>(0, 0, 1));
      if (j <= 0) points.push_back(x - Vec<3>(0, 0, 1));
    }
  }
  const auto wanted = extent_of<3>(Capsule<3>{1, 0.5});
  const auto found = extent(convex_hull(points));
  const double coarse = std::pow(2 * M_PI / around, 2);
  EXPECT_NEAR(found.volume, wanted.volume, coarse * wanted.volume);
  EXPECT_NEAR((found.inertia - wanted.inertia).norm(), 0, coarse * wanted.inertia.norm());
}

TEST(Hulls, CoplanarPointsMakeOneFace) {
  std::vector<Vec<3>> points;
  for (int i = 0; i < 27; ++i) points.emplace_back(i % 3, i / 3 % 3, i / 9);
  const auto cube = convex_hull(points);
  EXPECT_EQ(cube.face.size(), 6U);
  EXPECT_EQ(cube.vertex.size(), 8U);
  EXPECT_EQ(cube.edge.size(), 12U);
}

TEST(Polygons, BadOnes_AreRepairedOrRefused) {
  const auto clockwise = convex_polygon({{0, 0}, {0, 1}, {1, 1}, {1, 0}});
  EXPECT_GT(extent(clockwise).volume, 0);
  EXPECT_EQ(convex_polygon({{0, 0}, {0.5, 0}, {1, 0}, {1, 1}}).vertex.size(), 3U);
  EXPECT_EQ(refusal([] {
              convex_polygon({{0, 0}, {1, 0}});
            }),
            "a polygon needs three corners or more");
  EXPECT_EQ(refusal([] {
              convex_polygon({{0, 0}, {1, 0}, {1, 0}, {0, 1}});
            }),
            "corners 2 and 3 are the same point; leave one out");
  EXPECT_EQ(refusal([] { convex_polygon({{0, 0}, {1, 0}, {2, 0}}); }), "the polygon has no area");
  EXPECT_EQ(refusal([] {
              convex_polygon({{0, 0}, {2, 0}, {1, 0.1}, {1, 2}});
            }),
            "the polygon is not convex at corner (1, 0.1)");
}

TEST(Polyhedra, BadOnes_AreRefusedWithTheFace) {
  const std::vector<Vec<3>> corner = {Vec<3>::Zero(), Vec<3>::UnitX(), Vec<3>::UnitY(),
                                      Vec<3>::UnitZ()};
  EXPECT_EQ(refusal([&] {
              convex_polyhedron(corner, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
            }),
            "accepted");
  EXPECT_EQ(refusal([&] {
              convex_polyhedron(corner, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 3, 2}});
            }),
            "faces 2 and 4 run the same way along the edge of corners 2 and 4: turn one of them "
            "round");
  EXPECT_EQ(refusal([&] {
              convex_polyhedron(corner, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 9}});
            }),
            "face 4 names corner 10, but there are 4");
  auto open = corner;
  open.emplace_back(2, 2, 2);
  EXPECT_EQ(refusal([&] {
              convex_polyhedron(open, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 4}});
            }),
            "the surface is open at the edge of corners 2 and 4 of face 2");
  EXPECT_EQ(
      refusal([] {
        convex_hull(std::vector<Vec<3>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}});
      }),
      "the points lie in a plane: the body would have no volume; a rectangle is flat, a box may "
      "be thin");
}

TEST(ConvexParts, FillThePolygonWithConvexPieces) {
  const std::vector<Vec<2>> ell = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const auto parts = convex_parts(ell);
  EXPECT_EQ(parts.size(), 2U);
  std::vector<Vec<2>> star;
  for (int i = 0; i < 10; ++i) {
    const double r = i % 2 == 0 ? 1 : 0.4;
    star.emplace_back(r * std::cos(0.2 * M_PI * i), r * std::sin(0.2 * M_PI * i));
  }
  double area = 0;
  for (auto& part : convex_parts(star)) area += extent(convex_polygon(part)).volume;
  EXPECT_NEAR(area, 10 * 0.5 * 0.4 * std::sin(0.2 * M_PI), exact);
  EXPECT_EQ(convex_parts({{0, 0}, {1, 0}, {1, 1}, {0, 1}}).size(), 1U);
}

// Corners are counted as they were given, also in polygons that go clockwise.
TEST(ConvexParts, TouchingPolygons_AreToldWhere) {
  const auto said = [](std::vector<Vec<2>> corners) {
    const std::string counter = refusal([&] { convex_parts(corners); });
    std::reverse(corners.begin(), corners.end());
    return std::pair(counter, refusal([&] { convex_parts(corners); }));
  };
  const auto dip = said({{0, 0}, {4, 0}, {4, 2}, {3, 2}, {2, 0}, {1, 2}, {0, 2}});
  EXPECT_EQ(dip.first,
            "the polygon touches itself: corner 5 at (2, 0) lies on the edge from corner 1 to "
            "corner 2");
  EXPECT_EQ(dip.second,
            "the polygon touches itself: corner 3 at (2, 0) lies on the edge from corner 6 to "
            "corner 7");
  const auto spike = said({{0, 0}, {2, 0}, {1, 0}, {1, 1}});
  EXPECT_EQ(spike.first,
            "the polygon touches itself: corner 3 at (1, 0) lies on the edge from corner 1 to "
            "corner 2");
  const auto repeated = said({{0, 0}, {2, 0}, {2, 2}, {1, 1}, {0, 2}, {0, 0}});
  EXPECT_EQ(repeated.first, "corners 1 and 6 are the same point; leave one out");
}

}  // namespace
}  // namespace talus

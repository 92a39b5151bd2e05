// Shapes as corners and faces: closed, outward, and as large as the shapes themselves.

#include "talus/draw/surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

namespace talus {
namespace {

constexpr double pi = std::numbers::pi;

/// Area a polygon encloses, positive counter-clockwise.
double area(const Surface<2>& s) {
  double sum = 0;
  const auto& f = s.face.at(0);
  for (std::size_t i = 0; i < f.size(); ++i) {
    const Vec<2>& p = s.vertex.at(static_cast<std::size_t>(f[i]));
    const Vec<2>& q = s.vertex.at(static_cast<std::size_t>(f[(i + 1) % f.size()]));
    sum += 0.5 * (p[0] * q[1] - p[1] * q[0]);
  }
  return sum;
}

double volume_of(const Surface<3>& s) {
  ExtentSum sum(Vec<3>::Zero());
  for (const auto& f : s.face) {
    for (std::size_t i = 1; i + 1 < f.size(); ++i) {
      sum.add(s.vertex.at(static_cast<std::size_t>(f[0])),
              s.vertex.at(static_cast<std::size_t>(f[i])),
              s.vertex.at(static_cast<std::size_t>(f[i + 1])));
    }
  }
  return sum.result().volume;
}

/// Every edge is gone along once in either direction.
bool closed(const Surface<3>& s) {
  std::map<std::pair<int, int>, int> edges;
  for (const auto& f : s.face) {
    for (std::size_t i = 0; i < f.size(); ++i) ++edges[{f[i], f[(i + 1) % f.size()]}];
  }
  for (const auto& [edge, n] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    if (n != 1 || back == edges.end() || back->second != 1) return false;
  }
  return true;
}

/// A round made of `sides` corners lacks less than this part of its area: 1 - sin(x)/x, x = 2 pi/n.
double lacking(int sides) { return std::pow(2 * pi / sides, 2) / 6; }

TEST(Surface, OfPlaneShapes_EnclosesTheirArea) {
  constexpr int sides = 64;
  const Shape<2> disk = Ball<2>{0.3};
  const double a = area(*surface_of<2>(disk, sides));
  EXPECT_LT(a, volume<2>(disk));
  EXPECT_GT(a, volume<2>(disk) * (1 - lacking(sides)));
  const Shape<2> capsule = Capsule<2>{0.5, 0.2};
  const double b = area(*surface_of<2>(capsule, sides));
  EXPECT_LT(b, volume<2>(capsule));
  EXPECT_GT(b, volume<2>(capsule) * (1 - lacking(sides)));
  const Shape<2> box = Hull<2>(box_polytope(Vec<2>(1, 2)));
  EXPECT_DOUBLE_EQ(area(*surface_of<2>(box)), 8);
  EXPECT_EQ(surface_of<2>(Wall<2>{Vec<1>(2)})->vertex.size(), 2U);
}

TEST(Surface, OfSolids_IsClosedAndEnclosesTheirVolume) {
  constexpr int sides = 64;
  const Shape<3> solids[] = {Ball<3>{0.3}, Capsule<3>{0.5, 0.2}, Cylinder{0.5, 0.2},
                             Hull<3>(box_polytope(Vec<3>(1, 2, 3)))};
  for (const auto& shape : solids) {
    const auto surface = surface_of<3>(shape, sides);
    ASSERT_TRUE(surface);
    EXPECT_TRUE(closed(*surface)) << shape_name<3>(shape);
    EXPECT_LE(volume_of(*surface), volume<3>(shape) * (1 + 1e-12)) << shape_name<3>(shape);
    // Corners of a face are 2 pi / n apart along parallels and meridians, its middle half a
    // diagonal from them: the faces of a ball are nowhere nearer to its centre than its radius by
    // the cosine.
    const double inner = std::cos(std::sqrt(2) * pi / sides);
    EXPECT_GT(volume_of(*surface), volume<3>(shape) * std::pow(inner, 3)) << shape_name<3>(shape);
  }
}

TEST(Surface, OfWhatHasNoEnd_IsNothing) {
  EXPECT_FALSE(surface_of<2>(HalfSpace<2>{}));
  EXPECT_FALSE(surface_of<2>(Drum<2>{1}));
  EXPECT_FALSE(surface_of<3>(HalfSpace<3>{}));
  EXPECT_FALSE(surface_of<3>(Drum<3>{1}));
}

}  // namespace
}  // namespace talus

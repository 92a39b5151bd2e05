// Surfaces of triangles for tests.
#pragma once

#include "talus/geometry/shape.hpp"
#include "talus/math/random.hpp"

#include "support/least_norm_point.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus::test {

/// The faces of a polyhedron, each cut into triangles.
inline MeshSurface triangulated(const Polytope<3>& p, bool closed = true) {
  std::vector<std::array<int, 3>> triangles;
  for (const auto& face : p.face) {
    for (std::size_t k = 1; k + 1 < face.vertex.size(); ++k) {
      triangles.push_back({face.vertex[0], face.vertex[k], face.vertex[k + 1]});
    }
  }
  Repairs none;
  return mesh_surface(p.vertex, triangles, {.must_be_closed = closed}, none);
}

/// A square grid of n x n cells with the given height at each corner.
template <class Height>
MeshSurface ground(int n, double spacing, Height&& height) {
  std::vector<double> heights;
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      heights.push_back(height((i - 0.5 * n) * spacing, (j - 0.5 * n) * spacing));
    }
  }
  return height_surface(heights, n + 1, n + 1, Vec<2>::Constant(spacing));
}

/// A ball with bumps and dents: longitude n, latitude n / 2, closed and not convex.
template <class Radius>
MeshSurface bumpy_ball(int n, Radius&& radius) {
  std::vector<Vec<3>> points = {{0, 0, 0}, {0, 0, 0}};
  std::vector<std::array<int, 3>> triangles;
  const int rings = n / 2;
  for (int j = 1; j < rings; ++j) {
    for (int i = 0; i < n; ++i) {
      const double polar = M_PI * j / rings;
      const double round = 2 * M_PI * i / n;
      points.push_back(radius() * Vec<3>(std::sin(polar) * std::cos(round),
                                         std::sin(polar) * std::sin(round), std::cos(polar)));
    }
  }
  points[0][2] = radius();
  points[1][2] = -radius();
  const auto at = [&](int j, int i) { return 2 + (j - 1) * n + i % n; };
  for (int i = 0; i < n; ++i) {
    triangles.push_back({0, at(1, i), at(1, i + 1)});
    triangles.push_back({1, at(rings - 1, i + 1), at(rings - 1, i)});
    for (int j = 1; j + 1 < rings; ++j) {
      triangles.push_back({at(j, i), at(j + 1, i), at(j + 1, i + 1)});
      triangles.push_back({at(j, i), at(j + 1, i + 1), at(j, i + 1)});
    }
  }
  Repairs none;
  return mesh_surface(points, triangles, {.must_be_closed = true}, none);
}

inline TriangleMesh random_bumps(Random& random) {
  return TriangleMesh(bumpy_ball(8, [&] { return random.uniform(0.5, 1); }));
}

inline std::vector<Vec<3>> corners_of(const MeshSurface& mesh, const MeshSurface::Triangle& t) {
  std::vector<Vec<3>> out;
  for (const int v : t.vertex) out.push_back(mesh.vertex[static_cast<std::size_t>(v)]);
  return out;
}

/// A ball that holds some points.
struct AroundPoints {
  explicit AroundPoints(const std::vector<Vec<3>>& points) {
    for (const auto& p : points) centre += p / static_cast<double>(points.size());
    for (const auto& p : points) radius = std::max(radius, (p - centre).norm());
  }
  Vec<3> centre = Vec<3>::Zero();
  double radius = 0;
};

/// Distance of the convex hull of some corners from a mesh at rest, or `best` if that is less.
/// Triangles that a ball around them shows to be farther are not asked.
inline double distance_by_triangles(const std::vector<Vec<3>>& corners, const MeshSurface& mesh,
                                    double best = 1e9) {
  const AroundPoints body(corners);
  for (const auto& t : mesh.triangle) {
    const std::vector<Vec<3>> triangle = corners_of(mesh, t);
    const AroundPoints other(triangle);
    if ((body.centre - other.centre).norm() - body.radius - other.radius > best) continue;
    best = std::min(best, least_norm(differences(corners, triangle)));
  }
  return best;
}

}  // namespace talus::test

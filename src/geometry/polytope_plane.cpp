#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/joined_polytope.hpp"
#include "talus/geometry/polytope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

double wedge(const Vec<2>& a, const Vec<2>& b) { return a[0] * b[1] - a[1] * b[0]; }

double spread(const std::vector<Vec<2>>& points) {
  double size = 0;
  for (const auto& p : points) size = std::max(size, (p - points.front()).norm());
  return size;
}

double doubled_area(const std::vector<Vec<2>>& v) {
  double sum = 0;
  for (std::size_t i = 1; i + 1 < v.size(); ++i) sum += wedge(v[i] - v[0], v[i + 1] - v[0]);
  return sum;
}

void refuse_bad_points(const std::vector<Vec<2>>& v, double size) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!v[i].allFinite()) throw ShapeError(fmt::format("corner {} is not a finite point", i + 1));
    for (std::size_t j = 0; j < i; ++j) {
      if ((v[i] - v[j]).norm() <= 1e-9 * size) {
        throw ShapeError(
            fmt::format("corners {} and {} are the same point; leave one out", j + 1, i + 1));
      }
    }
  }
}

Polytope<2> with_normals(std::vector<Vec<2>> corners) {
  Polytope<2> out;
  out.vertex = std::move(corners);
  const std::size_t n = out.vertex.size();
  for (std::size_t i = 0; n > 1 && i < n; ++i) {
    const Vec<2> along = out.vertex[(i + 1) % n] - out.vertex[i];
    const double length = along.norm();
    out.normal.emplace_back(along[1] / length, -along[0] / length);
  }
  return out;
}

}  // namespace

Polytope<2> convex_polygon(std::vector<Vec<2>> v) {
  if (v.size() < 3) throw ShapeError("a polygon needs three corners or more");
  if (v.size() > most_features) {
    throw ShapeError(
        fmt::format("{} corners are too many: a polygon may have {}", v.size(), most_features));
  }
  const double size = spread(v);
  refuse_bad_points(v, size);
  const double area = doubled_area(v);
  if (std::abs(area) <= 1e-9 * size * size) throw ShapeError("the polygon has no area");
  if (area < 0) std::reverse(v.begin(), v.end());
  double turned = 0;
  std::vector<Vec<2>> corners;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Vec<2> in = v[i] - v[(i + v.size() - 1) % v.size()];
    const Vec<2> out = v[(i + 1) % v.size()] - v[i];
    const double turn = wedge(in, out) / (in.norm() * out.norm());
    if (turn < -1e-9 || (std::abs(turn) <= 1e-9 && in.dot(out) < 0)) {
      throw ShapeError(
          fmt::format("the polygon is not convex at corner ({}, {})", v[i][0], v[i][1]));
    }
    turned += std::atan2(wedge(in, out), in.dot(out));
    if (turn > 1e-9) corners.push_back(v[i]);
  }
  if (turned > 7) throw ShapeError("the polygon crosses itself");  // 2 pi once round
  return with_normals(std::move(corners));
}

Polytope<2> joined_polygon(std::vector<Vec<2>> corners, std::vector<Vec<2>> normals) {
  if (corners.size() < 3 || corners.size() > most_features || corners.size() != normals.size()) {
    throw ShapeError(
        fmt::format("{} corners and {} edges make no polygon", corners.size(), normals.size()));
  }
  return {std::move(corners), std::move(normals)};
}

Polytope<2> flat_polytope(const Vec<1>& half_extent) {
  return with_normals({{-half_extent[0], 0}, {half_extent[0], 0}});
}

Polytope<2> box_polytope(const Vec<2>& h) {
  return with_normals({{-h[0], -h[1]}, {h[0], -h[1]}, {h[0], h[1]}, {-h[0], h[1]}});
}

/// Andrew's monotone chain; what lies on the hull's edges to 1e-9 is left out.
Polytope<2> convex_hull(const std::vector<Vec<2>>& points) {
  if (points.size() < 3) throw ShapeError("a polygon needs three points or more");
  std::vector<Vec<2>> p = points;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!p[i].allFinite()) throw ShapeError(fmt::format("point {} is not finite", i + 1));
  }
  std::sort(p.begin(), p.end(), [](const Vec<2>& a, const Vec<2>& b) {
    return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
  });
  const double flat = 1e-9 * spread(p) * spread(p);
  std::vector<Vec<2>> hull;
  const auto add = [&](const Vec<2>& q, std::size_t keep) {
    while (hull.size() > keep &&
           wedge(hull.back() - hull[hull.size() - 2], q - hull.back()) <= flat) {
      hull.pop_back();
    }
    hull.push_back(q);
  };
  for (const auto& q : p) add(q, 1);
  const std::size_t lower = hull.size();
  for (std::size_t i = p.size() - 1; i-- > 0;) add(p[i], lower);
  hull.pop_back();
  if (hull.size() < 3) throw ShapeError("the points lie on a line");
  return convex_polygon(std::move(hull));
}

template <>
Polytope<2> point_polytope<2>() {
  return with_normals({Vec<2>::Zero()});
}

template <>
Polytope<2> axis_polytope<2>(double half_length) {
  return with_normals({{0, -half_length}, {0, half_length}});
}

/// Sum over triangles from the first corner (Green's theorem).
Extent<2> extent(const Polytope<2>& polytope) {
  Extent<2> out;
  const auto& v = polytope.vertex;
  Vec<2> moment = Vec<2>::Zero();
  double second = 0;  // integral of |x - v0|^2
  for (std::size_t i = 1; i + 1 < v.size(); ++i) {
    const Vec<2> a = v[i] - v[0];
    const Vec<2> b = v[i + 1] - v[0];
    const double area = 0.5 * wedge(a, b);
    out.volume += area;
    moment += area * (a + b) / 3;
    second += area * (a.squaredNorm() + b.squaredNorm() + a.dot(b)) / 6;
  }
  if (out.volume <= 0) return out;
  const Vec<2> from_first = moment / out.volume;
  out.centre = v[0] + from_first;
  out.inertia(0, 0) = second / out.volume - from_first.squaredNorm();
  return out;
}

}  // namespace talus

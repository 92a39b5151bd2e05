// The point of a triangle or a segment nearest to another point.
#pragma once

#include "talus/math/vec.hpp"

#include <algorithm>

namespace talus {

inline Vec<3> nearest_on_segment(const Vec<3>& p, const Vec<3>& a, const Vec<3>& b) {
  const Vec<3> span = b - a;
  const double square = span.squaredNorm();
  const double place = square > 0 ? std::clamp(span.dot(p - a) / square, 0.0, 1.0) : 0;
  return place < 1 ? Vec<3>(a + place * span) : b;
}

/// With the feature it lies on: a vertex, else an edge (from vertex k to the next), else the
/// inside.
struct NearestOnTriangle {
  Vec<3> point;
  int edge = -1;
  int vertex = -1;
};

/// Inside the three walls that stand on the edges it is the foot on the plane, else the nearest of
/// the edges.
inline NearestOnTriangle nearest_on_triangle(const Vec<3>& p, const Vec<3>& a, const Vec<3>& b,
                                             const Vec<3>& c) {
  const Vec<3> n = (b - a).cross(c - a);
  const bool inside = (b - a).cross(n).dot(p - a) <= 0 && (c - b).cross(n).dot(p - b) <= 0 &&
                      (a - c).cross(n).dot(p - c) <= 0;
  if (inside) return {p - n.dot(p - a) / n.squaredNorm() * n};
  const Vec<3>* const corner[] = {&a, &b, &c};
  NearestOnTriangle best{a};
  for (int k = 0; k < 3; ++k) {
    const Vec<3>& from = *corner[k];
    const Vec<3>& to = *corner[(k + 1) % 3];
    const Vec<3> q = nearest_on_segment(p, from, to);
    if (k > 0 && (q - p).squaredNorm() >= (best.point - p).squaredNorm()) continue;
    best = {q, k, q == from ? k : q == to ? (k + 1) % 3 : -1};
  }
  return best;
}

}  // namespace talus

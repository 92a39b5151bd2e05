// Least 1/2 x.S x + q.x over a convex polygon, S symmetric and positive definite.
#pragma once

#include "talus/math/vec.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <vector>

namespace talus {

/// Corners counter-clockwise around the origin, multiplied by `scale` >= 0.
inline Vec<2> least_in_polygon(const Mat<2>& s, const Vec<2>& q, const std::vector<Vec<2>>& corners,
                               double scale) {
  const Vec<2> anywhere = -s.inverse() * q;
  bool inside = true;
  Vec<2> best = Vec<2>::Zero();
  double least = 0;  // at the origin, which is in every polygon
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec<2> a = scale * corners[i];
    const Vec<2> edge = scale * corners[(i + 1) % corners.size()] - a;
    const Vec<2> from = anywhere - a;
    if (!(edge[0] * from[1] - edge[1] * from[0] >= 0)) inside = false;
    const double bend = edge.dot(s * edge);
    const double along = bend > 0 ? -edge.dot(s * a + q) / bend : 0;
    const Vec<2> x = a + std::clamp(along, 0.0, 1.0) * edge;
    const double value = x.dot(0.5 * (s * x) + q);
    if (!(value < least)) continue;
    least = value;
    best = x;
  }
  return inside && scale > 0 ? anywhere : best;
}

}  // namespace talus

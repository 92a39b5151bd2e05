// Convex polygons around the origin, corners counter-clockwise.
#pragma once

#include "talus/math/vec.hpp"

#include <algorithm>
#include <vector>

namespace talus {

/// Nearest point to x of the polygon, its corners multiplied by `scale` >= 0.
inline Vec<2> project_on_polygon(const std::vector<Vec<2>>& corners, double scale,
                                 const Vec<2>& x) {
  Vec<2> nearest = x;
  double least = -1;  // nothing found yet
  bool inside = true;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec<2> a = scale * corners[i];
    const Vec<2> edge = scale * corners[(i + 1) % corners.size()] - a;
    const Vec<2> from = x - a;
    if (edge[0] * from[1] - edge[1] * from[0] < 0) inside = false;
    const double length2 = edge.squaredNorm();
    const double s = length2 > 0 ? std::min(1.0, std::max(0.0, edge.dot(from) / length2)) : 0;
    const Vec<2> on_edge = a + s * edge;
    const double distance = (x - on_edge).squaredNorm();
    if (least >= 0 && distance >= least) continue;
    least = distance;
    nearest = on_edge;
  }
  return inside && scale > 0 ? x : nearest;
}

}  // namespace talus

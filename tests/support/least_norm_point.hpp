// Wolfe's method for the point of least norm of a convex hull: slow, simple, and made of nothing
// that the library uses.
#pragma once

#include "talus/math/vec.hpp"

#include <vector>

namespace talus::test {

/// All differences of a point of a and a point of b.
template <int D>
std::vector<Vec<D>> differences(const std::vector<Vec<D>>& a, const std::vector<Vec<D>>& b) {
  std::vector<Vec<D>> out;
  for (const auto& p : a) {
    for (const auto& q : b) out.push_back(p - q);
  }
  return out;
}

/// The point of the convex hull that is nearest to the origin; the origin when that is inside.
template <int D>
Vec<D> least_norm_point(const std::vector<Vec<D>>& points);

/// Distance from the origin to the convex hull of the points; 0 when it is inside.
template <int D>
double least_norm(const std::vector<Vec<D>>& points) {
  return least_norm_point(points).norm();
}

}  // namespace talus::test

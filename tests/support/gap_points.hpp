// Gap points of a pair, and what tests look at in them.
#pragma once

#include "talus/geometry/gap.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace talus::test {

inline std::vector<GapPoint<3>> gaps(const Shape<3>& a, const Pose<3>& pa, const Shape<3>& b,
                                     const Pose<3>& pb, double alert,
                                     const Vec<3>& approach = Vec<3>::Zero()) {
  std::vector<GapPoint<3>> out;
  find_gaps<3>(a, pa, b, pb, alert, out, {approach});
  return out;
}

template <int D>
GapPoint<D> least(const std::vector<GapPoint<D>>& points) {
  return *std::min_element(points.begin(), points.end(),
                           [](const auto& p, const auto& q) { return p.gap < q.gap; });
}

/// Whether each point of either list is one of the other, but for its name.
inline bool same_points(const std::vector<GapPoint<3>>& some,
                        const std::vector<GapPoint<3>>& others, double tolerance) {
  const auto known = [&](const GapPoint<3>& p) {
    return std::any_of(others.begin(), others.end(), [&](const auto& q) {
      return (p.point - q.point).norm() <= tolerance && std::abs(p.gap - q.gap) <= tolerance &&
             (p.normal - q.normal).norm() <= tolerance;
    });
  };
  return some.size() == others.size() && std::all_of(some.begin(), some.end(), known);
}

template <int D>
std::set<std::uint32_t> ids(const std::vector<GapPoint<D>>& points) {
  std::set<std::uint32_t> out;
  for (const auto& p : points) out.insert(p.feature);
  return out;
}

}  // namespace talus::test

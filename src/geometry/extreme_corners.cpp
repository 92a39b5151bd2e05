#include "talus/geometry/extreme_corners.hpp"

#include "talus/geometry/core_gap.hpp"
#include "talus/geometry/gap.hpp"

#include <algorithm>

namespace talus {

namespace {

/// Four corners span an area about as wide as any.
constexpr std::size_t enough = 4;

using Points = std::vector<GapPoint<3>>;

/// Distance between two points seen along the normal they share.
Vec<3> flat_way(const GapPoint<3>& from, const GapPoint<3>& to) {
  const Vec<3> way = to.point - from.point;
  return way - from.normal.dot(way) * from.normal;
}

}  // namespace

void keep_extreme_corners(Points& points, std::size_t first, std::size_t last) {
  if (last - first <= enough) return;
  const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = points.begin() + static_cast<std::ptrdiff_t>(last);
  const Vec<3> normal = begin->normal;
  if (std::any_of(begin, end, [&](const auto& p) { return p.normal != normal; })) return;
  std::sort(begin, end, [](const auto& p, const auto& q) { return p.feature < q.feature; });

  auto one = begin;
  auto two = begin;
  double length = 0;
  for (auto i = begin; i != end; ++i) {
    for (auto j = i + 1; j != end; ++j) {
      const double distance = flat_way(*i, *j).norm();
      if (distance <= (1 + same_line) * length) continue;
      length = distance;
      one = i;
      two = j;
    }
  }
  const double tie = same_line * length;
  const Vec<3> across = normal.cross(flat_way(*one, *two)) / std::max(length, 1e-300);
  const auto side = [&](const GapPoint<3>& p) { return across.dot(p.point - one->point); };
  auto left = one;
  auto right = one;
  auto deepest = one;
  for (auto i = begin; i != end; ++i) {
    if (side(*i) > side(*left) + tie) left = i;
    if (side(*i) < side(*right) - tie) right = i;
    if (i->gap < deepest->gap) deepest = i;
  }
  const double kept_gap = std::min({one->gap, two->gap, left->gap, right->gap});
  const bool keeps_deepest = deepest->gap < kept_gap - tie;
  thread_local Points kept;
  kept.clear();
  for (auto i = begin; i != end; ++i) {
    const bool extreme = i == one || i == two || i == left || i == right;
    if (extreme || (keeps_deepest && i == deepest)) kept.push_back(*i);
  }
  points.erase(std::copy(kept.begin(), kept.end(), begin), end);
}

}  // namespace talus

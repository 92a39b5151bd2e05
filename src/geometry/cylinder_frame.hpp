// A cylinder in its own frame.
#pragma once

#include "talus/geometry/shape.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

/// Point of the rim of end 0 (at the negative side) or 1.
inline Vec<3> rim_point(const Cylinder& c, int end, double angle) {
  return {c.radius * std::cos(angle), c.radius * std::sin(angle),
          end == 0 ? -c.half_length : c.half_length};
}

inline Vec<3> nearest_in(const Cylinder& c, const Vec<3>& p) {
  const double across = std::hypot(p[0], p[1]);
  const double shrink = across > c.radius ? c.radius / across : 1;
  return {shrink * p[0], shrink * p[1], std::clamp(p[2], -c.half_length, c.half_length)};
}

/// Least of n . x over the cylinder.
inline double least_along(const Cylinder& c, const Vec<3>& n) {
  return -c.half_length * std::abs(n[2]) - c.radius * std::hypot(n[0], n[1]);
}

/// Where a segment is nearest to a cylinder.
struct SegmentFoot {
  double place;  ///< from 0 to 1 along the segment
  Vec<3> on_segment, on_cylinder;
  double distance;
};

/// The distance is convex along a segment, so its foot is where the slope changes sign.
inline SegmentFoot foot_of_segment(const Cylinder& c, const Vec<3>& from, const Vec<3>& to) {
  const Vec<3> span = to - from;
  const auto slope = [&](double t) {
    const Vec<3> p = from + t * span;
    return (p - nearest_in(c, p)).dot(span);
  };
  double low = 0;
  double high = 1;
  if (slope(0) >= 0) high = 0;
  if (slope(1) <= 0) low = 1;
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (slope(middle) < 0 ? low : high) = middle;
  }
  const double place = std::max(low, high);
  const Vec<3> p = from + place * span;
  const Vec<3> q = nearest_in(c, p);
  return {place, p, q, (p - q).norm()};
}

}  // namespace talus

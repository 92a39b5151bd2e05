// The best normals on a circle of directions where a cylinder's rim is foremost.
#pragma once

#include "talus/geometry/shape.hpp"

#include <cmath>

namespace talus {

/// The slope of x cos t + y sin t - R q(t), q^2 = cos^2 t + k^2 sin^2 t: what the rim of radius R,
/// seen as an ellipse, leaves of a distance along (cos t, sin t).
///
/// Its zeros are the feet of the normals from a point to an ellipse. In the ellipse's own angle
/// (cos s, sin s) = (cos t, k sin t) / q the slope has the sign of sin t cos t times
/// k y / sin s - x / cos s + R (1 - k^2), whose derivative changes sign at most once in a quadrant,
/// at tan^3 s = -k y / x: two intervals with at most one zero each, and none is missed.
class RimSlope {
 public:
  RimSlope(double x, double y, double k, double radius)
      : x_(x), y_(y), k_(k), bulge_(radius * (1 - k * k)) {}

  /// Calls found(d) with d = (cos t, sin t) for the maxima in the half circle sin t > 0 (side 1) or
  /// sin t < 0 (side -1).
  template <class Found>
  void for_each_maximum(double side, Found&& found) const {
    const Vec<2> top(0, side);
    for (const double across : {1.0, -1.0}) {
      const Vec<2> flat(across, 0);
      // Where the slope vanishes or jumps at the end of a quadrant, what it does inside counts.
      const double at_flat = y_ != 0 ? y_ * across : (bulge_ * across - x_) * side;
      const double at_top = k_ == 0   ? (bulge_ * across - x_) * side
                            : x_ != 0 ? -x_ * side
                                      : (k_ * y_ + bulge_ * side) * across;
      // From the first end to the last one the angle grows.
      const bool rises = side * across > 0;
      const Vec<2>& first = rises ? flat : top;
      const Vec<2>& last = rises ? top : flat;
      const double before = rises ? at_flat : at_top;
      const double after = rises ? at_top : at_flat;
      if (side * across * x_ * y_ >= 0) {
        if (before > 0 && after < 0) found(zero(first, last));
        continue;
      }
      const Vec<2> turn =
          Vec<2>(across * std::cbrt(k_ * k_ * std::abs(x_)), side * std::cbrt(std::abs(y_)))
              .normalized();
      const double between = slope(turn);
      if (before > 0 && between <= 0) found(zero(first, turn));
      if (between > 0 && after < 0) found(zero(turn, last));
    }
    if (k_ > 0 && x_ == 0 && k_ * y_ * side + bulge_ > 0) found(top);
  }

 private:
  double slope(const Vec<2>& d) const {
    const double q = std::hypot(d[0], k_ * d[1]);
    const double bend = q > 0 ? bulge_ * d[0] * d[1] / q : 0;
    return y_ * d[0] - x_ * d[1] + bend;
  }

  /// By halving to the last bit; the slope is positive at the first end and not at the last.
  Vec<2> zero(Vec<2> first, Vec<2> last) const {
    for (;;) {
      const Vec<2> middle = (first + last).normalized();
      if (middle == first || middle == last) return middle;
      (slope(middle) > 0 ? first : last) = middle;
    }
  }

  double x_, y_, k_;
  double bulge_;
};

/// Calls found(n) for every unit normal n across `across` (unit) where
/// n . offset - h |n . axis| - R |n x axis| is largest among its neighbours, but for those across
/// or along the axis.
template <class Found>
void for_each_rim_maximum(const Vec<3>& across, const Cylinder& c, const Vec<3>& axis,
                          const Vec<3>& offset, Found&& found) {
  const Vec<3> beside = across.cross(axis);
  const double sine = beside.norm();
  if (sine < 1e-9) return;  // all normals are across the axis
  const Vec<3> u = beside / sine;
  const Vec<3> v = u.cross(across);
  for (const double side : {1.0, -1.0}) {
    const RimSlope slope(offset.dot(u), offset.dot(v) - side * c.half_length * sine,
                         std::abs(across.dot(axis)), c.radius);
    slope.for_each_maximum(
        side, [&](const Vec<2>& d) { found(Vec<3>((d[0] * u + d[1] * v).normalized())); });
  }
}

}  // namespace talus

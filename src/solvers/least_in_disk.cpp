#include "talus/solvers/least_in_disk.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <limits>

namespace talus {

Vec<1> least_in_disk(const Mat<1>& s, const Vec<1>& q, double radius) {
  return Vec<1>(std::clamp(-q[0] / s(0, 0), -radius, radius));
}

/// x(l) = -(S + l)^-1 q with the l >= 0 that brings x into the disk. 1 / |x| is concave in l, so
/// Newton's steps on |x|^-1 - radius^-1 from l = 0 come from below and never pass the root.
Vec<2> least_in_disk(const Mat<2>& s, const Vec<2>& q, double radius) {
  if (radius == 0) return Vec<2>::Zero();
  constexpr double close = 1 + 2 * std::numeric_limits<double>::epsilon();
  double l = 0;
  Vec<2> x;
  for (int i = 0; i < 100; ++i) {
    const Mat<2> inverse = Mat<2>(s + l * Mat<2>::Identity()).inverse();
    x = -inverse * q;
    const double length = x.norm();
    if (length <= radius * close) break;
    const double slope = x.dot(inverse * x) / length;  // -d|x|/dl
    l += (length / radius - 1) * length / slope;
  }
  const double length = x.norm();
  return length > radius ? Vec<2>(x * (radius / length)) : x;
}

}  // namespace talus

#include "talus/math/dim.hpp"

#include <cmath>

namespace talus {

Mat<2> matrix(const Rotation<2>& r) {
  const double c = std::cos(r.angle);
  const double s = std::sin(r.angle);
  Mat<2> m;
  m << c, -s, s, c;
  return m;
}

Mat<3> matrix(const Rotation<3>& r) { return r.q.toRotationMatrix(); }

Rotation<2> exponential(const Spin<2>& turn) { return {turn[0]}; }

Rotation<3> exponential(const Spin<3>& turn) {
  const double half = 0.5 * turn.norm();
  // sin(half) / |turn|; the series is exact to round-off below the fourth root of epsilon.
  const double k = half < 1e-4 ? 0.5 * (1 - half * half / 6) : 0.5 * std::sin(half) / half;
  const Vec<3> v = k * turn;
  return {Eigen::Quaterniond(std::cos(half), v[0], v[1], v[2])};
}

Rotation<2> compose(const Rotation<2>& a, const Rotation<2>& b) { return {a.angle + b.angle}; }

Rotation<3> compose(const Rotation<3>& a, const Rotation<3>& b) {
  return {(a.q * b.q).normalized()};
}

Rotation<2> inverse(const Rotation<2>& r) { return {-r.angle}; }

Rotation<3> inverse(const Rotation<3>& r) { return {r.q.conjugate()}; }

Mat<3> cross_matrix(const Vec<3>& arm) {
  Mat<3> m;
  m << 0, arm[2], -arm[1], -arm[2], 0, arm[0], arm[1], -arm[0], 0;
  return m;
}

Mat<2> contact_frame(const Vec<2>& n) {
  Mat<2> f;
  f << n[0], -n[1], n[1], n[0];
  return f;
}

Mat<3> contact_frame(const Vec<3>& n) {
  // Branch-free basis of Duff et al. (2017): stable for every unit normal, both poles included.
  const double sign = std::copysign(1.0, n[2]);
  const double a = -1 / (sign + n[2]);
  const double b = n[0] * n[1] * a;
  Mat<3> f;
  f.col(0) = n;
  f.col(1) = Vec<3>(1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]);
  f.col(2) = Vec<3>(b, sign + n[1] * n[1] * a, -n[1]);
  return f;
}

}  // namespace talus

// The second-order cone L = {z : z_0 >= |z_T|} and its Jordan algebra, as interior-point methods
// use it (Alizadeh and Goldfarb 2003). z_0 - |z_T| and z_0 + |z_T| are the eigenvalues of z.
#pragma once

#include "talus/math/vec.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::lorentz {

template <int D>
auto tangent(const Vec<D>& z) {
  return z.template tail<D - 1>();
}

/// z_0^2 - |z_T|^2, without the loss of digits near the cone's side.
template <int D>
double determinant(const Vec<D>& z) {
  const double length = tangent<D>(z).norm();
  return (z[0] - length) * (z[0] + length);
}

/// a o b = (a . b, a_0 b_T + b_0 a_T).
template <int D>
Vec<D> product(const Vec<D>& a, const Vec<D>& b) {
  Vec<D> c = a[0] * b + b[0] * a;
  c[0] = a.dot(b);
  return c;
}

/// The solution z of a o z = b; a inside the cone.
template <int D>
Vec<D> quotient(const Vec<D>& b, const Vec<D>& a) {
  Vec<D> z;
  z[0] = (a[0] * b[0] - tangent<D>(a).dot(tangent<D>(b))) / determinant<D>(a);
  z.template tail<D - 1>() = (tangent<D>(b) - z[0] * tangent<D>(a)) / a[0];
  return z;
}

/// Of the two roots of t (t - l) = barrier the one above 0, and above l, without cancellation; the
/// positive part of l where there is no barrier.
inline double raised(double l, double barrier) {
  if (barrier == 0) return std::max(0.0, l);
  const double root = std::sqrt(l * l + 4 * barrier);
  return l > 0 ? 0.5 * (l + root) : 2 * barrier / (root - l);
}

/// A pair of points inside the cone, x - y = z, x o y = barrier e: the smoothed projections of z
/// and -z.
template <int D>
struct CentredPair {
  Vec<D> x, y;
};

template <int D>
CentredPair<D> centred_pair(const Vec<D>& z, double barrier) {
  const double length = tangent<D>(z).norm();
  Vec<D> direction = Vec<D>::Zero();
  if (length > 0) direction.template tail<D - 1>() = tangent<D>(z) / length;
  const auto up = [barrier](double l) { return raised(l, barrier); };
  const auto from_eigenvalues = [&](double low, double high) {
    Vec<D> out = 0.5 * (high - low) * direction;
    out[0] = 0.5 * (low + high);
    return out;
  };
  const double low = z[0] - length;
  const double high = z[0] + length;
  return {from_eigenvalues(up(low), up(high)), from_eigenvalues(up(-low), up(-high))};
}

/// The x of the centred pair of z, which is z's projection on the cone where there is no barrier,
/// and how it changes with z (an element of the generalised derivative where there is none).
template <int D>
struct SmoothedProjection {
  Vec<D> x;
  Mat<D> derivative;
};

template <int D>
SmoothedProjection<D> smoothed_projection(const Vec<D>& z, double barrier) {
  const auto slope = [barrier](double l) {
    if (barrier == 0) return l > 0 ? 1.0 : 0.0;
    return 0.5 * (1 + l / std::sqrt(l * l + 4 * barrier));
  };
  const double length = tangent<D>(z).norm();
  Vec<D - 1> direction = Vec<D - 1>::Zero();
  if (length > 0) direction = tangent<D>(z) / length;
  const double low = raised(z[0] - length, barrier);
  const double high = raised(z[0] + length, barrier);
  const double slope_low = slope(z[0] - length);
  const double slope_high = slope(z[0] + length);
  SmoothedProjection<D> p;
  p.x[0] = 0.5 * (low + high);
  p.x.template tail<D - 1>() = 0.5 * (high - low) * direction;
  // Along (1, direction) and (1, -direction) the slopes at both eigenvalues, across them the
  // divided difference.
  const double along = 0.5 * (slope_high + slope_low);
  const double across = length > 0 ? 0.5 * (high - low) / length : slope_low;
  const Vec<D - 1> mixed = 0.5 * (slope_high - slope_low) * direction;
  p.derivative(0, 0) = along;
  p.derivative.template topRightCorner<1, D - 1>() = mixed.transpose();
  p.derivative.template bottomLeftCorner<D - 1, 1>() = mixed;
  p.derivative.template bottomRightCorner<D - 1, D - 1>() =
      across * Mat<D - 1>::Identity() + (along - across) * direction * direction.transpose();
  return p;
}

/// The largest step t >= 0 for which x + t d stays in the cone; x inside it.
template <int D>
double largest_step(const Vec<D>& x, const Vec<D>& d) {
  double best = std::numeric_limits<double>::infinity();
  if (d[0] < 0) best = -x[0] / d[0];
  // Roots of det(x + t d) = a t^2 + b t + c.
  const double a = determinant<D>(d);
  const double b = 2 * (x[0] * d[0] - tangent<D>(x).dot(tangent<D>(d)));
  const double c = determinant<D>(x);
  const double discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return best;
  const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
  if (a != 0 && q / a > 0) best = std::min(best, q / a);
  if (q != 0 && c / q > 0) best = std::min(best, c / q);
  return best;
}

/// Nesterov and Todd's scaling of a pair inside the cone: the symmetric P with P x = P^-1 y.
template <int D>
struct Scaling {
  Mat<D> p, p_inverse;
  Mat<D> q;       ///< P^-2, which takes y to x
  Vec<D> lambda;  ///< P x
};

template <int D>
Scaling<D> scaling(const Vec<D>& x, const Vec<D>& y) {
  const double size_x = std::sqrt(determinant<D>(x));
  const double size_y = std::sqrt(determinant<D>(y));
  const Vec<D> unit_x = x / size_x;
  const Vec<D> unit_y = y / size_y;
  Mat<D> reflection = -Mat<D>::Identity();
  reflection(0, 0) = 1;
  // P^2 = (size_y / size_x) (2 w w^T - J), w on the hyperboloid half way from J x to y.
  const double half_way = std::sqrt(0.5 * (1 + unit_x.dot(unit_y)));
  const Vec<D> w = (unit_y + reflection * unit_x) / (2 * half_way);
  const Vec<D> mirrored = reflection * w;
  const double stretch = std::sqrt(size_y / size_x);
  Mat<D> boost = Mat<D>::Identity();
  boost.col(0) = w;
  boost.row(0) = w.transpose();
  boost.template bottomRightCorner<D - 1, D - 1>() +=
      tangent<D>(w) * tangent<D>(w).transpose() / (1 + w[0]);
  Scaling<D> s;
  s.p = stretch * boost;
  s.p_inverse = reflection * boost * reflection / stretch;
  s.q = (2 * mirrored * mirrored.transpose() - reflection) / (stretch * stretch);
  s.lambda = s.p * x;
  return s;
}

}  // namespace talus::lorentz

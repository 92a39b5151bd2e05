#include "talus/dynamics/rigid_spin.hpp"

#include <Eigen/LU>

#include <cmath>
#include <limits>

namespace talus {

namespace {

Mat<3> skew(const Vec<3>& a) { return -cross_matrix(a); }

/// exp(t + dt) = exp(t) exp(J dt) to first order: 1 - a [t] + b [t]^2 with a = (1 - cos |t|) /
/// |t|^2, b = (|t| - sin |t|) / |t|^3.
Mat<3> right_jacobian(const Vec<3>& turn) {
  const double t2 = turn.squaredNorm();
  const double t = std::sqrt(t2);
  const bool small = t < 1e-2;  // series to t^2: enough for a Newton step
  const double a = small ? 0.5 - t2 / 24 : (1 - std::cos(t)) / t2;
  const double b = small ? 1.0 / 6 - t2 / 120 : (t - std::sin(t)) / (t2 * t);
  const Mat<3> k = skew(turn);
  return Mat<3>::Identity() - a * k + b * k * k;
}

}  // namespace

Spin<2> free_spin(const Spin<2>& w, const Spin<2>& inertia, const Spin<2>& m, double) {
  return w + m.cwiseQuotient(inertia);
}

Spin<3> free_spin(const Spin<3>& w, const Spin<3>& inertia, const Spin<3>& m, double h) {
  if (inertia[0] == inertia[1] && inertia[1] == inertia[2]) return w + m / inertia[0];
  if (w.isZero(0) && m.isZero(0)) return w;
  const Vec<3> start = inertia.cwiseProduct(w);
  const Vec<3> target = unrotate<3>(exponential(Spin<3>(0.5 * h * w)), start) + m;
  const auto defect = [&](const Spin<3>& x) -> Vec<3> {
    return rotate<3>(exponential(Spin<3>(0.5 * h * x)), inertia.cwiseProduct(x)) - target;
  };
  // Newton; a step that does not improve is shortened. The Jacobian must be exact: of slender
  // bodies one moment is small, and terms in h^2 of the others would swamp it.
  Spin<3> x = w + m.cwiseQuotient(inertia);
  Vec<3> f = defect(x);
  const double floor = 2 * std::numeric_limits<double>::epsilon() * target.norm();
  for (int i = 0; i < 50 && f.norm() > floor; ++i) {
    const Vec<3> turn = 0.5 * h * x;
    Mat<3> jacobian = -0.5 * h * skew(inertia.cwiseProduct(x)) * right_jacobian(turn);
    jacobian += inertia.asDiagonal();
    const Vec<3> step = jacobian.inverse() * unrotate<3>(exponential(turn), f);
    double share = 1;
    Spin<3> next = x - step;
    Vec<3> f_next = defect(next);
    while (!(f_next.norm() < f.norm()) && share > 1e-3) {
      share *= 0.5;
      next = x - share * step;
      f_next = defect(next);
    }
    if (!(f_next.norm() < f.norm())) break;
    x = next;
    f = f_next;
  }
  return x;
}

}  // namespace talus

#include "talus/dynamics/rigid_spin.hpp"

#include <Eigen/LU>

#include <limits>

namespace talus {

namespace {

Mat<3> skew(const Vec<3>& a) { return -cross_matrix(a); }

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
  // Newton with the Jacobian to first order in h; the last iterate that still improves is kept.
  Spin<3> x = w + m.cwiseQuotient(inertia);
  Vec<3> f = defect(x);
  double best = f.norm();
  const double floor = 2 * std::numeric_limits<double>::epsilon() * target.norm();
  for (int i = 0; i < 50 && best > floor; ++i) {
    Mat<3> jacobian = -0.5 * h * skew(inertia.cwiseProduct(x));
    jacobian += inertia.asDiagonal();
    jacobian += 0.5 * h * skew(x) * inertia.asDiagonal();
    const Spin<3> next = x - jacobian.inverse() * f;
    const Vec<3> f_next = defect(next);
    if (!(f_next.norm() < best)) break;
    x = next;
    f = f_next;
    best = f.norm();
  }
  return x;
}

}  // namespace talus

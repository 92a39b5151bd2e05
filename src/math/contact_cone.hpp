// The cones of assembled contact problems: Coulomb's, and in five components the one of contacts
// that resist rolling as well,
//
//     K = { r : |r_T| <= mu r_N, |r_R| <= mu_rolling r_N },   r = (r_N, r_T, r_R),
//
// with the change of the normal velocity that turns either law into orthogonality (De Saxce).
#pragma once

#include "talus/math/cone.hpp"

namespace talus {

template <int D>
struct ContactCone {
  double mu = 0;

  /// Coefficient.
  double largest() const { return mu; }
  Vec<D> project(const Vec<D>& x) const { return project_on_cone<D>(x, mu); }
  /// u + mu |u_T| n.
  Vec<D> shifted(const Vec<D>& u) const {
    Vec<D> out = u;
    out[0] += mu * u.template tail<D - 1>().norm();
    return out;
  }
};

template <>
struct ContactCone<5> {
  double mu = 0;
  double mu_rolling = 0;

  /// Coefficient.
  double largest() const { return mu > mu_rolling ? mu : mu_rolling; }
  Vec<5> project(const Vec<5>& x) const;
  /// u + (mu |u_T| + mu_rolling |u_R|) n.
  Vec<5> shifted(const Vec<5>& u) const {
    Vec<5> out = u;
    out[0] += mu * u.segment<2>(1).norm() + mu_rolling * u.segment<2>(3).norm();
    return out;
  }
};

}  // namespace talus

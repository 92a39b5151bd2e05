// Coulomb's cone K(mu) = { r : |r_T| <= mu r_N } in local components, normal first.
#pragma once

#include "talus/math/vec.hpp"

namespace talus {

/// Nearest point of K(mu) to x in the Euclidean metric.
template <int D>
inline Vec<D> project_on_cone(const Vec<D>& x, double mu) {
  const double normal = x[0];
  const double tangent = x.template tail<D - 1>().norm();
  if (mu * tangent <= -normal) return Vec<D>::Zero();          // in the polar cone
  if (tangent <= mu * normal) return x;                        // inside
  const double r_n = (normal + mu * tangent) / (1 + mu * mu);  // nearest point of the side
  Vec<D> p;
  p[0] = r_n;
  p.template tail<D - 1>() = x.template tail<D - 1>() * (mu * r_n / tangent);
  return p;
}

}  // namespace talus

// Coulomb's cone K(mu) = { r : |r_T| <= mu r_N } in local components, normal first.
#pragma once

#include "talus/math/vec.hpp"

namespace talus {

/// Nearest point of K(mu) to x in the Euclidean metric.
template <int D>
inline Vec<D> project_on_cone(const Vec<D>& x, double mu) {
  const double normal = x[0];
  const double tangent = x.template tail<D - 1>().norm();
  // Which of the three cases it is nobody can foresee, the processor least: all are worked out.
  const double above = normal + mu * tangent;  // the polar cone; no number where both overflow
  const double side = above / (1 + mu * mu);   // nearest point of the side
  const bool polar = above <= 0;
  const bool inside = tangent <= mu * normal;
  double kept = polar ? 0.0 : mu * side / tangent;
  kept = inside && !polar ? 1.0 : kept;
  double r_n = polar ? 0.0 : side;
  r_n = inside && !polar ? normal : r_n;
  Vec<D> p = x * kept;
  p[0] = r_n;
  return p;
}

}  // namespace talus

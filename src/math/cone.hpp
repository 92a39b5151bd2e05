// Coulomb's cone K(mu) = { r : |r_T| <= mu r_N } in local components, normal first.
#pragma once

#include "talus/math/vec.hpp"

namespace talus {

/// Nearest point of K(mu) to x in the Euclidean metric.
template <int D>
Vec<D> project_on_cone(const Vec<D>& x, double mu);

}  // namespace talus

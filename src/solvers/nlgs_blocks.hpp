// Working arrays of the Gauss-Seidel solver: one cache line for each block of degrees of freedom.
#pragma once

#include "talus/math/dim.hpp"

namespace talus {

/// Velocity of a block beside the inverse masses every contact needs. A block that stands for all
/// obstacles has inverse masses 0 and so never moves.
template <int D>
struct alignas(64) NlgsBlock {
  Vec<D> v;
  double inv_mass;
  Spin<D> w;
  double inv_inertia;  ///< of isotropic blocks; general contacts look theirs up
};

}  // namespace talus

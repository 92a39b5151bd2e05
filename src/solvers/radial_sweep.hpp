// The Gauss-Seidel sweep over radial contacts (spheres and disks): W's diagonal block is
// diag(w_n, w_t, ...), so Coulomb's law is solved in closed form (002 sect. 5.3) with no tangent
// frame at all, impulses being vectors of the world.
#pragma once

#include "talus/solvers/nlgs_blocks.hpp"

#include <cstdint>
#include <vector>

namespace talus {

template <int D>
struct alignas(64) RadialContact {
  Vec<D> normal;
  Vec<D> offset;   ///< b + c, in the world
  Vec<D> impulse;  ///< in the world
  double inv_w_n, inv_w_t;
  double mu;
  double lever_first, lever_second;
  std::uint32_t first, second;
};

/// One forward sweep. Returns the sum of (w |change of impulse|)^2, a cheap sign of convergence.
template <int D>
double sweep_radial(std::vector<RadialContact<D>>& contacts, std::vector<NlgsBlock<D>>& blocks);

}  // namespace talus

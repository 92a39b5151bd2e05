// The Gauss-Seidel sweep over radial contacts (spheres and disks): W's diagonal block is
// diag(w_n, w_t, ...), so Coulomb's law is solved in closed form (002 sect. 5.3) with no tangent
// frame at all, impulses being vectors of the world. Eight contacts that share no body are solved
// side by side (solvers/lane_batcher.hpp): a batch is several registers of lanes, one working while
// another waits.
#pragma once

#include "talus/solvers/lane_batcher.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// One radial contact, on its way into a batch.
template <int D>
struct RadialContact {
  Vec<D> normal, impulse;
  double approach;  ///< b + c along the normal
  Vec<D> drift;     ///< b + c along the surface, in the world: 0 unless an obstacle moves
  double mu;
  double lever_first, lever_second;  ///< on the blocks' scaled spins
  std::uint32_t first, second;
};

/// Eight contacts on different bodies. Sweeps over many contacts wait for memory, so a batch holds
/// nothing that the blocks know, too: w_n is the sum of two inverse masses, and levers on scaled
/// spins give w_t = w_n + lever_first^2 + lever_second^2. The few that drift have a trail of their
/// own for it (LaneBatcher::drift).
template <int D>
struct alignas(64) RadialBatch {
  static constexpr int dim = D;
  using Contact = RadialContact<D>;

  double normal[D][lanes];
  double impulse[D][lanes];  ///< in the world
  double approach[lanes];
  double mu[lanes];
  double lever_first[lanes], lever_second[lanes];
  std::uint32_t first[lanes], second[lanes];  ///< blocks, in bytes from the first of them

  void clear(std::uint32_t obstacle);
  void put(std::uint32_t lane, const RadialContact<D>& contact);
};

static_assert(sizeof(RadialBatch<3>) == 11 * 64);

template <int D>
using RadialBatcher = LaneBatcher<RadialBatch<D>>;

/// The law contacts are given: Coulomb's, or its convex neighbour, in which the impulse is the
/// admissible one nearest, in the metric of the contact's block of W, to the one that would stop
/// the contact (solvers/convex_relaxation.hpp).
enum class RadialLaw : std::uint8_t { coulomb, associated };

/// One forward sweep; adds its size. The instructions change the speed, never a bit of the result.
template <int D>
void sweep_radial(RadialBatcher<D>& batcher, std::vector<NlgsBlock<D>>& blocks, SweepSize& size,
                  Carry carry = {}, SweepExtent extent = SweepExtent::all,
                  LaneInstructions instructions = LaneInstructions::widest,
                  RadialLaw law = RadialLaw::coulomb);

}  // namespace talus

#include "talus/solvers/radial_sweep.hpp"

// Lanes never cross a call that is not inlined, so how they would be passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace talus {

namespace {

namespace baseline {
#include "talus/solvers/radial_lanes.inl"
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define TALUS_HAS_AVX2_SWEEP 1
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#include "talus/solvers/radial_lanes.inl"
}
#pragma GCC pop_options
#endif

/// So many blocks, a cache line each, stay near the core: half a megabyte.
constexpr std::size_t most_blocks_near = 8192;

}  // namespace

template <int D>
void sweep_radial(std::vector<RadialBatch<D>>& batches, std::vector<NlgsBlock<D>>& blocks,
                  SweepSize& size, Carry carry, [[maybe_unused]] LaneInstructions instructions) {
  RadialBatch<D>* const begin = batches.data();
  RadialBatch<D>* const end = begin + batches.size();
  const bool far = blocks.size() > most_blocks_near;
#ifdef TALUS_HAS_AVX2_SWEEP
  static const bool wide = __builtin_cpu_supports("avx2");
  if (wide && instructions == LaneInstructions::widest) {
    carry.on ? avx2::sweep<D, true>(begin, end, blocks.data(), size, carry.factor, far)
             : avx2::sweep<D, false>(begin, end, blocks.data(), size, 0, far);
    return;
  }
#endif
  carry.on ? baseline::sweep<D, true>(begin, end, blocks.data(), size, carry.factor, far)
           : baseline::sweep<D, false>(begin, end, blocks.data(), size, 0, far);
}

template void sweep_radial<2>(std::vector<RadialBatch<2>>&, std::vector<NlgsBlock<2>>&, SweepSize&,
                              Carry, LaneInstructions);
template void sweep_radial<3>(std::vector<RadialBatch<3>>&, std::vector<NlgsBlock<3>>&, SweepSize&,
                              Carry, LaneInstructions);

}  // namespace talus

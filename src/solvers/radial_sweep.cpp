#include "talus/solvers/radial_sweep.hpp"

// Lanes never cross a call that is not inlined, so how they would be passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace talus {

namespace {

#define TALUS_WIDTH 2
namespace baseline {
#include "talus/solvers/radial_lanes.inl"
}
#undef TALUS_WIDTH

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define TALUS_HAS_AVX2_SWEEP 1
#pragma GCC push_options
#pragma GCC target("avx2")
#define TALUS_WIDTH 4
namespace avx2 {
#include "talus/solvers/radial_lanes.inl"
}
#undef TALUS_WIDTH
#pragma GCC pop_options
#endif

/// So many blocks, a cache line each, stay near the core: half a megabyte.
constexpr std::size_t most_blocks_near = 8192;

bool has_wide_lanes() {
#ifdef TALUS_HAS_AVX2_SWEEP
  static const bool wide = __builtin_cpu_supports("avx2");
  return wide;
#else
  return false;
#endif
}

/// Sweeps over consecutive batches; `trail` is null unless they carry on.
template <int D>
class Sweeper {
 public:
  Sweeper(RadialBatcher<D>& batcher, std::vector<NlgsBlock<D>>& blocks, SweepSize& size,
          Carry carry, LaneInstructions instructions, RadialLaw law)
      : batches_(batcher.batches().data()),
        trail_(carry.on ? batcher.trail().data() : nullptr),
        blocks_(blocks.data()),
        size_(size),
        factor_(carry.factor),
        far_(blocks.size() > most_blocks_near),
        wide_(has_wide_lanes() && instructions == LaneInstructions::widest),
        law_(law) {}

  void sweep(std::size_t begin, std::size_t end) {
    if (law_ == RadialLaw::coulomb) {
      trail_ == nullptr ? sweep<false, false>(begin, end) : sweep<true, false>(begin, end);
    } else {
      trail_ == nullptr ? sweep<false, true>(begin, end) : sweep<true, true>(begin, end);
    }
  }

 private:
  template <bool Carried, bool Associated>
  void sweep(std::size_t begin, std::size_t end) {
    RadialBatch<D>* const first = batches_ + begin;
    RadialBatch<D>* const last = batches_ + end;
    RadialTrail<D>* const trail = Carried ? trail_ + begin : nullptr;
#ifdef TALUS_HAS_AVX2_SWEEP
    if (wide_) {
      avx2::sweep<D, Carried, Associated>(first, last, trail, blocks_, size_, factor_, far_);
      return;
    }
#endif
    baseline::sweep<D, Carried, Associated>(first, last, trail, blocks_, size_, factor_, far_);
  }

  RadialBatch<D>* batches_;
  RadialTrail<D>* trail_;
  NlgsBlock<D>* blocks_;
  SweepSize& size_;
  double factor_;
  bool far_, wide_;
  RadialLaw law_;
};

template <int D>
bool is_open(const double (&impulse)[D][lanes]) {
  const double* const p = &impulse[0][0];
  return std::all_of(p, p + D * lanes, [](double x) { return x == 0; });
}

}  // namespace

template <int D>
void sweep_radial(RadialBatcher<D>& batcher, std::vector<NlgsBlock<D>>& blocks, SweepSize& size,
                  Carry carry, SweepExtent extent, LaneInstructions instructions, RadialLaw law) {
  Sweeper<D> sweeper(batcher, blocks, size, carry, instructions, law);
  const auto& batches = batcher.batches();
  auto& asleep = batcher.asleep();
  const std::size_t first = batcher.first_sleeper();
  asleep.resize(batches.size() - first);
  if (extent == SweepExtent::awake) {
    sweeper.sweep(0, first);
    for (std::size_t b = first; b < batches.size(); ++b) {
      if (asleep[b - first] == 0) sweeper.sweep(b, b + 1);
    }
    return;
  }
  for (std::size_t b = first; b < batches.size(); ++b) {
    const bool open =
        is_open<D>(batches[b].impulse) && (!carry.on || is_open<D>(batcher.trail()[b].before));
    asleep[b - first] = open ? 1 : 0;
  }
  sweeper.sweep(0, batches.size());
  for (std::size_t b = first; b < batches.size(); ++b) {
    if (!is_open<D>(batches[b].impulse)) asleep[b - first] = 0;
  }
}

template void sweep_radial<2>(RadialBatcher<2>&, std::vector<NlgsBlock<2>>&, SweepSize&, Carry,
                              SweepExtent, LaneInstructions, RadialLaw);
template void sweep_radial<3>(RadialBatcher<3>&, std::vector<NlgsBlock<3>>&, SweepSize&, Carry,
                              SweepExtent, LaneInstructions, RadialLaw);

}  // namespace talus

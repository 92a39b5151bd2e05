#include "talus/solvers/radial_sweep.hpp"

namespace talus {

namespace {

// Registers of eight are no faster here than two of four, one of which works while the other waits
// for its square root (bench/RESULTS.md).
#define TALUS_NO_LANES_OF_EIGHT
#define TALUS_LANES "talus/solvers/radial_lanes.inl"
#include "talus/solvers/lane_widths.inl"

/// Sweeps over consecutive batches; the trail is null unless they carry on, the drift unless some
/// contact has one.
template <int D>
class Sweeper {
 public:
  Sweeper(RadialBatcher<D>& batcher, std::vector<NlgsBlock<D>>& blocks, SweepSize& size,
          Carry carry, LaneInstructions instructions, RadialLaw law)
      : batches_(batcher.batches().data()),
        trail_(carry.on ? batcher.trail().data() : nullptr),
        drift_(batcher.drift().empty() ? nullptr : batcher.drift().data()),
        blocks_(blocks.data()),
        size_(size),
        factor_(carry.factor),
        far_(blocks.size() > most_blocks_near),
        width_(lane_width(instructions)),
        law_(law) {}

  void sweep(std::size_t begin, std::size_t end) {
    drift_ == nullptr ? sweep<false>(begin, end) : sweep<true>(begin, end);
  }

 private:
  template <bool Drifting>
  void sweep(std::size_t begin, std::size_t end) {
    if (law_ == RadialLaw::coulomb) {
      trail_ == nullptr ? sweep<Drifting, false, false>(begin, end)
                        : sweep<Drifting, true, false>(begin, end);
    } else {
      trail_ == nullptr ? sweep<Drifting, false, true>(begin, end)
                        : sweep<Drifting, true, true>(begin, end);
    }
  }
  template <bool Drifting, bool Carried, bool Associated>
  void sweep(std::size_t begin, std::size_t end) {
    RadialBatch<D>* const first = batches_ + begin;
    RadialBatch<D>* const last = batches_ + end;
    LaneTrail<D>* const trail = Carried ? trail_ + begin : nullptr;
    const LaneTrail<D>* const drift = Drifting ? drift_ + begin : nullptr;
    TALUS_AT_WIDTH(width_, sweep<D, Drifting, Carried, Associated>(first, last, drift, trail,
                                                                   blocks_, size_, factor_, far_));
  }

  RadialBatch<D>* batches_;
  LaneTrail<D>* trail_;
  const LaneTrail<D>* drift_;
  NlgsBlock<D>* blocks_;
  SweepSize& size_;
  double factor_;
  bool far_;
  int width_;
  RadialLaw law_;
};

}  // namespace

template <int D>
void RadialBatch<D>::clear(std::uint32_t obstacle) {
  *this = {};
  for (int lane = 0; lane < lanes; ++lane) first[lane] = second[lane] = block_place(obstacle);
}

template <int D>
void RadialBatch<D>::put(std::uint32_t lane, const RadialContact<D>& contact) {
  for (int i = 0; i < D; ++i) {
    normal[i][lane] = contact.normal[i];
    impulse[i][lane] = contact.impulse[i];
  }
  approach[lane] = contact.approach;
  mu[lane] = contact.mu;
  lever_first[lane] = contact.lever_first;
  lever_second[lane] = contact.lever_second;
  first[lane] = block_place(contact.first);
  second[lane] = block_place(contact.second);
}

template <int D>
void sweep_radial(RadialBatcher<D>& batcher, std::vector<NlgsBlock<D>>& blocks, SweepSize& size,
                  Carry carry, SweepExtent extent, LaneInstructions instructions, RadialLaw law) {
  Sweeper<D> sweeper(batcher, blocks, size, carry, instructions, law);
  batcher.for_extent(extent, carry,
                     [&](std::size_t begin, std::size_t end) { sweeper.sweep(begin, end); });
}

template struct RadialBatch<2>;
template struct RadialBatch<3>;
template void sweep_radial<2>(RadialBatcher<2>&, std::vector<NlgsBlock<2>>&, SweepSize&, Carry,
                              SweepExtent, LaneInstructions, RadialLaw);
template void sweep_radial<3>(RadialBatcher<3>&, std::vector<NlgsBlock<3>>&, SweepSize&, Carry,
                              SweepExtent, LaneInstructions, RadialLaw);

}  // namespace talus

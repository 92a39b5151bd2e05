#include "talus/solvers/general_sweep.hpp"

#include "talus/solvers/section_contact.hpp"

namespace talus {

namespace {

#define TALUS_LANES "talus/solvers/general_lanes.inl"
#include "talus/solvers/lane_widths.inl"

/// Sweeps over consecutive batches, carried on where there is a trail.
template <int D, bool Carried>
void sweep_range(GeneralBatch<D>* first, GeneralBatch<D>* last, LaneTrail<D>* trail,
                 std::vector<NlgsBlock<D>>& blocks, SweepSize& size, double factor, int width) {
  const bool far = blocks.size() > most_blocks_near;
  TALUS_AT_WIDTH(width, sweep<D, Carried>(first, last, trail, blocks.data(), size, factor, far));
}

}  // namespace

template <int D>
void sweep_general(GeneralBatcher<D>& batcher, std::vector<NlgsBlock<D>>& blocks, SweepSize& size,
                   Carry carry, SweepExtent extent, LaneInstructions instructions) {
  const int width = lane_width(instructions);
  GeneralBatch<D>* const batches = batcher.batches().data();
  LaneTrail<D>* const trail = carry.on ? batcher.trail().data() : nullptr;
  batcher.for_extent(extent, carry, [&](std::size_t begin, std::size_t end) {
    if (trail == nullptr) {
      sweep_range<D, false>(batches + begin, batches + end, nullptr, blocks, size, 0, width);
    } else {
      sweep_range<D, true>(batches + begin, batches + end, trail + begin, blocks, size,
                           carry.factor, width);
    }
  });
}

template <int D>
void sweep_general(std::vector<GeneralContact<D>>& contacts, std::vector<NlgsBlock<D>>& blocks,
                   SweepSize& size, Carry carry, SweepExtent extent) {
  for (auto& c : contacts) {
    if (c.asleep && extent == SweepExtent::awake) continue;
    const Vec<D> reached = c.r;
    if (carry.on) c.r += carry.factor * (reached - c.before);
    c.before = reached;
    NlgsBlock<D>& a = blocks[c.first];
    NlgsBlock<D>& b = blocks[c.second];
    const Vec<D> u = c.frame.transpose() * (a.v - b.v) + c.spin_first * a.spin +
                     c.spin_second * b.spin + c.offset;
    const Vec<D> u_canonical = c.scale.cwiseProduct(u) + c.compliance.cwiseProduct(c.r);
    // 000 (38): the other impulses stay, this one is found anew.
    const Vec<D> q = u_canonical - c.w * c.r;
    const Vec<D> r = c.law == nullptr ? c.single.solve(q) : solve_section<D>(*c.law, c.w, q);
    const Vec<D> step = r - c.r;
    c.asleep = r.isZero(0) && c.r.isZero(0) && reached.isZero(0);
    c.r = r;
    const Vec<D> d = c.scale.cwiseProduct(step);
    const Vec<D> p = c.frame * d;
    a.v += a.inv_mass * p;
    b.v -= b.inv_mass * p;
    a.spin += c.spin_first.transpose() * d;
    b.spin += c.spin_second.transpose() * d;
    const double weight = c.w.trace() / D;
    size.change += weight * weight * step.squaredNorm();
    size.whole += weight * weight * r.squaredNorm();
    size.against -= weight * step.dot(r - reached);
  }
}

template void sweep_general<2>(GeneralBatcher<2>&, std::vector<NlgsBlock<2>>&, SweepSize&, Carry,
                               SweepExtent, LaneInstructions);
template void sweep_general<3>(GeneralBatcher<3>&, std::vector<NlgsBlock<3>>&, SweepSize&, Carry,
                               SweepExtent, LaneInstructions);
template void sweep_general<2>(std::vector<GeneralContact<2>>&, std::vector<NlgsBlock<2>>&,
                               SweepSize&, Carry, SweepExtent);
template void sweep_general<3>(std::vector<GeneralContact<3>>&, std::vector<NlgsBlock<3>>&,
                               SweepSize&, Carry, SweepExtent);

}  // namespace talus

#include "talus/solvers/momentum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

template <int D>
void Momentum<D>::start(const std::vector<NlgsBlock<D>>& blocks) {
  before_ = blocks;
  pace_ = 1;
  last_change_ = std::numeric_limits<double>::infinity();
}

template <int D>
Carry Momentum<D>::carry_on(const SweepSize& size, double cap, std::vector<NlgsBlock<D>>& blocks) {
  double factor = 0;
  if (size.against > 0 || size.change > 1.5 * last_change_) {
    pace_ = 1;
  } else {
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * pace_ * pace_));
    factor = std::min(cap, (pace_ - 1) / next);
    pace_ = next;
  }
  last_change_ = size.change;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto v = blocks[b].v;
    const auto w = blocks[b].w;
    blocks[b].v += factor * (v - before_[b].v);
    blocks[b].w += factor * (w - before_[b].w);
    before_[b].v = v;
    before_[b].w = w;
  }
  return {true, factor};
}

template class Momentum<2>;
template class Momentum<3>;

}  // namespace talus

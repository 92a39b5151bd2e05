#include "talus/solvers/momentum.hpp"

namespace talus {

template <int D>
void Momentum<D>::start(const std::vector<NlgsBlock<D>>& blocks) {
  before_ = blocks;
  pace_.start();
}

template <int D>
Carry Momentum<D>::carry_on(const SweepSize& size, double cap, std::vector<NlgsBlock<D>>& blocks) {
  const double factor = pace_.factor(size, cap);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto v = blocks[b].v;
    const auto spin = blocks[b].spin;
    blocks[b].v += factor * (v - before_[b].v);
    blocks[b].spin += factor * (spin - before_[b].spin);
    before_[b].v = v;
    before_[b].spin = spin;
  }
  return {true, factor};
}

template class Momentum<2>;
template class Momentum<3>;

}  // namespace talus

#include "talus/solvers/momentum.hpp"

#include "talus/math/parallel.hpp"

namespace talus {

namespace {
constexpr std::size_t blocks_a_task = 4096;

/// A block as eight numbers.
template <int D>
using Numbers =
    Eigen::Map<Eigen::Array<double, sizeof(NlgsBlock<D>) / sizeof(double), 1>, Eigen::Aligned16>;
}  // namespace

template <int D>
void Momentum<D>::start(const std::vector<NlgsBlock<D>>& blocks) {
  before_ = blocks;
  pace_.start();
}

template <int D>
Carry Momentum<D>::carry_on(const SweepSize& size, double cap, std::vector<NlgsBlock<D>>& blocks) {
  const double factor = pace_.factor(size, cap);
  carry_by(factor, blocks);
  return {true, factor};
}

template <int D>
void Momentum<D>::carry_by(double factor, std::vector<NlgsBlock<D>>& blocks) {
  parallel_for(blocks.size(), blocks_a_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      // All numbers of a block at once, for speed: those that are no velocities do not change.
      Numbers<D> now(reinterpret_cast<double*>(&blocks[b]));
      Numbers<D> before(reinterpret_cast<double*>(&before_[b]));
      const typename Numbers<D>::PlainObject reached = now;
      now = reached + factor * (reached - before);
      before = reached;
    }
  });
}

/// To the way from the velocities before, and back.
template <int D>
void Momentum<D>::keep_way(const std::vector<NlgsBlock<D>>& blocks) {
  for (std::size_t b = 0; b < before_.size(); ++b) {
    before_[b].v = blocks[b].v - before_[b].v;
    before_[b].spin = blocks[b].spin - before_[b].spin;
  }
}

template class Momentum<2>;
template class Momentum<3>;

}  // namespace talus

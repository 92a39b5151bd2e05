#include "talus/solvers/momentum.hpp"

#include "talus/math/parallel.hpp"
#include "talus/math/wide_registers.hpp"

namespace talus {

namespace {
constexpr std::size_t blocks_a_task = 4096;

/// All numbers of blocks at once, for speed: those that are no velocities do not change.
[[gnu::always_inline]] inline void carry_numbers(double* __restrict now, double* __restrict before,
                                                 std::size_t count, double factor) {
  for (std::size_t i = 0; i < count; ++i) {
    const double reached = now[i];
    now[i] = reached + factor * (reached - before[i]);
    before[i] = reached;
  }
}

#ifdef TALUS_HAS_WIDE_SWEEPS
[[gnu::target("avx2")]] void carry_numbers_four_wide(double* now, double* before, std::size_t count,
                                                     double factor) {
  carry_numbers(now, before, count, factor);
}
#endif
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
  constexpr std::size_t numbers = sizeof(NlgsBlock<D>) / sizeof(double);
  parallel_for(blocks.size(), blocks_a_task, [&](std::size_t begin, std::size_t end) {
    auto* const now = reinterpret_cast<double*>(&blocks[begin]);
    auto* const before = reinterpret_cast<double*>(&before_[begin]);
#ifdef TALUS_HAS_WIDE_SWEEPS
    if (widest_registers() >= 4) {
      carry_numbers_four_wide(now, before, numbers * (end - begin), factor);
      return;
    }
#endif
    carry_numbers(now, before, numbers * (end - begin), factor);
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

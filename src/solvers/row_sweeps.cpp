#include "talus/solvers/row_sweeps.hpp"

// Lanes never cross a call that is not inlined, so how they would be passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace talus {

namespace {

/// What lanes see of the rows.
template <int D>
struct RowView {
  const double* block;
  const std::uint32_t* column;
  const double* q;
  double* r;
  const SingleContact<D>* alone;

  [[gnu::noinline]] void solve_alone(std::uint32_t number, const double* q_of, double* r_of) const {
    Eigen::Map<Vec<D>>(r_of, D) = alone[number].solve(Eigen::Map<const Vec<D>>(q_of, D));
  }
};

#define TALUS_WIDTH 2
namespace baseline {
#include "talus/solvers/row_lanes.inl"
}  // namespace baseline
#undef TALUS_WIDTH

#ifdef TALUS_HAS_WIDE_SWEEPS
#pragma GCC push_options
#pragma GCC target("avx2")
#define TALUS_WIDTH 4
namespace avx2 {
#include "talus/solvers/row_lanes.inl"
}  // namespace avx2
#undef TALUS_WIDTH
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl")
#define TALUS_WIDTH 8
namespace avx512 {
#include "talus/solvers/row_lanes.inl"
}  // namespace avx512
#undef TALUS_WIDTH
#pragma GCC pop_options
#endif

}  // namespace

template <int D>
SweepSize RowSweeps<D>::sweep(double carry, bool all, LaneInstructions instructions) {
  RowBatch<D>* const first = rows_.batch.data();
  RowBatch<D>* const last = first + rows_.batch.size();
  const RowView<D> view{rows_.block.data(), rows_.column.data(), rows_.q.data()->x,
                        rows_.r.data()->x, rows_.alone.data()};
  SweepSize size;
  const auto by = [&](const auto& carried, const auto& plain, const auto& carry_on) {
    if (carry == 0) {
      plain(first, last, view, size, all);
    } else {
      carry_on(first, last, view.r, carry);
      carried(first, last, view, size, all);
    }
  };
  using Batch = RowBatch<D>;
  using View = RowView<D>;
#ifdef TALUS_HAS_WIDE_SWEEPS
  const int width = lane_width(instructions);
  // Registers of eight take longer for a root or a division than those of four: where neighbours
  // are many and batches small, half of them would be empty.
  const bool small = 2 * rows_.place.size() <= lanes * rows_.batch.size();
  if (width == 8 && !small) {
    by(avx512::sweep<D, true, Batch, View, SweepSize>,
       avx512::sweep<D, false, Batch, View, SweepSize>, avx512::carry_on<D, Batch>);
    return size;
  }
  if (width >= 4) {
    by(avx2::sweep<D, true, Batch, View, SweepSize>, avx2::sweep<D, false, Batch, View, SweepSize>,
       avx2::carry_on<D, Batch>);
    return size;
  }
#endif
  by(baseline::sweep<D, true, Batch, View, SweepSize>,
     baseline::sweep<D, false, Batch, View, SweepSize>, baseline::carry_on<D, Batch>);
  return size;
}

void RowSweeps<5>::take(const AssembledProblem<5>& problem) {
  problem_ = &problem;
  const std::size_t n = problem.contact_count();
  contact_.assign(n, {});
  weight_.resize(n);
  for (std::size_t c = 0; c < n; ++c) {
    const Mat<5>& w = problem.w.diagonal(c);
    if (w(0, 0) > 0) contact_[c] = RollingContact(w, problem.cone[c]);
    weight_[c] = w.trace() / 5;
  }
}

void RowSweeps<5>::start(const std::vector<Vec<5>>& r) {
  r_ = reached_ = r;
  asleep_.assign(r.size(), 0);
}

Vec<5> RowSweeps<5>::solve(std::size_t c) const {
  const Mat<5>& w = problem_->w.diagonal(c);
  if (w(0, 0) == 0) return Vec<5>::Zero();  // nothing it touches can move
  const Vec<5> u = problem_->w.row_times(c, r_) + problem_->q[c];
  return contact_[c].solve(u - w * r_[c], r_[c]);
}

SweepSize RowSweeps<5>::sweep(double carry, bool all) {
  for (std::size_t c = 0; c < r_.size(); ++c) {
    const Vec<5> end = r_[c];
    r_[c] += carry * (end - reached_[c]);
    reached_[c] = end;
  }
  SweepSize size;
  for (std::size_t c = 0; c < r_.size(); ++c) {
    if (asleep_[c] != 0 && !all) continue;
    const Vec<5> r = solve(c);
    asleep_[c] = r.isZero(0) && r_[c].isZero(0) && reached_[c].isZero(0) ? 1 : 0;
    const Vec<5> step = r - r_[c];
    r_[c] = r;
    size.change += weight_[c] * weight_[c] * step.squaredNorm();
    size.whole += weight_[c] * weight_[c] * r.squaredNorm();
    size.against -= weight_[c] * step.dot(r - reached_[c]);
  }
  return size;
}

template class RowSweeps<2>;
template class RowSweeps<3>;

}  // namespace talus

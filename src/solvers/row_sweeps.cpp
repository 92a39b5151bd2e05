#include "talus/solvers/row_sweeps.hpp"

#include <algorithm>
#include <cmath>

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
  double slip_tolerance;

  [[gnu::noinline]] void solve_alone(std::uint32_t number, const double* q_of, double* r_of) const {
    Eigen::Map<Vec<D>>(r_of, D) = alone[number].solve(Eigen::Map<const Vec<D>>(q_of, D));
  }
};

#define TALUS_LANES "talus/solvers/row_lanes.inl"
#include "talus/solvers/lane_widths.inl"

}  // namespace

template <int D>
SweepSize RowSweeps<D>::sweep(double carry, bool all, LaneInstructions instructions) {
  if (all && apart_) {
    awake_.give_back(rows_);
    apart_ = false;
  }
  RowBatches<D>& rows = apart_ ? awake_.rows() : rows_;
  RowBatch<D>* const first = rows.batch.data();
  RowBatch<D>* const last = first + rows.batch.size();
  const RowView<D> view{rows.block.data(), rows.column.data(), rows.q.data()->x,
                        rows.r.data()->x,  rows.alone.data(),  slip_tolerance_};
  // Registers of eight take longer for a root or a division than those of four: where neighbours
  // are many and batches small, half of them would be empty.
  const bool small = 2 * rows.count <= lanes * rows.batch.size();
  const int width = std::min(lane_width(instructions), small ? 4 : 8);
  SweepSize size;
  if (carry == 0) {
    TALUS_AT_WIDTH(width, sweep<D, false>(first, last, view, size, all));
  } else {
    TALUS_AT_WIDTH(width, carry_on<D>(first, last, view.r, carry));
    TALUS_AT_WIDTH(width, sweep<D, true>(first, last, view, size, all));
  }
  slip_tolerance_ =
      size.whole > 0 ? slip_share_ * std::min(1.0, std::sqrt(size.change / size.whole)) : 0;
  if (all) apart_ = awake_.take(rows_);
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

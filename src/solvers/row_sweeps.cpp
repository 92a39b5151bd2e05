#include "talus/solvers/row_sweeps.hpp"

namespace talus {

template <int D>
void RowSweeps<D>::take(const AssembledProblem<D>& problem) {
  problem_ = &problem;
  const std::size_t n = problem.contact_count();
  contact_.clear();
  contact_.reserve(n);
  weight_.resize(n);
  for (std::size_t c = 0; c < n; ++c) {
    contact_.emplace_back(problem.w.diagonal(c), problem.cone[c]);
    weight_[c] = problem.w.diagonal(c).trace() / D;
  }
}

template <int D>
void RowSweeps<D>::start(const std::vector<Vec<D>>& r) {
  r_ = reached_ = r;
  asleep_.assign(r.size(), 0);
}

template <int D>
SweepSize RowSweeps<D>::sweep(double carry, bool all) {
  for (std::size_t c = 0; c < r_.size(); ++c) {
    const Vec<D> end = r_[c];
    r_[c] += carry * (end - reached_[c]);
    reached_[c] = end;
  }
  SweepSize size;
  for (std::size_t c = 0; c < r_.size(); ++c) {
    if (asleep_[c] != 0 && !all) continue;
    const Vec<D> u = problem_->w.row_times(c, r_) + problem_->q[c];
    const Vec<D> r = contact_[c].solve(u, r_[c]);
    asleep_[c] = r.isZero(0) && r_[c].isZero(0) && reached_[c].isZero(0) ? 1 : 0;
    const Vec<D> step = r - r_[c];
    r_[c] = r;
    size.change += weight_[c] * weight_[c] * step.squaredNorm();
    size.whole += weight_[c] * weight_[c] * r.squaredNorm();
    size.against -= weight_[c] * step.dot(r - reached_[c]);
  }
  return size;
}

template class RowSweeps<2>;
template class RowSweeps<3>;
template class RowSweeps<5>;

}  // namespace talus

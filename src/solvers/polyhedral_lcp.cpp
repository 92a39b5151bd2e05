#include "talus/solvers/polyhedral_lcp.hpp"

#include <cmath>
#include <numbers>

namespace talus {

namespace {

template <int D>
Eigen::Matrix<double, D - 1, Eigen::Dynamic> around(int count) {
  Eigen::Matrix<double, D - 1, Eigen::Dynamic> out(D - 1, count);
  for (int k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * k / count;
    if constexpr (D == 2) {
      out(0, k) = k == 0 ? 1 : -1;
    } else {
      out.col(k) = Vec<2>(std::cos(angle), std::sin(angle));
    }
  }
  return out;
}

}  // namespace

template <int D>
PolyhedralLcp<D>::PolyhedralLcp(const AssembledProblem<D>& problem, int facets)
    : count_(static_cast<int>(problem.contact_count())),
      directions_(directions(facets)),
      unit_(1),
      direction_(around<D>(directions_)) {
  double trace = 0;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    trace += problem.w.diagonal(c).trace();
    mu_.push_back(problem.cone[c].mu);
  }
  if (trace > 0) unit_ = D * count_ / trace;

  const int k = directions_;
  const int each = 2 + k;
  const int all = count_ * each;
  lcp_.m = Eigen::MatrixXd::Zero(all, all);
  lcp_.b = Eigen::VectorXd::Zero(all);
  // Normal and tangential impulses of a contact from its p and beta.
  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(D, 1 + k);
  spread(0, 0) = 1;
  spread.bottomRightCorner(D - 1, k) = direction_;
  for (int c = 0; c < count_; ++c) {
    const auto row = static_cast<std::size_t>(c);
    for (std::size_t at = problem.w.row_begin(row); at < problem.w.row_begin(row + 1); ++at) {
      const int other = static_cast<int>(problem.w.column(at));
      lcp_.m.block(c * each, other * each, 1 + k, 1 + k) =
          unit_ * spread.transpose() * problem.w.block(at) * spread;
    }
    lcp_.b.segment(c * each, 1 + k) = spread.transpose() * problem.q[row];
    lcp_.m.block(c * each + 1, c * each + 1 + k, k, 1).setOnes();
    lcp_.m.block(c * each + 1 + k, c * each + 1, 1, k).setConstant(-1);
    lcp_.m(c * each + 1 + k, c * each) = problem.cone[row].mu;
  }
}

template <int D>
std::vector<Vec<D>> PolyhedralLcp<D>::impulses(const Eigen::VectorXd& z) const {
  std::vector<Vec<D>> r(static_cast<std::size_t>(count_));
  for (int c = 0; c < count_; ++c) {
    const int first = c * (2 + directions_);
    Vec<D>& out = r[static_cast<std::size_t>(c)];
    out[0] = unit_ * z[first];
    // Rounding may lead out of the cone, be it a line.
    const double limit = mu_[static_cast<std::size_t>(c)] * z[first];
    const double sum = z.segment(first + 1, directions_).sum();
    const double cut = sum > limit ? limit / sum : 1;
    out.template tail<D - 1>() = cut * unit_ * direction_ * z.segment(first + 1, directions_);
  }
  return r;
}

template class PolyhedralLcp<2>;
template class PolyhedralLcp<3>;

}  // namespace talus

#include "talus/solvers/convex_seed.hpp"

namespace talus {

namespace {
constexpr int sweeps_between_looks = 20;
constexpr double any_momentum = 1;
}  // namespace

template <int D>
void ConvexSeed<D>::take(const AssembledProblem<D>& problem, double share) {
  relaxed_.take(problem, share);
  step_.resize(problem.contact_count());
  for (std::size_t c = 0; c < step_.size(); ++c) {
    const Mat<D>& w = problem.w.diagonal(c);
    const Vec<D> inverse = relaxed_.scale(c).cwiseInverse();
    const Mat<D> symmetric =
        inverse.asDiagonal() * Mat<D>(0.5 * (w + w.transpose())) * inverse.asDiagonal();
    // No eigenvalue exceeds the largest sum of a row.
    const double largest = symmetric.cwiseAbs().rowwise().sum().maxCoeff();
    step_[c] = largest > 0 ? 1 / largest : 0;
  }
}

template <int D>
void ConvexSeed<D>::visit(std::size_t c, std::vector<Vec<D>>& r, SweepSize& size) const {
  const auto& problem = relaxed_.problem();
  const Vec<D> u = problem.w.row_times(c, r) + problem.q[c];
  const auto& scale = relaxed_.scale(c);
  const Vec<D> towards = scale.cwiseProduct(r[c]) - step_[c] * u.cwiseQuotient(scale);
  const Vec<D> next = relaxed_.project(c, towards).cwiseQuotient(scale);
  const Vec<D> change = next - r[c];
  r[c] = next;
  const double weight = relaxed_.weight(c);
  size.change += weight * weight * change.squaredNorm();
  size.against -= weight * change.dot(next - reached_[c]);
}

template <int D>
int ConvexSeed<D>::solve(double tolerance, int most_sweeps, const Deadline& deadline,
                         std::vector<Vec<D>>& r) {
  r.assign(relaxed_.contact_count(), Vec<D>::Zero());
  reached_ = r;
  Pace pace;
  double carry = 0;
  int sweeps = 0;
  while (sweeps < most_sweeps) {
    for (std::size_t c = 0; c < r.size(); ++c) {
      const Vec<D> end = r[c];
      r[c] += carry * (end - reached_[c]);
      reached_[c] = end;
    }
    SweepSize size;
    for (std::size_t c = 0; c < r.size(); ++c) visit(c, r, size);
    ++sweeps;
    carry = pace.factor(size, any_momentum);
    if (sweeps % sweeps_between_looks != 0) continue;
    if (relaxed_.errors(r).weighted <= tolerance || deadline.passed()) break;
  }
  return sweeps;
}

template class ConvexSeed<2>;
template class ConvexSeed<3>;

}  // namespace talus

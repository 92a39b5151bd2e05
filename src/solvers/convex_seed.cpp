#include "talus/solvers/convex_seed.hpp"

#include "talus/solvers/pace.hpp"

namespace talus {

namespace {
constexpr int sweeps_between_looks = 40;
constexpr double any_momentum = 1;
}  // namespace

template <int D>
void ConvexSeed<D>::Rows::take(const ConvexRelaxation<D>& relaxed) {
  relaxed_ = &relaxed;
  step_.resize(relaxed.contact_count());
  for (std::size_t c = 0; c < step_.size(); ++c) {
    const Mat<D>& w = relaxed.problem().w.diagonal(c);
    const Vec<D> inverse = relaxed.scale(c).cwiseInverse();
    const Mat<D> symmetric =
        inverse.asDiagonal() * Mat<D>(0.5 * (w + w.transpose())) * inverse.asDiagonal();
    // No eigenvalue exceeds the largest sum of a row.
    const double largest = symmetric.cwiseAbs().rowwise().sum().maxCoeff();
    step_[c] = largest > 0 ? 1 / largest : 0;
  }
}

template <int D>
void ConvexSeed<D>::Rows::visit(std::size_t c, SweepSize& size) {
  const auto& problem = relaxed_->problem();
  const Vec<D> u = problem.w.row_times(c, r_) + problem.q[c];
  const auto& scale = relaxed_->scale(c);
  const Vec<D> towards = scale.cwiseProduct(r_[c]) - step_[c] * u.cwiseQuotient(scale);
  const Vec<D> next = relaxed_->project(c, towards).cwiseQuotient(scale);
  const Vec<D> change = next - r_[c];
  r_[c] = next;
  const double weight = relaxed_->weight(c);
  size.change += weight * weight * change.squaredNorm();
  size.against -= weight * change.dot(next - reached_[c]);
}

template <int D>
SweepSize ConvexSeed<D>::Rows::sweep(double carry, bool /*all*/) {
  for (std::size_t c = 0; c < r_.size(); ++c) {
    const Vec<D> end = r_[c];
    r_[c] += carry * (end - reached_[c]);
    reached_[c] = end;
  }
  SweepSize size;
  for (std::size_t c = 0; c < r_.size(); ++c) visit(c, size);
  return size;
}

template <int D>
void ConvexSeed<D>::take(const AssembledProblem<D>& problem, double share) {
  relaxed_.take(problem, share);
  if (problem.balls == nullptr) {
    rows_.take(relaxed_);
    return;
  }
  balls_ = *problem.balls;
  for (auto& law : balls_.law) law.mu *= share;
  bodies_.take(balls_, RadialLaw::associated);
}

template <int D>
int ConvexSeed<D>::solve(double tolerance, int most_sweeps, const Deadline& deadline,
                         std::vector<Vec<D>>& r) {
  r.assign(relaxed_.contact_count(), Vec<D>::Zero());
  return relaxed_.problem().balls == nullptr ? solve(rows_, tolerance, most_sweeps, deadline, r)
                                             : solve(bodies_, tolerance, most_sweeps, deadline, r);
}

template <int D>
template <class Sweeps>
int ConvexSeed<D>::solve(Sweeps& by, double tolerance, int most_sweeps, const Deadline& deadline,
                         std::vector<Vec<D>>& r) {
  by.start(r);
  Pace pace;
  double carry = 0;
  int sweeps = 0;
  while (sweeps < most_sweeps) {
    const SweepSize size = by.sweep(carry, true);
    ++sweeps;
    carry = pace.factor(size, any_momentum);
    if (deadline.passed()) break;
    if (sweeps % sweeps_between_looks != 0) continue;
    if (relaxed_.errors(by.impulses()).weighted <= tolerance) break;
  }
  r = by.impulses();
  return sweeps;
}

template class ConvexSeed<2>;
template class ConvexSeed<3>;

}  // namespace talus

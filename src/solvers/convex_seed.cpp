#include "talus/solvers/convex_seed.hpp"

#include <cmath>

namespace talus {

namespace {
constexpr int sweeps_between_looks = 20;
constexpr double any_momentum = 1;
}  // namespace

template <int D>
void ConvexSeed<D>::take(const AssembledProblem<D>& problem) {
  problem_ = &problem;
  const std::size_t n = problem.contact_count();
  scale_.resize(n);
  step_.resize(n);
  weight_.resize(n);
  for (std::size_t c = 0; c < n; ++c) {
    const Mat<D>& w = problem.w.diagonal(c);
    weight_[c] = w.trace() / D;
    // In variables in which the mean diagonals of normal and tangents are 1 the block of two balls
    // is the unit matrix, and one projection solves the contact.
    const double tangential = (w.trace() - w(0, 0)) / (D - 1);
    const double unit = w(0, 0) > 0 ? w(0, 0) : 1;
    scale_[c].setConstant(std::sqrt(tangential > 0 ? tangential : unit));
    scale_[c][0] = std::sqrt(unit);
    const Vec<D> inverse = scale_[c].cwiseInverse();
    const Mat<D> symmetric =
        inverse.asDiagonal() * Mat<D>(0.5 * (w + w.transpose())) * inverse.asDiagonal();
    // No eigenvalue exceeds the largest sum of a row.
    const double largest = symmetric.cwiseAbs().rowwise().sum().maxCoeff();
    step_[c] = largest > 0 ? 1 / largest : 0;
  }
}

template <int D>
void ConvexSeed<D>::visit(std::size_t c, double share, std::vector<Vec<D>>& r,
                          SweepSize& size) const {
  const Vec<D> u = problem_->w.row_times(c, r) + problem_->q[c];
  const auto& scale = scale_[c];
  const double mu = share * problem_->cone[c].mu * scale[1] / scale[0];
  const Vec<D> towards = scale.cwiseProduct(r[c]) - step_[c] * u.cwiseQuotient(scale);
  const Vec<D> next = project_on_cone<D>(towards, mu).cwiseQuotient(scale);
  const Vec<D> change = next - r[c];
  r[c] = next;
  size.change += weight_[c] * weight_[c] * change.squaredNorm();
  size.against -= weight_[c] * change.dot(next - reached_[c]);
}

/// The natural map of the relaxed law, over |q|.
template <int D>
double ConvexSeed<D>::error(double share, const std::vector<Vec<D>>& r) const {
  double defect2 = 0;
  double q2 = 0;
  for (std::size_t c = 0; c < r.size(); ++c) {
    const Vec<D> u = problem_->w.row_times(c, r) + problem_->q[c];
    const Vec<D> scaled = weight_[c] * r[c];
    const double mu = share * problem_->cone[c].mu;
    defect2 += (scaled - project_on_cone<D>(scaled - u, mu)).squaredNorm();
    q2 += problem_->q[c].squaredNorm();
  }
  return q2 > 0 ? std::sqrt(defect2 / q2) : 0;
}

template <int D>
int ConvexSeed<D>::solve(double share, double tolerance, int most_sweeps, const Deadline& deadline,
                         std::vector<Vec<D>>& r) {
  r.assign(problem_->contact_count(), Vec<D>::Zero());
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
    for (std::size_t c = 0; c < r.size(); ++c) visit(c, share, r, size);
    ++sweeps;
    carry = pace.factor(size, any_momentum);
    if (sweeps % sweeps_between_looks != 0) continue;
    if (error(share, r) <= tolerance || deadline.passed()) break;
  }
  return sweeps;
}

template class ConvexSeed<2>;
template class ConvexSeed<3>;

}  // namespace talus

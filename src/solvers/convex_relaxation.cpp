#include "talus/solvers/convex_relaxation.hpp"

#include "talus/problem/law_error.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

template <int D>
void ConvexRelaxation<D>::take(const AssembledProblem<D>& problem, double share) {
  problem_ = &problem;
  share_ = share;
  const std::size_t n = problem.contact_count();
  scale_.resize(n);
  mu_.resize(n);
  weight_.resize(n);
  for (std::size_t c = 0; c < n; ++c) {
    const Mat<D>& w = problem.w.diagonal(c);
    weight_[c] = w.trace() / D;
    const double tangential = (w.trace() - w(0, 0)) / (D - 1);
    const double unit = w(0, 0) > 0 ? w(0, 0) : 1;
    scale_[c].setConstant(std::sqrt(tangential > 0 ? tangential : unit));
    scale_[c][0] = std::sqrt(unit);
    mu_[c] = share * problem.cone[c].mu * scale_[c][1] / scale_[c][0];
  }
}

template <int D>
void ConvexRelaxation<D>::impulses(const std::vector<Vec<D>>& x, std::vector<Vec<D>>& r) const {
  r.resize(x.size());
  for (std::size_t c = 0; c < x.size(); ++c) r[c] = x[c].cwiseQuotient(scale_[c]);
}

template <int D>
void ConvexRelaxation<D>::times(const std::vector<Vec<D>>& x, std::vector<Vec<D>>& out) const {
  impulses(x, r_);
  out.resize(x.size());
  for (std::size_t c = 0; c < x.size(); ++c) {
    out[c] = problem_->w.row_times(c, r_).cwiseQuotient(scale_[c]);
  }
}

template <int D>
typename ConvexRelaxation<D>::Errors ConvexRelaxation<D>::errors(
    const std::vector<Vec<D>>& r) const {
  LawErrorSum law;
  double weighted2 = 0;
  double natural2 = 0;
  double q2 = 0;
  for (std::size_t c = 0; c < r.size(); ++c) {
    const Vec<D> u = problem_->w.row_times(c, r) + problem_->q[c];
    const Vec<D> scaled = weight_[c] * r[c];
    const double mu = share_ * problem_->cone[c].mu;
    const Vec<D> defect = scaled - project_on_cone<D>(scaled - u, mu);
    const double own_q2 = problem_->q[c].squaredNorm();
    law.add<D>(defect, scaled, own_q2);
    weighted2 += defect.squaredNorm();
    natural2 += (r[c] - project_on_cone<D>(r[c] - u, mu)).squaredNorm();
    q2 += own_q2;
  }
  if (q2 == 0) return {};
  return {std::sqrt(weighted2 / q2), std::max(law.total().relative, std::sqrt(natural2 / q2))};
}

template class ConvexRelaxation<2>;
template class ConvexRelaxation<3>;

}  // namespace talus

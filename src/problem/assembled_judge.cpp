#include "talus/problem/assembled_judge.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// The length at which a contact turns as easily as it shifts: in its unit impulses against rolling
/// are impulses, and rolling is a velocity.
double length_of_rolling(const Mat<5>& w) {
  const Vec<5> diagonal = w.diagonal();
  const double shifts = diagonal.head<3>().mean();
  const double turns = diagonal.tail<2>().mean();
  return shifts > 0 && turns > 0 ? std::sqrt(shifts / turns) : 1;
}

}  // namespace

template <int D>
void AssembledJudge<D>::take(const AssembledProblem<D>& problem) {
  problem_ = &problem;
  weight_.resize(problem.contact_count());
  length_.assign(D == 5 ? weight_.size() : 0, 1.0);
  for (std::size_t c = 0; c < weight_.size(); ++c) {
    const Mat<D>& w = problem.w.diagonal(c);
    weight_[c] = w.trace() / D;
    if constexpr (D == 5) {
      length_[c] = length_of_rolling(w);
      weight_[c] = (w.diagonal().template head<3>().sum() +
                    length_[c] * length_[c] * w.diagonal().template tail<2>().sum()) /
                   D;
    }
  }
}

template <int D>
void AssembledJudge<D>::add(std::size_t c, const Vec<D>& r, const Vec<D>& u,
                            LawErrorSum& sum) const {
  const auto add = [&](const ContactCone<D>& cone, const Vec<D>& scaled, const Vec<D>& moving,
                       const Vec<D>& q) {
    sum.add_cone<D>(scaled - cone.project(scaled - cone.shifted(moving)), scaled, moving[0],
                    q.squaredNorm(), cone.largest());
  };
  const ContactCone<D>& cone = problem_->cone[c];
  if constexpr (D == 5) {
    Vec<D> length = Vec<D>::Ones();
    length.template tail<2>().setConstant(length_[c]);
    ContactCone<D> turned = cone;
    turned.mu_rolling /= length_[c];
    add(turned, (weight_[c] * r).cwiseQuotient(length), u.cwiseProduct(length),
        problem_->q[c].cwiseProduct(length));
  } else {
    add(cone, weight_[c] * r, u, problem_->q[c]);
  }
}

template <int D>
std::vector<double> AssembledJudge<D>::contact_errors(const std::vector<Vec<D>>& r) const {
  const double scale = (*this)(r).law.scale;
  std::vector<double> errors(weight_.size());
  for (std::size_t c = 0; c < errors.size(); ++c) {
    LawErrorSum alone;
    add(c, r[c], problem_->w.row_times(c, r) + problem_->q[c], alone);
    errors[c] = part_of_law_error(alone.total().worst, scale);
  }
  return errors;
}

template <int D>
AssembledError AssembledJudge<D>::operator()(const std::vector<Vec<D>>& r) const {
  const auto& p = *problem_;
  AssembledError e;
  LawErrorSum sum;
  double natural2 = 0;
  double q2 = 0;
  double r2 = 0;
  double u2 = 0;
  double outside2 = 0;
  std::vector<Vec<D>> moved;
  const bool acts = std::any_of(r.begin(), r.end(), [](const Vec<D>& x) { return !x.isZero(0); });
  if (acts) p.w.times(r, moved);  // most solves begin with nothing
  for (std::size_t c = 0; c < weight_.size(); ++c) {
    const Vec<D> u = acts ? Vec<D>(moved[c] + p.q[c]) : p.q[c];
    const Vec<D> shifted = p.cone[c].shifted(u);
    add(c, r[c], u, sum);
    natural2 += (r[c] - p.cone[c].project(r[c] - shifted)).squaredNorm();
    outside2 += (r[c] - p.cone[c].project(r[c])).squaredNorm();
    e.complementarity += std::abs(shifted.dot(r[c]));
    q2 += p.q[c].squaredNorm();
    r2 += r[c].squaredNorm();
    u2 += u.squaredNorm();
  }
  e.law = sum.total();
  const auto part_of = [](double a, double b) { return a == 0 ? 0 : (b > 0 ? a / b : 1); };
  const double natural = std::sqrt(natural2);
  // Of no impulses the map is exact but for the last bit of a norm.
  const double eps = r2 > 0 ? std::numeric_limits<double>::epsilon() : 0;
  const double certain = std::max(natural, eps * std::sqrt(r2 + q2));
  e.natural_found = part_of(natural, std::sqrt(q2));
  e.natural = part_of(certain, std::sqrt(q2));
  e.siconos = part_of(certain, std::sqrt(std::max({q2, r2, u2})));
  e.complementarity = part_of(e.complementarity, std::sqrt(q2) * std::sqrt(r2));
  e.cone = part_of(std::sqrt(outside2), std::sqrt(r2));
  return e;
}

template class AssembledJudge<2>;
template class AssembledJudge<3>;
template class AssembledJudge<5>;

}  // namespace talus

#include "talus/problem/statuses.hpp"

#include "talus/problem/redundancy.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

template <int D>
Vec<D - 1> coupling(const Mat<D>& w) {
  return 0.5 * (w.template block<D - 1, 1>(1, 0) + w.template block<1, D - 1>(0, 1).transpose());
}

/// mu |W_NT| / W_NN, squared: roots are a good part of what a short solve takes.
template <int D>
double squared_number(const Mat<D>& w, double mu) {
  return w(0, 0) > 0 ? (mu / w(0, 0) * coupling<D>(w)).squaredNorm() : 0;
}

template <int D>
bool is_painleve(const Mat<D>& w, double mu) {
  return squared_number<D>(w, mu) >= 1;
}

bool is_ambiguous(const Mat<2>& w, double mu) { return is_painleve<2>(w, mu); }

bool is_ambiguous(const Mat<3>& w, double mu) {
  const double number2 = squared_number<3>(w, mu);
  if (!(number2 > 0)) return false;
  const Vec<2> w_nt = coupling<3>(w);
  const Mat<2> s = w.bottomRightCorner<2, 2>() - w_nt * w_nt.transpose() / w(0, 0);
  const double off = 0.5 * (s(0, 1) + s(1, 0));
  const double determinant = std::max(0.0, s(0, 0) * s(1, 1) - off * off);
  return !(number2 * s.trace() * s.trace() < 4 * determinant);
}

/// By the number of directions an impulse may change in.
template <int D>
AnswerStatus status_of(Eigen::Index directions) {
  if (directions == 0) return AnswerStatus::open;
  return directions == D ? AnswerStatus::sticking : AnswerStatus::sliding;
}

}  // namespace

template <int D>
std::vector<AnswerStatus> answer_statuses(const AssembledProblem<D>& problem,
                                          const std::vector<Vec<D>>& r) {
  const double nothing = negligible_impulse<D>(r);
  std::vector<AnswerStatus> out(r.size());
  for (std::size_t c = 0; c < r.size(); ++c) {
    out[c] = status_of<D>(free_directions<D>(problem.cone[c], r[c], nothing).cols());
  }
  return out;
}

template <int D>
Statuses statuses(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& r) {
  const double nothing = negligible_impulse<D>(r);
  Statuses out;
  for (std::size_t c = 0; c < r.size(); ++c) {
    if constexpr (D != 5) {
      const Mat<D> w = problem.w.diagonal(c);
      out.painleve_contacts += is_painleve<D>(w, problem.cone[c].mu) ? 1 : 0;
      out.ambiguous_contacts += is_ambiguous(w, problem.cone[c].mu) ? 1 : 0;
    }
    const auto directions = free_directions<D>(problem.cone[c], r[c], nothing).cols();
    switch (status_of<D>(directions)) {
      case AnswerStatus::open: ++out.open; break;
      case AnswerStatus::sticking: ++out.sticking; break;
      case AnswerStatus::sliding: ++out.sliding; break;
    }
    out.free_components += static_cast<std::size_t>(directions);
  }
  return out;
}

template std::vector<AnswerStatus> answer_statuses<2>(const AssembledProblem<2>&,
                                                      const std::vector<Vec<2>>&);
template std::vector<AnswerStatus> answer_statuses<3>(const AssembledProblem<3>&,
                                                      const std::vector<Vec<3>>&);
template std::vector<AnswerStatus> answer_statuses<5>(const AssembledProblem<5>&,
                                                      const std::vector<Vec<5>>&);
template Statuses statuses<2>(const AssembledProblem<2>&, const std::vector<Vec<2>>&);
template Statuses statuses<3>(const AssembledProblem<3>&, const std::vector<Vec<3>>&);
template Statuses statuses<5>(const AssembledProblem<5>&, const std::vector<Vec<5>>&);

}  // namespace talus

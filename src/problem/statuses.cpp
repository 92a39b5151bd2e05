#include "talus/problem/statuses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// Impulses this near the side of the cone are on it: answers are exact to half of the digits.
const double on_side = 1 - std::sqrt(std::numeric_limits<double>::epsilon());

template <int D>
bool slides(const ContactCone<D>& cone, const Vec<D>& r) {
  if constexpr (D == 5) {
    return r.template segment<2>(1).norm() >= on_side * cone.mu * r[0] ||
           r.template segment<2>(3).norm() >= on_side * cone.mu_rolling * r[0];
  } else {
    return r.template tail<D - 1>().norm() >= on_side * cone.mu * r[0];
  }
}

template <int D>
bool is_painleve(const Mat<D>& w, double mu) {
  const Vec<D - 1> w_nt =
      0.5 * (w.template block<D - 1, 1>(1, 0) + w.template block<1, D - 1>(0, 1).transpose());
  return w(0, 0) > 0 && mu * w_nt.norm() >= w(0, 0);
}

}  // namespace

template <int D>
Statuses statuses(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& r) {
  // What is below the rounding of the largest impulse is none.
  double largest = 0;
  for (const auto& x : r) largest = std::max(largest, x[0]);
  const double nothing = std::numeric_limits<double>::epsilon() * largest;
  Statuses out;
  for (std::size_t c = 0; c < r.size(); ++c) {
    if constexpr (D != 5) {
      out.painleve_contacts += is_painleve<D>(problem.w.diagonal(c), problem.cone[c].mu) ? 1 : 0;
    }
    if (!(r[c][0] > nothing)) {
      ++out.open;
    } else if (slides<D>(problem.cone[c], r[c])) {
      ++out.sliding;
      ++out.free_components;
    } else {
      ++out.sticking;
      out.free_components += D;
    }
  }
  return out;
}

template Statuses statuses<2>(const AssembledProblem<2>&, const std::vector<Vec<2>>&);
template Statuses statuses<3>(const AssembledProblem<3>&, const std::vector<Vec<3>>&);
template Statuses statuses<5>(const AssembledProblem<5>&, const std::vector<Vec<5>>&);

}  // namespace talus

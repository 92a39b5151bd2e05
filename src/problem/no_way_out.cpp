#include "talus/problem/no_way_out.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// Rounding of an entry of W beside the roots of the two diagonal entries it stands between: sums
/// over two bodies of up to six products, scaled by masses.
constexpr double rounding_of_entry = 16 * std::numeric_limits<double>::epsilon();
/// Approach beside typical velocities that is no rounding: q is the difference of velocities of
/// bodies, which may be a million times as fast.
constexpr double least_approach = 1e-6;
/// Part of the largest push that a contact must have to be named.
constexpr double least_share_named = 1e-3;

/// Whether W^T p is 0 as far as W's entries are known, each row by its own measure.
template <int D>
bool moves_nothing(const AssembledProblem<D>& problem, const std::vector<double>& push) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const auto& w = problem.w;
  const std::size_t n = problem.contact_count();
  std::vector<Vec<D>> moved(n, Vec<D>::Zero());
  std::vector<double> weight(n, 0.0);  // sum of roots of diagonals times pushes
  std::vector<int> terms(n, 0);
  for (std::size_t c = 0; c < n; ++c) {
    if (push[c] == 0) continue;
    const double root = std::sqrt(std::max(0.0, w.diagonal(c)(0, 0)));
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      const std::size_t other = w.column(at);
      moved[other] += push[c] * w.block(at).row(0).transpose();
      weight[other] += root * push[c];
      ++terms[other];
    }
  }
  for (std::size_t c = 0; c < n; ++c) {
    const double uncertain = rounding_of_entry + terms[c] * eps;
    for (int i = 0; i < D; ++i) {
      const double root = std::sqrt(std::max(0.0, w.diagonal(c)(i, i)));
      if (!(std::abs(moved[c][i]) <= uncertain * root * weight[c])) return false;
    }
  }
  return true;
}

}  // namespace

template <int D>
NoWayOut no_way_out(const AssembledProblem<D>& problem, const std::vector<double>& push) {
  NoWayOut out;
  const std::size_t n = problem.contact_count();
  double most = 0;
  double sum = 0;
  double work = 0;
  double q2 = 0;
  for (std::size_t c = 0; c < n; ++c) {
    if (!(push[c] >= 0)) return out;
    most = std::max(most, push[c]);
    sum += push[c];
    work += push[c] * problem.q[c][0];
    q2 += problem.q[c].squaredNorm();
  }
  const double typical = std::sqrt(q2 / static_cast<double>(n));
  // At least so much of every push's work must be left, or it is the rest of a difference.
  double works = 0;
  for (std::size_t c = 0; c < n; ++c) works += push[c] * std::abs(problem.q[c][0]);
  if (!(-work > least_approach * std::max(works, typical * sum))) return out;
  if (!std::isfinite(works) || !moves_nothing(problem, push)) return out;
  out.approach = -work / (typical * sum);
  for (std::size_t c = 0; c < n; ++c) {
    if (push[c] >= least_share_named * most) out.contacts.push_back(c);
  }
  std::sort(out.contacts.begin(), out.contacts.end(), [&](std::size_t a, std::size_t b) {
    return push[a] != push[b] ? push[a] > push[b] : a < b;
  });
  return out;
}

template NoWayOut no_way_out<2>(const AssembledProblem<2>&, const std::vector<double>&);
template NoWayOut no_way_out<3>(const AssembledProblem<3>&, const std::vector<double>&);
template NoWayOut no_way_out<5>(const AssembledProblem<5>&, const std::vector<double>&);

}  // namespace talus

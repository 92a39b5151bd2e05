#include "talus/problem/redundancy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace talus {

namespace {

/// Numbers up to which the rank is worked out: half a second, which goes with the cube.
constexpr std::size_t most_numbers = 1200;

/// Impulses this near the side of the cone are on it: answers are exact to half of the digits.
const double on_side = 1 - std::sqrt(std::numeric_limits<double>::epsilon());

template <int D>
using Directions = Eigen::Matrix<double, D, Eigen::Dynamic, 0, D, D>;

/// On the side of a disc, of N components from `First` on, its part goes with the push; inside it
/// is free by itself.
template <int D, int First, int N>
void take_disc(double mu, const Vec<D>& r, Vec<D>& with_push, Directions<D>& out) {
  const Vec<N> part = r.template segment<N>(First);
  if (part.norm() >= on_side * mu * r[0]) {
    with_push.template segment<N>(First) = part;
    return;
  }
  for (int k = First; k < First + N; ++k) {
    out.conservativeResize(D, out.cols() + 1);
    out.col(out.cols() - 1) = Vec<D>::Unit(k);
  }
}

/// Contacts with an impulse, their directions and where the first of each is among all.
template <int D>
struct FreeNumbers {
  std::vector<std::size_t> contact;
  std::vector<Directions<D>> directions;
  std::vector<Eigen::Index> begin;
  Eigen::Index count = 0;

  FreeNumbers(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& r) {
    const double nothing = negligible_impulse<D>(r);
    for (std::size_t c = 0; c < r.size(); ++c) {
      auto d = free_directions<D>(problem.cone[c], r[c], nothing);
      if (d.cols() == 0) continue;
      contact.push_back(c);
      begin.push_back(count);
      count += d.cols();
      directions.push_back(std::move(d));
    }
  }
};

/// Rank of a positive semidefinite matrix with a diagonal of 1, known but to `doubt` in norm, by
/// Cholesky with the largest pivot left first: what it leaves is zero when that exceeds neither the
/// doubt nor the rounding of the elimination. (Eigen's own pivots by the diagonal as it was.)
std::size_t rank_of(Eigen::MatrixXd a, double doubt) {
  const Eigen::Index n = a.rows();
  const double zero =
      std::max(doubt, std::numeric_limits<double>::epsilon() * static_cast<double>(n * n));
  Eigen::VectorXd left = a.diagonal();
  Eigen::MatrixXd l = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index at = 0;
    const double pivot = left.tail(n - k).maxCoeff(&at);
    if (!(pivot > zero)) return static_cast<std::size_t>(k);
    at += k;
    std::swap(left[k], left[at]);
    a.row(k).swap(a.row(at));
    a.col(k).swap(a.col(at));
    l.row(k).head(k).swap(l.row(at).head(k));
    const Eigen::Index below = n - k - 1;
    l.col(k).tail(below) = a.col(k).tail(below);
    l.col(k).tail(below).noalias() -= l.block(k + 1, 0, below, k) * l.row(k).head(k).transpose();
    l.col(k).tail(below) /= std::sqrt(pivot);
    left.tail(below) -= l.col(k).tail(below).cwiseAbs2();
  }
  return static_cast<std::size_t>(n);
}

/// Of W restricted to these numbers, its symmetric part scaled to a diagonal of 1. How far it is
/// from symmetric says how well it is known: no rank of a matrix that has less than half its
/// digits.
template <int D>
std::optional<std::size_t> rank_among(const AssembledProblem<D>& problem,
                                      const FreeNumbers<D>& free) {
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(free.count, free.count);
  std::vector<int> place(problem.contact_count(), -1);
  for (std::size_t k = 0; k < free.contact.size(); ++k) {
    place[free.contact[k]] = static_cast<int>(k);
  }
  for (std::size_t k = 0; k < free.contact.size(); ++k) {
    const std::size_t c = free.contact[k];
    for (std::size_t at = problem.w.row_begin(c); at < problem.w.row_begin(c + 1); ++at) {
      if (place[problem.w.column(at)] < 0) continue;
      const auto other = static_cast<std::size_t>(place[problem.w.column(at)]);
      const auto& rows = free.directions[k];
      const auto& columns = free.directions[other];
      w.block(free.begin[k], free.begin[other], rows.cols(), columns.cols()) =
          rows.transpose() * problem.w.block(at) * columns;
    }
  }
  const Eigen::VectorXd scale =
      w.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 0.0; });
  w = scale.asDiagonal() * w * scale.asDiagonal();
  const Eigen::MatrixXd part = 0.5 * (w + w.transpose());
  const double doubt = (w - part).norm();
  if (doubt > std::sqrt(std::numeric_limits<double>::epsilon())) return std::nullopt;
  return rank_of(part, doubt);
}

/// Ways in which what these contacts act on can move, at most; nothing where that is not known.
template <int D>
std::optional<std::size_t> ways_to_move(const AssembledProblem<D>& problem,
                                        const FreeNumbers<D>& free, const GlobalProblem* matrices) {
  if (matrices != nullptr) {
    std::vector<bool> acts(problem.contact_count(), false);
    for (const std::size_t c : free.contact) acts[c] = true;
    std::size_t rows = 0;
    for (Eigen::Index i = 0; i < matrices->h.outerSize(); ++i) {
      bool touched = false;
      for (SparseRows::InnerIterator it(matrices->h, i); it && !touched; ++it) {
        touched = it.value() != 0 && acts[static_cast<std::size_t>(it.col() / D)];
      }
      rows += touched ? 1 : 0;
    }
    return rows;
  }
  if constexpr (D != 5) {
    if (problem.balls) {
      std::vector<bool> touched(problem.balls->block_count(), false);
      for (const std::size_t c : free.contact) {
        touched[static_cast<std::size_t>(problem.balls->first[c])] = true;
        if (const int b = problem.balls->second[c]; b >= 0) {
          touched[static_cast<std::size_t>(b)] = true;
        }
      }
      return static_cast<std::size_t>(dof<D> * std::count(touched.begin(), touched.end(), true));
    }
  }
  return std::nullopt;
}

}  // namespace

template <int D>
double negligible_impulse(const std::vector<Vec<D>>& r) {
  double largest = 0;
  for (const auto& x : r) largest = std::max(largest, x[0]);
  return std::numeric_limits<double>::epsilon() * largest;
}

template <int D>
Directions<D> free_directions(const ContactCone<D>& cone, const Vec<D>& r, double nothing) {
  if (!(r[0] > nothing)) return Directions<D>(D, 0);
  Vec<D> with_push = Vec<D>::Zero();
  with_push[0] = r[0];
  Directions<D> out(D, 1);
  if constexpr (D == 5) {
    take_disc<D, 1, 2>(cone.mu, r, with_push, out);
    take_disc<D, 3, 2>(cone.mu_rolling, r, with_push, out);
  } else {
    take_disc<D, 1, D - 1>(cone.mu, r, with_push, out);
  }
  out.col(0) = with_push.normalized();
  return out;
}

template <int D>
std::optional<Redundancy> redundancy(const AssembledProblem<D>& problem,
                                     const std::vector<Vec<D>>& r, const GlobalProblem* matrices) {
  const FreeNumbers<D> free(problem, r);
  const auto count = static_cast<std::size_t>(free.count);
  if (count == 0) return Redundancy{0, true};
  if (count <= most_numbers) {
    if (const auto rank = rank_among<D>(problem, free)) return Redundancy{count - *rank, true};
  }
  const auto ways = ways_to_move<D>(problem, free, matrices);
  if (!ways || *ways >= count) return std::nullopt;
  return Redundancy{count - *ways, false};
}

template double negligible_impulse<2>(const std::vector<Vec<2>>&);
template double negligible_impulse<3>(const std::vector<Vec<3>>&);
template double negligible_impulse<5>(const std::vector<Vec<5>>&);
template Directions<2> free_directions<2>(const ContactCone<2>&, const Vec<2>&, double);
template Directions<3> free_directions<3>(const ContactCone<3>&, const Vec<3>&, double);
template Directions<5> free_directions<5>(const ContactCone<5>&, const Vec<5>&, double);
template std::optional<Redundancy> redundancy<2>(const AssembledProblem<2>&,
                                                 const std::vector<Vec<2>>&, const GlobalProblem*);
template std::optional<Redundancy> redundancy<3>(const AssembledProblem<3>&,
                                                 const std::vector<Vec<3>>&, const GlobalProblem*);
template std::optional<Redundancy> redundancy<5>(const AssembledProblem<5>&,
                                                 const std::vector<Vec<5>>&, const GlobalProblem*);

}  // namespace talus

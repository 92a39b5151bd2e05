#include "talus/problem/joints.hpp"

#include "talus/problem/coupled_parts.hpp"
#include "talus/problem/problem_error.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

using Dense = Eigen::MatrixXd;
using Part = std::vector<Eigen::Index>;

/// Equations of joints that hang together: their inverse is dense.
constexpr std::size_t most_coupled = 3000;
/// In units in which R's diagonal is 1: what is below it is redundant, and what then is left of the
/// right-hand side is more than its rounding.
constexpr double redundant = 1e-11;
constexpr double contradiction = 1e-8;
constexpr double rounding = 1e-13;

void check(const Joints& joints, const SparseRows& w, const Eigen::VectorXd& q) {
  const auto contacts = w.rows();
  const auto count = joints.r.rows();
  const auto fits = [](const SparseRows& a, Eigen::Index m, Eigen::Index n) {
    return a.rows() == m && a.cols() == n;
  };
  if (!fits(joints.r, count, count)) {
    throw ProblemError("R", fmt::format("{} x {}, not square", count, joints.r.cols()));
  }
  if (!fits(joints.v, contacts, count) || !fits(joints.c, count, contacts)) {
    throw ProblemError("V", fmt::format("{} x {}, but contacts have {} components and R {} rows",
                                        joints.v.rows(), joints.v.cols(), contacts, count));
  }
  if (joints.s.size() != count) {
    throw ProblemError("s", fmt::format("{} numbers, but R has {} rows", joints.s.size(), count));
  }
  if (q.size() != contacts) {
    throw ProblemError("q", fmt::format("{} numbers, but W has {} rows", q.size(), contacts));
  }
  const auto finite = [](const SparseRows& a) {
    return std::all_of(a.valuePtr(), a.valuePtr() + a.nonZeros(),
                       [](double x) { return std::isfinite(x); });
  };
  if (!finite(joints.v)) throw ProblemError("V", "has numbers that are not finite");
  if (!finite(joints.r)) throw ProblemError("R", "has numbers that are not finite");
  if (!joints.s.allFinite()) throw ProblemError("s", "has numbers that are not finite");
}

/// R^-1 (C, s) in one part: `columns` are C's that act on it.
struct Answer {
  std::vector<Eigen::Index> columns;
  Dense x;
};

Answer solve_part(const Joints& joints, const Part& part, const std::vector<Eigen::Index>& place) {
  Answer answer;
  for (const auto i : part) {
    for (SparseRows::InnerIterator it(joints.c, i); it; ++it) answer.columns.push_back(it.col());
  }
  std::sort(answer.columns.begin(), answer.columns.end());
  answer.columns.erase(std::unique(answer.columns.begin(), answer.columns.end()),
                       answer.columns.end());
  const auto size = static_cast<Eigen::Index>(part.size());
  const auto count = static_cast<Eigen::Index>(answer.columns.size());
  Dense r = Dense::Zero(size, size);
  Dense right = Dense::Zero(size, count + 1);
  for (Eigen::Index k = 0; k < size; ++k) {
    const auto row = part[static_cast<std::size_t>(k)];
    for (SparseRows::InnerIterator it(joints.r, row); it; ++it) {
      if (it.value() != 0) r(k, place[static_cast<std::size_t>(it.col())]) += it.value();
    }
    for (SparseRows::InnerIterator it(joints.c, row); it; ++it) {
      const auto at = std::lower_bound(answer.columns.begin(), answer.columns.end(), it.col());
      right(k, at - answer.columns.begin()) += it.value();
    }
    right(k, count) = joints.s[row];
  }
  // Joints hold shifts and turns, each in its unit.
  const Eigen::VectorXd unit =
      r.diagonal().unaryExpr([](double x) { return x != 0 ? 1 / std::sqrt(std::abs(x)) : 1.0; });
  const Dense scaled = unit.asDiagonal() * r * unit.asDiagonal();
  const Dense wanted = unit.asDiagonal() * right;
  Eigen::CompleteOrthogonalDecomposition<Dense> factors;
  factors.setThreshold(redundant);
  factors.compute(scaled);
  const Dense found = factors.solve(wanted);
  const Dense left = wanted - scaled * found;
  for (Eigen::Index j = 0; j <= count; ++j) {
    if (left.col(j).norm() <= contradiction * wanted.col(j).norm()) continue;
    if (j == count) {
      throw ProblemError("s", fmt::format("the {} joints coupled with number {} contradict each "
                                          "other: no motion satisfies them",
                                          part.size(), part.front()));
    }
    throw ProblemError(
        "R", fmt::format("singular in the {} rows coupled with row {}, on which contacts act",
                         part.size(), part.front()));
  }
  answer.x = unit.asDiagonal() * found;
  return answer;
}

}  // namespace

void eliminate_joints(const Joints& joints, SparseRows& w, Eigen::VectorXd& q) {
  check(joints, w, q);
  const auto parts = coupled_parts(joints.r);
  std::vector<Eigen::Index> place(static_cast<std::size_t>(joints.r.rows()));
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd push(joints.r.rows());
  for (const auto& part : parts) {
    if (part.size() > most_coupled) {
      throw ProblemError(
          "R", fmt::format("{} joints hang together: {} at most", part.size(), most_coupled));
    }
    for (std::size_t k = 0; k < part.size(); ++k) {
      place[static_cast<std::size_t>(part[k])] = static_cast<Eigen::Index>(k);
    }
    const Answer answer = solve_part(joints, part, place);
    for (std::size_t k = 0; k < part.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      for (std::size_t j = 0; j < answer.columns.size(); ++j) {
        entries.emplace_back(static_cast<int>(part[k]), static_cast<int>(answer.columns[j]),
                             answer.x(row, static_cast<Eigen::Index>(j)));
      }
      push[part[k]] = answer.x(row, answer.x.cols() - 1);
    }
  }
  SparseRows inverse_times_c(joints.r.rows(), w.cols());
  inverse_times_c.setFromTriplets(entries.begin(), entries.end());
  const SparseRows through_joints = joints.v * inverse_times_c;
  const Eigen::VectorXd before = w.diagonal();
  const Eigen::VectorXd pushed = joints.v * push;
  w = SparseRows(w - through_joints);
  // Where joints leave nothing to move what remains is rounding.
  const Eigen::VectorXd after = w.diagonal();
  const auto is_held = [&](Eigen::Index i) {
    return std::abs(after[i]) <= rounding * std::abs(before[i]);
  };
  w.prune([&](Eigen::Index i, Eigen::Index j, double) { return !is_held(i) && !is_held(j); });
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const bool nothing = std::abs(q[i] - pushed[i]) <= rounding * std::abs(q[i]);
    q[i] = is_held(i) && nothing ? 0 : q[i] - pushed[i];
  }
}

}  // namespace talus

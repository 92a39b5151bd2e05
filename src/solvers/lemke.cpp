#include "talus/solvers/lemke.hpp"

#include <Eigen/LU>

#include <cmath>
#include <limits>
#include <vector>

namespace talus {

namespace {

using Index = Eigen::Index;

/// How far z is from being complementary.
double misfit(const Lcp& lcp, const Eigen::VectorXd& z) {
  const double out = z.cwiseMin(lcp.m * z + lcp.b).norm();
  return std::isfinite(out) ? out : std::numeric_limits<double>::infinity();
}

/// Half of the digits: more is lost where pivots have rounded an answer away.
constexpr double most_misfit = 1.5e-8;

/// The tableau w - M z - d z0 = b. Columns: w, z, z0, right-hand side.
class Tableau {
 public:
  explicit Tableau(const Lcp& lcp) : n_(lcp.b.size()), t_(n_, 2 * n_ + 2), basic_(n_) {
    t_.leftCols(n_).setIdentity();
    t_.middleCols(n_, n_) = -lcp.m;
    t_.col(2 * n_).setConstant(-1);
    t_.col(2 * n_ + 1) = lcp.b;
    for (Index i = 0; i < n_; ++i) basic_[static_cast<std::size_t>(i)] = i;
  }

  Index artificial() const { return 2 * n_; }
  Index complement(Index column) const { return column < n_ ? column + n_ : column - n_; }
  Index basic(Index row) const { return basic_[static_cast<std::size_t>(row)]; }

  /// Row whose z0 is the largest needed to make all w positive.
  Index neediest_row() const {
    Index row = 0;
    for (Index i = 1; i < n_; ++i) {
      if (is_before(i, -1, row, -1)) row = i;
    }
    return row;
  }

  /// The row whose variable reaches 0 first as `column` grows, -1 if none does. z0 goes first among
  /// equals: the problem is solved then.
  Index leaving_row(Index column) const {
    const double least = 1e-11 * t_.col(column).cwiseAbs().maxCoeff();
    Index row = -1;
    Index z0_row = -1;
    for (Index i = 0; i < n_; ++i) {
      if (!(t_(i, column) > least)) continue;
      if (basic(i) == artificial()) z0_row = i;
      if (row < 0 || is_before(i, column, row, column)) row = i;
    }
    if (z0_row >= 0 && ratio(z0_row, column) <= ratio(row, column) + 1e-14 * size()) return z0_row;
    return row;
  }

  void pivot(Index row, Index column) {
    t_.row(row) /= t_(row, column);
    for (Index i = 0; i < n_; ++i) {
      const double factor = t_(i, column);
      if (i != row && factor != 0) t_.row(i) -= factor * t_.row(row);
    }
    basic_[static_cast<std::size_t>(row)] = column;
  }

  /// z of the basis, from M anew: pivots have rounded many times. Where that fails, as it stands.
  Eigen::VectorXd answer(const Lcp& lcp) const {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n_);
    std::vector<Index> in;
    for (Index i = 0; i < n_; ++i) {
      if (basic(i) < n_ || basic(i) == artificial()) continue;
      in.push_back(basic(i) - n_);
      z[in.back()] = std::max(0.0, t_(i, 2 * n_ + 1));
    }
    if (in.empty()) return z;
    const Eigen::VectorXd fresh = lcp.m(in, in).partialPivLu().solve(-lcp.b(in));
    Eigen::VectorXd other = Eigen::VectorXd::Zero(n_);
    other(in) = fresh.cwiseMax(0);
    return misfit(lcp, other) < misfit(lcp, z) ? other : z;
  }

 private:
  double ratio(Index row, Index column) const { return t_(row, 2 * n_ + 1) / t_(row, column); }
  double size() const { return t_.col(2 * n_ + 1).cwiseAbs().maxCoeff(); }

  /// Lexicographic order of row i over its entry in column_i (-1: over 1) and row j.
  bool is_before(Index i, Index column_i, Index j, Index column_j) const {
    const double by_i = column_i < 0 ? 1 : t_(i, column_i);
    const double by_j = column_j < 0 ? 1 : t_(j, column_j);
    const double a = t_(i, 2 * n_ + 1) / by_i;
    const double b = t_(j, 2 * n_ + 1) / by_j;
    if (a != b) return a < b;
    for (Index k = 0; k < n_; ++k) {
      const double x = t_(i, k) / by_i;
      const double y = t_(j, k) / by_j;
      if (x != y) return x < y;
    }
    return false;
  }

  Index n_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> t_;
  std::vector<Index> basic_;
};

}  // namespace

LcpAnswer lemke(const Lcp& lcp, const Deadline& deadline) {
  LcpAnswer out;
  const Eigen::Index n = lcp.b.size();
  out.z = Eigen::VectorXd::Zero(n);
  out.solved = n == 0 || lcp.b.minCoeff() >= 0;
  if (out.solved) return out;

  Tableau tableau(lcp);
  const Eigen::Index most_pivots = 50 * n;
  Eigen::Index row = tableau.neediest_row();
  Eigen::Index entering = tableau.artificial();
  while (row >= 0 && out.pivots < most_pivots && !deadline.passed()) {
    const Eigen::Index leaving = tableau.basic(row);
    tableau.pivot(row, entering);
    ++out.pivots;
    if (leaving == tableau.artificial()) {
      out.z = tableau.answer(lcp);
      out.solved = misfit(lcp, out.z) <= most_misfit * (lcp.b.norm() + out.z.norm());
      return out;
    }
    entering = tableau.complement(leaving);
    row = tableau.leaving_row(entering);
  }
  return out;
}

}  // namespace talus

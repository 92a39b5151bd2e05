#include "talus/solvers/lemke.hpp"

#include "talus/math/random.hpp"

#include <Eigen/LU>

#include <algorithm>
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

/// The right-hand side is moved by this part of its size, differently in each row: so no two
/// variables reach 0 together but by rounding. The answer is that of the basis found, which knows
/// nothing of it.
constexpr double displacement = 1e-10;
/// What rounding leaves uncertain in values, and what in pivots, both relative to the largest.
constexpr double uncertain_value = 1e-12;
constexpr double least_pivot = 1e-9;

/// The tableau of w - M z - d z0 = b: basic variables plus the table times the others make the
/// right-hand side. Variables are numbered w, z, z0.
class Tableau {
 public:
  explicit Tableau(const Lcp& lcp) : n_(lcp.b.size()), t_(n_, n_ + 1), value_(lcp.b) {
    t_.leftCols(n_) = -lcp.m;
    t_.col(n_).setConstant(-1);
    Random random(1);
    const double unit = displacement * lcp.b.cwiseAbs().maxCoeff();
    for (Index i = 0; i < n_; ++i) {
      value_[i] += random.uniform(0.5, 1) * unit;
      basic_.push_back(i);
      column_.push_back(n_ + i);
    }
    column_.push_back(artificial());
  }

  Index artificial() const { return 2 * n_; }
  Index complement(Index variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  Index basic(Index row) const { return basic_[static_cast<std::size_t>(row)]; }
  Index column_of(Index variable) const {
    return std::find(column_.begin(), column_.end(), variable) - column_.begin();
  }

  /// Row whose z0 is the largest needed to make all w positive.
  Index neediest_row() const {
    Index row = 0;
    value_.minCoeff(&row);
    return row;
  }

  /// The row whose variable reaches 0 first as that of `column` grows, -1 if none does. Values may
  /// fall below 0 by what is uncertain in them; among the rows that are then first alike the one
  /// with the largest pivot is taken (Harris 1973), because a pivot made of rounding spoils all
  /// that follows. z0 goes before any of them: the problem is solved then.
  Index leaving_row(Index column) const {
    const double least = least_pivot * t_.col(column).cwiseAbs().maxCoeff();
    const double slack = uncertain_value * value_.cwiseAbs().maxCoeff();
    double bound = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < n_; ++i) {
      if (t_(i, column) > least) bound = std::min(bound, (value(i) + slack) / t_(i, column));
    }
    Index row = -1;
    for (Index i = 0; i < n_; ++i) {
      if (!(t_(i, column) > least) || value(i) > bound * t_(i, column)) continue;
      if (basic(i) == artificial()) return i;
      if (row < 0 || t_(i, column) > t_(row, column)) row = i;
    }
    return row;
  }

  /// The variable of `column` enters the basis, that of `row` leaves it and takes the column over.
  void pivot(Index row, Index column) {
    const double inverse = 1 / t_(row, column);
    t_(row, column) = 1;
    t_.row(row) *= inverse;
    value_[row] *= inverse;
    for (Index i = 0; i < n_; ++i) {
      const double factor = t_(i, column);
      if (i == row || factor == 0) continue;
      t_(i, column) = 0;
      t_.row(i) -= factor * t_.row(row);
      value_[i] -= factor * value_[row];
    }
    std::swap(basic_[static_cast<std::size_t>(row)], column_[static_cast<std::size_t>(column)]);
  }

  /// z of the basis, from M anew: pivots have rounded many times. Where that fails, as it stands.
  Eigen::VectorXd answer(const Lcp& lcp) const {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n_);
    std::vector<Index> in;
    for (Index i = 0; i < n_; ++i) {
      if (basic(i) < n_ || basic(i) == artificial()) continue;
      in.push_back(basic(i) - n_);
      z[in.back()] = value(i);
    }
    if (in.empty()) return z;
    const Eigen::VectorXd fresh = lcp.m(in, in).partialPivLu().solve(-lcp.b(in));
    Eigen::VectorXd other = Eigen::VectorXd::Zero(n_);
    other(in) = fresh.cwiseMax(0);
    return misfit(lcp, other) < misfit(lcp, z) ? other : z;
  }

 private:
  double value(Index row) const { return std::max(0.0, value_[row]); }

  Index n_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> t_;
  Eigen::VectorXd value_;      ///< of the basic variables
  std::vector<Index> basic_;   ///< variable of each row
  std::vector<Index> column_;  ///< variable of each column
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
  Eigen::Index column = tableau.column_of(tableau.artificial());
  while (row >= 0 && out.pivots < most_pivots && !deadline.passed()) {
    const Eigen::Index leaving = tableau.basic(row);
    tableau.pivot(row, column);
    ++out.pivots;
    if (leaving == tableau.artificial()) {
      out.z = tableau.answer(lcp);
      out.solved = misfit(lcp, out.z) <= most_misfit * (lcp.b.norm() + out.z.norm());
      return out;
    }
    column = tableau.column_of(tableau.complement(leaving));
    row = tableau.leaving_row(column);
  }
  return out;
}

}  // namespace talus

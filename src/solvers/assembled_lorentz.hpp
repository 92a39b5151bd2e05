// An assembled problem in the variables of second-order cones, without units, and the sparse
// factors Newton's methods need for it:
//
//     y = W~ x + q~ + |y_T| e_0,   W~ = T W T / w,   r = T x,   x, y in L,   x o y = 0.
//
// T and the units are those of solvers/lorentz_problem.hpp. Of contacts that resist rolling x lies
// in two cones (solvers/lorentz_parts.hpp), and T = diag(1, mu, mu, mu_r, mu_r).
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/solvers/block_lu.hpp"
#include "talus/solvers/deadline.hpp"

#include <vector>

namespace talus {

template <int D>
class AssembledLorentz {
 public:
  using Points = std::vector<Vec<D>>;

  /// Takes the problem, which must outlive the use, and orders the elimination. False where the
  /// time ran out.
  bool take(const AssembledProblem<D>& problem, const Deadline& deadline = {});

  std::size_t contact_count() const { return q_.size(); }
  const Vec<D>& q(std::size_t c) const { return q_[c]; }
  /// Multiplications of one factorisation, about.
  double cost() const { return lu_.cost(); }

  /// W~ x.
  void times(const Points& x, Points& out) const;
  void impulses(const Points& x, Points& r) const;
  void points(const Points& r, Points& x) const;

  /// Factors (W~ + proximity) R + S, with R and S given block by block on their diagonals. False
  /// where that is singular, or the time ran out.
  bool factor(const std::vector<Mat<D>>& r, const std::vector<Mat<D>>& s, double proximity,
              const Deadline& deadline = {});
  /// Solves with the matrix factored last, refined up to twice: the factors exchange no rows.
  void solve(const Points& right, Points& x);

 private:
  void apply(const Points& x, Points& out);

  const AssembledProblem<D>* problem_ = nullptr;
  std::vector<Mat<D>> w_;       ///< blocks of W~, as those of W
  std::vector<double*> place_;  ///< of each block in the matrix to be factored
  Points t_, q_;
  double unit_of_impulse_ = 1;
  BlockLu<D> lu_;
  std::vector<Mat<D>> r_, s_;
  double proximity_ = 0;
  Points turned_, left_;
};

}  // namespace talus

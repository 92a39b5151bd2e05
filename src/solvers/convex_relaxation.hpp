// The convex neighbour of a contact problem, without De Saxce's shift (003 sect. 6.6): the least of
//
//     1/2 r . W r + q . r   over r in K,
//
// in which sliding opens contacts, at mu |u_T|: the associated law. Its solvers are marked as
// relaxations. They work in variables in which the mean diagonals of normal and tangents are 1:
// between balls a contact's own block is then the unit matrix.
#pragma once

#include "talus/problem/assembled_problem.hpp"

#include <vector>

namespace talus {

template <int D>
class ConvexRelaxation {
 public:
  /// With the friction of the problem times `share`. The problem must live as long.
  void take(const AssembledProblem<D>& problem, double share = 1);

  std::size_t contact_count() const { return scale_.size(); }
  const AssembledProblem<D>& problem() const { return *problem_; }
  /// Scaled impulse over impulse, one number for all tangents; and back for velocities.
  const Vec<D>& scale(std::size_t c) const { return scale_[c]; }
  /// The nearest scaled impulse in the cone.
  Vec<D> project(std::size_t c, const Vec<D>& x) const { return project_on_cone<D>(x, mu_[c]); }
  /// Impulses from scaled ones.
  void impulses(const std::vector<Vec<D>>& x, std::vector<Vec<D>>& r) const;
  /// Scaled W x, without q.
  void times(const std::vector<Vec<D>>& x, std::vector<Vec<D>>& out) const;
  Vec<D> scaled_q(std::size_t c) const { return problem_->q[c].cwiseQuotient(scale_[c]); }

  /// How far impulses are from the relaxed law.
  struct Errors {
    double weighted = 0;  ///< its natural map in velocities, over |q|
    double strict = 0;    ///< the larger of law error and natural error: AssembledError::decisive
  };
  Errors errors(const std::vector<Vec<D>>& r) const;
  /// Mean diagonal of a contact's own block, not scaled.
  double weight(std::size_t c) const { return weight_[c]; }

 private:
  const AssembledProblem<D>* problem_ = nullptr;
  double share_ = 1;
  std::vector<Vec<D>> scale_;
  std::vector<double> mu_;  ///< in scaled variables
  std::vector<double> weight_;
  mutable std::vector<Vec<D>> r_;
};

}  // namespace talus

// A start for over-constrained packings: the answer to the convex neighbour of the problem with
// somewhat less friction (solvers/convex_relaxation.hpp). Sweeps of projections with Nesterov's
// momentum. Nearly all contacts stick in it, and exact sweeps from there converge where those from
// nothing stay near a marginal state. The answer is a relaxation: only a start, never a result.
#pragma once

#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/convex_relaxation.hpp"
#include "talus/solvers/pace.hpp"

#include <vector>

namespace talus {

template <int D>
class ConvexSeed {
 public:
  /// The problem with its friction times `share`.
  void take(const AssembledProblem<D>& problem, double share);
  /// Impulses to an error of `tolerance` in the relaxed law; returns the number of sweeps.
  int solve(double tolerance, int most_sweeps, const Deadline& deadline, std::vector<Vec<D>>& r);

 private:
  void visit(std::size_t c, std::vector<Vec<D>>& r, SweepSize& size) const;

  ConvexRelaxation<D> relaxed_;
  std::vector<double> step_;  ///< of the projection, in scaled variables
  std::vector<Vec<D>> reached_;
};

}  // namespace talus

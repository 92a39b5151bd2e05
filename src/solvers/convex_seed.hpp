// A start for over-constrained packings: the answer to the convex neighbour of the problem that
// lacks De Saxce's shift (sliding then opens contacts: the associated law) and has somewhat less
// friction. Sweeps of projections with Nesterov's momentum. Nearly all contacts stick in
// it, and exact sweeps from there converge where those from nothing stay near a marginal state.
// The answer is a relaxation: only a start, never a result.
#pragma once

#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/pace.hpp"

#include <vector>

namespace talus {

template <int D>
class ConvexSeed {
 public:
  void take(const AssembledProblem<D>& problem);
  /// Impulses for friction times `share`, to an error of `tolerance` in the relaxed law; returns
  /// the number of sweeps.
  int solve(double share, double tolerance, int most_sweeps, const Deadline& deadline,
            std::vector<Vec<D>>& r);

 private:
  void visit(std::size_t c, double share, std::vector<Vec<D>>& r, SweepSize& size) const;
  double error(double share, const std::vector<Vec<D>>& r) const;

  const AssembledProblem<D>* problem_ = nullptr;
  std::vector<Vec<D>> scale_;  ///< scaled impulse / impulse; one number for all tangents
  std::vector<double> step_;   ///< of the projection, in scaled variables
  std::vector<double> weight_;
  std::vector<Vec<D>> reached_;
};

}  // namespace talus

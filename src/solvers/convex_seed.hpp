// A start for over-constrained packings: the answer to the convex neighbour of the problem with
// somewhat less friction (solvers/convex_relaxation.hpp). Sweeps of projections with Nesterov's
// momentum. Nearly all contacts stick in it, and exact sweeps from there converge where those from
// nothing stay near a marginal state. The answer is a relaxation: only a start, never a result.
#pragma once

#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/body_sweeps.hpp"
#include "talus/solvers/convex_relaxation.hpp"

#include <vector>

namespace talus {

template <int D>
class ConvexSeed {
 public:
  /// The problem, which must outlive the seed, with its friction times `share`.
  void take(const AssembledProblem<D>& problem, double share);
  /// Impulses to an error of `tolerance` in the relaxed law; returns the number of sweeps.
  int solve(double tolerance, int most_sweeps, const Deadline& deadline, std::vector<Vec<D>>& r);

 private:
  /// Sweeps over the rows of W, where bodies are not known to be balls.
  class Rows {
   public:
    void take(const ConvexRelaxation<D>& relaxed);
    void start(const std::vector<Vec<D>>& r) { r_ = reached_ = r; }
    SweepSize sweep(double carry, bool all);
    const std::vector<Vec<D>>& impulses() const { return r_; }

   private:
    void visit(std::size_t c, SweepSize& size);

    const ConvexRelaxation<D>* relaxed_ = nullptr;
    std::vector<double> step_;  ///< of the projection, in scaled variables
    std::vector<Vec<D>> r_, reached_;
  };

  template <class Sweeps>
  int solve(Sweeps& by, double tolerance, int most_sweeps, const Deadline& deadline,
            std::vector<Vec<D>>& r);

  ConvexRelaxation<D> relaxed_;
  Rows rows_;
  ContactProblem<D> balls_;  ///< with that friction
  BodySweeps<D> bodies_;
};

}  // namespace talus

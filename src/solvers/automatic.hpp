// The default solver: sweeps from the warm start; where they stall, an interior point if its
// factors are affordable, and sweeps again, which say exactly which contacts are open. All choices
// depend on the problem alone, not on the clock: runs reproduce.
#pragma once

#include "talus/solvers/interior_point.hpp"
#include "talus/solvers/nlgs.hpp"

namespace talus {

template <int D>
class Automatic {
 public:
  SolveReport solve(const ContactProblem<D>& problem, const SolverOptions& options,
                    const std::vector<double>& height, Solution<D>& solution);

  /// Newton from nowhere, then sweeps; whatever it costs.
  SolveReport solve_directly(const ContactProblem<D>& problem, const SolverOptions& options,
                             const std::vector<double>& height, Solution<D>& solution);

  Nlgs<D>& sweeps() { return nlgs_; }

 private:
  void sweep_on(const ContactProblem<D>& problem, const SolverOptions& options,
                const std::vector<double>& height, int most_sweeps, SolveReport& report,
                Solution<D>& solution);
  void go_direct(const ContactProblem<D>& problem, const SolverOptions& options,
                 const std::vector<double>& height, SolveReport& report, Solution<D>& solution);

  Nlgs<D> nlgs_;
  InteriorPoint<D> interior_;
  Solution<D> other_;
};

}  // namespace talus

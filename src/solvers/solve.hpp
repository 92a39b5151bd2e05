// The registry of solvers: one line each.
#pragma once

#include "talus/solvers/automatic.hpp"
#include "talus/solvers/solver.hpp"

namespace talus {

/// Solves with the method the options name, keeping working memory from call to call.
template <int D>
class Solvers {
 public:
  SolveReport solve(const ContactProblem<D>& problem, const SolverOptions& options,
                    const std::vector<double>& height, Solution<D>& solution) {
    switch (options.method) {
      case SolverMethod::automatic: return automatic_.solve(problem, options, height, solution);
      case SolverMethod::nlgs: return automatic_.sweeps().solve(problem, options, height, solution);
      case SolverMethod::interior_point:
        return automatic_.solve_directly(problem, options, height, solution);
    }
    return {};
  }

 private:
  Automatic<D> automatic_;
};

}  // namespace talus

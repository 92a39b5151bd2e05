// The registry of solvers: one line each.
#pragma once

#include "talus/solvers/nlgs.hpp"
#include "talus/solvers/solver.hpp"

namespace talus {

/// Solves with the method the options name, keeping working memory from call to call.
template <int D>
class Solvers {
 public:
  SolveReport solve(const ContactProblem<D>& problem, const SolverOptions& options,
                    const std::vector<double>& height, Solution<D>& solution) {
    switch (options.method) {
      case SolverMethod::nlgs: return nlgs_.solve(problem, options, height, solution);
    }
    return {};
  }

 private:
  Nlgs<D> nlgs_;
};

}  // namespace talus

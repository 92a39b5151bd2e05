// The registry of solvers: one line each in solve.cpp. Solvers and their working arrays are not
// seen from here, so that changing them compiles this room only.
#pragma once

#include "talus/solvers/solver.hpp"

#include <memory>

namespace talus {

template <int D>
class Automatic;

/// Solves with the method the options name, keeping working memory from call to call. Copies start
/// with memory of their own; what they find is the same.
template <int D>
class Solvers {
 public:
  Solvers();
  Solvers(const Solvers&);
  Solvers(Solvers&&) noexcept;
  Solvers& operator=(const Solvers&);
  Solvers& operator=(Solvers&&) noexcept;
  ~Solvers();

  SolveReport solve(const ContactProblem<D>& problem, const SolverOptions& options,
                    const std::vector<double>& height, Solution<D>& solution);

 private:
  std::unique_ptr<Automatic<D>> automatic_;
};

}  // namespace talus

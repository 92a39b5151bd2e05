// Ends a solve that gets nowhere because something is pinched (problem/pinch.hpp): once all
// contacts but those that take part have converged, there is nothing left to iterate on.
#pragma once

#include "talus/problem/pinch.hpp"
#include "talus/problem/subproblem.hpp"
#include "talus/solvers/solver.hpp"

#include <vector>

namespace talus {

template <int D>
class PinchWatch {
 public:
  void start();
  /// To be asked when the judge has found the error above the tolerance: whether the solve is to
  /// end. Fills the report's list of what is pinched and, when it ends, its outcome.
  bool ends(const ContactProblem<D>& problem, const Solution<D>& solution, double tolerance,
            SolveReport& report);

 private:
  LawError error_of_rest(const ContactProblem<D>& problem, const Solution<D>& solution);
  bool catch_more(const ContactProblem<D>& problem, const Solution<D>& solution, std::size_t worst,
                  SolveReport& report);

  PinchFinder<D> finder_;
  int next_search_ = 0;              ///< number of sweeps
  std::vector<std::size_t> caught_;  ///< contacts that take part in what was found, ascending
  Judge<D> judge_;
  ContactProblem<D> rest_;
  std::vector<std::size_t> others_;
  std::vector<Vec<D>> r_;
  std::vector<Spin<D>> m_;
};

}  // namespace talus

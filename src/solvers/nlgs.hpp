// Nonlinear Gauss-Seidel over contacts (000 sect. 6.2, 002 sect. 5.4; row B01), matrix-free: block
// velocities are updated after each contact and W is not stored.
#pragma once

#include "talus/solvers/loaded_contacts.hpp"
#include "talus/solvers/momentum.hpp"
#include "talus/solvers/pinch_watch.hpp"

#include <vector>

namespace talus {

template <int D>
class Nlgs {
 public:
  /// Starts from solution.r (or what options.guess asks for) and leaves the answer there, with the
  /// velocities it gives. Sweeps visit contacts in the order asked
  /// for, radial ones before the others, large problems part by part (solvers/sweep_split.hpp);
  /// `height` ranks the contacts for SweepOrder::gravity.
  SolveReport solve(const ContactProblem<D>& problem, const SolverOptions& options,
                    const std::vector<double>& height, Solution<D>& solution);

  /// The two halves of solve, for those who count sweeps themselves: the guess made admissible and
  /// loaded, then one sweep at a time.
  void prepare(const ContactProblem<D>& problem, const SolverOptions& options,
               const std::vector<double>& height, Solution<D>& solution);
  SweepSize sweep(const SweepManner& manner = {}) { return loaded_.sweep(manner); }

 private:
  void choose_order(const ContactProblem<D>& problem, const SolverOptions& options,
                    const std::vector<double>& height);
  void choose_guess(const ContactProblem<D>& problem, const SolverOptions& options,
                    std::vector<Vec<D>>& r);
  void go_back_to_best(const ContactProblem<D>& problem, const SolverOptions& options,
                       Solution<D>& solution);

  std::vector<std::size_t> order_;
  LoadedContacts<D> loaded_;
  Judge<D> judge_;
  Momentum<D> momentum_;
  PinchWatch<D> pinch_watch_;
  std::vector<Vec<D>> best_;  ///< impulses with the least law error so far
  std::vector<Spin<D>> best_moments_;
  LawError best_error_;
};

}  // namespace talus

// Nonlinear Gauss-Seidel over contacts (000 sect. 6.2, 002 sect. 5.4; row B01), matrix-free: block
// velocities are updated after each contact and W is not stored.
#pragma once

#include "talus/solvers/general_sweep.hpp"
#include "talus/solvers/momentum.hpp"
#include "talus/solvers/radial_sweep.hpp"
#include "talus/solvers/solver.hpp"
#include "talus/solvers/turning_sweep.hpp"

#include <vector>

namespace talus {

template <int D>
class Nlgs {
 public:
  /// Starts from solution.r (or what options.guess asks for) and leaves the answer there, with the
  /// velocities it gives. A sweep visits the radial contacts, then the others, each in the order
  /// asked for; `height` ranks the contacts for SweepOrder::gravity.
  SolveReport solve(const ContactProblem<D>& problem, const SolverOptions& options,
                    const std::vector<double>& height, Solution<D>& solution);

  /// The two halves of solve, for those who count sweeps themselves: the guess made admissible and
  /// loaded, then one sweep at a time.
  void prepare(const ContactProblem<D>& problem, const SolverOptions& options,
               const std::vector<double>& height, Solution<D>& solution);
  SweepSize sweep(Carry carry = {}, SweepExtent extent = SweepExtent::all,
                  LaneInstructions instructions = LaneInstructions::widest);

 private:
  void choose_order(const ContactProblem<D>& problem, const SolverOptions& options,
                    const std::vector<double>& height);
  void choose_guess(const ContactProblem<D>& problem, const SolverOptions& options,
                    std::vector<Vec<D>>& r);
  void go_back_to_best(const ContactProblem<D>& problem, const SolverOptions& options,
                       Solution<D>& solution);
  void load_velocities(const Solution<D>& solution);
  void load(const ContactProblem<D>& problem, bool skip_open, const Solution<D>& solution);
  void load_contact(const ContactProblem<D>& problem, const Solution<D>& solution, std::size_t c);
  void load_general(const ContactProblem<D>& problem, const Solution<D>& solution, std::size_t c);
  void load_turning(const ContactProblem<D>& problem, const Solution<D>& solution, std::size_t row);
  void find_velocities(const ContactProblem<D>& problem, Solution<D>& solution) const;
  void store(const ContactProblem<D>& problem, Solution<D>& solution) const;

  std::vector<std::size_t> order_;
  std::vector<std::size_t> open_;  ///< contacts that seem to be open, in that order
  int sweeps_since_load_ = 0;
  std::vector<std::size_t> radial_order_, general_order_;  ///< contacts in the order they are swept
  std::vector<typename RadialBatcher<D>::Place> radial_place_;
  RadialBatcher<D> radial_;
  std::vector<GeneralContact<D>> general_;
  std::vector<TurningBlock<D>> turning_;
  std::vector<std::uint8_t> turns_;  ///< for each contact, whether it resists; empty: none does
  std::vector<NlgsBlock<D>> blocks_;
  std::vector<Spin<D>> spin_scale_;  ///< sqrt(I)^-1 of each block
  Judge<D> judge_;
  Momentum<D> momentum_;
  std::vector<Vec<D>> best_;  ///< impulses with the least law error so far
  std::vector<Spin<D>> best_moments_;
  LawError best_error_;
};

}  // namespace talus

// What the steps of a run add up to.
#pragma once

#include "talus/step/simulation.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace talus {

/// Pairs of bodies at whose contacts rigid-body theory has no unique answer (002 (33)), the first
/// so many by name; a plain value, as all of this file.
struct PainlevePairs {
  struct Pair {
    std::int32_t first = -1, second = -1;
    std::int64_t contacts = 0;  ///< those of all steps
    std::int64_t begin = 0;     ///< number of the first step
    double worst = 0;           ///< largest mu |W_NT| / W_NN
  };
  static constexpr std::size_t most = 10;
  std::array<Pair, most> pair{};
  std::size_t listed = 0;
  std::int64_t others = 0;  ///< contacts of pairs beyond the list

  void add(int first, int second, std::int64_t step, double number) {
    const auto end = pair.begin() + static_cast<std::ptrdiff_t>(listed);
    auto found = std::find_if(
        pair.begin(), end, [&](const Pair& p) { return p.first == first && p.second == second; });
    if (found == end) {
      if (listed == most) {
        ++others;
        return;
      }
      *found = {first, second, 0, step, 0};
      ++listed;
    }
    ++found->contacts;
    found->worst = std::max(found->worst, number);
  }
};

/// Steps whose shocks created energy, or would have.
struct CreatedEnergy {
  std::int64_t steps = 0, clipped_steps = 0;
  double worst = 0;  ///< energy of the worst step
  std::int64_t worst_step = 0;
  std::int32_t first = -1, second = -1;  ///< bodies whose contact gave most in it
  double clip_error = 0;                 ///< largest law error that clipping left
};

/// Grains that bodies with prescribed motion leave no way out, the first so many by name.
struct PinchedGrains {
  struct Grain {
    std::int32_t grain = -1;
    std::int32_t one_side = -1, other_side = -1;  ///< prescribed bodies
    std::int32_t others = 0;                      ///< more grains in the row, at most
    std::int64_t steps = 0, by_friction = 0;      ///< and of these, held by friction
    std::int64_t begin = 0;                       ///< number of the first step
    double begin_time = 0;                        ///< at its end
  };
  static constexpr std::size_t most = 10;
  std::array<Grain, most> grain{};
  std::size_t listed = 0;
  std::int64_t steps = 0;            ///< of the run, with whatever grain
  std::int64_t steps_of_others = 0;  ///< with grains beyond the list

  /// One more step of a grain, if there is room for it.
  void add(const Grain& seen);
};

/// Counts, sums and worsts since the start; a plain value, so that a run can be stopped and go on.
struct RunTotals {
  std::int64_t steps = 0;
  std::size_t contacts = 0, acting = 0, contacts_max = 0;  ///< the first two of the last step
  std::int64_t sweeps = 0;
  int sweeps_max = 0;
  std::int64_t direct_steps = 0;  ///< where sweeps were not enough and factors were made
  double law_error_max = 0;
  std::int64_t unconverged_steps = 0;
  /// Of these, steps with laws that only sweeps know.
  std::int64_t unconverged_sweeps_only = 0;
  double unconverged_worst = 0;
  /// Steps whose laws the interior point does not know, though it was asked for by name.
  std::int64_t sweeps_instead_steps = 0;
  PinchedGrains pinched;
  std::size_t painleve_contacts_max = 0;
  PainlevePairs painleve;
  CreatedEnergy created;
  Penetration penetration_max;
  double kinetic_start = 0, potential_start = 0;

  /// The step just taken.
  template <int D>
  void add(const Simulation<D>& simulation) {
    const StepResult<D>& result = simulation.last();
    const double error = result.solve.error.relative;
    ++steps;
    contacts = result.contacts;
    acting = result.acting;
    contacts_max = std::max(contacts_max, result.contacts);
    sweeps += result.solve.sweeps;
    sweeps_max = std::max(sweeps_max, result.solve.sweeps);
    direct_steps += result.solve.factorisations > 0 ? 1 : 0;
    law_error_max = std::max(law_error_max, error);
    if (result.solve.outcome != SolveOutcome::converged) {
      ++unconverged_steps;
      unconverged_sweeps_only += has_cones_only(simulation.detail().problem) ? 0 : 1;
      unconverged_worst = std::max(unconverged_worst, error);
    }
    if (result.solve.pinches > 0) add_pinched(simulation);
    if (simulation.options().solver.method == SolverMethod::interior_point) {
      sweeps_instead_steps += has_cones_only(simulation.detail().problem) ? 0 : 1;
    }
    painleve_contacts_max = std::max(painleve_contacts_max, result.solve.painleve_contacts);
    if (result.solve.painleve_contacts > 0) add_painleve(simulation);
    if (result.impact.created > 0 || result.impact.kept < 1) add_created(simulation);
    penetration_max.depth = std::max(penetration_max.depth, result.penetration.depth);
    penetration_max.relative = std::max(penetration_max.relative, result.penetration.relative);
  }

 private:
  template <int D>
  void add_pinched(const Simulation<D>& simulation);
  template <int D>
  void add_painleve(const Simulation<D>& simulation);
  template <int D>
  void add_created(const Simulation<D>& simulation);
};

}  // namespace talus

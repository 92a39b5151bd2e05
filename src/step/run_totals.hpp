// What the steps of a run add up to.
#pragma once

#include "talus/step/simulation.hpp"

#include <algorithm>
#include <cstdint>

namespace talus {

/// Counts, sums and worsts since the start; a plain value, so that a run can be stopped and go on.
struct RunTotals {
  std::int64_t steps = 0;
  std::size_t contacts = 0, acting = 0, contacts_max = 0;  ///< the first two of the last step
  std::int64_t sweeps = 0;
  int sweeps_max = 0;
  std::int64_t direct_steps = 0;  ///< where sweeps were not enough and factors were made
  double law_error_max = 0;
  std::int64_t unconverged_steps = 0;
  double unconverged_worst = 0;
  std::size_t painleve_contacts_max = 0;
  Penetration penetration_max;
  double kinetic_start = 0, potential_start = 0;

  template <int D>
  void add(const StepResult<D>& result) {
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
      unconverged_worst = std::max(unconverged_worst, error);
    }
    painleve_contacts_max = std::max(painleve_contacts_max, result.solve.painleve_contacts);
    penetration_max.depth = std::max(penetration_max.depth, result.penetration.depth);
    penetration_max.relative = std::max(penetration_max.relative, result.penetration.relative);
  }
};

}  // namespace talus

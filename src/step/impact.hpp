// The solve of a step under its impact law (laws/impact_law.hpp).
//
// Newton's restitution is part of the contacts' laws: one solve. Other laws first strike: the shock
// of contacts that are closed and approach, of the velocities at the start and without loads, gives
// impulses and the velocities u+ contacts part with. The step is then solved for what comes on top,
// with the law between x and u - u+_N: loads of the step press against the rebound as they do under
// Newton's law, and a body that bounces alone leaves with e times what it came with.
//
// Where contacts then give more energy than they take, the step says so. With `never_created` its
// answer is drawn towards that without restitution, as a mean of both, as far as it takes: momentum
// and admissible impulses are kept, and the law error that the mean has is told.
#pragma once

#include "talus/step/simulation.hpp"

#include <optional>
#include <string>

namespace talus {

/// Why an impact law does not go with the contact laws of a model; none where it does.
template <int D>
std::optional<std::string> impact_objection(const Model<D>& model, const StepOptions& options);

/// Solves the problem assembled in `s` and fills what the step's contacts end with; `result` has
/// the report of the step before and gets this one's.
template <int D>
void solve_with_impacts(const Simulation<D>& simulation, const SolverOptions& solver,
                        StepScratch<D>& s, StepResult<D>& result);

}  // namespace talus

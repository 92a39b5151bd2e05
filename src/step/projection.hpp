// Position projection (003 (59), row A13).
#pragma once

#include "talus/step/simulation.hpp"

namespace talus {

/// Moves bodies out of overlaps by the least displacement in the kinetic metric: the frictionless
/// contact problem with positions for velocities,
///
///     min 1/2 dq . M dq   subject to   gap + H^T dq >= -slop.
///
/// Velocities are not touched. Returns the potential energy gained, which belongs to no balance.
template <int D>
double project_positions(const Simulation<D>& simulation, State<D>& state, StepScratch<D>& scratch);

}  // namespace talus

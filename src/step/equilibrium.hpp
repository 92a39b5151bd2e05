// One-step equilibrium test (000 sect. 6.2, 004 sect. 3; row A14).
#pragma once

#include "talus/step/simulation.hpp"

namespace talus {

enum class EquilibriumVerdict : std::uint8_t { possible, impossible, undecided };

struct EquilibriumOptions {
  double h = 1e-3;
  SolverOptions solver{.tolerance = 1e-10, .max_sweeps = 100000};
  DetectOptions detect{.closure = 1e-6};
  /// Bodies are at rest when their velocities, measured by kinetic energy, are below this part of
  /// what the loads alone would give them.
  double rest = 1e-6;
};

template <int D>
struct Equilibrium {
  EquilibriumVerdict verdict = EquilibriumVerdict::undecided;
  double motion = 0;      ///< |v_f| / |v_free| in the kinetic metric
  int fastest_body = -1;  ///< the one moving most, when some move
  SolveReport solve;
  std::size_t contacts = 0;
  Contacts<D> contact;        ///< where
  std::vector<Vec<D>> force;  ///< local mean forces that hold the bodies, if they are held
};

/// Launches one step with u_i = 0 (prescribed bodies standing still): if u_f = 0, the impulses
/// found are compatible with equilibrium. Contacts count as closed within options.detect.closure.
template <int D>
Equilibrium<D> test_equilibrium(const Model<D>& model, const State<D>& state,
                                const EquilibriumOptions& options);

}  // namespace talus

// One-step equilibrium test (000 sect. 6.2, 004 sect. 3; row A14).
#pragma once

#include "talus/solvers/enumerate.hpp"
#include "talus/step/simulation.hpp"

#include <vector>

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

/// One of several ways a scene may go from rest.
struct PluralAnswer {
  bool holds = false;  ///< nothing moves
  double motion = 0;   ///< as in Equilibrium
  int fastest_body = -1;
  std::vector<TriedStatus> status;  ///< of the contacts, in the order of Equilibrium::contact
};

/// Every way a small scene in the plane may go from rest under Coulomb's friction: rigid bodies may
/// both hold and move (004 sect. 6). Throws ModelError where there are too many contacts or other
/// laws.
std::vector<PluralAnswer> all_answers(const Model<2>& model, const State<2>& state,
                                      const EquilibriumOptions& options);

}  // namespace talus

// What a run amounts to: gathered step by step, printed or written at the end.
#pragma once

#include "talus/measure/contact_statuses.hpp"
#include "talus/problem/bipotential.hpp"
#include "talus/step/run_totals.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace talus::app {

enum class Outcome {
  done,
  unconverged,   ///< ran to its end, but some steps missed the tolerance
  interrupted,   ///< by a signal
  not_finite,    ///< positions or velocities left the numbers
  write_failed,  ///< results could not be written
};

std::string_view outcome_name(Outcome outcome);

/// A body at the end, in the user's own frame.
struct FinalBody {
  std::string name;
  std::vector<double> position;
  std::vector<double> orientation;  ///< plane: angle; space: quaternion w, x, y, z
  std::vector<double> velocity;
  std::vector<double> spin;  ///< world axes
};

struct Summary : RunTotals {
  // What was run.
  std::string scene;
  std::string title;
  std::vector<std::string> settings;
  int dimension = 0;
  int threads = 0;
  double h = 0;
  double tolerance = 0;
  int sweeps_allowed = 0;
  std::string method;  ///< of the solver
  std::size_t bodies = 0, free_bodies = 0;

  // What happened.
  Outcome outcome = Outcome::done;
  double time = 0;
  std::size_t bonds = 0;     ///< that hold at the end
  Bipotential last_step;     ///< what the last step's answer is worth beside its law error
  ContactStatuses statuses;  ///< of the last step
  double kinetic = 0, potential_gravity = 0, potential_elastic = 0;
  EnergyTerms energy;
  double projected = 0;
  double balance_error_max = 0;
  std::uint64_t state_hash = 0;
  double wall_seconds = 0;
  std::vector<FinalBody> final_bodies;  ///< empty when there are too many
  std::string impact;                   ///< law of the shocks
  /// Names of the bodies that `painleve` and `created` list, in their order.
  std::vector<std::pair<std::string, std::string>> painleve_names;
  std::pair<std::string, std::string> created_names;
  /// A grain of `pinched` and the bodies on both sides of it.
  struct PinchedNames {
    std::string grain, one_side, other_side;
  };
  std::vector<PinchedNames> pinched_names;

  double potential() const { return potential_gravity + potential_elastic; }
};

/// Fills what is known before the first step.
template <int D>
void begin_summary(const Simulation<D>& simulation, Summary& summary);

/// What the answer of the last step is worth beside its law error.
template <int D>
Bipotential worth_of_last_step(const Simulation<D>& simulation);

/// Fills what is read off the final state.
template <int D>
void end_summary(const Simulation<D>& simulation, Summary& summary);

/// For people.
std::string summary_text(const Summary& summary);

/// For programs, on one line or indented.
std::string summary_json(const Summary& summary, bool indented);

}  // namespace talus::app

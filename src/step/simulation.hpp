// A model and its state, stepped in time.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/contact/contacts.hpp"
#include "talus/contact/detect.hpp"
#include "talus/contact/forecast.hpp"
#include "talus/measure/energy.hpp"
#include "talus/measure/penetration.hpp"
#include "talus/model/model.hpp"
#include "talus/solvers/solve.hpp"

#include <functional>
#include <vector>

namespace talus {

struct ProjectionOptions {
  bool on = false;
  /// Overlap left in place, as a part of the smaller shape's size: contacts stay closed. More is
  /// left where the solver's own residue moves bodies by more in a step.
  double slop = 1e-6;
  double tolerance = 1e-3;  ///< law error of the projection's own problem
  int max_sweeps = 200;
};

struct StepOptions {
  double h = 1e-3;
  SolverOptions solver;
  DetectOptions detect;
  ProjectionOptions projection;
};

/// What one step leaves behind besides the state. Everything here is read-only for the user.
template <int D>
struct StepResult {
  std::size_t contacts = 0;  ///< candidates handed to the solver
  std::size_t acting = 0;    ///< those with an impulse
  SolveReport solve;
  EnergyTerms energy;
  Penetration penetration;  ///< at the midpoint of the step
  double projected = 0;     ///< potential energy the position projection added
};

/// All that a simulation carries from one step to the next: kept, it can go on from there as if it
/// had never stopped.
template <int D>
struct Snapshot {
  State<D> state;
  EnergyBalance balance;
  StepResult<D> last;
};

/// Working memory of a step; what it holds after a step is that step's detail.
template <int D>
struct StepScratch {
  FreeMotion<D> free;
  DetectScratch<D> detect;
  ForecastScratch<D> forecast;
  std::vector<double> reach;
  Contacts<D> contacts;
  Conditions<D> conditions;
  std::vector<int> block_of;
  ContactProblem<D> problem;
  std::vector<double> height;
  Solvers<D> solvers;
  Solution<D> solution;
  std::vector<Vec<D>> r;        ///< true impulses, local
  std::vector<Vec<D>> u;        ///< relative velocities at the end, local
  std::vector<Twist<D>> v_end;  ///< body velocities at the end
};

/// Called after each step, for recording.
template <int D>
class Simulation;
template <int D>
using StepObserver = std::function<void(const Simulation<D>&, const StepResult<D>&)>;

template <int D>
class Simulation {
 public:
  /// Throws ModelError when materials that may touch have no law.
  Simulation(Model<D> model, State<D> state, StepOptions options);

  /// One step of Moreau's midpoint scheme; see docs/step.md.
  const StepResult<D>& step();

  const Model<D>& model() const { return model_; }
  const State<D>& state() const { return state_; }
  const StepOptions& options() const { return options_; }
  const EnergyBalance& balance() const { return balance_; }
  const StepResult<D>& last() const { return result_; }
  /// Contacts, impulses and velocities of the last step.
  const StepScratch<D>& detail() const { return scratch_; }

  /// Goes on from where another simulation of the same model and options was. The detail of its
  /// last step is not there until the next one.
  void restore(Snapshot<D> snapshot);

  void observe(StepObserver<D> observer) { observer_ = std::move(observer); }

 private:
  Model<D> model_;
  State<D> state_;
  StepOptions options_;
  StepScratch<D> scratch_;
  StepResult<D> result_;
  EnergyBalance balance_;
  StepObserver<D> observer_;
};

}  // namespace talus

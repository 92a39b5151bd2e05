// A model and its state, stepped in time.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/contact/contacts.hpp"
#include "talus/contact/detect.hpp"
#include "talus/contact/forecast.hpp"
#include "talus/contact/waiting.hpp"
#include "talus/measure/energy.hpp"
#include "talus/measure/penetration.hpp"
#include "talus/model/model.hpp"
#include "talus/solvers/shock.hpp"
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

struct ImpactOptions {
  ImpactLaw law = ImpactLaw::newton;
  /// Shocks that would create energy are drawn towards inelastic ones (step/impact.hpp).
  bool never_created = false;
};

struct StepOptions {
  double h = 1e-3;
  ImpactOptions impact;
  SolverOptions solver;
  DetectOptions detect;
  ProjectionOptions projection;
};

/// What shocks of a step did to the energy.
struct ImpactReport {
  double created = 0;    ///< beyond what the solver's error may account for
  double clipped = 0;    ///< that never_created kept from being
  double kept = 1;       ///< share of the law's answer in the step's
  double law_error = 0;  ///< of that answer, where not all was kept
};

/// What one step leaves behind besides the state. Everything here is read-only for the user.
template <int D>
struct StepResult {
  std::size_t contacts = 0;  ///< candidates handed to the solver
  std::size_t acting = 0;    ///< those with an impulse
  SolveReport solve;
  ImpactReport impact;
  EnergyTerms energy;
  Penetration penetration;  ///< at the midpoint of the step
  double projected = 0;     ///< potential energy added by moving bodies without a force
};

/// All that a simulation carries from one step to the next: kept, it can go on from there as if it
/// had never stopped.
template <int D>
struct Snapshot {
  State<D> state;
  EnergyBalance balance;
  StepResult<D> last;
};

/// Working memory of shocks (step/impact.hpp).
template <int D>
struct ImpactScratch {
  ContactProblem<D> problem;         ///< of the shock; without restitution, to clip
  std::vector<std::size_t> contact;  ///< which of the step's contacts take part
  std::vector<Restitution> e;
  std::vector<double> height;
  Shock<D> shock;
  std::vector<Vec<D>> given;  ///< canonical impulses of the shock, of all contacts; empty: none
  std::vector<Spin<D>> given_moment;
  std::vector<Twist<D>> v_free;  ///< of the step, without them
  Solution<D> inelastic;
};

/// Working memory of the position projection.
template <int D>
struct ProjectionScratch {
  Contacts<D> contacts;
  Conditions<D> conditions;
  FreeMotion<D> still;
  ContactProblem<D> problem;
  Solution<D> solution;
  std::vector<Twist<D>> displacement;
};

/// Working memory of a step; what it holds after a step is that step's detail. Impulses are those
/// of the whole step; problem and solution those of the last solve, for what came on top of shocks.
template <int D>
struct StepScratch : SolvedContacts<D> {
  FreeMotion<D> free;
  DetectScratch<D> detect;
  FastPairs<D> fast;
  ForecastScratch<D> forecast;
  WaitingScratch<D> waiting;
  std::vector<double> reach;
  Contacts<D> contacts;
  Conditions<D> conditions;
  std::vector<int> block_of;
  ContactProblem<D> problem;
  std::vector<double> height;
  Solvers<D> solvers;
  Solution<D> solution;
  ImpactScratch<D> impact;
  ProjectionScratch<D> projection;
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
  /// Throws ModelError when materials that may touch have no law, or one that does not go with the
  /// impact law.
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

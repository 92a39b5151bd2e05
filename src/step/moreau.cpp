// One step of Moreau's midpoint scheme (000 sect. 6.1), as the eight verbs of docs/step.md.

#include "talus/assembly/assemble.hpp"
#include "talus/contact/bonds.hpp"
#include "talus/contact/memory.hpp"
#include "talus/dynamics/advance.hpp"
#include "talus/dynamics/predict.hpp"
#include "talus/step/impact.hpp"
#include "talus/step/projection.hpp"
#include "talus/step/rested_guess.hpp"
#include "talus/step/simulation.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// Seeds of random orders and guesses differ from step to step, and a restart finds the same ones.
SolverOptions options_of_step(const SolverOptions& options, std::int64_t step) {
  SolverOptions o = options;
  o.seed += static_cast<std::uint64_t>(step) * 0x9e3779b97f4a7c15ULL;
  return o;
}

/// How far any point of each body may travel in half a step after the midpoint, were it free, with
/// as much again to spare: laws that look ahead must know of gaps this wide.
template <int D>
void travel(const Model<D>& model, const FreeMotion<D>& free, double t,
            std::vector<double>& reach) {
  reach.clear();
  if (!looks_ahead(model)) return;
  reach.resize(model.body_count());
  const double slide = 0.5 * std::abs(model.cell.rate(t + free.h));  // of one layer over the next
  for (std::size_t b = 0; b < reach.size(); ++b) {
    const auto& v = free.v_free[b];
    const double turn = model.arm[b] > 0 ? v.template tail<spin_dim<D>>().norm() : 0;
    reach[b] = free.h * (v.template head<D>().norm() + model.arm[b] * turn + slide);
  }
}

/// Velocities below this multiple of the worst contact's law error are the solver's, not the
/// contact's: W of a body on a few corners magnifies the error by some tens.
constexpr double magnified = 100;

}  // namespace

template <int D>
const StepResult<D>& Simulation<D>::step() {
  auto& s = scratch_;
  const double h = options_.h;

  const bool watched = options_.detect.forecast;
  double lifted = 0;
  if (watched && state_.h_before == 0) {
    lifted = start_apart(model_, h, options_.detect, s.fast, s.waiting, state_);
  }

  predict(model_, state_, h, s.free);

  travel(model_, s.free, state_.t, s.reach);
  detect(model_, s.free.x_mid, s.free.r_mid, s.reach, options_.detect, s.detect, s.contacts,
         &state_, state_.t + 0.5 * h);

  // Contacts that bodies would cross, and then those that bodies just pushed would. Each pass lists
  // features that were not listed before, so the passes come to an end.
  const double t_mid = state_.t + 0.5 * h;
  bool some_fast = false;
  const auto crossed = [&](const std::vector<Twist<D>>& v) {
    if (!watched) return false;
    some_fast = s.fast.find(model_, s.free, v, t_mid, options_.detect);
    return some_fast &&
           forecast(model_, s.free, v, t_mid, options_.detect, s.fast, s.forecast, s.contacts);
  };
  crossed(s.free.v_free);
  do {
    condition(model_, state_, s.free, s.contacts, s.conditions);

    assemble(model_, s.free, s.contacts, s.conditions, s.block_of, s.problem);

    contact_heights(model_, s.contacts, s.height);
    s.solution.r = s.conditions.guess;
    s.solution.m = s.conditions.moment_guess;
    solve_with_impacts(*this, options_of_step(options_.solver, state_.step), s, result_);

    body_velocities(model_, s.free, s.block_of, s.solution.v, s.v_end);
  } while (crossed(s.v_end));
  const bool some_wait = some_fast && find_waiting(model_, h, t_mid, options_.detect,
                                                   Straight::held, s.fast, s.waiting);
  advance(model_, s.free, s.v_end, state_);
  if (some_wait) lifted += put_waiting(model_, s.fast.paths(), h, h, state_);
  remember(model_, s.contacts, s.problem.law, s, magnified * result_.solve.error.worst, h,
           s.conditions, state_);
  rest_guesses(model_, s, state_);

  result_.energy = measure_energy(model_, s.free, s.contacts, s.conditions, s.problem, s, s.v_end,
                                  options_.impact.law);
  result_.energy.created = result_.impact.created;
  result_.energy.clipped = result_.impact.clipped;
  result_.penetration = measure_penetration(s.contacts);
  result_.contacts = s.contacts.count();
  result_.acting = result_.solve.error.acting;
  balance_.add(result_.energy, kinetic_energy(model_, state_), elastic_energy(model_, state_));
  result_.projected = lifted;
  if (options_.projection.on) result_.projected += project_positions(*this, state_, s);
  balance_.add_projected(result_.projected);

  if (observer_) observer_(*this, result_);
  return result_;
}

template <int D>
Simulation<D>::Simulation(Model<D> model, State<D> state, StepOptions options)
    : model_(std::move(model)), state_(std::move(state)), options_(options) {
  const auto missing = model_.missing_laws(options_.detect.forecast);
  if (!missing.empty()) {
    throw ModelError("materials '" +
                     model_.material_name[static_cast<std::size_t>(missing[0].first)] + "' and '" +
                     model_.material_name[static_cast<std::size_t>(missing[0].second)] +
                     "' may touch but have no contact law");
  }
  if (const auto objection = impact_objection(model_, options_)) throw ModelError(*objection);
  check_cell(model_);
  check_servos(model_);
  make_first_bonds(model_, options_.detect, state_);
  scratch_.block_of = number_blocks(model_);
  balance_.start(kinetic_energy(model_, state_), elastic_energy(model_, state_));
}

template <int D>
void Simulation<D>::restore(Snapshot<D> snapshot) {
  state_ = std::move(snapshot.state);
  balance_ = snapshot.balance;
  result_ = snapshot.last;
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace talus

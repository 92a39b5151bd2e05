// One step of Moreau's midpoint scheme (000 sect. 6.1), as the eight verbs of docs/step.md.

#include "talus/assembly/assemble.hpp"
#include "talus/contact/bonds.hpp"
#include "talus/contact/memory.hpp"
#include "talus/contact/turning.hpp"
#include "talus/dynamics/advance.hpp"
#include "talus/dynamics/predict.hpp"
#include "talus/step/projection.hpp"
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

/// True impulses and final relative velocities of the solution.
template <int D>
void unfold(const ContactProblem<D>& problem, const Solution<D>& solution, std::vector<Vec<D>>& r,
            std::vector<Vec<D>>& u) {
  r.resize(problem.contact_count());
  u.resize(problem.contact_count());
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    r[c] = problem.impulse(c, solution.r[c]);
    u[c] = problem.local_velocity(c, solution.v);
  }
}

}  // namespace

template <int D>
const StepResult<D>& Simulation<D>::step() {
  auto& s = scratch_;
  const double h = options_.h;

  predict(model_, state_, h, s.free);

  travel(model_, s.free, state_.t, s.reach);
  detect(model_, s.free.x_mid, s.free.r_mid, s.reach, options_.detect, s.detect, s.contacts,
         &state_, state_.t + 0.5 * h);

  // Contacts that bodies would cross, and then those that bodies just pushed would. Each pass lists
  // features that were not listed before, so the passes come to an end.
  const auto crossed = [&](const std::vector<Twist<D>>& v) {
    return options_.detect.forecast &&
           forecast(model_, s.free, v, state_.t + 0.5 * h, options_.detect, s.forecast, s.contacts);
  };
  crossed(s.free.v_free);
  do {
    condition(model_, state_, s.free, s.contacts, s.conditions);

    assemble(model_, s.free, s.contacts, s.conditions, s.block_of, s.problem);

    contact_heights(model_, s.contacts, s.height);
    s.solution.r = s.conditions.guess;
    s.solution.m = s.conditions.moment_guess;
    result_.solve = s.solvers.solve(s.problem, options_of_step(options_.solver, state_.step),
                                    s.height, s.solution);

    unfold(s.problem, s.solution, s.r, s.u);
    body_velocities(model_, s.free, s.block_of, s.solution.v, s.v_end);
  } while (crossed(s.v_end));
  advance(model_, s.free, s.v_end, state_);
  const double noise = magnified * result_.solve.error.worst;
  carry_bonds(model_, s.contacts, s.problem.law, s.solution.r, s.u, noise, h, s.conditions);
  keep_moments(s.contacts, s.conditions.turning, s.solution.m, state_);
  keep_bonds(s.contacts, s.conditions.bonds, state_);
  remember(s.contacts, s.conditions, s.problem.law, s.solution.r, s.r, s.u, noise, h, state_);

  result_.energy = measure_energy(model_, s.free, s.contacts, s.conditions, s.problem.law,
                                  s.problem.offset, s.r, s.u, s.v_end);
  for (std::size_t row = 0; row < s.problem.turning.size(); ++row) {
    add_turning(s.problem.turning[row], s.problem.relative_spin(row, s.solution.v),
                s.solution.m[row], result_.energy);
  }
  result_.penetration = measure_penetration(s.contacts);
  result_.contacts = s.contacts.count();
  result_.acting = result_.solve.error.acting;
  balance_.add(result_.energy, kinetic_energy(model_, state_), elastic_energy(model_, state_));
  result_.projected = options_.projection.on ? project_positions(*this, state_, s) : 0;
  balance_.add_projected(result_.projected);

  if (observer_) observer_(*this, result_);
  return result_;
}

template <int D>
Simulation<D>::Simulation(Model<D> model, State<D> state, StepOptions options)
    : model_(std::move(model)), state_(std::move(state)), options_(options) {
  const auto missing = model_.missing_laws();
  if (!missing.empty()) {
    throw ModelError("materials '" +
                     model_.material_name[static_cast<std::size_t>(missing[0].first)] + "' and '" +
                     model_.material_name[static_cast<std::size_t>(missing[0].second)] +
                     "' may touch but have no contact law");
  }
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

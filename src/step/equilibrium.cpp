#include "talus/step/equilibrium.hpp"

#include "talus/assembly/assemble.hpp"
#include "talus/contact/bonds.hpp"
#include "talus/dynamics/predict.hpp"

#include <cmath>
#include <string>

namespace talus {

namespace {

template <int D>
double kinetic_norm2(const Model<D>& model, std::size_t b, const Twist<D>& v) {
  return model.mass[b] * v.template head<D>().squaredNorm() +
         model.inertia[b].dot(v.template tail<spin_dim<D>>().cwiseAbs2());
}

/// The problem of the one step from rest: prepares all of `s` that comes before the solver.
template <int D>
void pose_equilibrium(const Model<D>& model, const State<D>& state,
                      const EquilibriumOptions& options, StepScratch<D>& s) {
  State<D> still = state;
  for (auto& v : still.v) v.setZero();
  for (auto& w : still.w) w.setZero();
  // Prescribed bodies stand where they are, for dampers and springs as for contacts; so do layers.
  Model<D> held = model;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (model.prescribed[b] == 0) continue;
    held.initial_frame[b] = state.pose(b);
    held.motion[b].reset();
  }
  const double tilt = model.cell.at(state.t).tilt;
  held.cell.offset.terms = {Table({0, 1}, {tilt, tilt}, Table::Interpolation::linear)};
  make_first_bonds(held, options.detect, still);
  s.block_of = number_blocks(model);
  predict(held, still, options.h, s.free);
  DetectOptions closed = options.detect;
  closed.closed_only = true;
  detect<D>(held, s.free.x_mid, s.free.r_mid, {}, closed, s.detect, s.contacts, nullptr, state.t);
  condition(held, still, s.free, s.contacts, s.conditions);
  // Statics knows no gaps and no shocks: what is closed pushes, and joints hold without giving way.
  for (auto& law : s.conditions.law) {
    law.shift.setZero();
    law.compliance.setZero();
  }
  assemble(model, s.free, s.contacts, s.conditions, s.block_of, s.problem);
  contact_heights(model, s.contacts, s.height);
  s.solution.r = s.conditions.guess;
  s.solution.m = s.conditions.moment_guess;
}

/// How much of the motion that loads would cause is left, and whose is the fastest.
template <int D>
double motion_left(const Model<D>& model, const StepScratch<D>& s, int& fastest_body) {
  double moving = 0;
  double driven = 0;
  double fastest = 0;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (model.prescribed[b] != 0) continue;
    const double energy = kinetic_norm2(model, b, s.v_end[b]);
    moving += energy;
    driven += kinetic_norm2(model, b, s.free.v_free[b]);
    if (energy / model.mass[b] > fastest) {
      fastest = energy / model.mass[b];
      fastest_body = static_cast<int>(b);
    }
  }
  for (std::size_t i = 0; i < model.servos.size(); ++i) {
    const auto& servo = model.servos[i];
    const auto b = static_cast<std::size_t>(servo.body);
    const double speed = servo.direction.dot(Vec<D>(s.v_end[b].template head<D>()));
    moving += servo.mass * speed * speed;
    driven += servo.mass * s.free.servos[i].free * s.free.servos[i].free;
    if (speed * speed > fastest) {
      fastest = speed * speed;
      fastest_body = servo.body;
    }
  }
  return driven > 0 ? std::sqrt(moving / driven) : 0;
}

}  // namespace

template <int D>
Equilibrium<D> test_equilibrium(const Model<D>& model, const State<D>& state,
                                const EquilibriumOptions& options) {
  StepScratch<D> s;
  pose_equilibrium(model, state, options, s);
  Equilibrium<D> out;
  out.solve = s.solvers.solve(s.problem, options.solver, s.height, s.solution);
  body_velocities(model, s.free, s.block_of, s.solution.v, s.v_end);
  out.motion = motion_left(model, s, out.fastest_body);
  out.contacts = s.contacts.count();
  for (std::size_t c = 0; c < s.contacts.count(); ++c) {
    out.force.push_back(s.problem.impulse(c, s.solution.r[c]) / options.h);
  }
  out.contact = std::move(s.contacts);
  if (out.motion <= options.rest) {
    out.verdict = EquilibriumVerdict::possible;
  } else if (out.solve.outcome == SolveOutcome::converged) {
    out.verdict = EquilibriumVerdict::impossible;
  }
  return out;
}

std::vector<PluralAnswer> all_answers(const Model<2>& model, const State<2>& state,
                                      const EquilibriumOptions& options) {
  StepScratch<2> s;
  pose_equilibrium(model, state, options, s);
  if (s.contacts.count() > most_enumerated || !has_cones_only(s.problem)) {
    throw ModelError(s.contacts.count() > most_enumerated
                         ? "all answers are found for up to " + std::to_string(most_enumerated) +
                               " contacts; here are " + std::to_string(s.contacts.count())
                         : "all answers are found for contacts with Coulomb's friction only");
  }
  std::vector<PluralAnswer> out;
  for (auto& answer : enumerate_answers(s.problem)) {
    body_velocities(model, s.free, s.block_of, answer.v, s.v_end);
    PluralAnswer& a = out.emplace_back();
    a.motion = motion_left(model, s, a.fastest_body);
    a.holds = a.motion <= options.rest;
    a.status = std::move(answer.status);
  }
  return out;
}

template Equilibrium<2> test_equilibrium<2>(const Model<2>&, const State<2>&,
                                            const EquilibriumOptions&);
template Equilibrium<3> test_equilibrium<3>(const Model<3>&, const State<3>&,
                                            const EquilibriumOptions&);

}  // namespace talus

#include "summary.hpp"

#include "talus/dynamics/predict.hpp"

#include <algorithm>

namespace talus::app {

namespace {

constexpr std::size_t most_final_bodies = 1000;

template <typename V>
std::vector<double> numbers(const V& v) {
  return {v.data(), v.data() + v.size()};
}

std::vector<double> numbers(const Rotation<2>& r) { return {r.angle}; }
std::vector<double> numbers(const Rotation<3>& r) { return {r.q.w(), r.q.x(), r.q.y(), r.q.z()}; }

/// As scenes name it.
std::string_view method_name(SolverMethod method) {
  switch (method) {
    case SolverMethod::automatic: return "auto";
    case SolverMethod::nlgs: return "nlgs";
    case SolverMethod::interior_point: return "interior_point";
  }
  return "";
}

}  // namespace

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::done: return "done";
    case Outcome::unconverged: return "unconverged";
    case Outcome::interrupted: return "interrupted";
    case Outcome::not_finite: return "not_finite";
    case Outcome::write_failed: return "write_failed";
  }
  return "";
}

template <int D>
void begin_summary(const Simulation<D>& simulation, Summary& s) {
  const auto& model = simulation.model();
  s.dimension = D;
  s.h = simulation.options().h;
  s.tolerance = simulation.options().solver.tolerance;
  s.method = method_name(simulation.options().solver.method);
  s.sweeps_allowed = simulation.options().solver.max_sweeps;
  s.bodies = model.body_count();
  s.free_bodies =
      static_cast<std::size_t>(std::count(model.prescribed.begin(), model.prescribed.end(), 0));
  for (const auto& entry : impact_book) {
    if (entry.law == simulation.options().impact.law) s.impact = entry.name;
  }
  s.kinetic_start = kinetic_energy(model, simulation.state());
  s.potential_start =
      gravity_potential(model, simulation.state()) + elastic_energy(model, simulation.state());
}

template <int D>
Bipotential worth_of_last_step(const Simulation<D>& simulation) {
  const auto& last = simulation.detail();
  return bipotential(last.problem, last.solution.r, last.solution.v, last.solution.m);
}

template <int D>
void end_summary(const Simulation<D>& simulation, Summary& s) {
  const auto& model = simulation.model();
  const auto& state = simulation.state();
  const auto& balance = simulation.balance();
  s.time = state.t;
  s.kinetic = balance.kinetic();
  s.potential_gravity = gravity_potential(model, state);
  s.potential_elastic = balance.elastic();
  s.energy = balance.total();
  s.projected = balance.projected();
  s.balance_error_max = balance.error_max();
  s.state_hash = state_hash(state);
  s.bonds = state.bonds.size();
  s.last_step = worth_of_last_step(simulation);
  s.statuses = contact_statuses(model, state);
  const auto name = [&](int b) { return model.name[static_cast<std::size_t>(b)]; };
  for (std::size_t i = 0; i < s.pinched.listed; ++i) {
    const auto& p = s.pinched.grain[i];
    s.pinched_names.push_back({name(p.grain), name(p.one_side), name(p.other_side)});
  }
  const auto names = [&](int first, int second) { return std::pair(name(first), name(second)); };
  for (std::size_t i = 0; i < s.painleve.listed; ++i) {
    s.painleve_names.push_back(names(s.painleve.pair[i].first, s.painleve.pair[i].second));
  }
  if (s.created.first >= 0) s.created_names = names(s.created.first, s.created.second);
  if (model.body_count() > most_final_bodies) return;
  for (std::size_t i = 0; i < model.body_count(); ++i) {
    const int b = static_cast<int>(i);
    const auto pose = model.own_pose(b, state);
    s.final_bodies.push_back({model.name[i], numbers(pose.x), numbers(pose.r),
                              numbers(model.own_velocity(b, state)),
                              numbers(model.world_spin(b, state))});
  }
}

template void begin_summary<2>(const Simulation<2>&, Summary&);
template void begin_summary<3>(const Simulation<3>&, Summary&);
template Bipotential worth_of_last_step<2>(const Simulation<2>&);
template Bipotential worth_of_last_step<3>(const Simulation<3>&);
template void end_summary<2>(const Simulation<2>&, Summary&);
template void end_summary<3>(const Simulation<3>&, Summary&);

}  // namespace talus::app

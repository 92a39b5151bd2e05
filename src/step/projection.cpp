#include "talus/step/projection.hpp"

#include "talus/assembly/assemble.hpp"

namespace talus {

template <int D>
double project_positions(const Simulation<D>& simulation, State<D>& state,
                         StepScratch<D>& scratch) {
  const auto& model = simulation.model();
  const auto& options = simulation.options().projection;
  Contacts<D> contacts;
  detect(model, state.x, state.r, {}, simulation.options().detect, scratch.detect, contacts);

  FreeMotion<D> still;
  still.x_mid = state.x;
  still.r_mid = state.r;
  still.v_free.assign(model.body_count(), Twist<D>::Zero());
  Conditions<D> conditions;
  bool overlapped = false;
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    CanonicalLaw<D> law;
    law.shift[0] = contacts.gap[c] + options.slop * contacts.size[c];
    overlapped = overlapped || law.shift[0] < 0;
    conditions.law.push_back(law);
    conditions.offset.push_back(Vec<D>::Zero());
  }
  if (!overlapped) return 0;

  ContactProblem<D> problem;
  assemble(model, still, contacts, conditions, scratch.block_of, problem);
  SolverOptions solver;
  solver.tolerance = options.tolerance;
  solver.max_sweeps = options.max_sweeps;
  solver.guess = InitialGuess::zero;
  Solution<D> solution;
  scratch.solvers.solve(problem, solver, {}, solution);
  std::vector<Twist<D>> displacement;
  body_velocities(model, still, scratch.block_of, solution.v, displacement);

  const double before = gravity_potential(model, state);
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (model.prescribed[b] != 0) continue;
    state.x[b] += displacement[b].template head<D>();
    state.r[b] =
        compose(state.r[b], exponential(Spin<D>(displacement[b].template tail<spin_dim<D>>())));
  }
  return gravity_potential(model, state) - before;
}

template double project_positions<2>(const Simulation<2>&, State<2>&, StepScratch<2>&);
template double project_positions<3>(const Simulation<3>&, State<3>&, StepScratch<3>&);

}  // namespace talus

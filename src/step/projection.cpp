#include "talus/step/projection.hpp"

#include "talus/assembly/assemble.hpp"

#include <algorithm>
#include <limits>

namespace talus {

namespace {

/// Every contact apart by no more than `reach` of the smaller shape's size, whatever its law looks
/// at: a body moved out of one overlap must not be pushed into a neighbour a hair away.
template <int D>
void list_near(const Simulation<D>& simulation, const State<D>& state, double reach,
               StepScratch<D>& scratch) {
  DetectOptions near = simulation.options().detect;
  near.closure = std::max(near.closure, reach);
  near.closed_only = true;
  detect<D>(simulation.model(), state.x, state.r, {}, near, scratch.detect,
            scratch.projection.contacts, nullptr, state.t);
}

/// Overlap left in place at a contact: the slop, and what the solver's residue may move in a step.
/// The residue of a warm-started stack at rest swings and dies out. Were its inward half cut off,
/// the outward half would open contacts, bodies would fall and land, and it would never end.
template <int D>
double allowed_overlap(const Simulation<D>& simulation, const State<D>& state, double size) {
  const double slop = simulation.options().projection.slop * size;
  const double most = std::max(slop, simulation.options().detect.alert * size);
  return std::clamp(state.noise * state.h_before, slop, most);
}

/// Least displacement that takes overlaps down to the allowed one; false when there are no larger.
template <int D>
bool least_displacement(const Simulation<D>& simulation, const State<D>& state,
                        StepScratch<D>& scratch) {
  const auto& model = simulation.model();
  const auto& options = simulation.options().projection;
  auto& [contacts, conditions, still, problem, solution, displacement] = scratch.projection;
  conditions.law.clear();
  conditions.offset.clear();
  bool overlapped = false;
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    CanonicalLaw<D> law;
    law.shift[0] = contacts.gap[c] + allowed_overlap(simulation, state, contacts.size[c]);
    overlapped = overlapped || law.shift[0] < 0;
    conditions.law.push_back(law);
    conditions.offset.push_back(Vec<D>::Zero());
  }
  if (!overlapped) return false;

  still.x_mid = state.x;
  still.r_mid = state.r;
  still.v_free.assign(model.body_count(), Twist<D>::Zero());
  still.servos.resize(model.servos.size());
  assemble(model, still, contacts, conditions, scratch.block_of, problem);
  SolverOptions solver;
  solver.tolerance = options.tolerance;
  solver.max_sweeps = options.max_sweeps;
  solver.guess = InitialGuess::zero;
  scratch.solvers.solve(problem, solver, {}, solution);
  body_velocities(model, still, scratch.block_of, solution.v, displacement);
  return true;
}

/// How far any point of a body moves, at most, as a part of the smallest shape's size.
template <int D>
double largest_move(const Model<D>& model, const std::vector<Twist<D>>& displacement) {
  double move = 0;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    if (model.size[s] > 0) smallest = std::min(smallest, model.size[s]);
    const auto b = static_cast<std::size_t>(model.owner[s]);
    if (model.prescribed[b] != 0) continue;
    const double turn = displacement[b].template tail<spin_dim<D>>().norm();
    const double arm = model.placement[s].x.norm() + model.radius[s];
    move = std::max(move, displacement[b].template head<D>().norm() + (turn > 0 ? turn * arm : 0));
  }
  return move / smallest;
}

}  // namespace

template <int D>
double project_positions(const Simulation<D>& simulation, State<D>& state,
                         StepScratch<D>& scratch) {
  const auto& model = simulation.model();
  const auto& displacement = scratch.projection.displacement;
  // Two bodies may move towards each other: gaps up to twice the largest move matter. Where moves
  // turn out longer, more neighbours are asked, up to a whole body away.
  constexpr double farthest = 1;
  for (double reach = 2 * simulation.options().detect.alert;;) {
    list_near(simulation, state, reach, scratch);
    if (!least_displacement(simulation, state, scratch)) return 0;
    const double needed = 2 * largest_move(model, displacement);
    if (needed <= reach || reach >= farthest) break;
    reach = std::min(2 * needed, farthest);
  }

  const double before = gravity_potential(model, state);
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (model.prescribed[b] != 0) continue;
    state.x[b] += displacement[b].template head<D>();
    state.r[b] =
        compose(state.r[b], exponential(Spin<D>(displacement[b].template tail<spin_dim<D>>())));
  }
  for (const auto& servo : model.servos) {
    const auto b = static_cast<std::size_t>(servo.body);
    state.x[b] += displacement[b].template head<D>();
  }
  return gravity_potential(model, state) - before;
}

template double project_positions<2>(const Simulation<2>&, State<2>&, StepScratch<2>&);
template double project_positions<3>(const Simulation<3>&, State<3>&, StepScratch<3>&);

}  // namespace talus

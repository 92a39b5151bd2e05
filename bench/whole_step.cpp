// The cost of a whole step of 4000 settled spheres at exactly 50 sweeps, and at the default
// tolerance.
#include "talus/math/parallel.hpp"
#include "talus/math/random.hpp"
#include "talus/talus.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace talus;

constexpr double radius = 0.005;
constexpr double side = 16 * 2.1 * radius;

void add_wall(Model<3>& model, State<3>& state, const Vec<3>& through, const Vec<3>& normal) {
  BodyDescription<3> wall;
  wall.name = "wall";
  wall.prescribed = true;
  wall.pose.x = through;
  wall.pose.r.q = Eigen::Quaterniond::FromTwoVectors(Vec<3>::UnitZ(), normal);
  wall.shapes = {{HalfSpace<3>{}, {}, 0, 0}};
  model.add(wall, state);
}

/// Spheres of radius .8 to 1 dropped from a loose lattice into a box.
Simulation<3> dropped(int count) {
  Model<3> model;
  State<3> state;
  model.add_material("grain");
  ContactLaw law;
  law.form = Signorini::quasi_inelastic;
  law.friction = IsotropicFriction{0.4};
  model.set_law(0, 0, law);
  model.loads.gravity = Vec<3>(0, 0, -9.81);
  add_wall(model, state, Vec<3>::Zero(), Vec<3>::UnitZ());
  add_wall(model, state, Vec<3>::Zero(), Vec<3>::UnitX());
  add_wall(model, state, Vec<3>(side, 0, 0), -Vec<3>::UnitX());
  add_wall(model, state, Vec<3>::Zero(), Vec<3>::UnitY());
  add_wall(model, state, Vec<3>(0, side, 0), -Vec<3>::UnitY());
  Random random(11);
  for (int i = 0; i < count; ++i) {
    BodyDescription<3> ball;
    ball.name = "grain";
    ball.shapes = {{Ball<3>{radius * random.uniform(0.8, 1.0)}, {}, 0, 2500}};
    ball.pose.x = 2.1 * radius * Vec<3>(i % 16 + 0.5, i / 16 % 16 + 0.5, i / 256 + 0.5);
    for (int d = 0; d < 2; ++d) ball.velocity[d] = random.uniform(-0.1, 0.1);
    model.add(ball, state);
  }
  StepOptions options;
  options.h = 5e-4;
  options.solver.max_sweeps = 100;
  return Simulation<3>(std::move(model), std::move(state), options);
}

/// The packing after a second: made once, shared by the measurements.
const Simulation<3>& settled() {
  static const Simulation<3> packing = [] {
    auto s = dropped(4000);
    while (s.state().t < 1) s.step();
    return s;
  }();
  return packing;
}

void step_with(benchmark::State& state, double tolerance, int max_sweeps, double momentum) {
  set_thread_count(1);
  const auto& start = settled();
  StepOptions options = start.options();
  options.solver.tolerance = tolerance;
  options.solver.max_sweeps = max_sweeps;
  options.solver.momentum = momentum;
  Simulation<3> simulation(start.model(), start.state(), options);
  double sweeps = 0;
  for (auto _ : state) sweeps += simulation.step().solve.sweeps;
  state.counters["contacts"] = static_cast<double>(simulation.last().contacts);
  state.counters["acting"] = static_cast<double>(simulation.last().acting);
  state.counters["sweeps"] = sweeps / static_cast<double>(state.iterations());
  state.counters["law_error"] = simulation.last().solve.error.relative;
}

void step_at_50_plain_sweeps(benchmark::State& state) { step_with(state, 0, 50, 0); }
void step_at_50_sweeps_with_momentum(benchmark::State& state) { step_with(state, 0, 50, 0.9); }
void step_at_default_tolerance(benchmark::State& state) { step_with(state, 1e-4, 1000, 0.9); }

}  // namespace

BENCHMARK(step_at_50_plain_sweeps)->Unit(benchmark::kMillisecond);
BENCHMARK(step_at_50_sweeps_with_momentum)->Unit(benchmark::kMillisecond);
BENCHMARK(step_at_default_tolerance)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();

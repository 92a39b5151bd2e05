// The cost of a whole step of 4000 settled spheres at exactly 50 sweeps, and at the default
// tolerance.
#include "talus/math/parallel.hpp"
#include "talus/talus.hpp"

#include "dropped_spheres.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace talus;

/// The packing after a second: made once, shared by the measurements.
const Simulation<3>& settled() {
  static const Simulation<3> packing = [] {
    auto s = bench::dropped_spheres(4000, 16);
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

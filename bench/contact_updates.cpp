// How many single-contact solutions a second the Gauss-Seidel sweep makes on spheres, in cache and
// from memory, on one thread and on two. Prints items (contact updates) per second.
#include "talus/math/parallel.hpp"
#include "talus/solvers/nlgs.hpp"

#include "sphere_lattice.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace talus;

/// Whole solves of a fixed number of sweeps; set-up and the judge included.
void nlgs_solve(benchmark::State& state) {
  set_thread_count(1);
  const auto problem = bench::lattice_problem(static_cast<int>(state.range(0)));
  SolverOptions options;
  options.tolerance = 0;
  options.max_sweeps = 50;
  options.guess = InitialGuess::zero;
  Nlgs<3> nlgs;
  Solution<3> solution;
  for (auto _ : state) benchmark::DoNotOptimize(nlgs.solve(problem, options, {}, solution));
  state.counters["contacts"] = static_cast<double>(problem.contact_count());
  state.SetItemsProcessed(state.iterations() * 50 *
                          static_cast<std::int64_t>(problem.contact_count()));
}

/// The sweeps alone, over all contacts.
void sweep_with(benchmark::State& state, LaneInstructions instructions, int threads = 1) {
  set_thread_count(threads);
  const auto problem = bench::lattice_problem(static_cast<int>(state.range(0)));
  Nlgs<3> nlgs;
  Solution<3> solution;
  nlgs.prepare(problem, {}, {}, solution);
  SweepManner manner;
  manner.instructions = instructions;
  double sum = 0;
  for (auto _ : state) sum += nlgs.sweep(manner).change;
  benchmark::DoNotOptimize(sum);
  state.counters["contacts"] = static_cast<double>(problem.contact_count());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(problem.contact_count()));
}

void radial_sweep(benchmark::State& state) { sweep_with(state, LaneInstructions::widest); }
void radial_sweep_on_two_threads(benchmark::State& state) {
  sweep_with(state, LaneInstructions::widest, 2);
}
/// Instructions every machine has: what a processor without AVX2 would do.
void radial_sweep_baseline(benchmark::State& state) {
  sweep_with(state, LaneInstructions::baseline);
}

}  // namespace

BENCHMARK(radial_sweep)->Arg(14)->Arg(44)->Unit(benchmark::kMillisecond);
BENCHMARK(radial_sweep_on_two_threads)
    ->Arg(14)
    ->Arg(44)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(radial_sweep_baseline)->Arg(14)->Arg(44)->Unit(benchmark::kMillisecond);
BENCHMARK(nlgs_solve)->Arg(14)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();

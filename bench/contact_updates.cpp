// How many single-contact solutions a second the Gauss-Seidel sweep makes on spheres and on blocks,
// in cache and from memory, on one thread and on two. Prints items (contact updates) per second,
// and for spheres the bytes these must move, to be held against those of the triad.
#include "talus/math/parallel.hpp"
#include "talus/solvers/nlgs.hpp"

#include "block_wall.hpp"
#include "sphere_lattice.hpp"

#include <benchmark/benchmark.h>

#include <vector>

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
template <int D>
void sweep_over(benchmark::State& state, const ContactProblem<D>& problem,
                LaneInstructions instructions, int threads = 1) {
  set_thread_count(threads);
  Nlgs<D> nlgs;
  Solution<D> solution;
  nlgs.prepare(problem, {}, {}, solution);
  SweepManner manner;
  manner.instructions = instructions;
  double sum = 0;
  for (auto _ : state) sum += nlgs.sweep(manner).change;
  benchmark::DoNotOptimize(sum);
  state.counters["contacts"] = static_cast<double>(problem.contact_count());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(problem.contact_count()));
}

/// Every batch is read and its impulses are written, every block is read and written.
void sweep_with(benchmark::State& state, LaneInstructions instructions, int threads = 1) {
  const auto problem = bench::lattice_problem(static_cast<int>(state.range(0)));
  sweep_over(state, problem, instructions, threads);
  const std::size_t moved =
      problem.contact_count() * (sizeof(RadialBatch<3>) / lanes + sizeof(Vec<3>)) +
      problem.block_count() * 2 * sizeof(NlgsBlock<3>);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(moved));
}

/// a = b + s c over arrays that no cache holds: what memory gives. A line is read before it is
/// written, so that four numbers move for each sum.
void triad(benchmark::State& state) {
  constexpr std::size_t n = std::size_t{1} << 24;
  std::vector<double> a(n, 0);
  const std::vector<double> b(n, 1);
  const std::vector<double> c(n, 2);
  for (auto _ : state) {
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + 0.5 * c[i];
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(4 * n * sizeof(double)));
}

void radial_sweep(benchmark::State& state) { sweep_with(state, LaneInstructions::widest); }
void radial_sweep_on_two_threads(benchmark::State& state) {
  sweep_with(state, LaneInstructions::widest, 2);
}
/// Registers of four: what a processor without AVX-512 would do.
void radial_sweep_avx2(benchmark::State& state) { sweep_with(state, LaneInstructions::avx2); }
/// Instructions every machine has: what a processor without AVX2 would do.
void radial_sweep_baseline(benchmark::State& state) {
  sweep_with(state, LaneInstructions::baseline);
}

/// Blocks of a wall: friction .5, and .05 where many contacts slide.
template <int D>
void general_sweep(benchmark::State& state, double friction, LaneInstructions instructions) {
  sweep_over(state, bench::wall_problem<D>(static_cast<int>(state.range(0)), friction),
             instructions);
}
void general_sweep_3d(benchmark::State& state) {
  general_sweep<3>(state, 0.5, LaneInstructions::widest);
}
void general_sweep_3d_sliding(benchmark::State& state) {
  general_sweep<3>(state, 0.05, LaneInstructions::widest);
}
void general_sweep_3d_avx2(benchmark::State& state) {
  general_sweep<3>(state, 0.5, LaneInstructions::avx2);
}
void general_sweep_3d_baseline(benchmark::State& state) {
  general_sweep<3>(state, 0.5, LaneInstructions::baseline);
}
void general_sweep_2d(benchmark::State& state) {
  general_sweep<2>(state, 0.5, LaneInstructions::widest);
}
void general_sweep_2d_sliding(benchmark::State& state) {
  general_sweep<2>(state, 0.05, LaneInstructions::widest);
}
void general_sweep_2d_avx2(benchmark::State& state) {
  general_sweep<2>(state, 0.5, LaneInstructions::avx2);
}
void general_sweep_2d_baseline(benchmark::State& state) {
  general_sweep<2>(state, 0.5, LaneInstructions::baseline);
}

}  // namespace

BENCHMARK(general_sweep_3d)->Arg(52)->Arg(190)->Unit(benchmark::kMillisecond);
BENCHMARK(general_sweep_3d_sliding)->Arg(52)->Arg(190)->Unit(benchmark::kMillisecond);
BENCHMARK(general_sweep_3d_avx2)->Arg(52)->Arg(190)->Unit(benchmark::kMillisecond);
BENCHMARK(general_sweep_3d_baseline)->Arg(52)->Arg(190)->Unit(benchmark::kMillisecond);
BENCHMARK(general_sweep_2d)->Arg(73)->Arg(300)->Unit(benchmark::kMillisecond);
BENCHMARK(general_sweep_2d_sliding)->Arg(73)->Arg(300)->Unit(benchmark::kMillisecond);
BENCHMARK(general_sweep_2d_avx2)->Arg(73)->Arg(300)->Unit(benchmark::kMillisecond);
BENCHMARK(general_sweep_2d_baseline)->Arg(73)->Arg(300)->Unit(benchmark::kMillisecond);
BENCHMARK(radial_sweep)->Arg(14)->Arg(44)->Unit(benchmark::kMillisecond);
BENCHMARK(radial_sweep_on_two_threads)
    ->Arg(14)
    ->Arg(44)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(radial_sweep_avx2)->Arg(14)->Arg(44)->Unit(benchmark::kMillisecond);
BENCHMARK(radial_sweep_baseline)->Arg(14)->Arg(44)->Unit(benchmark::kMillisecond);
BENCHMARK(triad)->Unit(benchmark::kMillisecond);
BENCHMARK(nlgs_solve)->Arg(14)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();

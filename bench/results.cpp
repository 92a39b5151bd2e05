// What results.h5 costs: a frame of 10^5 contacts, and all of it beside the steps of 14 000 grains.
#include "talus/io/checkpoint.hpp"
#include "talus/io/results_writer.hpp"
#include "talus/math/parallel.hpp"

#include "sphere_lattice.hpp"

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

namespace {

using namespace talus;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Simulation<3> lattice(int cells) {
  auto start = bench::sphere_lattice(cells);
  StepOptions options;
  options.h = 1e-4;
  return {std::move(start.model), std::move(start.state), options};
}

fs::path scratch() {
  const auto folder = fs::temp_directory_path() / ("talus_bench_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  return folder;
}

/// Frames of the same state, one after the other, on their way to the disk.
void frame_of_contacts(benchmark::State& state) {
  auto simulation = lattice(21);  // 10^5 contacts
  simulation.step();
  const auto folder = scratch();
  FrameOptions options;
  options.every = 1;
  options.compressed = state.range(0) != 0;
  {
    ResultsWriter<3> writer(folder / "results.h5", {}, options, simulation);
    for (auto _ : state) {
      writer.record(simulation);
      writer.flush();
    }
  }
  state.counters["contacts"] = static_cast<double>(simulation.last().contacts);
  state.counters["bytes_a_contact"] = static_cast<double>(fs::file_size(folder / "results.h5")) /
                                      static_cast<double>(state.iterations()) /
                                      static_cast<double>(simulation.last().contacts);
  fs::remove_all(folder);
}

/// The part of the time that goes into the file at one frame in a hundred steps: ten are taken, for
/// these are slow, and count ten times.
void part_of_a_run(benchmark::State& state) {
  set_thread_count(2);
  auto simulation = lattice(15);
  const auto folder = scratch();
  FrameOptions options;
  options.every = 10;
  ResultsWriter<3> writer(folder / "results.h5", {}, options, simulation);
  double writing = 0;
  double stepping = 0;
  for (auto _ : state) {
    for (int i = 0; i < 10; ++i) {
      const auto start = Clock::now();
      simulation.step();
      stepping += seconds_since(start);
      const auto begin = Clock::now();
      writer.record(simulation);
      writing += seconds_since(begin);
    }
  }
  state.counters["grains"] = static_cast<double>(simulation.model().body_count());
  state.counters["contacts"] = static_cast<double>(simulation.last().contacts);
  state.counters["percent_writing"] = 100 * writing / (10 * stepping + writing);
  fs::remove_all(folder);
}

void checkpoint(benchmark::State& state) {
  auto simulation = lattice(15);
  simulation.step();
  const auto folder = scratch();
  for (auto _ : state) {
    Checkpoint<3> c;
    c.snapshot = {simulation.state(), simulation.balance(), simulation.last()};
    write_checkpoint(folder, c);
  }
  fs::remove_all(folder);
}

}  // namespace

BENCHMARK(frame_of_contacts)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(part_of_a_run)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);
BENCHMARK(checkpoint)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_MAIN();

// Sequences of 30 consecutive steps of five runs of 4096 spheres, every step solved by each method
// from the guess the run had: sweeps and processor time to three tolerances.
//
//     bench_sequences [SEQUENCE…]     any of flow, drum, impact, loading, plate; all unless named
#include "talus/math/parallel.hpp"

#include "processor_time.hpp"
#include "sequence_scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace {

using namespace talus;
using namespace talus::bench;

constexpr int across = 16;
constexpr int layers = 16;
constexpr int steps = 30;
constexpr int most_sweeps = 2000;
constexpr int goal = 300;

struct Method {
  const char* name;
  SolverMethod method;
  double momentum;
};
const Method methods[] = {{"plain sweeps", SolverMethod::nlgs, 0},
                          {"sweeps with momentum", SolverMethod::nlgs, SolverOptions{}.momentum},
                          {"auto", SolverMethod::automatic, SolverOptions{}.momentum}};

std::string solve_all(const Sequence& sequence, const Method& method, double tolerance) {
  Solvers<3> solvers;
  SolverOptions options;
  options.method = method.method;
  options.momentum = method.momentum;
  options.tolerance = tolerance;
  options.max_sweeps = most_sweeps;
  std::vector<int> sweeps;
  std::size_t failed = 0;
  std::size_t late = 0;
  Solution<3> solution;
  double seconds = 0;
  for (const auto& step : sequence.steps) {
    solution.r = step.guess;
    solution.m.clear();
    SolveReport report;
    seconds +=
        processor_seconds([&] { report = solvers.solve(step.problem, options, {}, solution); });
    sweeps.push_back(report.sweeps);
    failed += report.outcome == SolveOutcome::converged ? 0 : 1;
    late += report.sweeps > goal ? 1 : 0;
  }
  std::sort(sweeps.begin(), sweeps.end());
  return fmt::format(" {} / {}, {} ({}), {:.1f} ms |", sweeps[sweeps.size() / 2], sweeps.back(),
                     late, failed, 1e3 * seconds / static_cast<double>(sequence.steps.size()));
}

void report(const Sequence& sequence) {
  const auto& last = sequence.steps.back();
  fmt::print(
      "\n{}: {} bodies, {} contacts in the last step. Sweeps, median / most; steps beyond {} "
      "sweeps (and failed after {}); processor time a step.\n\n"
      "| method | 1e-3 | 1e-4 | 1e-6 |\n|---|---|---|---|\n",
      sequence.name, last.problem.block_count(), last.problem.contact_count(), goal, most_sweeps);
  for (const auto& method : methods) {
    fmt::print("| {} |", method.name);
    for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
      fmt::print("{}", solve_all(sequence, method, tolerance));
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int count, char** words) {
  set_thread_count(1);
  const std::vector<std::string_view> asked(words + 1, words + count);
  const auto wants = [&](std::string_view name) {
    return asked.empty() || std::find(asked.begin(), asked.end(), name) != asked.end();
  };
  if (wants("flow")) report(dense_flow(across, layers, steps));
  if (wants("drum")) report(drum(across, layers, steps));
  if (!wants("impact") && !wants("loading") && !wants("plate")) return 0;
  const Grains box = settled_box(across, layers);
  if (wants("impact")) report(heavy_impact(box, across, steps));
  if (wants("loading")) report(slow_loading(box, steps));
  if (wants("plate")) report(pressed_plate(box, steps));
  return 0;
}

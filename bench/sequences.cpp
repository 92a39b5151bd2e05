// Sequences of 30 consecutive steps of five runs of 4096 spheres, every step solved by each method
// from the guess the run had: sweeps and processor time to three tolerances, in two errors. Runs
// are stopped by the law error (docs/notation.md). FCLIB's natural error, |r - P_K(r - u~)| / |q|,
// adds impulses to velocities as numbers: here in units in which the mean diagonal of W is 1. Its q
// is that of all contacts, open ones with their gaps / h included, so it is laxer: 2 to 3 times in
// an impact, 24 times at rest.
//
//     bench_sequences [SEQUENCE…]     any of flow, drum, impact, loading, plate; all unless named
#include "talus/math/cone.hpp"
#include "talus/math/parallel.hpp"

#include "processor_time.hpp"
#include "sequence_scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

SolverOptions options_of(const Method& method) {
  SolverOptions options;
  options.method = method.method;
  options.momentum = method.momentum;
  options.max_sweeps = most_sweeps;
  return options;
}

double natural_error(const ContactProblem<3>& problem, const std::vector<Vec<3>>& r) {
  const auto n = problem.contact_count();
  double unit = 0;
  for (std::size_t c = 0; c < n; ++c) unit += problem.diagonal_block(c).trace() / 3;
  unit /= static_cast<double>(n);
  std::vector<Twist<3>> v;
  problem.velocities(r, v);
  double error2 = 0;
  double q2 = 0;
  const auto velocity = [&](std::size_t c, const auto& of, const Vec<3>& impulse) {
    return problem.canonical_velocity(c, problem.local_velocity(c, of), impulse);
  };
  for (std::size_t c = 0; c < n; ++c) {
    const double mu = problem.law[c].mu;
    Vec<3> u = velocity(c, v, r[c]);
    u[0] += mu * u.tail<2>().norm();
    const Vec<3> impulse = unit * r[c];
    error2 += (impulse - project_on_cone<3>(impulse - u, mu)).squaredNorm();
    q2 += velocity(c, problem.v_free, Vec<3>::Zero()).squaredNorm();
  }
  return std::sqrt(error2 / q2);
}

/// Sweeps until the natural error of the answer is below the tolerance, to a thirtieth; more than
/// most_sweeps: never. Sweeps do not depend on where they are told to stop.
int sweeps_to_natural(const WarmProblem& step, const Method& method, double tolerance) {
  Solvers<3> solvers;
  const auto is_enough = [&](int sweeps) {
    SolverOptions options = options_of(method);
    options.tolerance = 0;
    options.max_sweeps = sweeps;
    Solution<3> solution;
    solution.r = step.guess;
    solvers.solve(step.problem, options, {}, solution);
    return natural_error(step.problem, solution.r) <= tolerance;
  };
  int too_few = 0;
  int enough = 1;
  while (!is_enough(enough)) {
    if (enough == most_sweeps) return most_sweeps + 1;
    too_few = enough;
    enough = std::min(2 * enough, most_sweeps);
  }
  while (enough - too_few > std::max(1, enough / 30)) {
    const int middle = (too_few + enough) / 2;
    (is_enough(middle) ? enough : too_few) = middle;
  }
  return enough;
}

/// Median / most; steps beyond the goal (and failed).
std::string summary(std::vector<int> sweeps, std::size_t failed) {
  std::sort(sweeps.begin(), sweeps.end());
  const auto late = std::count_if(sweeps.begin(), sweeps.end(), [](int k) { return k > goal; });
  return fmt::format("{} / {}, {} ({})", sweeps[sweeps.size() / 2], sweeps.back(), late, failed);
}

std::string count_natural(const Sequence& sequence, const Method& method, double tolerance) {
  std::vector<int> sweeps;
  std::size_t failed = 0;
  for (const auto& step : sequence.steps) {
    const int needed = sweeps_to_natural(step, method, tolerance);
    failed += needed > most_sweeps ? 1 : 0;
    sweeps.push_back(std::min(needed, most_sweeps));
  }
  return fmt::format(" {} |", summary(sweeps, failed));
}

std::string solve_all(const Sequence& sequence, const Method& method, double tolerance) {
  Solvers<3> solvers;
  SolverOptions options = options_of(method);
  options.tolerance = tolerance;
  std::vector<int> sweeps;
  std::size_t failed = 0;
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
  }
  return fmt::format(" {}, {:.1f} ms |", summary(sweeps, failed),
                     1e3 * seconds / static_cast<double>(sequence.steps.size()));
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
    if (method.method == SolverMethod::automatic) continue;  // the same sweeps
    fmt::print("| … to the natural error |");
    for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
      fmt::print("{}", count_natural(sequence, method, tolerance));
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

// Steps of runs, from the guesses the runs had: sweeps with momentum and the automatic solver
// against plain sweeps. Sweeps are counted, not timed. Sequences of 4096 grains are in bench/.
#include "sequence_scenes.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace talus {
namespace {

constexpr int across = 8;
constexpr int layers = 8;
constexpr int steps = 8;
constexpr int most_sweeps = 2000;

SolveReport solve(const bench::WarmProblem& step, SolverMethod method, double momentum,
                  double tolerance) {
  SolverOptions options;
  options.method = method;
  options.momentum = momentum;
  options.tolerance = tolerance;
  options.max_sweeps = most_sweeps;
  Solvers<3> solvers;
  Solution<3> solution;
  solution.r = step.guess;
  const auto report = solvers.solve(step.problem, options, {}, solution);
  EXPECT_EQ(report.outcome == SolveOutcome::converged, report.error.relative <= tolerance);
  EXPECT_DOUBLE_EQ(judge(step.problem, solution.r).relative, report.error.relative);
  return report;
}

/// Both solvers do what plain sweeps do, and one part in ten more at most; so do all steps
/// together.
void expect_no_slower(const bench::Sequence& sequence, double tolerance) {
  int plain_sum = 0;
  int sum = 0;
  for (const auto& step : sequence.steps) {
    const auto plain = solve(step, SolverMethod::nlgs, 0, tolerance);
    const double momentum = SolverOptions{}.momentum;
    const auto carried = solve(step, SolverMethod::nlgs, momentum, tolerance);
    const auto automatic = solve(step, SolverMethod::automatic, momentum, tolerance);
    EXPECT_LE(carried.sweeps, 1.1 * plain.sweeps) << sequence.name;
    EXPECT_LE(automatic.sweeps, 1.1 * plain.sweeps) << sequence.name;
    if (plain.outcome == SolveOutcome::converged) {
      EXPECT_EQ(carried.outcome, SolveOutcome::converged) << sequence.name;
      EXPECT_EQ(automatic.outcome, SolveOutcome::converged) << sequence.name;
    }
    plain_sum += plain.sweeps;
    sum += carried.sweeps;
  }
  EXPECT_LE(sum, plain_sum) << sequence.name;
}

void expect_no_slower(const bench::Sequence& sequence) {
  for (const double tolerance : {1e-3, 1e-4}) expect_no_slower(sequence, tolerance);
}

/// The goal, which a shock through the packing misses (bench/RESULTS.md).
void expect_few_sweeps(const bench::Sequence& sequence) {
  for (const auto& step : sequence.steps) {
    const auto report = solve(step, SolverMethod::automatic, SolverOptions{}.momentum, 1e-4);
    EXPECT_LE(report.sweeps, 300) << sequence.name;
  }
}

TEST(WarmSequences, DenseFlow_IsSolvedNoSlowerThanByPlainSweeps) {
  const auto sequence = bench::dense_flow(across, layers, steps);
  expect_no_slower(sequence);
  expect_few_sweeps(sequence);
}

TEST(WarmSequences, Drum_IsSolvedNoSlowerThanByPlainSweeps) {
  const auto sequence = bench::drum(across, layers, steps);
  expect_no_slower(sequence);
  expect_few_sweeps(sequence);
}

TEST(WarmSequences, HeavyImpact_IsSolvedNoSlowerThanByPlainSweeps) {
  expect_no_slower(bench::heavy_impact(bench::settled_box(across, layers), across, 3 * steps));
}

TEST(WarmSequences, SlowLoading_IsSolvedNoSlowerThanByPlainSweeps) {
  const auto sequence = bench::slow_loading(bench::settled_box(across, layers), steps);
  expect_no_slower(sequence);
  expect_few_sweeps(sequence);
}

}  // namespace
}  // namespace talus

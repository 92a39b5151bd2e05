// The broad phase for each ball: a search from nothing, a step in which what was found before is
// still good, and the mean step of balls that creep, with all the searches that takes. Over numbers
// of balls at one density and over size ratios.
#include "talus/geometry/broad_phase.hpp"

#include "ball_packings.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <vector>

namespace {

using namespace talus;
using bench::Balls;

enum Arrangement : std::int64_t { equal, graded, giants, equal_shuffled };

Balls arrange(std::int64_t arrangement, std::size_t count, double ratio, Random& random) {
  switch (arrangement) {
    case graded: return bench::graded_balls(count, ratio, random);
    case giants: return bench::balls_around_giants(count, ratio, random);
    case equal_shuffled: return bench::shuffled(bench::equal_balls(count, random), random);
    default: return bench::equal_balls(count, random);
  }
}

/// Balls that are asked for at two places in turn.
struct Scene {
  Balls balls;
  std::vector<Vec<3>> there;  ///< of a creep, the way of a step
  BroadPhase<3> phase;
};

/// The scenes of a measurement: of few balls several, for a processor learns the branches of a
/// small scene by heart when it is all there is.
std::vector<Scene> make_scenes(benchmark::State& state) {
  const std::array<const char*, 4> names{"equal", "graded", "giants", "equal, numbered at random"};
  state.SetLabel(names[static_cast<std::size_t>(state.range(0))]);
  const auto count = static_cast<std::size_t>(state.range(1));
  Random random(5);
  const std::size_t most = state.range(0) == giants ? 3 : 30;  // these take long to arrange
  std::vector<Scene> out(std::clamp<std::size_t>(100000 / count, 1, most));
  for (auto& s : out) {
    s.balls = arrange(state.range(0), count, static_cast<double>(state.range(2)), random);
  }
  return out;
}

/// What there is, and the time for each ball.
void count(benchmark::State& state, std::vector<Scene>& scenes) {
  double bodies = 0;
  double pairs = 0;
  double bytes = 0;
  for (auto& s : scenes) {
    bodies += static_cast<double>(s.balls.centre.size());
    bytes += static_cast<double>(s.phase.bytes());
    pairs += static_cast<double>(
        s.phase.find_pairs(s.balls.centre, s.balls.radius, s.balls.active).size());
  }
  state.counters["body"] = benchmark::Counter(
      bodies, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["pairs/body"] = pairs / bodies;
  state.counters["bytes/body"] = bytes / bodies;
}

/// One iteration asks for the pairs of each scene.
void measure(benchmark::State& state, std::vector<Scene>& scenes) {
  for (auto& s : scenes) s.phase.find_pairs(s.balls.centre, s.balls.radius, s.balls.active);
  bool away = false;
  for (auto _ : state) {
    away = !away;
    for (auto& s : scenes) {
      s.phase.find_pairs(away ? s.there : s.balls.centre, s.balls.radius, s.balls.active);
    }
  }
  count(state, scenes);
}

double processor_now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// All balls jump to and fro together: nothing is still good.
void search(benchmark::State& state) {
  auto scenes = make_scenes(state);
  for (auto& s : scenes) {
    s.there = s.balls.centre;
    const double jump = *std::max_element(s.balls.radius.begin(), s.balls.radius.end());
    for (auto& x : s.there) x[0] += jump;
  }
  measure(state, scenes);
}

/// Balls tremble by a thousandth of their size.
void update(benchmark::State& state) {
  auto scenes = make_scenes(state);
  Random random(9);
  for (auto& s : scenes) {
    s.there = s.balls.centre;
    for (std::size_t i = 0; i < s.there.size(); ++i) {
      s.there[i] += bench::jitter(random, 1e-3 * s.balls.radius[i]);
    }
  }
  measure(state, scenes);
}

/// Balls creep, each its own way, by a thousandth of their radius a step, and back after 200 steps,
/// to stay as dense. One iteration is a step.
void creep(benchmark::State& state) {
  auto scenes = make_scenes(state);
  Random random(9);
  for (auto& s : scenes) {
    for (const double r : s.balls.radius) {
      s.there.push_back(1e-3 * r * bench::jitter(random, 1).normalized());
    }
    s.phase.find_pairs(s.balls.centre, s.balls.radius, s.balls.active);
  }
  int step = 0;
  for (auto _ : state) {
    const double way = step++ / 200 % 2 == 0 ? 1 : -1;
    for (auto& s : scenes) {
      for (std::size_t i = 0; i < s.there.size(); ++i) s.balls.centre[i] += way * s.there[i];
    }
    const double start = processor_now();
    for (auto& s : scenes) s.phase.find_pairs(s.balls.centre, s.balls.radius, s.balls.active);
    state.SetIterationTime(processor_now() - start);
  }
  count(state, scenes);
}

void scenes(benchmark::internal::Benchmark* b) {
  const std::vector<std::int64_t> counts{1000, 10000, 100000, 1000000};
  for (const auto n : counts) b->Args({equal, n, 1});
  for (const std::int64_t ratio : {1, 10, 100}) {
    for (const auto n : counts) b->Args({graded, n, ratio});
  }
  for (const std::int64_t ratio : {10, 100}) {
    for (const auto n : counts) b->Args({giants, n, ratio});
  }
  for (const auto n : counts) b->Args({equal_shuffled, n, 1});
}

}  // namespace

BENCHMARK(search)->Apply(scenes)->Unit(benchmark::kMillisecond);
BENCHMARK(update)->Apply(scenes)->Unit(benchmark::kMillisecond);
BENCHMARK(creep)
    ->Apply(scenes)
    ->Args({equal, 14000, 1})
    ->UseManualTime()
    ->Iterations(410)  // at 400 some balls, and so some scenes, are just about to be searched
    ->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();

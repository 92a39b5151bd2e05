// What the solver's tolerance does to what a user reads off: a dense flow of spheres down a slope
// and a packing at rest, each run on from one state at several tolerances. Runs from that state
// displaced by a billionth of a radius tell what differs by chance.
//
//     bench_tolerance [ACROSS]     spheres along each side of the cube they start as: 10 unless
//     given
#include "talus/math/parallel.hpp"

#include "processor_time.hpp"
#include "sequence_scenes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace {

using namespace talus;
using namespace talus::bench;

constexpr int flow_steps = 400;
constexpr int rest_steps = 2000;
constexpr int replicas = 4;

struct Reading {
  double speed = 0;    ///< down the slope, mean of grains and steps, m/s
  double energy = 0;   ///< kinetic, mean of steps, J
  double height = 0;   ///< of the grains' centre at the end, in radii of the largest
  double overlap = 0;  ///< largest of all steps, in radii
  double way = 0;      ///< of the median grain, in radii
  double sweeps = 0;   ///< a step
  int missed = 0;      ///< steps that did not reach the tolerance
  double seconds = 0;
};

Reading run_on(const Grains& from, int steps, double tolerance, std::uint64_t displaced) {
  Grains grains = from;
  Random random(displaced);
  for (std::size_t b = 0; displaced > 0 && b < grains.model.body_count(); ++b) {
    if (grains.model.prescribed[b] != 0) continue;
    for (int d = 0; d < 3; ++d) {
      grains.state.x[b][d] += 1e-9 * grain_radius * random.uniform(-1, 1);
    }
  }
  StepOptions options;
  options.h = step_length;
  options.solver.tolerance = tolerance;
  options.solver.max_sweeps = 2000;
  Simulation<3> run(grains.model, grains.state, options);
  Reading out;
  const auto free = [&](std::size_t b) { return grains.model.prescribed[b] == 0; };
  double count = 0;
  for (std::size_t b = 0; b < grains.model.body_count(); ++b) count += free(b) ? 1 : 0;
  out.seconds = processor_seconds([&] {
    for (int k = 0; k < steps; ++k) {
      const auto& step = run.step();
      out.sweeps += step.solve.sweeps;
      out.missed += step.solve.outcome == SolveOutcome::converged ? 0 : 1;
      out.overlap = std::max(out.overlap, step.penetration.depth / grain_radius);
      for (std::size_t b = 0; b < grains.model.body_count(); ++b) {
        if (!free(b)) continue;
        out.speed += run.state().v[b][0] / count;
        out.energy += 0.5 * grains.model.mass[b] * run.state().v[b].squaredNorm();
      }
    }
  });
  out.speed /= steps;
  out.energy /= steps;
  out.sweeps /= steps;
  std::vector<double> way;
  for (std::size_t b = 0; b < grains.model.body_count(); ++b) {
    if (!free(b)) continue;
    out.height += run.state().x[b][2] / (count * grain_radius);
    way.push_back((run.state().x[b] - from.state.x[b]).norm() / grain_radius);
  }
  std::nth_element(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(way.size() / 2),
                   way.end());
  out.way = way[way.size() / 2];
  return out;
}

void print(const char* name, const Reading& r) {
  fmt::print("| {} | {:.5f} | {:.4e} | {:.5f} | {:.1e} | {:.2e} | {:.0f} | {} | {:.1f} |\n", name,
             r.speed, r.energy, r.height, r.overlap, r.way, r.sweeps, r.missed, r.seconds);
  std::fflush(stdout);
}

void compare(const char* name, const Grains& from, int steps) {
  fmt::print(
      "\n{}: {} bodies, {} steps\n\n| tolerance | speed, m/s | kinetic energy, J | height, radii | "
      "overlap, radii | median way, radii | sweeps a step | missed | s "
      "|\n|---|---|---|---|---|---|---|---|---|\n",
      name, from.model.body_count(), steps);
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5}) {
    print(fmt::format("{:.0e}", tolerance).c_str(), run_on(from, steps, tolerance, 0));
  }
  for (int k = 1; k <= replicas; ++k) {
    print("1e-04, displaced", run_on(from, steps, 1e-4, static_cast<std::uint64_t>(k)));
  }
}

}  // namespace

int main(int count, char** words) {
  set_thread_count(1);
  const int across = count > 1 ? std::atoi(words[1]) : 10;
  compare("dense flow", flow_grains(across, across), flow_steps);
  Grains box = settled_box(across, across);
  run_until(2, box);
  compare("at rest", box, rest_steps);
}

// What detection.forecast costs (row E04): the same steps with and without it, in turns, where
// nothing is fast and where much is.
#include "talus/math/parallel.hpp"
#include "talus/math/random.hpp"
#include "talus/talus.hpp"

#include "block_wall.hpp"
#include "processor_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace talus;

template <int D>
struct Start {
  Model<D> model;
  State<D> state;
  StepOptions options;
};

template <int D>
double milliseconds_a_step(const Start<D>& start, bool forecast, int steps) {
  StepOptions options = start.options;
  options.detect.forecast = forecast;
  Simulation<D> s(start.model, start.state, options);
  s.step();  // makes what later steps reuse
  const double seconds = bench::seconds_of([&] {
    for (int n = 0; n < steps; ++n) s.step();
  });
  return 1e3 * seconds / steps;
}

/// The least of several repetitions, in turns.
template <int D>
void compare(const std::string& what, const Start<D>& start, int steps, int repetitions = 4) {
  double off = 1e300;
  double on = 1e300;
  for (int i = 0; i < repetitions; ++i) {
    off = std::min(off, milliseconds_a_step(start, false, steps));
    on = std::min(on, milliseconds_a_step(start, true, steps));
  }
  fmt::print("{:<40} off {:9.4f} ms, on {:9.4f} ms a step: {:+.2f} %\n", what, off, on,
             100 * (on / off - 1));
  std::fflush(stdout);
}

/// A box without a lid that holds 16 x 16 grains side by side.
void add_box(Start<3>& out, double side) {
  out.model.add_material("grain");
  ContactLaw law;
  law.friction = IsotropicFriction{0.4};
  out.model.set_law(0, 0, law);
  out.model.loads.gravity = Vec<3>(0, 0, -9.81);
  const auto add = [&](const Vec<3>& through, const Vec<3>& normal) {
    BodyDescription<3> wall;
    wall.prescribed = true;
    wall.pose.x = through;
    wall.pose.r.q = Eigen::Quaterniond::FromTwoVectors(Vec<3>::UnitZ(), normal);
    wall.shapes = {{HalfSpace<3>{}, {}, 0, 0}};
    out.model.add(wall, out.state);
  };
  add(Vec<3>::Zero(), Vec<3>::UnitZ());
  for (int axis = 0; axis < 2; ++axis) {
    add(Vec<3>::Zero(), Vec<3>::Unit(axis));
    add(side * Vec<3>::Unit(axis), -Vec<3>::Unit(axis));
  }
}

/// Grains in layers of 16 x 16 in the box: thrown at its floor, or at rest on each other.
template <class MakeShape>
Start<3> grains(int count, double speed, const MakeShape& shape) {
  constexpr double radius = 0.005;
  const double distance = speed > 0 ? 2.1 * radius : 2 * radius;
  Start<3> out;
  add_box(out, 16 * distance);
  Random random(11);
  for (int i = 0; i < count; ++i) {
    BodyDescription<3> grain;
    grain.shapes = {{shape(radius), {}, 0, 2500}};
    grain.pose.x = distance * Vec<3>(i % 16 + 0.5, i / 16 % 16 + 0.5, i / 256 + 0.5);
    if (speed > 0) {
      grain.velocity = Vec<3>(random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), -speed);
    }
    out.model.add(grain, out.state);
  }
  out.options.h = 5e-4;
  return out;
}

Start<3> settled(Start<3> start, double time) {
  Simulation<3> s(start.model, start.state, start.options);
  while (s.state().t < time) s.step();
  start.state = s.state();
  return start;
}

Start<3> wall() {
  auto scene = bench::wall_scene<3>(20, 0.5);
  return settled({std::move(scene.model), std::move(scene.state), scene.step}, 0.02);
}

}  // namespace

int main() {
  set_thread_count(1);
  const auto ball = [](double r) { return Shape<3>(Ball<3>{r}); };
  const auto box = [](double r) {
    return Shape<3>(Hull<3>(box_polytope(Vec<3>(Vec<3>::Constant(r / 1.8)))));
  };
  compare("4000 spheres in a box at rest", settled(grains(4000, 0, ball), 0.01), 20);
  compare("wall of 20 x 20 blocks at rest", wall(), 10);
  compare("4000 spheres, 10 radii a step", grains(4000, 100, ball), 10, 2);
  compare("300 boxes, 10 radii a step", grains(300, 100, box), 10, 2);
  return 0;
}

// What a step costs from a thousand contacts to a million, and how much memory a contact takes. A
// packing of spheres settles on a floor in a cell that is periodic sideways; larger packings are
// that one beside itself, so that all are equally settled and only the size differs.
#include "talus/math/parallel.hpp"
#include "talus/math/random.hpp"
#include "talus/talus.hpp"

#include "processor_time.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

using namespace talus;

constexpr double radius = 0.005;
constexpr int across = 7;  // spheres along a side of the cell
constexpr double side = across * 2.1 * radius;
constexpr int grains = 400;

struct World {
  Model<3> model;
  State<3> state;
};

World floor_in_cell(int tiles) {
  World w;
  w.model.add_material("grain");
  ContactLaw law;
  law.form = Signorini::quasi_inelastic;
  law.friction = IsotropicFriction{0.4};
  w.model.set_law(0, 0, law);
  w.model.loads.gravity = Vec<3>(0, 0, -9.81);
  w.model.cell.period = Vec<3>(tiles * side, tiles * side, 0);
  BodyDescription<3> floor;
  floor.name = "floor";
  floor.prescribed = true;
  floor.shapes = {{HalfSpace<3>{}, {}, 0, 0}};
  w.model.add(floor, w.state);
  return w;
}

BodyDescription<3> grain(double r) {
  BodyDescription<3> ball;
  ball.name = "grain";
  ball.shapes = {{Ball<3>{r}, {}, 0, 2500}};
  return ball;
}

StepOptions options() {
  StepOptions o;
  o.h = 5e-4;
  o.solver.max_sweeps = 300;
  return o;
}

/// One cell after two seconds.
Simulation<3> settled_cell() {
  World w = floor_in_cell(1);
  Random random(7);
  for (int i = 0; i < grains; ++i) {
    auto ball = grain(radius * random.uniform(0.8, 1.0));
    ball.pose.x = 2.1 * radius *
                  Vec<3>(i % across + 0.5, i / across % across + 0.5, i / (across * across) + 0.5);
    for (int d = 0; d < 2; ++d) ball.velocity[d] = random.uniform(-0.1, 0.1);
    w.model.add(ball, w.state);
  }
  Simulation<3> s(std::move(w.model), std::move(w.state), options());
  while (s.state().t < 2) s.step();
  return s;
}

/// How many periods along an axis, out of image_key.
int periods(std::uint32_t key, int axis) {
  const auto ten = static_cast<int>(key >> (10 * (2 - axis)) & 0x3ffU);
  return ten < 512 ? ten : ten - 1024;
}

/// Divided downwards, and what is left.
std::pair<int, int> divide(int n, int by) {
  const int rest = (n % by + by) % by;
  return {(n - rest) / by, rest};
}

/// What a contact of the cell remembers, as the contact in its place in tile x, y has it: the other
/// grain may lie in a tile beside. The floor is shape 0 of all tiles.
ContactMemory<3> remembered_in_tile(ContactMemory<3> m, int x, int y, int tiles) {
  const auto shape = [&](std::uint32_t in_cell, int tile) {
    return in_cell + static_cast<std::uint32_t>(grains * tile);
  };
  const auto [over_x, in_x] = divide(x + periods(m.id.image, 0), tiles);
  const auto [over_y, in_y] = divide(y + periods(m.id.image, 1), tiles);
  const std::uint32_t b = shape(m.id.shape_b, in_x + tiles * in_y);
  if (m.id.shape_a == 0) {
    m.id.shape_b = shape(m.id.shape_b, x + tiles * y);
    return m;
  }
  const std::uint32_t a = shape(m.id.shape_a, x + tiles * y);
  if (a < b) {
    m.id = {a, b, m.id.feature, image_key<3>({over_x, over_y, 0})};
  } else {
    m.id = {b, a, m.id.feature, image_key<3>({-over_x, -over_y, 0})};
    m.tangent_impulse = -m.tangent_impulse;
  }
  return m;
}

/// The settled cell so many times along x and along y, with what its contacts remember: nothing has
/// to settle again.
Simulation<3> tiled(const Simulation<3>& cell, int tiles) {
  World w = floor_in_cell(tiles);
  const auto& from = cell.state();
  for (int y = 0; y < tiles; ++y) {
    for (int x = 0; x < tiles; ++x) {
      for (std::size_t b = 1; b < from.x.size(); ++b) {
        auto ball = grain(cell.model().radius[b]);
        ball.pose = {from.x[b] + side * Vec<3>(x, y, 0), from.r[b]};
        ball.velocity = from.v[b];
        ball.spin = cell.model().world_spin(static_cast<int>(b), from);
        w.model.add(ball, w.state);
      }
      for (const auto& m : from.contacts) {
        w.state.contacts.push_back(remembered_in_tile(m, x, y, tiles));
      }
    }
  }
  std::sort(w.state.contacts.begin(), w.state.contacts.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  w.state.t = from.t;
  w.state.step = from.step;
  w.state.h_before = from.h_before;
  w.state.noise = from.noise;
  return Simulation<3>(std::move(w.model), std::move(w.state), options());
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

struct Cost {
  double seconds = 0;  ///< a step, median
  double sweeps = 0;
};

Cost measure(Simulation<3>& s, int steps) {
  std::vector<double> seconds;
  Cost cost;
  for (int i = 0; i < steps; ++i) {
    seconds.push_back(bench::processor_seconds([&] { cost.sweeps += s.step().solve.sweeps; }));
  }
  std::nth_element(seconds.begin(), seconds.begin() + steps / 2, seconds.end());
  cost.seconds = seconds[static_cast<std::size_t>(steps / 2)];
  cost.sweeps /= steps;
  return cost;
}

}  // namespace

/// bench_scaling [THREADS [TILES]]: all sizes, or one; processor time counts all threads.
int main(int argc, char** argv) {
  set_thread_count(argc > 1 ? std::atoi(argv[1]) : 1);
  const int only = argc > 2 ? std::atoi(argv[2]) : 0;
  const auto cell = settled_cell();
  fmt::print("{:>9} {:>9} {:>12} {:>7} {:>11} {:>12} {:>9} {:>9}\n", "bodies", "contacts",
             "at 1e-4, ms", "sweeps", "us/contact", "50 sweeps,ms", "us/contact", "B/contact");
  for (const int tiles : {1, 2, 3, 6, 10, 18, 30}) {
    if (only > 0 && tiles != only) continue;
    auto s = tiled(cell, tiles);
    constexpr int warm_up = 20;
    for (int i = 0; i < warm_up; ++i) s.step();
    constexpr int timed = 15;
    const Cost usual = measure(s, timed);
    StepOptions fixed = s.options();
    fixed.solver.tolerance = 0;
    fixed.solver.max_sweeps = 50;
    fixed.solver.momentum = 0;
    const double memory = peak_memory();  // of this one: those before it were smaller
    Simulation<3> plain(s.model(), s.state(), fixed);
    plain.step();
    const Cost swept = measure(plain, timed);
    const auto n = static_cast<double>(s.last().contacts);
    fmt::print("{:>9} {:>9} {:>12.3f} {:>7.1f} {:>11.3f} {:>12.3f} {:>9.3f} {:>9.0f}\n",
               s.model().body_count(), s.last().contacts, 1e3 * usual.seconds, usual.sweeps,
               1e6 * usual.seconds / n, 1e3 * swept.seconds, 1e6 * swept.seconds / n, memory / n);
    std::fflush(stdout);
  }
}

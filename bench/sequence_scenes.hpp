// Sequences of contact problems as runs have them, each with the guess the run starts its solve
// from: a dense flow, a drum, a heavy impact, a slow loading and a plate pressed on, all of
// spheres.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/math/random.hpp"
#include "talus/talus.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace talus::bench {

constexpr double grain_radius = 0.005;  ///< of the largest; the smallest have .8 of it
constexpr double site = 2.1 * grain_radius;
constexpr double grain_density = 2500;
constexpr double step_length = 5e-4;

/// One step's problem before it is solved.
struct WarmProblem {
  ContactProblem<3> problem;
  std::vector<Vec<3>> guess;
};

struct Sequence {
  std::string name;
  std::vector<WarmProblem> steps;
};

/// Spheres and what they lie on. Below, `across` says how many find room side by side.
class Grains {
 public:
  Model<3> model;
  State<3> state;

  Grains(double mu, const Vec<3>& gravity) {
    model.add_material("grain");
    ContactLaw law;
    law.form = Signorini::quasi_inelastic;
    law.friction = IsotropicFriction{mu};
    model.set_law(0, 0, law);
    model.loads.gravity = gravity;
  }

  void add_wall(const Vec<3>& through, const Vec<3>& normal) {
    model.add(wall(through, normal), state);
  }
  void add_grain(const Vec<3>& x) {
    BodyDescription<3> ball;
    ball.name = "grain";
    ball.shapes = {{Ball<3>{grain_radius * random_.uniform(0.8, 1.0)}, {}, 0, grain_density}};
    ball.pose.x = x;
    for (int d = 0; d < 3; ++d) ball.velocity[d] = random_.uniform(-0.1, 0.1);
    model.add(ball, state);
  }
  static BodyDescription<3> wall(const Vec<3>& through, const Vec<3>& normal) {
    BodyDescription<3> wall;
    wall.name = "wall";
    wall.prescribed = true;
    wall.pose.x = through;
    wall.pose.r.q = Eigen::Quaterniond::FromTwoVectors(Vec<3>::UnitZ(), normal);
    wall.shapes = {{HalfSpace<3>{}, {}, 0, 0}};
    return wall;
  }
  double highest() const {
    double top = 0;
    for (std::size_t b = 0; b < model.body_count(); ++b) {
      if (model.prescribed[b] == 0) top = std::max(top, state.x[b][2] + grain_radius);
    }
    return top;
  }

 private:
  Random random_{11};
};

/// Steps of a run to a given time, cheaply: what comes before the sequence need not be exact.
inline void run_until(double t, Grains& grains) {
  StepOptions options;
  options.h = step_length;
  options.solver.tolerance = 1e-3;
  options.solver.max_sweeps = 100;
  Simulation<3> run(grains.model, grains.state, options);
  while (run.state().t < t) run.step();
  grains.state = run.state();
}

/// The problems of some steps at the default tolerance, after some more `before` them. change(k)
/// may change loads before the kth of all.
template <class Change>
std::vector<WarmProblem> problems_of(Grains& grains, int before, int steps, const Change& change) {
  StepOptions options;
  options.h = step_length;
  options.solver.max_sweeps = 2000;
  std::vector<WarmProblem> out;
  for (int k = 0; k < before + steps; ++k) {
    change(k);
    Simulation<3> run(grains.model, grains.state, options);
    run.step();
    if (k >= before) {
      Conditions<3> again;
      condition(grains.model, grains.state, run.detail().free, run.detail().contacts, again);
      out.push_back({run.detail().problem, again.guess});
    }
    grains.state = run.state();
  }
  return out;
}

/// Grains dropped from a loose lattice into a box, at rest.
inline Grains settled_box(int across, int layers) {
  Grains out(0.4, {0, 0, -9.81});
  const double side = across * site;
  out.add_wall(Vec<3>::Zero(), Vec<3>::UnitZ());
  out.add_wall(Vec<3>::Zero(), Vec<3>::UnitX());
  out.add_wall({side, 0, 0}, -Vec<3>::UnitX());
  out.add_wall(Vec<3>::Zero(), Vec<3>::UnitY());
  out.add_wall({0, side, 0}, -Vec<3>::UnitY());
  for (int i = 0; i < across * across * layers; ++i) {
    const Vec<3> at(i % across, i / across % across, i / (across * across));
    out.add_grain(site * (at + Vec<3>::Constant(0.5)));
  }
  run_until(0.75, out);
  return out;
}

/// A layer down a rough plane at 32 degrees, periodic along and across: most contacts slide.
inline Grains flow_grains(int across, int layers) {
  const double angle = 32 * std::numbers::pi / 180;
  Grains grains(0.3, 9.81 * Vec<3>(std::sin(angle), 0, -std::cos(angle)));
  const double side = across * site;
  grains.model.cell.period = Vec<3>(side, side, 0);
  grains.add_wall(Vec<3>::Zero(), Vec<3>::UnitZ());
  Random random(5);
  for (int i = 0; i < across * across; ++i) {
    auto bump = Grains::wall(site * Vec<3>(i % across + 0.5, i / across + 0.5, 0), Vec<3>::UnitZ());
    bump.pose.x[2] = grain_radius * random.uniform(-0.5, 0.5);
    bump.shapes = {{Ball<3>{grain_radius}, {}, 0, 0}};
    grains.model.add(bump, grains.state);
  }
  for (int i = 0; i < across * across * layers; ++i) {
    const Vec<3> at(i % across, i / across % across, i / (across * across) + 1);
    grains.add_grain(site * (at + Vec<3>::Constant(0.5)));
  }
  run_until(1, grains);
  return grains;
}

inline Sequence dense_flow(int across, int layers, int steps) {
  Grains grains = flow_grains(across, layers);
  return {"dense flow", problems_of(grains, 5, steps, [](int) {})};
}

/// A drum two fifths full, as long as `across` grains and periodic along its axis, that turns by 2
/// radians a second.
inline Sequence drum(int across, int layers, int steps) {
  Grains grains(0.4, {0, -9.81, 0});
  grains.model.cell.period = Vec<3>(0, 0, across * site);
  const double radius = std::sqrt(across * layers * 0.6 / (0.4 * std::numbers::pi)) * site;
  auto vessel = Grains::wall(Vec<3>::Zero(), Vec<3>::UnitZ());
  vessel.shapes = {{Drum<3>{radius}, {}, 0, 0}};
  vessel.motion = Motion<3>{};
  vessel.motion->angle.terms = {Linear{2}};
  grains.model.add(vessel, grains.state);
  const int half = static_cast<int>(radius / site);
  int left = across * across * layers;
  for (int row = -half; row <= half; ++row) {
    for (int column = -half; column <= half; ++column) {
      if (std::hypot(row, column) * site > radius - grain_radius) continue;
      for (int k = 0; k < across && left > 0; ++k, --left) {
        grains.add_grain(site * Vec<3>(column, row, k + 0.5));
      }
    }
  }
  run_until(1, grains);
  return {"drum", problems_of(grains, 5, steps, [](int) {})};
}

/// A ball of four radii and ten densities falls on a settled box at 3 m/s; from its touch on.
inline Sequence heavy_impact(Grains grains, int across, int steps) {
  BodyDescription<3> ball;
  ball.name = "heavy";
  ball.shapes = {{Ball<3>{4 * grain_radius}, {}, 0, 10 * grain_density}};
  ball.pose.x =
      Vec<3>(0.5 * across * site, 0.5 * across * site, grains.highest() + 4.1 * grain_radius);
  ball.velocity = Vec<3>(0, 0, -3);
  grains.model.add(ball, grains.state);
  return {"heavy impact", problems_of(grains, 0, steps, [](int) {})};
}

/// A settled box tilted by 10 degrees a second.
inline Sequence slow_loading(Grains grains, int steps) {
  const int before = 20;
  return {"slow loading", problems_of(grains, before, steps, [&](int k) {
            const double angle = 10 * std::numbers::pi / 180 * step_length * k;
            grains.model.loads.gravity = 9.81 * Vec<3>(std::sin(angle), 0, -std::cos(angle));
          })};
}

/// A plate on a settled box, pressed by as much as the grains weigh, and by 1/1000 more in each
/// step.
inline Sequence pressed_plate(Grains grains, int steps) {
  double weight = 0;
  for (std::size_t b = 0; b < grains.model.body_count(); ++b) {
    if (grains.model.prescribed[b] == 0) weight += 9.81 * grains.model.mass[b];
  }
  auto plate = Grains::wall({0, 0, grains.highest()}, -Vec<3>::UnitZ());
  plate.servo = Servo<3>{Vec<3>::UnitZ(), -weight, 0.1 * weight / 9.81, -1};
  grains.model.add(plate, grains.state);
  run_until(grains.state.t + 0.25, grains);
  const int before = 20;
  return {"pressed plate", problems_of(grains, before, steps, [&](int k) {
            if (k >= before) grains.model.servos[0].force *= 1.001;
          })};
}

}  // namespace talus::bench

// Spheres of radius .8 to 1 dropped from a loose lattice into a box, for timing.
#pragma once

#include "talus/math/random.hpp"
#include "talus/talus.hpp"

#include <utility>

namespace talus::bench {

inline void add_wall(Model<3>& model, State<3>& state, const Vec<3>& through,
                     const Vec<3>& normal) {
  BodyDescription<3> wall;
  wall.name = "wall";
  wall.prescribed = true;
  wall.pose.x = through;
  wall.pose.r.q = Eigen::Quaterniond::FromTwoVectors(Vec<3>::UnitZ(), normal);
  wall.shapes = {{HalfSpace<3>{}, {}, 0, 0}};
  model.add(wall, state);
}

/// `count` spheres above a square floor with room for `across` by `across` of them.
inline Simulation<3> dropped_spheres(int count, int across) {
  constexpr double radius = 0.005;
  const double side = across * 2.1 * radius;
  Model<3> model;
  State<3> state;
  model.add_material("grain");
  ContactLaw law;
  law.form = Signorini::quasi_inelastic;
  law.friction = IsotropicFriction{0.4};
  model.set_law(0, 0, law);
  model.loads.gravity = Vec<3>(0, 0, -9.81);
  add_wall(model, state, Vec<3>::Zero(), Vec<3>::UnitZ());
  add_wall(model, state, Vec<3>::Zero(), Vec<3>::UnitX());
  add_wall(model, state, Vec<3>(side, 0, 0), -Vec<3>::UnitX());
  add_wall(model, state, Vec<3>::Zero(), Vec<3>::UnitY());
  add_wall(model, state, Vec<3>(0, side, 0), -Vec<3>::UnitY());
  Random random(11);
  for (int i = 0; i < count; ++i) {
    BodyDescription<3> ball;
    ball.name = "grain";
    ball.shapes = {{Ball<3>{radius * random.uniform(0.8, 1.0)}, {}, 0, 2500}};
    ball.pose.x = 2.1 * radius *
                  Vec<3>(i % across + 0.5, i / across % across + 0.5, i / (across * across) + 0.5);
    for (int d = 0; d < 2; ++d) ball.velocity[d] = random.uniform(-0.1, 0.1);
    model.add(ball, state);
  }
  StepOptions options;
  options.h = 5e-4;
  options.solver.max_sweeps = 100;
  return Simulation<3>(std::move(model), std::move(state), options);
}

}  // namespace talus::bench

// A block of balls of different sizes, pressed a little into each other, that falls apart on the
// ground: many contacts from the first step on, of all kinds of status.
#pragma once

#include "talus/math/random.hpp"

#include "support/scene_builder.hpp"

namespace talus::determinism {

template <int D>
test::Scene<D> packing(int side, bool ground = true) {
  ContactLaw law = test::simple_law(0.4, 0.2);
  law.friction = StaticDynamicFriction{0.5, 0.3, 0};  // statuses are remembered between steps
  test::Scene<D> scene(law, 1e-3);
  scene.set_gravity(9.81);
  if (ground) scene.add_ground();
  Random random(7);
  int count = 1;
  for (int i = 0; i < D; ++i) count *= side;
  for (int n = 0; n < count; ++n) {
    Vec<D> x;
    for (int i = 0, rest = n; i < D; ++i, rest /= side) {
      x[i] = 0.0199 * (rest % side) + random.uniform(-5e-4, 5e-4);
    }
    x[D - 1] += 0.01;
    Vec<D> v;
    for (int i = 0; i < D; ++i) v[i] = random.uniform(-0.1, 0.1);
    scene.add_ball(random.uniform(0.0095, 0.0105), 1e-3, x, v);
  }
  return scene;
}

/// Rows of boxes that stand on each other, each a little aside, and slide: several contacts a pair.
template <int D>
test::Scene<D> stacks(int side) {
  test::Scene<D> scene(test::simple_law(0.1, 0), 1e-3);
  scene.set_gravity(9.81);
  scene.add_ground();
  Random random(8);
  for (int n = 0; n < side * side; ++n) {
    BodyDescription<D> box;
    box.name = "box";
    box.shapes = {{Hull<D>(box_polytope(Vec<D>(Vec<D>::Constant(0.05)))), {}, 0, 2000}};
    box.pose.x = Vec<D>::Zero();
    box.pose.x[0] = 0.12 * (n % side) + random.uniform(-5e-3, 5e-3);
    box.pose.x[D - 1] = 0.05 + 0.1 * (n / side);
    box.velocity[0] = random.uniform(-0.5, 0.5);
    scene.add(box);
  }
  return scene;
}

template <int D>
void take(Simulation<D>& simulation, int steps) {
  for (int i = 0; i < steps; ++i) simulation.step();
}

/// Fingerprint of the packing after some steps with these options of the solver.
template <int D>
std::uint64_t hash_after(test::Scene<D> scene, const SolverOptions& solver, int steps) {
  scene.options.solver = solver;
  auto simulation = scene.simulation();
  take(simulation, steps);
  EXPECT_GT(simulation.last().acting, 0U);
  return state_hash(simulation.state());
}

}  // namespace talus::determinism

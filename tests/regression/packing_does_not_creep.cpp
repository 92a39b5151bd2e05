// What solvers leave over moves bodies at rest a little in each step; it must not add up. A packing
// of balls at default settings stays where it is for thousands of steps.
#include "talus/math/random.hpp"

#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::packing_does_not_creep_test {

namespace {

// Lengths in largest diameters, times in sqrt(diameter / g).
constexpr int side = 6;
constexpr double pitch = 1.1;
constexpr double h = 0.01;
constexpr int settling_steps = 6000;
constexpr int steps = 3000;

void add_side(test::Scene<3>& scene, const Spin<3>& turn, const Vec<3>& through) {
  scene.add_ground(exponential(Spin<3>(0.5 * std::numbers::pi * turn)), through);
}

/// 216 grains above a floor that fixed balls make rough, with a weak drag on spins: a point contact
/// resists neither rolling nor spinning, and grains that do are not at rest.
test::Scene<3> thrown_grains() {
  ContactLaw law = test::simple_law(0.4);
  law.form = Signorini::quasi_inelastic;
  test::Scene<3> scene(law, h);
  scene.set_gravity(1);
  scene.add_ground();
  for (int i = 0; i < (side + 1) * (side + 1); ++i) {
    BodyDescription<3> bump;
    bump.prescribed = true;
    bump.shapes = {{Ball<3>{0.5 * pitch}, {}}};
    bump.pose.x = pitch * Vec<3>(i % (side + 1), i / (side + 1), 0);
    scene.add(bump);
  }
  add_side(scene, Vec<3>::UnitY(), Vec<3>::Zero());
  add_side(scene, -Vec<3>::UnitY(), side * pitch * Vec<3>::UnitX());
  add_side(scene, -Vec<3>::UnitX(), Vec<3>::Zero());
  add_side(scene, Vec<3>::UnitX(), side * pitch * Vec<3>::UnitY());
  Random random(3);
  for (int i = 0; i < side * side * side; ++i) {
    const double radius = random.uniform(0.4, 0.5);
    const Vec<3> x = pitch * Vec<3>(i % side + 0.5, i / side % side + 0.5, i / (side * side) + 1.1);
    const Vec<3> v(random.normal(), random.normal(), random.normal());
    const auto grain = scene.add_ball(radius, std::pow(radius, 3), x, v);
    const double drag = scene.model.inertia[grain][0] / 2;
    scene.model.loads.drags.push_back({static_cast<int>(grain), 0, drag});
  }
  return scene;
}

TEST(PackingDoesNotCreep, BallsAtRest_StayForThousandsOfSteps) {
  auto simulation = thrown_grains().simulation();
  for (int n = 0; n < settling_steps; ++n) simulation.step();
  const auto start = simulation.state().x;
  for (int n = 0; n < steps; ++n) {
    simulation.step();
    ASSERT_EQ(simulation.last().solve.outcome, SolveOutcome::converged) << "step " << n;
  }
  double farthest = 0;
  for (std::size_t b = 0; b < start.size(); ++b) {
    farthest = std::max(farthest, (simulation.state().x[b] - start[b]).norm());
  }
  // The law error lets velocities of contacts be wrong by tolerance |q| in all, and |q| is at most
  // what a step of free fall gives each contact that acts. Were all of it the speed of one grain
  // that always goes the same way:
  const double q = h * std::sqrt(static_cast<double>(simulation.last().acting));
  EXPECT_LE(farthest, steps * h * simulation.options().solver.tolerance * q);
}

}  // namespace
}  // namespace talus::packing_does_not_creep_test

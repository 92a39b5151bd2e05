// How many plain sweeps a packing of disks takes (row B01). 002 sect. 9.1, of a sample of disks:
// "a severe accuracy of 0.15 %" takes on average between the root of the number of candidates for
// contact and that number. Here while disks collapse from a lattice under their weight.
#include "talus/math/random.hpp"

#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace talus::test::sweeps_of_a_packing_test {
namespace {

// Lengths in largest diameters, times in sqrt(diameter / g).
constexpr double pitch = 1.05;
constexpr double h = 0.01;

/// So many disks across and up in a box without a lid, thrown in with the tolerance of 002, swept
/// plainly.
Scene<2> disks(int across, int up) {
  Scene<2> scene(simple_law(0.3), h);
  scene.set_gravity(1);
  scene.options.solver.method = SolverMethod::nlgs;
  scene.options.solver.momentum = 0;
  scene.options.solver.tolerance = 1.5e-3;
  scene.options.solver.max_sweeps = 20000;
  scene.add_ground();
  const double quarter = 0.5 * std::numbers::pi;
  scene.add_ground(exponential(Spin<2>(-quarter)), Vec<2>::Zero());
  scene.add_ground(exponential(Spin<2>(quarter)), across * pitch * Vec<2>::UnitX());
  Random random(3);
  for (int i = 0; i < across * up; ++i) {
    const double radius = random.uniform(0.35, 0.5);
    const Vec<2> x = pitch * Vec<2>(i % across + 0.5, i / across + 0.5);
    scene.add_ball(radius, radius * radius, x, 0.3 * Vec<2>(random.normal(), random.normal()));
  }
  return scene;
}

struct Mean {
  double sweeps = 0, candidates = 0;
};

Mean mean_of(Simulation<2>& simulation, int steps) {
  Mean mean;
  for (int k = 0; k < steps; ++k) {
    simulation.step();
    const auto& solve = simulation.last().solve;
    EXPECT_EQ(solve.outcome, SolveOutcome::converged);
    mean.sweeps += static_cast<double>(solve.sweeps) / steps;
    mean.candidates += static_cast<double>(simulation.last().contacts) / steps;
  }
  return mean;
}

TEST(SweepsOfAPacking, Compacted_LieBetweenTheRootAndTheNumberOfContacts) {
  for (const int across : {12, 24}) {
    auto scene = disks(across, across);
    auto simulation = scene.simulation();
    const Mean compacted = mean_of(simulation, 600);
    EXPECT_GE(compacted.sweeps, std::sqrt(compacted.candidates));
    EXPECT_LE(compacted.sweeps, compacted.candidates);
  }
}

}  // namespace
}  // namespace talus::test::sweeps_of_a_packing_test

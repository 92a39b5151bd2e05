// Rows E02, E03, A09: a cube dropped flat, on an edge or on a corner ends flat on four corners and
// at rest, its energy falling but for what a step's turn of the corners hides.
//
// A step changes the energy by what its contacts do, 1/2 (u- + u+) . r (000 (50)), both velocities
// seen from the midpoint. With e = 0 the law leaves r . u+ <= 0, but for the velocity the solver
// left over, which the state remembers as `noise`. At a corner that was held before, u- is what the
// step before left over, and what the corner's arm has turned by since that step's midpoint: w x (w
// x R) h, R = sqrt(3) / 2. So no step creates more than
//
//     1/2 sum |r| (w^2 R h + noise before + noise now).
//
// The first term is of the scheme, not of the solver: r is of order h, so that a fall creates a sum
// of order h, here 1.5e-4 of the energy at h = 1e-3 and ten times that at 1e-2.
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::cube_landing_test {

namespace {

constexpr double g = 9.81;

struct Settings {
  double h;
  double tolerance;  ///< 0: the default
};

Simulation<3> dropped(const Eigen::Quaterniond& turn, const Settings& settings) {
  Scene<3> scene(simple_law(0.5), settings.h);
  scene.set_gravity(g);
  if (settings.tolerance > 0) {
    scene.options.solver.tolerance = settings.tolerance;
    scene.options.solver.max_sweeps = 10000;
  }
  scene.add_ground();
  BodyDescription<3> cube;
  cube.name = "cube";
  cube.shapes = {{Hull<3>(box_polytope(Vec<3>(0.5, 0.5, 0.5))), {}, scene.material, 1}};
  cube.pose.x = Vec<3>(0, 0, 1);
  cube.pose.r.q = turn;
  scene.add(cube);
  return scene.simulation();
}

/// Drops the cube, with the bound of every step.
Simulation<3> landed(const Eigen::Quaterniond& turn, const Settings& settings) {
  auto sim = dropped(turn, settings);
  const double start = g * 1.0;  // mass 1
  double before = start;
  while (sim.state().t < 4) {
    const double turned = sim.state().w[1].squaredNorm() * std::sqrt(0.75) * settings.h;
    const double left = sim.state().noise;
    sim.step();
    double pushed = 0;
    for (const auto& r : sim.detail().r) pushed += r.norm();
    const double energy =
        kinetic_energy(sim.model(), sim.state()) + gravity_potential(sim.model(), sim.state());
    const double created = 0.5 * pushed * (turned + left + sim.state().noise);
    EXPECT_LE(energy, before + created + 1e-13) << "at " << sim.state().t;
    EXPECT_LE(energy, start * (1 + 1e-13));
    if (testing::Test::HasFailure()) return sim;
    before = energy;
  }
  EXPECT_EQ(sim.last().contacts, 4U);
  // Overlaps come from the step's approach before contact, v h with v < 4.5.
  EXPECT_NEAR(sim.state().x[1][2], 0.5, 4.5 * settings.h);
  expect_balanced(sim);
  return sim;
}

void expect_lands_flat(const Eigen::Quaterniond& turn) {
  for (const double h : {1e-3, 1e-2}) landed(turn, {h, 0});
  constexpr double h = 1e-3;
  const auto sim = landed(turn, {h, 1e-8});
  // At rest to the residue: |rho| <= 1e-8 of |w r| < 4 g h; m / lambda_min(W) < 10.
  EXPECT_LE(sim.balance().kinetic(), 10 * std::pow(1e-8 * 4 * g * h, 2));
}

}  // namespace

TEST(CubeLanding, Flat) { expect_lands_flat(Eigen::Quaterniond::Identity()); }

TEST(CubeLanding, OnAnEdge) {
  expect_lands_flat(Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vec<3>::UnitX())));
}

TEST(CubeLanding, OnACorner) {
  expect_lands_flat(Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vec<3>::UnitX())) *
                    Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Vec<3>::UnitY())));
}

}  // namespace talus::test::cube_landing_test

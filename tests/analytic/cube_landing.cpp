// Rows E02, E03, A09: a cube dropped flat, on an edge or on a corner ends flat on four corners and
// at rest, its energy falling but for what a step's turn of the corners hides.
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::cube_landing_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 1e-3;

Simulation<3> dropped(const Eigen::Quaterniond& turn) {
  Scene<3> scene(simple_law(0.5), h);
  scene.set_gravity(g);
  scene.options.solver.tolerance = 1e-8;
  scene.options.solver.max_sweeps = 10000;
  scene.add_ground();
  BodyDescription<3> cube;
  cube.name = "cube";
  cube.shapes = {{Hull<3>(box_polytope(Vec<3>(0.5, 0.5, 0.5))), {}, scene.material, 1}};
  cube.pose.x = Vec<3>(0, 0, 1);
  cube.pose.r.q = turn;
  scene.add(cube);
  return scene.simulation();
}

void expect_lands_flat(const Eigen::Quaterniond& turn) {
  auto sim = dropped(turn);
  const double start = g * 1.0;  // mass 1
  double before = start;
  for (int i = 0; i < 4000; ++i) {
    const double w2 = sim.state().w[1].squaredNorm();
    sim.step();
    double pushed = 0;
    for (const auto& r : sim.detail().r) pushed += r.norm();
    const double energy =
        kinetic_energy(sim.model(), sim.state()) + gravity_potential(sim.model(), sim.state());
    // What contacts take is -1/2 (u- + u+) . r (000 (50)). A corner that was at rest when the step
    // began has turned with the cube by the midpoint, so u- is off by w^2 R h, R = sqrt(3) / 2; the
    // solver's residue adds 1e-8 of what the step exchanges, m g v h with v < 4.5.
    const double turned = 0.5 * w2 * std::sqrt(0.75) * h * pushed;
    ASSERT_LE(energy, before + turned + 1e-8 * g * 4.5 * h + 1e-13) << "step " << i;
    ASSERT_LE(energy, start * (1 + 1e-13));
    before = energy;
  }
  EXPECT_EQ(sim.last().contacts, 4U);
  // At rest to the residue: |rho| <= 1e-8 of |w r| < 4 g h; m / lambda_min(W) < 10.
  EXPECT_LE(sim.balance().kinetic(), 10 * std::pow(1e-8 * 4 * g * h, 2));
  // Overlaps come from the step's approach before contact, v h with v < 4.5.
  EXPECT_NEAR(sim.state().x[1][2], 0.5, 4.5 * h);
  expect_balanced(sim);
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

// A thousand grains thrown into a box settle and stay settled (rows A05, A06, B01, B04).
//
// What can keep moving for ever is left out of the scene, not out of the check. A point contact has
// no resistance to rolling or spinning (row A07 brings it), so on a flat floor lone grains roll on
// in the plane and spin about the vertical in space: the floor is made rough by fixed balls. In
// space there is one free motion more, seen in trials without drag: a grain caught between two
// others turns about the line through its two contacts, a pendulum without friction. A weak drag
// on spins, with a decay time of five units, brings it to rest; the test shows how little it takes.
#include "talus/math/random.hpp"

#include "support/scene_builder.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace talus::test::packing_test {
namespace {

// Lengths in largest diameters, times in sqrt(diameter / g).
constexpr double pitch = 1.1;
constexpr double h = 0.01;  // the fastest fall, near 7, then moves a grain by 0.07
constexpr int settling_steps = 3000;
constexpr double spin_decay_time = 5;

template <int D>
struct Box {
  std::array<int, D> count;  ///< grains along each axis at the start
};

/// Half-space whose matter lies beyond `x`, facing along +-axis.
template <int D>
void add_side(Scene<D>& scene, int axis, double x, bool facing_up) {
  Rotation<D> r;
  const double quarter = facing_up ? 0.5 * std::numbers::pi : -0.5 * std::numbers::pi;
  if constexpr (D == 2) {
    r = exponential(Spin<2>(-quarter));
  } else {
    r = exponential(axis == 0 ? Spin<3>(0, quarter, 0) : Spin<3>(-quarter, 0, 0));
  }
  scene.add_ground(r, x * Vec<D>::Unit(axis));
}

template <int D>
void add_rough_floor(Scene<D>& scene, const Box<D>& box) {
  scene.add_ground();
  const int rows = D == 3 ? box.count[1] + 1 : 1;
  for (int i = 0; i <= box.count[0]; ++i) {
    for (int j = 0; j < rows; ++j) {
      BodyDescription<D> bump;
      bump.prescribed = true;
      bump.shapes = {{Ball<D>{0.5 * pitch}, {}}};
      bump.pose.x[0] = i * pitch;
      if constexpr (D == 3) bump.pose.x[1] = j * pitch;
      scene.add(bump);
    }
  }
}

/// Grains of radius 0.4 to 0.5 on a lattice, each with a random velocity.
template <int D>
Scene<D> thrown_grains(const Box<D>& box) {
  ContactLaw law = simple_law(0.3);
  law.form = Signorini::quasi_inelastic;
  Scene<D> scene(law, h);
  scene.set_gravity(1);
  // Solved to the default tolerance at rest; while the bed collapses a budget of sweeps does.
  scene.options.solver.max_sweeps = 200;
  add_rough_floor(scene, box);
  for (int a = 0; a < D - 1; ++a) {
    add_side(scene, a, 0, true);
    add_side(scene, a, box.count[static_cast<std::size_t>(a)] * pitch, false);
  }
  Random random(7);
  std::array<int, 3> i{};
  const int columns = D == 3 ? box.count[1] : 1;
  for (i[2] = 0; i[2] < box.count[D - 1]; ++i[2]) {
    for (i[1] = 0; i[1] < columns; ++i[1]) {
      for (i[0] = 0; i[0] < box.count[0]; ++i[0]) {
        const double radius = random.uniform(0.4, 0.5);
        Vec<D> x, v;
        for (int a = 0; a < D; ++a) {
          const bool up = a == D - 1;
          const int k = i[up ? 2 : static_cast<std::size_t>(a)];
          x[a] = up ? 1.2 + k * pitch : (k + 0.5) * pitch + random.uniform(-0.04, 0.04);
          v[a] = random.normal();
        }
        const auto grain = static_cast<int>(scene.add_ball(radius, std::pow(radius, D), x, v));
        const double inertia = scene.model.inertia[static_cast<std::size_t>(grain)][0];
        if (D == 3) scene.model.loads.drags.push_back({grain, 0, inertia / spin_decay_time});
      }
    }
  }
  return scene;
}

template <int D>
void expect_settles(const Box<D>& box) {
  auto s = thrown_grains(box).simulation();
  // The number of grains is constant: per grain or in all, the ratio is the same.
  const double limit = 1e-8 * s.balance().kinetic();
  for (int n = 0; n < settling_steps; ++n) {
    s.step();
    // Quasi-inelastic shocks close gaps without overlap; what there is comes from the budget.
    ASSERT_LE(s.last().penetration.relative, 0.02) << "step " << n;
  }
  ASSERT_LE(s.balance().kinetic(), limit);
  const std::size_t contacts = s.last().acting;
  for (int n = 0; n < settling_steps / 4; ++n) {
    s.step();
    ASSERT_LE(s.balance().kinetic(), limit) << "step " << n;
    ASSERT_EQ(s.last().solve.outcome, SolveOutcome::converged);
    ASSERT_LE(s.last().solve.error.relative, s.options().solver.tolerance);
  }
  EXPECT_NEAR(static_cast<double>(s.last().acting), static_cast<double>(contacts),
              0.01 * static_cast<double>(contacts));
  // It is the contacts that stop the grains.
  EXPECT_LE(s.balance().total().dissipated_viscous, 0.02 * s.balance().total().dissipated());
  expect_balanced(s);
}

TEST(Packing, ThousandDisksThrownInABox_SettleAndStay) { expect_settles<2>({{40, 25}}); }

TEST(Packing, ThousandSpheresThrownInABox_SettleAndStay) { expect_settles<3>({{10, 10, 10}}); }

}  // namespace
}  // namespace talus::test::packing_test

// A plate pressed on a vertical wall, far inside the friction cone, does not creep down
// (mujoco#3328, #3526: gripped bodies crept 50 to 2300 micrometres a second). What is left is the
// solver's tolerance, and goes with it.
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::held_body_does_not_creep_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 1e-3;
constexpr double mass = 0.2;

template <class Dimension>
class HeldBody : public ::testing::Test {};
TYPED_TEST_SUITE(HeldBody, Dimensions);

template <int D>
Simulation<D> pressed_plate(double tolerance) {
  // The form for bodies that stay in touch: it brings an opening left by the solver back to zero.
  ContactLaw law = simple_law(0.8);
  law.form = Signorini::quasi_inelastic;
  Scene<D> scene(law, h);
  scene.options.solver.tolerance = tolerance;
  scene.set_gravity(g);
  const auto upright = incline<D>(std::acos(0.0));  // the wall's normal is the first axis
  scene.add_ground(upright);
  AppliedForce<D> press;
  press.body = static_cast<int>(scene.add_plate(0.1, mass, {Vec<D>::Zero(), upright}));
  press.force = vector<D>(-5 * mass * g, 0);
  scene.model.loads.applied.push_back(press);
  return scene.simulation();
}

}  // namespace

TYPED_TEST(HeldBody, PressedPlate_CreepsNoMoreThanTheTolerance) {
  constexpr int D = TypeParam::value;
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    auto sim = pressed_plate<D>(tolerance);
    const int steps = 20000;
    for (int i = 0; i < steps; ++i) {
      sim.step();
      ASSERT_EQ(sim.last().contacts, D == 2 ? 2U : 4U);
      ASSERT_GT(sim.last().acting, 0U);
    }
    // Velocity left in a step: tolerance times |w r| < 2 * 5 g h, times cond(W) < 8
    // (analytic/incline.cpp).
    EXPECT_LE(sim.state().x[1].norm(), steps * h * 80 * tolerance * g * h);
    expect_balanced(sim);
  }
}

}  // namespace talus::test::held_body_does_not_creep_test

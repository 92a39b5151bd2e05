// The energy balance (row A16) on lively scenes, and its terms against closed forms.

#include "talus/measure/energy.hpp"

#include "talus/dynamics/predict.hpp"

#include "support/random_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;

StepOptions options_with(double h, double tolerance = 1e-6) {
  StepOptions o;
  o.h = h;
  o.solver.tolerance = tolerance;
  return o;
}

template <int D>
void expect_closed_balance(const samples::SceneKind& kind, std::uint64_t seed) {
  auto simulation = samples::random_scene<D>(seed, kind, options_with(2e-3));
  std::size_t contacts = 0;
  for (int i = 0; i < 500; ++i) contacts += simulation.step().acting;
  ASSERT_GT(contacts, 2000U);
  // An identity: some 30 bodies and 60 contacts a step, each with 50 roundings of its own share of
  // the energy exchanged; compensated sums keep 500 steps from adding to it. 1e3 eps is 2e-13.
  EXPECT_LE(simulation.balance().error_max(), 1e-12);
  const auto total = simulation.balance().total();
  EXPECT_GT(total.dissipated_friction, 0);
  EXPECT_GE(simulation.balance().exchanged(), std::abs(total.work_gravity));
}

template <class T>
class EnergyTest : public ::testing::Test {};
TYPED_TEST_SUITE(EnergyTest, samples::Dimensions);

TYPED_TEST(EnergyTest, LivelyScene_BalancesToRoundOff) {
  expect_closed_balance<TypeParam::value>({}, 1);
}

TYPED_TEST(EnergyTest, EveryFormAndFriction_BalancesToRoundOff) {
  constexpr int D = TypeParam::value;
  expect_closed_balance<D>({.form = Signorini::gap}, 2);
  expect_closed_balance<D>({.form = Signorini::quasi_inelastic}, 3);
  expect_closed_balance<D>({.friction = EllipticFriction{0.5, 0.1, Vec<3>(1, 1, 0)}}, 4);
  expect_closed_balance<D>({.friction = StaticDynamicFriction{0.5, 0.2, 0}}, 5);
  expect_closed_balance<D>(
      {.friction = TabulatedFriction{TabulatedFriction::Of::slip, {0, 1}, {0.6, 0.1}}}, 6);
}

TYPED_TEST(EnergyTest, SloppySolutions_BalanceToo) {
  // The balance is algebra: it holds for whatever impulses were used.
  constexpr int D = TypeParam::value;
  StepOptions o = options_with(2e-3);
  o.solver.max_sweeps = 2;
  o.solver.guess = InitialGuess::random;
  auto simulation = samples::random_scene<D>(7, {}, o);
  for (int i = 0; i < 200; ++i) simulation.step();
  EXPECT_LE(simulation.balance().error_max(), 1e-12);
}

TYPED_TEST(EnergyTest, Works_AreWhatTheyClaim) {
  // No contact, no loads but gravity: its work is the loss of potential, exactly m g . dx for the
  // midpoint rule.
  constexpr int D = TypeParam::value;
  auto simulation = samples::random_scene<D>(
      8, {.bodies = 1, .loads = false, .moving_obstacles = false}, options_with(1e-3));
  const double before = gravity_potential(simulation.model(), simulation.state());
  for (int i = 0; i < 100; ++i) simulation.step();
  const double after = gravity_potential(simulation.model(), simulation.state());
  const auto total = simulation.balance().total();
  EXPECT_NEAR(total.work_gravity, before - after, 1e3 * eps * std::abs(before));
  EXPECT_EQ(total.dissipated_structural, 0);
  EXPECT_EQ(total.dissipated_friction, 0);
  EXPECT_EQ(total.work(), 0);  // gravity's is in the potential
}

TYPED_TEST(EnergyTest, WorkLessDissipation_IsTheChangeOfKineticAndPotential) {
  // Springs, drag, applied forces, shaken obstacles and shocks at once: what a reader of a summary
  // will add up.
  constexpr int D = TypeParam::value;
  auto simulation = samples::random_scene<D>(11, {}, options_with(2e-3));
  const auto mechanical = [&] {
    return kinetic_energy(simulation.model(), simulation.state()) +
           gravity_potential(simulation.model(), simulation.state()) +
           elastic_energy(simulation.model(), simulation.state());
  };
  const double before = mechanical();
  for (int i = 0; i < 500; ++i) simulation.step();
  const auto total = simulation.balance().total();
  EXPECT_NE(total.work_applied, 0);
  EXPECT_NE(total.work_prescribed, 0);
  // As the balance itself, and gravity's work is m g . dx up to the rounding of places in each
  // step: 500 eps of the potential.
  EXPECT_NEAR(mechanical() - before, total.work() - total.dissipated() + total.scheme,
              1e-12 * (simulation.balance().exchanged() + std::abs(before)));
}

TYPED_TEST(EnergyTest, KineticEnergy_CountsFreeBodiesOnly) {
  // 1/2 m v^2 + 1/2 I w^2 by hand.
  constexpr int D = TypeParam::value;
  Model<D> model;
  State<D> state;
  model.add_material("m");
  BodyDescription<D> b;
  b.mass = 3;
  b.inertia = Spin<D>::LinSpaced(2, 4);
  b.velocity = 2 * Vec<D>::Unit(0);
  b.spin = Spin<D>::Unit(0);
  model.add(b, state);
  EXPECT_NEAR(kinetic_energy(model, state), 6 + 0.5 * model.inertia[0][0], 8 * eps);
  b.prescribed = true;  // obstacles have none
  model.add(b, state);
  EXPECT_NEAR(kinetic_energy(model, state), 6 + 0.5 * model.inertia[0][0], 8 * eps);
}

TYPED_TEST(EnergyTest, ContactDissipation_SplitsAsThePaperDoes) {
  // 001 (6.4): for an impact law with one index, the shock takes 1/2 delta (u+ - u-) . r; all of it
  // together is -1/2 (u- + u+) . r.
  constexpr int D = TypeParam::value;
  Random random(9);
  for (int i = 0; i < 1000; ++i) {
    ContactLaw law;
    law.e_n = law.e_t = random.uniform();
    const double delta = (1 - law.e_n) / (1 + law.e_n);
    const Vec<D> before = samples::vector<D>(random);
    const Vec<D> after = samples::vector<D>(random);
    const Vec<D> r = samples::vector<D>(random);
    const auto d = contact_dissipation<D>(law, true, before, after, r);
    EXPECT_NEAR(d.friction + d.structural, -0.5 * (before + after).dot(r), 16 * eps);
    EXPECT_NEAR(d.structural, 0.5 * delta * (after - before).dot(r), 16 * eps);
    // Apart there is no impact law: nothing is restored, u_mean is u+.
    const auto open = contact_dissipation<D>(law, false, before, after, r);
    EXPECT_NEAR(open.friction, -after.dot(r), 16 * eps);
  }
}

TYPED_TEST(EnergyTest, ElasticBounce_DissipatesNothing) {
  constexpr int D = TypeParam::value;
  auto simulation = samples::random_scene<D>(10,
                                             {.bodies = 4,
                                              .loads = false,
                                              .moving_obstacles = false,
                                              .e_n = 1,
                                              .e_t = 0,
                                              .friction = IsotropicFriction{0}},
                                             options_with(1e-3, 1e-12));
  for (int i = 0; i < 1500; ++i) simulation.step();
  const auto total = simulation.balance().total();
  EXPECT_GT(simulation.balance().exchanged(), 10);
  EXPECT_LE(std::abs(total.dissipated_structural + total.dissipated_friction),
            1e-10 * simulation.balance().exchanged());
}

}  // namespace
}  // namespace talus

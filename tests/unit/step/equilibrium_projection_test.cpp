// One-step equilibrium (row A14) and position projection (row A13).

#include "talus/assembly/assemble.hpp"
#include "talus/step/equilibrium.hpp"
#include "talus/step/projection.hpp"

#include "support/samples.hpp"
#include "support/world.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;

ContactLaw with_friction(double mu) {
  ContactLaw law;
  law.friction = IsotropicFriction{mu};
  return law;
}

template <int D>
struct World : samples::World<D> {
  explicit World(double mu) : samples::World<D>(with_friction(mu)) {
    this->model.loads.gravity = -9.81 * last_axis<D>();
  }

  void add_ground(const Pose<D>& pose = {}) { this->add(HalfSpace<D>{}, pose, true); }

  int add_ball(double radius, double along, double up) {
    Vec<D> x = up * last_axis<D>();
    x[0] = along;
    return this->add(Ball<D>{radius}, {x, {}});
  }
};

/// Equal disks, `rows` on the ground, one less on them and so on: all just touching.
World<2> pile(int rows, double mu) {
  World<2> w(mu);
  w.add_ground();
  const double rise = std::sqrt(3.0);
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < rows - row; ++k) w.add_ball(1, 2 * k + row, 1 + row * rise);
  }
  return w;
}

TEST(Equilibrium2, Pile_StandsAndTheGroundCarriesIt) {
  const auto w = pile(3, 0.8);
  const auto e = test_equilibrium(w.model, w.state, {});
  EXPECT_EQ(e.verdict, EquilibriumVerdict::possible);
  EXPECT_EQ(e.contacts, 12U);  // three on the ground, three side by side, six on slopes
  double carried = 0;
  for (std::size_t c = 0; c < e.contacts; ++c) {
    if (e.contact.second[c] == 0) carried += e.force[c][0];
  }
  const double weight = 6 * w.model.mass[1] * 9.81;
  EXPECT_NEAR(carried, weight, 1e-5 * weight);  // bodies are at rest to 1e-6 of free fall
}

TEST(Equilibrium2, ThreeDisks_StandFromTheAngleOf15DegreesOn) {
  // A lower disk is pushed at two points, the ground's and the upper disk's, and its own weight
  // goes through the first: the upper push goes through it too, 15 degrees off the normal there.
  const double critical = std::tan(std::numbers::pi / 12);
  for (const double h : {1e-6, 1e-3, 1.0}) {
    EquilibriumOptions options;
    options.h = h;
    const auto above = pile(2, 1.005 * critical);
    EXPECT_EQ(test_equilibrium(above.model, above.state, options).verdict,
              EquilibriumVerdict::possible);
    const auto below = pile(2, 0.995 * critical);
    const auto e = test_equilibrium(below.model, below.state, options);
    EXPECT_EQ(e.verdict, EquilibriumVerdict::impossible);
    EXPECT_GT(e.motion, 1e-4);
    EXPECT_GE(e.fastest_body, 1);
  }
}

template <class T>
class EquilibriumTest : public ::testing::Test {};
TYPED_TEST_SUITE(EquilibriumTest, samples::Dimensions);

TYPED_TEST(EquilibriumTest, PlateOnAnIncline_StandsBelowTheFrictionAngle) {
  constexpr int D = TypeParam::value;
  const double mu = 0.4;
  for (const double slope : {0.39, 0.41}) {
    World<D> w(mu);
    Pose<D> incline;
    const double angle = std::atan(slope);
    const Spin<D> axis =
        D == 2 ? Spin<D>(-Spin<D>::Unit(0)) : Spin<D>(Spin<D>::Unit(spin_dim<D> / 2));
    incline.r = exponential(Spin<D>(angle * axis));
    w.add_ground(incline);
    BodyDescription<D> plate;
    plate.shapes.push_back({Wall<D>{Vec<D - 1>::Ones()}, {}, 0, 0});
    plate.mass = 2;
    plate.pose = incline;
    w.model.add(plate, w.state);
    const auto e = test_equilibrium(w.model, w.state, {});
    EXPECT_EQ(e.verdict,
              slope < mu ? EquilibriumVerdict::possible : EquilibriumVerdict::impossible);
  }
}

TYPED_TEST(EquilibriumTest, LooseBody_IsNotInEquilibrium) {
  constexpr int D = TypeParam::value;
  World<D> w(0.5);
  w.add_ground();
  w.add_ball(1, 0, 3);
  const auto e = test_equilibrium(w.model, w.state, {});
  EXPECT_EQ(e.verdict, EquilibriumVerdict::impossible);
  EXPECT_NEAR(e.motion, 1, 8 * eps);
  EXPECT_EQ(e.fastest_body, 1);
}

TYPED_TEST(EquilibriumTest, DamperOnAMovingObstacle_PullsNothingWhileItStands) {
  // Prescribed bodies are taken as standing still, for dampers as for contacts.
  constexpr int D = TypeParam::value;
  World<D> w(0.5);
  BodyDescription<D> ground;
  ground.shapes.push_back({HalfSpace<D>{}, {}, 0, 0});
  ground.prescribed = true;
  Motion<D> motion;
  motion.translation[D - 1].terms = {Linear{100}};
  ground.motion = motion;
  w.model.add(ground, w.state);
  const int ball = w.add_ball(1, 0, 1);
  w.model.loads.springs.push_back({0, ball, -last_axis<D>(), Vec<D>::Zero(), 0, 10, 0});
  const auto e = test_equilibrium(w.model, w.state, {});
  EXPECT_EQ(e.verdict, EquilibriumVerdict::possible);
  ASSERT_EQ(e.contacts, 1U);
  const double weight = 9.81 * w.model.mass[1];
  EXPECT_NEAR(e.force[0][0], weight, 1e-5 * weight);
}

template <int D>
double deepest(const World<D>& w, const State<D>& state) {
  DetectScratch<D> scratch;
  Contacts<D> contacts;
  detect(w.model, state.x, state.r, {}, {}, scratch, contacts);
  return measure_penetration(contacts).relative;
}

TYPED_TEST(EquilibriumTest, Projection_TakesOverlapsAway) {
  constexpr int D = TypeParam::value;
  World<D> w(0.3);
  w.add_ground();
  for (int i = 0; i < 12; ++i) w.add_ball(0.5, 0.93 * (i % 4), 0.45 + 0.92 * (i / 4));
  w.model.loads.gravity.setZero();
  StepOptions options;
  options.h = 1e-4;
  options.projection.on = true;
  options.projection.tolerance = 1e-6;
  options.projection.max_sweeps = 10000;
  Simulation<D> simulation(w.model, w.state, options);
  const double before = deepest(w, w.state);
  ASSERT_GT(before, 0.05);
  simulation.step();
  const double once = deepest(w, simulation.state());
  // The constraint is linearised: what is left is quadratic in the overlap, (0.16 r)^2 / r.
  EXPECT_LE(once, 0.2 * before);
  for (int i = 0; i < 5; ++i) simulation.step();
  EXPECT_LE(deepest(w, simulation.state()), 1.1 * options.projection.slop);
  // Velocities are not touched: nothing moved and nothing moves.
  for (const auto& v : simulation.state().v) EXPECT_LE(v.norm(), 1e-12);
}

TYPED_TEST(EquilibriumTest, Projection_DoesNotPushBodiesIntoTheirNeighbours) {
  // The lower ball sits 0.1 deep in the ground; the upper one is apart by a hair, or by more than
  // any law would look at.
  constexpr int D = TypeParam::value;
  for (const double gap : {0.0, 1e-8, 1e-3, 0.06}) {
    World<D> w(0.3);
    w.add_ground();
    const int lower = w.add_ball(0.5, 0, 0.4);
    const int upper = w.add_ball(0.5, 0, 1.4 + gap);
    w.model.loads.gravity.setZero();
    StepOptions options;
    options.h = 1e-9;
    options.projection.on = true;
    options.projection.tolerance = 1e-12;
    options.projection.max_sweeps = 10000;
    Simulation<D> simulation(w.model, w.state, options);
    simulation.step();
    const double slop = options.projection.slop * 0.5;
    const auto& x = simulation.state().x;
    // Both constraints are linear here; the solver ends at 1e-12 of the overlaps.
    EXPECT_NEAR(x[static_cast<std::size_t>(lower)][D - 1], 0.5 - slop, 1e-12);
    EXPECT_NEAR(x[static_cast<std::size_t>(upper)][D - 1], 1.5 - 2 * slop, 1e-12) << "gap " << gap;
  }
}

TYPED_TEST(EquilibriumTest, Projection_LeavesWhatTheSolversResidueMayHaveMoved) {
  constexpr int D = TypeParam::value;
  World<D> w(0.3);
  w.add_ground();
  w.add_ball(0.5, 0, 0.5 - 1e-4);
  StepOptions options;
  options.projection.on = true;
  const Simulation<D> simulation(w.model, w.state, options);
  const auto left_with = [&](double noise) {
    State<D> state = w.state;
    state.h_before = options.h;
    state.noise = noise / options.h;
    StepScratch<D> scratch;
    scratch.block_of = number_blocks(w.model);
    project_positions(simulation, state, scratch);
    return 0.5 - state.x[1][D - 1];
  };
  // One contact: the projection is exact but for the rounding of places.
  EXPECT_NEAR(left_with(0), 0.5 * options.projection.slop, 4 * eps);
  EXPECT_NEAR(left_with(3e-5), 3e-5, 4 * eps);
  EXPECT_NEAR(left_with(2e-4), 1e-4, 4 * eps);
}

TYPED_TEST(EquilibriumTest, ProjectionOfSeparatedBodies_MovesNothing) {
  constexpr int D = TypeParam::value;
  World<D> w(0.3);
  w.add_ground();
  w.add_ball(0.5, 0, 2);
  w.model.loads.gravity.setZero();
  StepOptions options;
  options.projection.on = true;
  Simulation<D> simulation(w.model, w.state, options);
  const Vec<D> x = w.state.x[1];
  EXPECT_EQ(simulation.step().projected, 0);
  EXPECT_EQ(simulation.state().x[1], x);
}

TYPED_TEST(EquilibriumTest, ProjectedEnergy_IsTheGainOfPotential) {
  constexpr int D = TypeParam::value;
  World<D> w(0.3);
  w.add_ground();
  w.add_ball(0.5, 0, 0.4);
  StepOptions options;
  options.h = 1e-9;
  options.projection.on = true;
  options.projection.tolerance = 1e-12;
  Simulation<D> simulation(w.model, w.state, options);
  // Lifted by the overlap of 0.1 less the slop 1e-6 r.
  const double lift = 0.1 - 0.5e-6;
  EXPECT_NEAR(simulation.step().projected, w.model.mass[1] * 9.81 * lift, 1e-9);
}

}  // namespace
}  // namespace talus

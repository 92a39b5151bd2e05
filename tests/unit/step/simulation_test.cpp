// The step as a whole: what it refuses, repeats, conserves and looks ahead to.

#include "talus/step/simulation.hpp"

#include "support/random_scene.hpp"
#include "support/world.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;

template <int D>
struct World : samples::World<D> {
  using samples::World<D>::World;
  StepOptions options;
};

template <class T>
class SimulationTest : public ::testing::Test {};
TYPED_TEST_SUITE(SimulationTest, samples::Dimensions);

TYPED_TEST(SimulationTest, MissingLaw_IsRefused) {
  constexpr int D = TypeParam::value;
  Model<D> model;
  State<D> state;
  model.add_material("steel");
  model.add_material("sand");
  BodyDescription<D> b;
  b.shapes.push_back({Ball<D>{1}, {}, 0, 1});
  model.add(b, state);
  b.shapes[0].material = 1;
  model.add(b, state);
  try {
    Simulation<D> simulation(model, state, {});
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_NE(std::string(e.what()).find("steel"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("sand"), std::string::npos);
  }
}

TYPED_TEST(SimulationTest, RestartFromAState_RepeatsEveryBit) {
  constexpr int D = TypeParam::value;
  StepOptions o;
  o.h = 2e-3;
  o.solver.order = SweepOrder::random;
  auto whole = samples::random_scene<D>(1, {}, o);
  for (int i = 0; i < 100; ++i) whole.step();
  Simulation<D> half(whole.model(), whole.state(), o);
  for (int i = 0; i < 50; ++i) {
    whole.step();
    half.step();
    ASSERT_EQ(state_hash(whole.state()), state_hash(half.state())) << "step " << i;
  }
}

TYPED_TEST(SimulationTest, FreeBodies_KeepMomentumThroughCollisions) {
  constexpr int D = TypeParam::value;
  Random random(2);
  ContactLaw law;
  law.friction = IsotropicFriction{0.5};
  law.e_n = 0.5;
  World<D> world(law);
  for (int i = 0; i < 20; ++i) {
    BodyDescription<D> b;
    b.shapes.push_back({Ball<D>{0.2}, {}, 0, 1});
    b.shapes.push_back({Ball<D>{0.1}, {0.2 * Vec<D>::Unit(0), {}}, 0, 1});
    b.shapes.push_back({Ball<D>{0.1}, {0.15 * Vec<D>::Unit(1), {}}, 0, 1});
    b.pose = samples::pose<D>(random, 0.8);
    b.velocity = -b.pose.x;  // all to the middle
    b.spin = samples::vector<spin_dim<D>>(random);
    world.model.add(b, world.state);
  }
  const auto momentum = [&](const State<D>& s) {
    Vec<D> p = Vec<D>::Zero();
    for (std::size_t b = 0; b < s.v.size(); ++b) p += world.model.mass[b] * s.v[b];
    return p;
  };
  const auto angular = [&](const State<D>& s) {
    Spin<D> l = Spin<D>::Zero();
    for (std::size_t b = 0; b < s.v.size(); ++b) {
      l += moment(s.x[b], Vec<D>(world.model.mass[b] * s.v[b])) +
           spin_to_world(s.r[b], Spin<D>(world.model.inertia[b].cwiseProduct(s.w[b])));
    }
    return l;
  };
  world.options.h = 1e-3;
  Simulation<D> simulation(world.model, world.state, world.options);
  double size = 0;
  for (std::size_t b = 0; b < 20; ++b) size += world.model.mass[b] * world.state.v[b].norm();
  std::size_t hits = 0;
  for (int i = 0; i < 1000; ++i) hits += simulation.step().acting;
  EXPECT_GT(hits, 50U);
  // Linear: each of 1000 steps rounds each of 20 momenta once or twice.
  EXPECT_LE((momentum(simulation.state()) - momentum(world.state)).norm(), 1e4 * eps * size);
  // Angular: in the plane exact as well. In space contact impulses act on the spin at the midpoint
  // and turn with the body for half a step more: O(h) of the angular impulse exchanged.
  const double defect = (angular(simulation.state()) - angular(world.state)).norm();
  EXPECT_LE(defect, D == 2 ? 1e4 * eps * size : world.options.h * size);
}

TYPED_TEST(SimulationTest, SpinningPlate_IsSeenByLawsThatLookAhead) {
  // The tip of a plate turning at 50 rad/s comes down by h w L = 0.05 in the step and is 0.02 above
  // ground at its middle, beyond the alert distance of 0.01 sizes; the centre does not move at all.
  // With the gap form the tip must not end below ground.
  constexpr int D = TypeParam::value;
  ContactLaw law;
  law.form = Signorini::gap;
  World<D> world(law);
  world.add(HalfSpace<D>{}, {}, true);
  BodyDescription<D> plate;
  plate.shapes.push_back({Wall<D>{Vec<D - 1>::Ones()}, {}, 0, 0});
  plate.mass = 1;
  plate.pose.x = 0.045 * last_axis<D>();
  plate.spin = 50 * Spin<D>::Unit(D == 2 ? 0 : 1);
  world.model.add(plate, world.state);
  world.options.h = 1e-3;
  Simulation<D> simulation(world.model, world.state, world.options);
  const auto& step = simulation.step();
  EXPECT_GT(step.acting, 0U);
  // The second half of the step is linearised about the middle: off by (h w)^2 L / 8 at most.
  double lowest = 1;
  for (const double side : {-1.0, 1.0}) {
    const Vec<D> tip = to_world(simulation.state().pose(1), Vec<D>(side * Vec<D>::Unit(0)));
    lowest = std::min(lowest, tip[D - 1]);
  }
  EXPECT_GE(lowest, -0.05 * 0.05 / 8);
}

TYPED_TEST(SimulationTest, Observer_SeesEveryStep) {
  constexpr int D = TypeParam::value;
  World<D> world;
  world.add(Ball<D>{1}, {});
  Simulation<D> simulation(world.model, world.state, {});
  int calls = 0;
  simulation.observe([&](const Simulation<D>& s, const StepResult<D>& r) {
    ++calls;
    EXPECT_EQ(s.state().step, calls);
    EXPECT_EQ(r.contacts, 0U);
  });
  for (int i = 0; i < 3; ++i) simulation.step();
  EXPECT_EQ(calls, 3);
}

TYPED_TEST(SimulationTest, OtherUnits_GiveTheSameScene) {
  // Millimetres, grams and milliseconds: powers of ten round, and a lively scene amplifies what it
  // rounds, so the comparison is over a calm fall and rebound: relative 1e-12.
  constexpr int D = TypeParam::value;
  const auto height_after = [](double length, double time) {
    ContactLaw law;
    law.e_n = 0.5;
    law.friction = IsotropicFriction{0.3};
    World<D> world(law);
    world.model.loads.gravity = -9.81 * length / (time * time) * last_axis<D>();
    world.add(HalfSpace<D>{}, {}, true);
    Pose<D> up;
    up.x = 1.3 * length * last_axis<D>();
    world.add(Ball<D>{1 * length}, up);
    world.state.v[1][0] = 0.7 * length / time;
    world.options.h = 1e-3 * time;
    Simulation<D> s(world.model, world.state, world.options);
    for (int i = 0; i < 1000; ++i) s.step();
    return Vec<D>(s.state().x[1] / length);
  };
  const Vec<D> metres = height_after(1, 1);
  EXPECT_LE((height_after(1000, 1000) - metres).norm(), 1e-12);
  EXPECT_LE((height_after(1e-3, 60) - metres).norm(), 1e-12);
}

}  // namespace
}  // namespace talus

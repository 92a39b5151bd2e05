// Loads and free motion against finite differences and closed forms.

#include "talus/dynamics/predict.hpp"

#include "talus/dynamics/advance.hpp"

#include "support/samples.hpp"
#include "support/world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace talus {
namespace {

using samples::eps;
using samples::World;

template <int D>
int add_random(World<D>& world, Random& random) {
  BodyDescription<D> b;
  b.shapes.push_back({Ball<D>{0.5}, samples::pose<D>(random, 0.4), 0, 2});
  b.shapes.push_back({Ball<D>{0.3}, samples::pose<D>(random, 0.4), 0, 1});
  b.pose = samples::pose<D>(random, 2);
  b.velocity = samples::vector<D>(random);
  b.spin = samples::vector<spin_dim<D>>(random);
  return world.model.add(b, world.state);
}

template <int D>
int add_moving(World<D>& world, Random& random) {
  BodyDescription<D> b;
  b.shapes.push_back({HalfSpace<D>{}, {}, 0, 0});
  b.prescribed = true;
  b.pose = samples::pose<D>(random);
  Motion<D> motion;
  for (auto& f : motion.translation) f.terms = {Sinusoid{0.3, 0.7, random.uniform()}};
  motion.angle.terms = {Ramp{0.5, 1}};
  b.motion = motion;
  return world.model.add(b, world.state);
}

template <class T>
class PredictTest : public ::testing::Test {};
TYPED_TEST_SUITE(PredictTest, samples::Dimensions);

TYPED_TEST(PredictTest, SpringImpulses_AreMinusTheGradientOfTheEnergy) {
  constexpr int D = TypeParam::value;
  constexpr int S = spin_dim<D>;
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    World<D> world;
    const int a = add_random(world, random);
    const int b = add_random(world, random);
    const Vec<D> anchor = samples::vector<D>(random, 0.5);
    world.model.loads.springs.push_back({a, b, samples::vector<D>(random, 0.5), anchor, 3, 0, 0.7});
    world.model.loads.springs.push_back({a, -1, anchor, samples::vector<D>(random, 4), 2, 0, 1});
    const double h = 0.01;
    FreeMotion<D> free;
    predict(world.model, world.state, h, free);
    State<D> mid = world.state;
    mid.x = free.x_mid;
    mid.r = free.r_mid;
    for (std::size_t body = 0; body < 2; ++body) {
      for (int k = 0; k < dof<D>; ++k) {
        // Directions of the twist: translation in the world, rotation in principal axes.
        const double d = 1e-5;
        const auto energy = [&](double s) {
          State<D> moved = mid;
          if (k < D) {
            moved.x[body][k] += s;
          } else {
            moved.r[body] = compose(mid.r[body], exponential(Spin<D>(s * Spin<D>::Unit(k - D))));
          }
          return elastic_energy(world.model, moved);
        };
        const double gradient = (energy(d) - energy(-d)) / (2 * d);
        // Energies of 20 with third derivatives of 100: d^2 100 / 6 + 40 eps / d.
        EXPECT_NEAR(free.loads.elastic[body][k], -h * gradient, h * 2e-8);
      }
    }
    static_assert(S >= 1);
  }
}

TYPED_TEST(PredictTest, Dampers_TakeEnergyAndKeepMomentum) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    World<D> world;
    const int a = add_random(world, random);
    const int b = add_random(world, random);
    world.model.loads.springs.push_back(
        {a, b, samples::vector<D>(random, 0.5), samples::vector<D>(random, 0.5), 0, 2, 0});
    FreeMotion<D> free;
    predict(world.model, world.state, 0.01, free);
    double power = 0;
    Vec<D> sum = Vec<D>::Zero();
    Spin<D> turning = Spin<D>::Zero();
    for (std::size_t body = 0; body < 2; ++body) {
      const auto& p = free.loads.viscous[body];
      power += p.dot(free.v_begin[body]);
      sum += p.template head<D>();
      turning += moment(free.x_mid[body], Vec<D>(p.template head<D>())) +
                 spin_to_world(free.r_mid[body], Spin<D>(p.template tail<spin_dim<D>>()));
    }
    EXPECT_LE(power, 0);
    EXPECT_LE(sum.norm(), 8 * eps);
    EXPECT_LE(turning.norm(), 64 * eps);
  }
}

TYPED_TEST(PredictTest, GravityAndForces_GiveTheFreeVelocity) {
  constexpr int D = TypeParam::value;
  Random random(3);
  World<D> world;
  const int a = add_random(world, random);
  world.model.loads.gravity = samples::vector<D>(random, 10);
  AppliedForce<D> load;
  load.body = a;
  load.force = samples::vector<D>(random);
  const Table ramp({0, 1}, {0, 5}, Table::Interpolation::linear);
  load.force_table.assign(D, ramp);
  world.model.loads.applied.push_back(load);
  world.model.loads.drags.push_back({a, 0.4, 0});
  const double h = 0.1;
  FreeMotion<D> free;
  predict(world.model, world.state, h, free);
  const Vec<D> v = world.state.v[0];
  // The table is read at the midpoint t = 0.05.
  const Vec<D> force = load.force + Vec<D>::Constant(0.25) - 0.4 * v;
  const Vec<D> expected = v + h * world.model.loads.gravity + h * force / world.model.mass[0];
  EXPECT_LE((free.v_free[0].template head<D>() - expected).norm(), 16 * eps);
  EXPECT_LE((free.x_mid[0] - world.state.x[0] - 0.5 * h * v).norm(), 8 * eps);
}

TYPED_TEST(PredictTest, Torque_TurnsInWorldAxes) {
  constexpr int D = TypeParam::value;
  Random random(4);
  World<D> world;
  const int a = add_random(world, random);
  AppliedForce<D> load;
  load.body = a;
  load.torque = samples::vector<spin_dim<D>>(random);
  world.model.loads.applied.push_back(load);
  // World angular momentum gains h M over a whole step (orientation included), up to the turn of
  // the moment's axes from the midpoint, which the discrete equation leaves out exactly.
  const double h = 0.05;
  const auto momentum = [&](const State<D>& s) {
    return spin_to_world(s.r[0], Spin<D>(world.model.inertia[0].cwiseProduct(s.w[0])));
  };
  const Spin<D> before = momentum(world.state);
  FreeMotion<D> free;
  predict(world.model, world.state, h, free);
  State<D> after = world.state;
  advance(world.model, free, free.v_free, after);
  EXPECT_LE((momentum(after) - before - h * load.torque).norm(), 200 * eps);
}

TYPED_TEST(PredictTest, PrescribedBodies_AreWhereTheirMotionSays) {
  constexpr int D = TypeParam::value;
  constexpr int S = spin_dim<D>;
  Random random(5);
  World<D> world;
  const int b = add_moving(world, random);
  world.model.loads.gravity = Vec<D>::Constant(-9.81);  // must not matter
  const double h = 0.1;
  for (int step = 0; step < 20; ++step) {
    const double t = world.state.t;
    FreeMotion<D> free;
    predict(world.model, world.state, h, free);
    EXPECT_EQ(free.x_mid[0], world.model.prescribed_pose(b, t + 0.5 * h).x);
    EXPECT_EQ(Vec<D>(free.v_begin[0].template head<D>()), world.model.prescribed_velocity(b, t));
    EXPECT_EQ(Vec<D>(free.v_free[0].template head<D>()), world.model.prescribed_velocity(b, t + h));
    const Spin<D> seen = spin_to_world(free.r_mid[0], Spin<D>(free.v_free[0].template tail<S>()));
    EXPECT_LE((seen - world.model.prescribed_spin(b, t + h)).norm(), 8 * eps);
    advance(world.model, free, free.v_free, world.state);
    const auto pose = world.model.prescribed_pose(b, world.state.t);
    EXPECT_EQ(world.state.x[0], pose.x);
    EXPECT_EQ(matrix(world.state.r[0]), matrix(pose.r));
    EXPECT_EQ(world.state.v[0], world.model.prescribed_velocity(b, world.state.t));
    EXPECT_EQ(world.state.step, step + 1);
    EXPECT_EQ(world.state.h_before, h);
  }
}

TYPED_TEST(PredictTest, Advance_IsTheSecondHalfOfTheMidpointRule) {
  constexpr int D = TypeParam::value;
  Random random(6);
  World<D> world;
  add_random(world, random);
  const double h = 0.1;
  FreeMotion<D> free;
  predict(world.model, world.state, h, free);
  std::vector<Twist<D>> v{samples::vector<dof<D>>(random)};
  State<D> after = world.state;
  advance(world.model, free, v, after);
  const Vec<D> expected = world.state.x[0] + 0.5 * h * (world.state.v[0] + v[0].template head<D>());
  EXPECT_LE((after.x[0] - expected).norm(), 8 * eps);
  EXPECT_EQ(after.v[0], Vec<D>(v[0].template head<D>()));
  EXPECT_EQ(after.t, h);
}

TYPED_TEST(PredictTest, StableStep_IsTheOscillatorsLimit) {
  // One mass on one central spring: h = 2 / omega exactly.
  constexpr int D = TypeParam::value;
  World<D> world;
  BodyDescription<D> b;
  b.mass = 2;
  b.inertia = Spin<D>::Ones();
  const int a = world.model.add(b, world.state);
  EXPECT_TRUE(std::isinf(stable_step(world.model)));
  world.model.loads.springs.push_back({a, -1, Vec<D>::Zero(), Vec<D>::Zero(), 8, 0, 0});
  EXPECT_NEAR(stable_step(world.model), 1, 4 * eps);
}

}  // namespace
}  // namespace talus

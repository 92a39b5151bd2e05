// Row A06: a ball thrown along a plane without spin slips, then rolls. With I = k m R^2 friction
// slows it by mu g and spins it up by mu g / (k R) until v = w R, that is after
//
//     t = v_0 k / ((1 + k) mu g)   with   v = v_0 / (1 + k):
//
// 5/7 v_0 for the sphere (k = 2/5), 2/3 v_0 for the disk (k = 1/2). The angular momentum about the
// contact never changes, so the final speed does not depend on h; the transition falls into the
// step that holds t.
#include "support/scene_builder.hpp"

#include <cmath>
#include <limits>

namespace talus::test::rolling_test {

namespace {

constexpr double g = 9.81;
constexpr double mu = 0.3;
constexpr double v0 = 2;
constexpr double radius = 0.2;
constexpr double mass = 1.5;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <class Dimension>
class Rolling : public ::testing::Test {};
TYPED_TEST_SUITE(Rolling, Dimensions);

template <int D>
Scene<D> thrown_ball(double h, double w0) {
  Scene<D> scene(simple_law(mu), h);
  scene.options.solver.tolerance = 64 * epsilon * v0 / (g * h);
  scene.set_gravity(g);
  scene.add_ground();
  scene.add_ball(radius, mass, vector<D>(0, radius), vector<D>(v0, 0), rolling_spin<D>(w0));
  return scene;
}

template <int D>
double slip(const State<D>& s) {
  return s.v[1][0] - radius * rolling_part<D>(s.w[1]);
}

}  // namespace

TYPED_TEST(Rolling, ThrownBall_RollsAtItsShareOfTheSpeed) {
  constexpr int D = TypeParam::value;
  for (const double h : {1e-2, 1e-3, 3.7e-4}) {
    auto sim = thrown_ball<D>(h, 0).simulation();
    const double exact = v0 * ball_inertia<D> / ((1 + ball_inertia<D>)*mu * g);
    int transition = 0;
    // A step leaves 16 roundings of v_0 and the solver's tolerance, 64, in velocities.
    const double round_off = 80 * epsilon * v0;
    for (int i = 1; i * h < 3 * exact; ++i) {
      sim.step();
      if (i * h < exact) {
        ASSERT_NEAR(sim.state().v[1][0], v0 - mu * g * i * h, i * round_off);
      }
      if (transition == 0 && slip(sim.state()) < 1e-9 * v0) transition = i;
    }
    // Exactly the step that holds the exact time.
    EXPECT_EQ(transition, static_cast<int>(std::ceil(exact / h)));
    const double steps = static_cast<double>(sim.state().step);
    EXPECT_NEAR(sim.state().v[1][0], v0 / (1 + ball_inertia<D>), steps * round_off);
    EXPECT_NEAR(radius * rolling_part<D>(sim.state().w[1]), v0 / (1 + ball_inertia<D>),
                steps * round_off / ball_inertia<D>);
    // All the energy lost is friction's (and the implicit steps' share of it): 2/7 of it for the
    // sphere, 1/3 for the disk.
    const double lost = 0.5 * mass * v0 * v0 * ball_inertia<D> / (1 + ball_inertia<D>);
    EXPECT_NEAR(sim.balance().total().dissipated(), lost, steps * round_off * 2 * mass * v0);
    // Of that, one half of each step's mu^2 (1 + 1/k) m g^2 h^2 is counted as the shock's, 001
    // (6.4): O(h) in all.
    const double a = mu * g;
    EXPECT_LE(sim.balance().total().dissipated_structural,
              0.5 * mass * a * a * (1 + 1 / ball_inertia<D>)*h * (exact + h) * (1 + 1e-9));
    expect_balanced(sim);
  }
}

TYPED_TEST(Rolling, Backspin_BringsTheBallBack) {
  // Final speed (v_0 + k R w_0) / (1 + k): negative for w_0 R < -v_0 / k.
  constexpr int D = TypeParam::value;
  const double h = 1e-3;
  const double w0 = -4 * v0 / radius;
  auto sim = thrown_ball<D>(h, w0).simulation();
  const double start = v0 - radius * w0;
  const double exact = start * ball_inertia<D> / ((1 + ball_inertia<D>)*mu * g);
  const int steps = static_cast<int>(std::ceil(exact / h)) + 10;
  for (int i = 0; i < steps; ++i) sim.step();
  const double round_off = 80 * epsilon * start;
  const double final_speed = (v0 + ball_inertia<D> * radius * w0) / (1 + ball_inertia<D>);
  EXPECT_LT(final_speed, 0);
  EXPECT_NEAR(sim.state().v[1][0], final_speed, steps * round_off);
  EXPECT_NEAR(slip(sim.state()), 0, steps * round_off);
  EXPECT_NEAR(sim.balance().total().dissipated(),
              0.5 * mass * start * start * ball_inertia<D> / (1 + ball_inertia<D>),
              steps * round_off * 2 * mass * start / ball_inertia<D>);
  expect_balanced(sim);
}

TYPED_TEST(Rolling, RollingBall_KeepsItsSpeedAndItsHeight) {
  // Users' voice, siconos#106 and #374: rolling bodies sink because contacts vanish between steps.
  constexpr int D = TypeParam::value;
  const double h = 1e-3;
  const int steps = 100000;
  auto sim = thrown_ball<D>(h, v0 / radius).simulation();
  for (int i = 0; i < steps; ++i) {
    sim.step();
    ASSERT_EQ(sim.last().acting, 1U);
  }
  EXPECT_EQ(sim.state().x[1][D - 1], radius);
  EXPECT_NEAR(sim.state().v[1][0], v0, steps * 4 * epsilon * v0);
  EXPECT_NEAR(sim.state().x[1][0], v0 * steps * h, 8.0 * steps * steps * h * epsilon * v0);
  expect_balanced(sim);
}

TEST(RollingInSpace, SpinAboutTheNormal_IsLeftAlone) {
  // A contact at a point resists neither drilling nor rolling. The slip of a ball with spin about
  // the direction of its flight is askew; what is across the flight obeys the same 5/7.
  auto scene = Scene<3>(simple_law(mu), 1e-3);
  scene.options.solver.tolerance = 1e-11;
  scene.set_gravity(g);
  scene.add_ground();
  const Vec<3> w0(10, 0, 40);
  scene.add_ball(radius, mass, Vec<3>(0, 0, radius), Vec<3>(v0, 0, 0), w0);
  auto sim = scene.simulation();
  for (int i = 0; i < 1000; ++i) sim.step();
  const Spin<3> w = sim.model().world_spin(1, sim.state());
  // Slip at the start: v + w x arm, arm = -R n, and 2/7 of it is lost in velocity.
  const Vec<3> slip0 = Vec<3>(v0, 0, 0) + w0.cross(Vec<3>(0, 0, -radius));
  const Vec<3> tangent(slip0[0], slip0[1], 0);
  const Vec<3> v_end = Vec<3>(v0, 0, 0) - 2.0 / 7 * tangent;
  // Turning to world axes and back: 16 roundings a step, and the solver's tolerance.
  const double round_off = 1000 * (16 * epsilon * 50 * radius + 1e-11 * g * 1e-3);
  EXPECT_LE((sim.state().v[1] - v_end).norm(), round_off);
  EXPECT_NEAR(w[2], w0[2], round_off / radius);
  EXPECT_LE((sim.state().v[1] + w.cross(Vec<3>(0, 0, -radius))).norm(), round_off);
  expect_balanced(sim);
}

}  // namespace talus::test::rolling_test

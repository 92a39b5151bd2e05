// Given forces: constant, tabulated, springs, dampers, drag (F of 000 (21); row A01, A16 for their
// energies). The scheme is a leapfrog for forces of position, so several results are exact.
#include "support/scene_builder.hpp"

#include <cmath>
#include <limits>

namespace talus::test::loads_test {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double mass = 1.5;

/// A free body at the origin, without shape, away from the world's axes.
template <int D>
Scene<D> lone_body(double h, const Spin<D>& inertia) {
  Scene<D> scene(simple_law(0), h);
  BodyDescription<D> body;
  body.mass = mass;
  body.inertia = inertia;
  body.pose.r = exponential(Spin<D>(Spin<D>::Constant(0.4)));
  scene.add(body);
  return scene;
}

template <int D>
Simulation<D> run(const Scene<D>& scene, int steps) {
  auto s = scene.simulation();
  for (int n = 0; n < steps; ++n) s.step();
  expect_balanced(s);
  return s;
}

template <int D>
Spin<D> momentum_of_spin(const Simulation<D>& s, std::size_t b) {
  return spin_to_world(s.state().r[b], Spin<D>(s.model().inertia[b].cwiseProduct(s.state().w[b])));
}

/// Spring from the ground at distance `length` behind the origin.
template <int D>
Spring<D> tether(double length, double stiffness, double damping) {
  Spring<D> spring;
  spring.body_a = 0;
  spring.anchor_b = vector<D>(-length, 0);
  spring.stiffness = stiffness;
  spring.damping = damping;
  spring.length = length;
  return spring;
}

template <class Dimension>
class GivenLoads : public ::testing::Test {};
TYPED_TEST_SUITE(GivenLoads, Dimensions);

TYPED_TEST(GivenLoads, ConstantForceAndTorque_AddTheirImpulses) {
  constexpr int D = TypeParam::value;
  const double h = 1e-3;
  const int steps = 2000;
  const double t = steps * h;
  auto scene = lone_body<D>(h, Spin<D>::LinSpaced(spin_dim<D>, 0.5, 1.5));
  AppliedForce<D> load;
  load.force = Vec<D>::LinSpaced(D, 2, -1);
  load.torque = Spin<D>::LinSpaced(spin_dim<D>, 0.3, 0.8);
  scene.model.loads.applied = {load};
  const auto s = run(scene, steps);
  // A parabola is exact for the midpoint rule, and the momentum of spin gains h times the torque in
  // each step whatever the inertia: a few roundings a step (40 for the spin, as for the top).
  EXPECT_LE((s.state().v[0] - load.force * t / mass).norm(), 2 * steps * epsilon * 3);
  EXPECT_LE((s.state().x[0] - load.force * t * t / (2 * mass)).norm(), 4 * steps * epsilon * 3 * t);
  EXPECT_LE((momentum_of_spin(s, 0) - load.torque * t).norm(), 40 * steps * epsilon * 2);
}

TYPED_TEST(GivenLoads, LinearTable_GivesItsIntegralExactly) {
  constexpr int D = TypeParam::value;
  const double h = 1.0 / 1024;
  auto scene = lone_body<D>(h, Spin<D>::Constant(0.7));
  AppliedForce<D> load;
  const Table ramp({0, 1, 2}, {0, 3, -1}, Table::Interpolation::linear);
  load.force_table.assign(D, ramp);
  load.torque_table.assign(spin_dim<D>, ramp);
  scene.model.loads.applied = {load};
  const int steps = 2048;
  const auto s = run(scene, steps);
  // Taken at midpoints, pieces of a line that end on steps are integrated exactly: 1.5 + 1.
  const double rounding = 40 * steps * epsilon * 3;
  for (int i = 0; i < D; ++i) EXPECT_NEAR(mass * s.state().v[0][i], 2.5, rounding);
  EXPECT_LE((momentum_of_spin(s, 0) - Spin<D>(Spin<D>::Constant(2.5))).norm(), rounding);
}

TYPED_TEST(GivenLoads, SplineTable_GivesItsIntegralToSecondOrder) {
  constexpr int D = TypeParam::value;
  // Natural spline through (0, 0), (1, 1), (2, 0): second derivative -3 in the middle, 0 at ends;
  // over [0, 2] its integral is 2 (1/2 + 3/24) = 1.25.
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const int steps = 64 << i;
    auto scene = lone_body<D>(2.0 / steps, Spin<D>::Constant(0.7));
    AppliedForce<D> load;
    load.force_table.assign(D, Table({0, 1, 2}, {0, 1, 0}, Table::Interpolation::spline));
    scene.model.loads.applied = {load};
    error[i] = mass * run(scene, steps).state().v[0][0] - 1.25;
  }
  // Midpoint rule: -h^2 / 24 (f'(2) - f'(0)) = h^2 / 8, and nothing more for cubics that end on
  // steps but the h^4 term of the corner in f''' at the middle.
  EXPECT_NEAR(error[0], std::pow(2.0 / 64, 2) / 8, std::pow(2.0 / 64, 4));
  EXPECT_NEAR(error[1], std::pow(2.0 / 128, 2) / 8, std::pow(2.0 / 128, 4));
}

TYPED_TEST(GivenLoads, SpringToGround_OscillatesAtLeapfrogsFrequency) {
  constexpr int D = TypeParam::value;
  const double h = 0.05;
  const double w = 3;
  const double start = 0.2;
  auto scene = lone_body<D>(h, Spin<D>::Constant(0.7));
  scene.state.x[0] = vector<D>(start, 0);
  scene.model.loads.springs = {tether<D>(2, mass * w * w, 0)};
  auto s = scene.simulation();
  const int steps = 10000;
  const double phase = 2 * std::asin(0.5 * w * h);  // w_h h with sin(w_h h / 2) = w h / 2
  double worst = 0;
  for (int n = 1; n <= steps; ++n) {
    s.step();
    worst = std::max(worst, std::abs(s.state().x[0][0] - start * std::cos(n * phase)));
  }
  // From rest the steps lie on start cos(n w_h h), exactly. Roundings (positions of size 2.2 enter
  // the spring's length) excite the stable recurrence by as much, divided by sin(w_h h) at most;
  // the reference's own argument n * phase rounds by n eps.
  EXPECT_LE(worst, steps * epsilon * (4 * 2.2 / std::sin(phase) + start * phase));
  expect_balanced(s);
}

TYPED_TEST(GivenLoads, Damper_DecaysGeometrically) {
  constexpr int D = TypeParam::value;
  const double damping = 0.8;
  const double v0 = 0.5;
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const double h = 0.02 / (1 << i);
    const int steps = 100 << i;
    auto scene = lone_body<D>(h, Spin<D>::Constant(0.7));
    scene.state.v[0] = vector<D>(v0, 0);
    scene.model.loads.springs = {tether<D>(2, 0, damping)};
    const auto s = run(scene, steps);
    const double factor = 1 - h * damping / mass;
    EXPECT_NEAR(s.state().v[0][0], v0 * std::pow(factor, steps), 8 * steps * epsilon * v0);
    error[i] = v0 * std::exp(-damping * 2 / mass) - s.state().v[0][0];
  }
  // (1 - a)^n = exp(-n a - n a^2 / 2 ...), a = h c / m ~ 0.01: first order, ratio 2 (1 + O(a)).
  EXPECT_NEAR(error[0] / error[1], 2, 0.04);
}

TYPED_TEST(GivenLoads, DragUnderGravity_ReachesTerminalVelocity) {
  constexpr int D = TypeParam::value;
  const double h = 0.01;
  const double g = 9.81;
  const double linear = 3;
  const double angular = 0.7;
  auto scene = lone_body<D>(h, Spin<D>::Constant(0.35));
  scene.set_gravity(g);
  scene.state.w[0] = Spin<D>::Constant(2);
  scene.model.loads.drags = {{0, linear, angular}};
  const int steps = 100;
  auto s = run(scene, steps);
  const double terminal = mass * g / linear;
  const double factor = 1 - h * linear / mass;
  // v_n = v_t (1 - factor^n), a geometric sum; spins decay by 1 - h * 0.7 / 0.35 a step.
  EXPECT_NEAR(s.state().v[0][D - 1], -terminal * (1 - std::pow(factor, steps)),
              8 * steps * epsilon * terminal);
  EXPECT_NEAR(s.state().w[0][0], 2 * std::pow(1 - h * 2, steps), 8 * steps * epsilon * 2);
  for (int n = 0; n < 3000; ++n) s.step();
  // Each step forgets 2 % of the errors before: 50 roundings remain at most.
  EXPECT_NEAR(s.state().v[0][D - 1], -terminal, 200 * epsilon * terminal);
  expect_balanced(s);
}

/// Total momentum and total moment of momentum about the origin.
template <int D>
std::pair<Vec<D>, Spin<D>> total_momentum(const Simulation<D>& s) {
  Vec<D> p = Vec<D>::Zero();
  Spin<D> l = Spin<D>::Zero();
  for (std::size_t b = 0; b < s.model().body_count(); ++b) {
    const Vec<D> q = s.model().mass[b] * s.state().v[b];
    p += q;
    l += moment(s.state().x[b], q) + momentum_of_spin(s, b);
  }
  return {p, l};
}

TYPED_TEST(GivenLoads, SpringBetweenBodies_KeepsMomenta) {
  constexpr int D = TypeParam::value;
  const double h = 5e-3;
  auto scene = lone_body<D>(h, Spin<D>::LinSpaced(spin_dim<D>, 0.5, 1.1));
  BodyDescription<D> other;
  other.mass = 0.8;
  other.inertia = Spin<D>::LinSpaced(spin_dim<D>, 0.2, 0.4);
  other.pose.x = Vec<D>::LinSpaced(D, 2, 1);
  other.velocity = Vec<D>::LinSpaced(D, -0.5, 0.7);
  other.spin = Spin<D>::Constant(0.9);
  scene.add(other);
  Spring<D> spring;
  spring.body_a = 0;
  spring.body_b = 1;
  spring.anchor_a = Vec<D>::Constant(0.3);  // off the centres: it turns the bodies too
  spring.anchor_b = Vec<D>::LinSpaced(D, -0.2, 0.4);
  spring.stiffness = 20;
  spring.damping = 0.5;
  spring.length = 1;
  scene.model.loads.springs = {spring};
  const auto [p0, l0] = total_momentum(scene.simulation());
  const int steps = 5000;
  const auto s = run(scene, steps);
  const auto [p, l] = total_momentum(s);
  // Equal and opposite impulses on one line, at positions the free flight after does not change:
  // exact but for rounding. Speeds stay below 5, places below 50, and the spins' part takes 40.
  EXPECT_LE((p - p0).norm(), 4 * steps * epsilon * 5);
  EXPECT_LE((l - l0).norm(), 40 * steps * epsilon * 5 * 50);
  EXPECT_GT(s.balance().total().dissipated_viscous, 0);
}

}  // namespace
}  // namespace talus::test::loads_test

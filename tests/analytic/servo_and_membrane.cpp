// Boundaries that hold a pressure (row A12): the servo plate and the membrane.
#include "support/samples.hpp"
#include "support/scene_builder.hpp"

#include <cmath>
#include <numbers>

namespace talus::test::servo_and_membrane_test {
namespace {

template <class Dimension>
class ServoPlate : public ::testing::Test {};
TYPED_TEST_SUITE(ServoPlate, Dimensions);

/// A plate facing down at the given height, pushed down.
template <int D>
std::size_t add_plate(Scene<D>& scene, double height, double force, double mass) {
  BodyDescription<D> plate;
  plate.prescribed = true;
  plate.servo = Servo<D>{-last_axis<D>(), force, mass};
  plate.shapes = {{Wall<D>{Vec<D - 1>::Constant(10)}, {}}};
  plate.pose.x = vector<D>(0, height);
  return scene.add(plate);
}

/// Without contacts: uniform acceleration, which the midpoint rule has exactly; gravity does not
/// act.
TYPED_TEST(ServoPlate, AloneFallsWithItsOwnAcceleration) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(0.3), 1e-2);
  scene.set_gravity(10);
  const auto plate = add_plate<D>(scene, 5, 8, 2);
  auto s = scene.simulation();
  for (int n = 0; n < 100; ++n) s.step();
  EXPECT_NEAR(s.state().x[plate][D - 1], 5 - 0.5 * 4, 1e-12);
  EXPECT_NEAR(s.state().v[plate][D - 1], -4, 1e-12);
  EXPECT_NEAR(s.balance().kinetic(), 0.5 * 2 * 16, 1e-11);
  EXPECT_NEAR(s.balance().total().work_applied, 16, 1e-11);
  expect_balanced(s);
}

/// A row of balls between a floor and the plate: once at rest they carry its force, no less and no
/// more, whatever its mass; the floor carries their weight too.
TYPED_TEST(ServoPlate, ForceIsCarriedByWhatIsUnderIt) {
  constexpr int D = TypeParam::value;
  for (const double mass : {0.1, 1.0, 100.0}) {
    Scene<D> scene(simple_law(0.3), 1e-3);
    scene.options.solver.tolerance = 1e-10;
    scene.options.solver.max_sweeps = 10000;
    scene.set_gravity(10);
    scene.add_ground();
    for (int i = 0; i < 5; ++i) scene.add_ball(0.5, 1, vector<D>(1.2 * i, 0.5));
    const auto plate = add_plate<D>(scene, 1.001, 70, mass);
    auto s = scene.simulation();
    for (int n = 0; n < 500; ++n) s.step();
    double on_plate = 0;
    double on_floor = 0;
    const auto& d = s.detail();
    for (std::size_t c = 0; c < d.contacts.count(); ++c) {
      const bool above = static_cast<std::size_t>(d.contacts.second[c]) == plate;
      (above ? on_plate : on_floor) += d.r[c][0] / scene.options.h;
    }
    EXPECT_NEAR(on_plate, 70, 1e-6);
    EXPECT_NEAR(on_floor, 70 + 5 * 10, 1e-6);
    EXPECT_NEAR(s.state().v[plate][D - 1], 0, 1e-9);
    expect_balanced(s);
  }
}

/// The plate is dragged sideways over balls that roll on a floor: its pressure stays, and its
/// motion is the prescribed one. What sets the balls in motion is the prescribed motion's work.
TYPED_TEST(ServoPlate, DraggedSideways_KeepsItsPressure) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(0.4), 1e-3);
  scene.options.solver.tolerance = 1e-10;
  scene.options.solver.max_sweeps = 10000;
  scene.add_ground();
  for (int i = -1; i < 2; ++i) scene.add_ball(0.5, 1, vector<D>(1.2 * i, 0.5));
  const auto plate = add_plate<D>(scene, 1, 50, 3);
  Motion<D> drag;
  drag.translation[0].terms = {Ramp{0.2, 0.1}};
  scene.model.motion[plate] = drag;
  auto s = scene.simulation();
  for (int n = 0; n < 1000; ++n) s.step();
  EXPECT_NEAR(s.state().v[plate][0], 0.2, 1e-12);
  EXPECT_NEAR(s.state().x[plate][0], 0.2 * (1 - 0.05), 1e-12);
  EXPECT_NEAR(s.state().x[plate][D - 1], 1, 1e-6);
  double normal = 0;
  const auto& d = s.detail();
  for (std::size_t c = 0; c < d.contacts.count(); ++c) {
    if (static_cast<std::size_t>(d.contacts.second[c]) == plate) {
      normal += d.r[c][0] / scene.options.h;
    }
  }
  EXPECT_NEAR(normal, 50, 1e-5);
  // Each rolls at half the plate's speed: 1/2 m v^2 (1 + k), v = 0.1.
  for (std::size_t b = 1; b < 4; ++b) EXPECT_NEAR(s.state().v[b][0], 0.1, 1e-6);
  EXPECT_NEAR(s.balance().kinetic(), 3 * 0.5 * 0.01 * (1 + ball_inertia<D>), 1e-6);
  EXPECT_GT(s.balance().total().work_prescribed, 0.99 * s.balance().kinetic());
  expect_balanced(s);
}

/// A membrane drawn onto a fixed disk by its pressure: the disk feels this pressure, to 1 % of it
/// as row A12 asks. Nodes of radius r on a disk of radius R press with p times the length of the
/// polygon through their centres, 2 n (R + r) sin(pi / n), turned by half an angle at each node:
/// force of a node = p 2 (R + r) sin(pi / n) cos(pi / n).
TEST(Membrane, PressureIsRecoveredFromContactForces) {
  constexpr int nodes = 60;
  constexpr double pressure = 200;
  constexpr double inner = 2;
  const double node = 0.1;
  const double outer = inner + node;
  const double half_angle = std::numbers::pi / nodes;
  Scene<2> scene(simple_law(0), 1e-3);
  scene.options.solver.tolerance = 1e-9;
  scene.options.solver.max_sweeps = 10000;
  BodyDescription<2> disk;
  disk.prescribed = true;
  disk.shapes = {{Ball<2>{inner}, {}}};
  scene.add(disk);
  PressedChain chain;
  chain.closed = true;
  chain.pressure = pressure;
  for (int i = 0; i < nodes; ++i) {
    const double angle = 2 * half_angle * i;
    const Vec<2> x = (outer + 0.01) * Vec<2>(std::cos(angle), std::sin(angle));
    chain.bodies.push_back(static_cast<int>(scene.add_ball(node, 0.1, x)));
  }
  for (int i = 0; i < nodes; ++i) {
    Spring<2> link;
    link.body_a = chain.bodies[static_cast<std::size_t>(i)];
    link.body_b = chain.bodies[static_cast<std::size_t>((i + 1) % nodes)];
    link.stiffness = 100;
    link.damping = 1;
    link.length = 2 * outer * std::sin(half_angle);  // slack once it lies on the disk
    scene.model.loads.springs.push_back(link);
    scene.model.excluded.add(link.body_a, link.body_b);
  }
  scene.model.loads.chains = {chain};
  auto s = scene.simulation();
  for (int n = 0; n < 500; ++n) s.step();
  ASSERT_EQ(s.last().acting, static_cast<std::size_t>(nodes));
  double sum = 0;
  for (const auto& r : s.detail().r) sum += r[0] / scene.options.h;
  // Nodes overlap the disk by some d since they fell on it, and springs are as much too short: they
  // take n k 4 d sin^2(pi / n) of the force.
  const double lies = s.state().x[1].norm();
  const double taken = nodes * 100 * 4 * (outer - lies) * std::pow(std::sin(half_angle), 2);
  const double expected = nodes * pressure * 2 * lies * std::sin(half_angle) * std::cos(half_angle);
  EXPECT_LE(outer - lies, 5e-3);
  EXPECT_NEAR(sum, expected - taken, 1e-6 * expected);
  EXPECT_NEAR(sum / (2 * std::numbers::pi * outer), pressure, 0.01 * pressure);
  expect_balanced(s);
}

/// Closed chains are pressed inwards when counter-clockwise; the forces on all nodes sum to
/// nothing.
TEST(Membrane, ClosedChain_IsPressedInwardsWithoutDrift) {
  Scene<2> scene(simple_law(0), 1e-3);
  PressedChain chain;
  chain.closed = true;
  chain.pressure = 3;
  Random random(4);
  for (int i = 0; i < 7; ++i) {
    const double angle = 2 * std::numbers::pi * i / 7;
    const Vec<2> x = random.uniform(1, 2) * Vec<2>(std::cos(angle), std::sin(angle));
    chain.bodies.push_back(static_cast<int>(scene.add_ball(0.01, 1, x)));
  }
  scene.model.loads.chains = {chain};
  auto s = scene.simulation();
  s.step();
  Vec<2> momentum = Vec<2>::Zero();
  double inwards = 0;
  for (std::size_t b = 0; b < 7; ++b) {
    momentum += s.state().v[b];
    inwards -= s.state().v[b].dot(s.state().x[b]);
  }
  EXPECT_LE(momentum.norm(), 1e-15);
  EXPECT_GT(inwards, 0);
  expect_balanced(s);
}

}  // namespace
}  // namespace talus::test::servo_and_membrane_test

// The one-step equilibrium test against statics by hand (row A14; 000 sect. 6.2, 004 sect. 3). Each
// verdict is confirmed by letting the bodies go.
#include "support/scene_builder.hpp"

#include <cmath>
#include <numbers>

namespace talus::test::equilibrium_test {
namespace {

constexpr double g = 9.81;
constexpr double mass = 1.4;
constexpr double radius = 0.25;

template <int D>
Equilibrium<D> verdict_of(const Scene<D>& scene) {
  return test_equilibrium(scene.model, scene.state, EquilibriumOptions{});
}

/// Runs the scene from rest and compares how far bodies get with the fall they would make freely.
template <int D>
double relative_motion(const Scene<D>& scene) {
  Scene<D> tight = scene;
  tight.options.solver = EquilibriumOptions{}.solver;
  auto s = tight.simulation();
  const int steps = 100;
  for (int n = 0; n < steps; ++n) s.step();
  expect_balanced(s);
  double worst = 0;
  for (std::size_t b = 0; b < s.state().x.size(); ++b) {
    worst = std::max(worst, (s.state().x[b] - scene.state.x[b]).norm());
  }
  return worst / (0.5 * g * std::pow(s.state().t, 2));
}

template <int D>
void expect_rests(const Scene<D>& scene) {
  const auto e = verdict_of(scene);
  EXPECT_EQ(e.verdict, EquilibriumVerdict::possible) << "motion " << e.motion;
  EXPECT_LE(e.motion, EquilibriumOptions{}.rest);
  EXPECT_LE(relative_motion(scene), EquilibriumOptions{}.rest);
}

template <int D>
void expect_moves(const Scene<D>& scene) {
  const auto e = verdict_of(scene);
  EXPECT_EQ(e.verdict, EquilibriumVerdict::impossible) << "motion " << e.motion;
  EXPECT_GE(e.fastest_body, 0);
  EXPECT_GT(relative_motion(scene), 0.1 * e.motion);
}

/// Sum over contacts of the forces on a body, in the world.
template <int D>
Vec<D> total_force(const Equilibrium<D>& e, int body) {
  Vec<D> sum = Vec<D>::Zero();
  for (std::size_t c = 0; c < e.contact.count(); ++c) {
    const Vec<D> f = e.contact.frame[c] * e.force[c];
    if (e.contact.first[c] == body) sum += f;
    if (e.contact.second[c] == body) sum -= f;
  }
  return sum;
}

template <class Dimension>
class EquilibriumTest : public ::testing::Test {};
TYPED_TEST_SUITE(EquilibriumTest, Dimensions);

/// A ball in a groove whose sides rise by `left` and `right`.
template <int D>
Scene<D> groove(double mu, double left, double right) {
  Scene<D> scene(simple_law(mu), 1e-3);
  scene.set_gravity(g);
  scene.add_ground(incline<D>(left));
  scene.add_ground(incline<D>(-right));
  // At distance `radius` from both sides: on the bisector of the angle between them.
  const double tilt = 0.5 * (left - right);
  const double along = radius / std::cos(0.5 * (left + right));
  scene.add_ball(radius, mass, vector<D>(along * std::sin(tilt), along * std::cos(tilt)));
  return scene;
}

TYPED_TEST(EquilibriumTest, FrictionlessGroove_HoldsWithTheForcesOfStatics) {
  constexpr int D = TypeParam::value;
  const double left = 0.5;
  const double right = 0.9;
  const auto scene = groove<D>(0, left, right);
  expect_rests(scene);
  const auto e = verdict_of(scene);
  ASSERT_EQ(e.force.size(), 2U);
  // Law of sines; the solver leaves a law error of 1e-10.
  const double weight = mass * g;
  EXPECT_NEAR(e.force[0][0], weight * std::sin(right) / std::sin(left + right), 1e-9 * weight);
  EXPECT_NEAR(e.force[1][0], weight * std::sin(left) / std::sin(left + right), 1e-9 * weight);
}

TYPED_TEST(EquilibriumTest, GrooveWithFriction_HoldsWithForcesThatCarryTheWeight) {
  constexpr int D = TypeParam::value;
  for (const double mu : {0.1, 0.5, 2.0}) {
    const auto scene = groove<D>(mu, 0.6, 0.6);
    expect_rests(scene);
    // Hyperstatic: only sums are determined, and the cones.
    const auto e = verdict_of(scene);
    EXPECT_LE((total_force(e, 2) - vector<D>(0, mass * g)).norm(), 1e-6 * mass * g);
    for (const auto& f : e.force) {
      EXPECT_LE(f.template tail<D - 1>().norm(), mu * f[0] * (1 + 1e-12));
    }
  }
}

template <int D>
Scene<D> plate_on_incline(double mu, double angle) {
  Scene<D> scene(simple_law(mu), 1e-3);
  scene.set_gravity(g);
  scene.add_ground(incline<D>(angle));
  scene.add_plate(0.4, mass, {Vec<D>::Zero(), incline<D>(angle)});
  return scene;
}

TYPED_TEST(EquilibriumTest, PlateOnIncline_HoldsUpToTheFrictionAngle) {
  constexpr int D = TypeParam::value;
  for (const double angle : {0.1, 0.4, 0.8}) {
    expect_rests(plate_on_incline<D>(1.001 * std::tan(angle), angle));
    const double mu = 0.999 * std::tan(angle);
    const auto scene = plate_on_incline<D>(mu, angle);
    expect_moves(scene);
    // What is left of g h: (sin - mu cos) g h, to the solver's 1e-10.
    EXPECT_NEAR(verdict_of(scene).motion, std::sin(angle) - mu * std::cos(angle), 1e-8);
  }
}

TEST(EquilibriumOfSegment, OnIncline_PressesWithItsTwoEndsEqually) {
  const double angle = 0.4;
  const auto scene = plate_on_incline<2>(0.6, angle);
  expect_rests(scene);
  const auto e = verdict_of(scene);
  ASSERT_EQ(e.force.size(), 2U);
  const double weight = mass * g;
  // A segment has no height: friction has no moment and the ends share alike.
  for (const auto& f : e.force) {
    EXPECT_NEAR(f[0], 0.5 * weight * std::cos(angle), 1e-8 * weight);
  }
  EXPECT_NEAR(std::abs(e.force[0][1] + e.force[1][1]), weight * std::sin(angle), 1e-8 * weight);
}

TYPED_TEST(EquilibriumTest, BallOnIncline_AlwaysRollsAway) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(5), 1e-3);
  scene.set_gravity(g);
  const Rotation<D> r = incline<D>(0.1);
  scene.add_ground(r);
  scene.add_ball(radius, mass, radius * rotate<D>(r, last_axis<D>()));
  expect_moves(scene);
}

/// A ball on `count` others (2 in the plane, 3 in space) that lie on the ground, a hair apart.
/// `slant` is the angle of the upper contacts with the vertical.
///
/// Statics of a lower ball: no moment, so friction F is the same above and below; the horizontal
/// balance N sin = F (1 + cos) gives F / N = tan(slant / 2) at the upper contact, whatever the
/// weights. With equal weights P, 'count' (N cos + F sin) = P, whose bracket is N; the ground bears
/// N_g = P (1 + 1 / count) with the same F.
template <int D>
struct Stack {
  static constexpr int count = D;
  double slant;
  Scene<D> scene;
};

template <int D>
Vec<D> around(double distance, int k) {
  if constexpr (D == 2) {
    return Vec<2>(k == 0 ? -distance : distance, 0);
  } else {
    const double angle = 2 * std::numbers::pi * k / 3;
    return {distance * std::cos(angle), distance * std::sin(angle), 0};
  }
}

template <int D>
Stack<D> stack(double mu) {
  const double side = D == 2 ? radius : 2 * radius / std::sqrt(3.0);
  const double distance = side * (1 + 1e-3);
  Stack<D> out{std::asin(distance / (2 * radius)), Scene<D>(simple_law(mu), 1e-3)};
  out.scene.set_gravity(g);
  out.scene.add_ground();
  for (int k = 0; k < Stack<D>::count; ++k) {
    out.scene.add_ball(radius, mass, around<D>(distance, k) + radius * last_axis<D>());
  }
  out.scene.add_ball(radius, mass, vector<D>(0, radius + 2 * radius * std::cos(out.slant)));
  return out;
}

TYPED_TEST(EquilibriumTest, BallOnOthers_NeedsTheTangentOfHalfTheSlant) {
  constexpr int D = TypeParam::value;
  const double critical = std::tan(0.5 * stack<D>(0).slant);
  // tan 15 degrees for disks that touch.
  if (D == 2) {
    EXPECT_NEAR(critical, std::tan(std::numbers::pi / 12), 1e-3);
  }
  expect_rests(stack<D>(1.01 * critical).scene);
  expect_moves(stack<D>(0.99 * critical).scene);
}

TYPED_TEST(EquilibriumTest, BallOnOthersOnSlipperyGround_NeedsFrictionOverNormalForceThere) {
  constexpr int D = TypeParam::value;
  const double critical = std::tan(0.5 * stack<D>(0).slant) / (Stack<D>::count + 1);
  for (const double factor : {0.99, 1.01}) {
    auto scene = stack<D>(1.0).scene;
    const int ice = scene.model.add_material("ice");
    scene.model.set_law(ice, scene.material, simple_law(factor * critical));
    scene.model.material[0] = ice;
    factor > 1 ? expect_rests(scene) : expect_moves(scene);
  }
}

TYPED_TEST(EquilibriumTest, BallOnOthers_HasTheForcesOfStatics) {
  constexpr int D = TypeParam::value;
  const auto s = stack<D>(0.6);
  expect_rests(s.scene);
  const auto e = verdict_of(s.scene);
  const double weight = mass * g;
  const double count = Stack<D>::count;
  const double normal = weight / count;
  const double friction = normal * std::tan(0.5 * s.slant);
  ASSERT_EQ(e.force.size(), 2U * Stack<D>::count);
  // Bodies at rest within 1e-6 of the fall's velocity: forces within as much of the weight.
  for (std::size_t c = 0; c < e.force.size(); ++c) {
    const bool ground = e.contact.second[c] == 0;
    const double tangent = e.force[c].template tail<D - 1>().norm();
    EXPECT_NEAR(e.force[c][0], ground ? weight * (1 + 1 / count) : normal, 1e-5 * weight);
    EXPECT_NEAR(tangent, friction, 1e-5 * weight);
  }
}

TYPED_TEST(EquilibriumTest, NothingBelow_Falls) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(1), 1e-3);
  scene.set_gravity(g);
  scene.add_ground();
  scene.add_ball(radius, mass, vector<D>(0, 10 * radius));
  const auto e = verdict_of(scene);
  EXPECT_EQ(e.verdict, EquilibriumVerdict::impossible);
  EXPECT_NEAR(e.motion, 1, 1e-15);
  expect_moves(scene);
}

}  // namespace
}  // namespace talus::test::equilibrium_test

// Where the energy of contacts goes (row A16): structural and frictional dissipation of an impact
// as 001 (6.4) has them, and the work of prescribed motions.
#include "talus/math/random.hpp"

#include "support/slider.hpp"

#include <cmath>
#include <limits>

namespace talus::test::energy_split_test {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double radius = 0.3;
constexpr double mass = 1.7;

template <class Dimension>
class EnergySplit : public ::testing::Test {};
TYPED_TEST_SUITE(EnergySplit, Dimensions);

struct Impact {
  double e_n, e_t, mu;
  double down, along, spin;  ///< velocity before, and spin in the sense of rolling
};

/// A ball that reaches the ground at the middle of the first step; no gravity.
template <int D>
Simulation<D> collide(const Impact& i, double h) {
  Scene<D> scene(simple_law(i.mu, i.e_n, i.e_t), h);
  scene.options.solver.tolerance = 1e-13;
  scene.add_ground();
  scene.add_ball(radius, mass, vector<D>(0, radius + 0.5 * h * i.down), vector<D>(i.along, -i.down),
                 rolling_spin<D>(i.spin));
  auto s = scene.simulation();
  s.step();
  EXPECT_EQ(s.last().acting, 1U);
  return s;
}

template <int D>
Impact random_impact(Random& random) {
  return {random.uniform(),       random.uniform(),      random.uniform(0, 1.5),
          random.uniform(0.5, 2), random.uniform(-3, 3), random.uniform(-8, 8)};
}

/// Friction's part by hand: with the averages (43), (44) of 000, r_N = (1 + e_n) m down, and the
/// tangent impulse either stops the average slip or is mu r_N against it.
template <int D>
double frictional(const Impact& i) {
  const double w_t = 1 / mass + (D == 2 ? 2.0 : 2.5) / mass;
  const double slip = i.along - radius * i.spin;
  const double r_n = (1 + i.e_n) * mass * i.down;
  const double stop = (1 + i.e_t) * std::abs(slip) / w_t;
  if (stop <= i.mu * r_n) return 0;
  const double after = std::abs(slip) - w_t * i.mu * r_n;
  return i.mu * r_n * (after + i.e_t * std::abs(slip)) / (1 + i.e_t);
}

TYPED_TEST(EnergySplit, ObliqueImpact_FrictionTakesTheMeanSlipsWork) {
  constexpr int D = TypeParam::value;
  Random random(5);
  int sliding = 0;
  for (int k = 0; k < 200; ++k) {
    const Impact i = random_impact<D>(random);
    const auto s = collide<D>(i, 1e-3);
    const double expected = frictional<D>(i);
    sliding += expected > 0 ? 1 : 0;
    // The ball is at its contact to rounding of its place, so its lever is the radius to as much;
    // energies are below 30 and take some twenty roundings.
    EXPECT_NEAR(s.balance().total().dissipated_friction, expected, 30 * 20 * epsilon);
    expect_balanced(s);
  }
  EXPECT_GT(sliding, 20);
  EXPECT_LT(sliding, 180);
}

TYPED_TEST(EnergySplit, ObliqueImpact_StructureTakesHalfDeltaTheSquareOfTheJump) {
  constexpr int D = TypeParam::value;
  Random random(6);
  for (int k = 0; k < 200; ++k) {
    Impact i = random_impact<D>(random);
    i.e_t = i.e_n;  // one index delta = (1 - e) / (1 + e), as in 001
    const auto s = collide<D>(i, 1e-3);
    const double delta = (1 - i.e_n) / (1 + i.e_n);
    EXPECT_NEAR(restitution_from_dissipation_index(delta), i.e_n, 4 * epsilon);
    const Vec<D> jump = s.state().v[1] - vector<D>(i.along, -i.down);
    const Spin<D> spin_jump = s.model().world_spin(1, s.state()) - Spin<D>(rolling_spin<D>(i.spin));
    const double square =
        mass * jump.squaredNorm() + s.model().inertia[1][0] * spin_jump.squaredNorm();
    EXPECT_NEAR(s.balance().total().dissipated_structural, 0.5 * delta * square, 30 * 20 * epsilon);
    expect_balanced(s);
  }
}

TYPED_TEST(EnergySplit, ElasticFrictionlessImpact_TakesNothing) {
  constexpr int D = TypeParam::value;
  const auto s = collide<D>({1, 1, 0, 1.3, 0.7, 2}, 1e-3);
  EXPECT_NEAR(s.balance().total().dissipated(), 0, 20 * epsilon);
  EXPECT_NEAR(s.balance().total().work_prescribed, 0, 20 * epsilon);
  expect_balanced(s);
}

TYPED_TEST(EnergySplit, BlockDroppedOnConveyor_BeltGivesTwiceWhatItKeeps) {
  constexpr int D = TypeParam::value;
  const double belt = 2;
  const double mu = 0.4;
  const double g = 9.81;
  const double h = 1e-3;
  Scene<D> scene(simple_law(mu), h);
  scene.options.solver.tolerance = 1e-13;
  scene.set_gravity(g);
  Motion<D> motion;
  motion.translation[0].terms = {Linear{belt}};
  add_moving_ground(scene, motion);
  add_slider(scene, mass);
  auto s = scene.simulation();
  const int steps = 1000;
  for (int n = 0; n < steps; ++n) s.step();
  const auto total = s.balance().total();
  // The impulse m V passes through the belt at speed V: work m V^2, half of it kept and half lost,
  // whatever the step. 1e-12 m V^2 is the slider's spin, the rest rounding.
  const double unit = mass * belt * belt;
  const double rounding = unit * (1e-12 + steps * 4 * epsilon);
  EXPECT_NEAR(total.work_prescribed, unit, 2 * rounding);
  EXPECT_NEAR(s.balance().kinetic(), 0.5 * unit, rounding);
  EXPECT_NEAR(s.balance().total().dissipated(), 0.5 * unit, 2 * rounding);
  // With e = 0 each sliding step counts 1/2 m (mu g h)^2 as a small shock: V / (mu g h) of them.
  EXPECT_NEAR(total.dissipated_structural, 0.5 * mass * belt * mu * g * h,
              0.5 * mass * std::pow(mu * g * h, 2) + 2 * rounding);
  expect_balanced(s);
}

TYPED_TEST(EnergySplit, BlockCarriedUpAConveyor_BeltDoesTheLifting) {
  constexpr int D = TypeParam::value;
  const double angle = 0.3;
  const double belt = 1.5;
  const double g = 9.81;
  const double h = 1e-3;
  Scene<D> scene(simple_law(0.6), h);
  scene.options.solver.tolerance = 1e-13;
  scene.set_gravity(g);
  const Rotation<D> r = incline<D>(angle);
  const Vec<D> up = -belt * rotate<D>(r, Vec<D>::Unit(0));
  Motion<D> motion;
  for (int i = 0; i < D; ++i)
    motion.translation[static_cast<std::size_t>(i)].terms = {Linear{up[i]}};
  add_moving_ground(scene, motion, r);
  add_slider<D>(scene, mass, up, r);
  auto s = scene.simulation();
  const int steps = 2000;
  for (int n = 0; n < steps; ++n) s.step();
  const double lift = mass * g * belt * std::sin(angle) * steps * h;
  // Sums of `steps` terms, each rounded some ten times; and the slider's spin, 1e-12 of the rest.
  const double rounding = lift * (steps * 10 * epsilon + 1e-12);
  EXPECT_NEAR(s.balance().total().work_prescribed, lift, rounding);
  EXPECT_NEAR(s.balance().total().work_gravity, -lift, rounding);
  EXPECT_NEAR(s.balance().total().dissipated(), 0, rounding);
  expect_balanced(s);
}

}  // namespace
}  // namespace talus::test::energy_split_test

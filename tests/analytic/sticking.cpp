// Row A06: inside the friction cone nothing creeps (users' voice: mujoco#3328, #3526). The block
// is two plates held apart, so friction has an arm and the lower corners carry more.
#include "support/scene_builder.hpp"

#include <cmath>
#include <limits>

namespace talus::test::sticking_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 1e-3;
constexpr int steps = 100000;
constexpr double half_width = 0.5;
constexpr double half_height = 0.4;

template <class Dimension>
class Sticking : public ::testing::Test {};
TYPED_TEST_SUITE(Sticking, Dimensions);

template <int D>
Scene<D> block_on_incline(double angle, double mu, double tolerance) {
  Scene<D> scene(simple_law(mu), h);
  scene.options.solver.tolerance = tolerance;
  scene.set_gravity(g);
  const auto slope = incline<D>(angle);
  scene.add_ground(slope);
  auto body = block<D>(half_width, half_height, 3);
  body.pose = {rotate<D>(slope, vector<D>(0, half_height)), slope};
  scene.add(body);
  return scene;
}

}  // namespace

TYPED_TEST(Sticking, BlockBelowFrictionAngle_DoesNotCreep) {
  constexpr int D = TypeParam::value;
  const double tolerance = 1e-13;
  const double angle = 0.4;
  const auto scene = block_on_incline<D>(angle, 1.2 * std::tan(angle), tolerance);
  auto sim = scene.simulation();
  const Pose<D> start = sim.state().pose(1);
  for (int i = 0; i < steps; ++i) {
    sim.step();
    ASSERT_EQ(sim.last().solve.outcome, SolveOutcome::converged);
  }
  // A velocity of at most cond(W) |w r| tolerance is left in a step, cond(W) < 50 (eigenvalues of W
  // from 1/m times the squared sine between constraint directions to 7/m) and |w r| < 4 g h.
  // Over 100 s this makes 2e-11 m, were it always the same way.
  const double creep = steps * h * 200 * tolerance * g * h;
  EXPECT_LE((sim.state().x[1] - start.x).norm(), creep);
  EXPECT_LE((matrix(sim.state().r[1]) - matrix(start.r)).norm(), creep / half_width);
  expect_balanced(sim);
}

TYPED_TEST(Sticking, BallHeldInAWedge_DoesNotCreep) {
  // Between a floor and a wall at right angles, gravity between them: both contacts in closed form.
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(0.6), h);
  scene.options.solver.tolerance = 1e-14;
  scene.model.loads.gravity = vector<D>(-5, -7);
  scene.add_ground();
  scene.add_ground(incline<D>(std::acos(0.0)));
  const double radius = 0.5;
  const auto ball = scene.add_ball(radius, 1, vector<D>(radius, radius));
  auto sim = scene.simulation();
  for (int i = 0; i < steps; ++i) sim.step();
  EXPECT_EQ(sim.last().acting, 2U);
  // Per step: tolerance times |w r| < 30 h, cond(W) < 10.
  const double creep = steps * h * 300 * 1e-14 * h;
  EXPECT_LE((sim.state().x[ball] - vector<D>(radius, radius)).norm(), creep);
  EXPECT_LE(sim.state().w[ball].norm() * radius, 300 * 1e-14 * h);
  expect_balanced(sim);
}

}  // namespace talus::test::sticking_test

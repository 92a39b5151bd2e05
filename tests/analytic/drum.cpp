// A ball inside a drum that turns (row A11: obstacles with prescribed motion, 000 (19)).
//
// A ball that keeps its spin bears no moment, hence no friction, hence lies at the very bottom;
// there its surface runs with the drum's: spin * radius = Omega * drum radius.
#include "support/scene_builder.hpp"

#include <cmath>
#include <limits>

namespace talus::test::drum_test {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double drum_radius = 2;
constexpr double ball_radius = 0.3;
constexpr double turning = 1.7;  // Omega
constexpr double g = 9.81;
// Law error left by the solver: far below what is looked for, above the rounding of the surface's
// speed (3.4) relative to the velocity a step of gravity gives (0.01).
constexpr double tolerance = 1e-12;

/// About the drum's axis, the last one in space.
template <int D>
Spin<D> about_axis(double w) {
  return w * Spin<D>::Unit(spin_dim<D> - 1);
}

/// A turning drum, gravity across its axis and a ball at the bottom (shifted by `angle` along the
/// wall) with the given spin.
template <int D>
Scene<D> drum_scene(const ContactLaw& law, double h, double angle, double spin) {
  Scene<D> scene(law, h);
  scene.options.solver.tolerance = tolerance;
  scene.model.loads.gravity = -g * Vec<D>::Unit(1);
  BodyDescription<D> drum;
  drum.name = "drum";
  drum.shapes = {{Drum<D>{drum_radius}, {}}};
  drum.prescribed = true;
  drum.motion = Motion<D>{};
  drum.motion->angle.terms = {Linear{turning}};
  scene.add(drum);
  Vec<D> x = Vec<D>::Zero();
  x[0] = (drum_radius - ball_radius) * std::sin(angle);
  x[1] = -(drum_radius - ball_radius) * std::cos(angle);
  scene.add_ball(ball_radius, 1, x, Vec<D>::Zero(), about_axis<D>(spin));
  return scene;
}

template <class Dimension>
class RotatingDrum : public ::testing::Test {};
TYPED_TEST_SUITE(RotatingDrum, Dimensions);

TYPED_TEST(RotatingDrum, BallRollingInPlace_DoesNotDrift) {
  constexpr int D = TypeParam::value;
  const double spin = turning * drum_radius / ball_radius;
  auto scene = drum_scene<D>(simple_law(0.5), 1e-3, 0, spin);
  auto s = scene.simulation();
  const Vec<D> start = s.state().x[1];
  const int steps = 50000;
  for (int n = 0; n < steps; ++n) s.step();
  // Each step rounds the normal (10 eps: into the drum's frame and back) and the impulse, which
  // gives a velocity of at most 10 eps (g h + surface speed). Sideways the bottom is a stable place
  // (frequency about sqrt(g / R)), so these kicks add up to a velocity of at most steps times one
  // and a shift of that over the frequency; along the axis and the normal they add up twice.
  const double kick = 10 * epsilon * (g * 1e-3 + turning * drum_radius);
  EXPECT_NEAR(s.state().x[1][0], start[0], kick * steps / std::sqrt(g / drum_radius));
  EXPECT_NEAR(s.state().x[1][1], start[1], kick * steps);
  EXPECT_NEAR(std::abs(s.state().x[1][D - 1] - start[D - 1]), 0, kick * steps);
  const Spin<D> w = s.model().world_spin(1, s.state());
  EXPECT_LE((w - about_axis<D>(spin)).norm(), kick * steps / ball_radius);
  expect_balanced(s);
}

TYPED_TEST(RotatingDrum, BallAtRestInDrag_EndsRollingAtTheBottom) {
  constexpr int D = TypeParam::value;
  // The gap form takes back the distance a step along the tangent eats into the round wall.
  ContactLaw law = simple_law(0.4);
  law.form = Signorini::gap;
  auto scene = drum_scene<D>(law, 2e-3, 0.2, 0);
  const double drag = 2;
  scene.model.loads.drags = {{1, drag, 0}};
  auto s = scene.simulation();
  // Rolling, the ball is a pendulum of inertia (1 + I / (m r^2)) m <= 1.5 m: drag takes its swing
  // as exp(-drag t / 3 m) at least, e^-27 in 40 s.
  const int steps = 20000;
  for (int n = 0; n < steps; ++n) s.step();
  const double left = std::exp(-drag * 40 / 3);
  const double arm = drum_radius - ball_radius;
  EXPECT_LE(s.state().v[1].norm(), left * std::sqrt(g * arm));
  EXPECT_NEAR(s.state().x[1][0], 0, left * arm);
  EXPECT_NEAR(s.state().x[1][1], -arm, left * arm);
  const Spin<D> w = s.model().world_spin(1, s.state());
  EXPECT_LE((w - about_axis<D>(turning * drum_radius / ball_radius)).norm(),
            left * std::sqrt(g * arm) / ball_radius);
  expect_balanced(s);
}

TYPED_TEST(RotatingDrum, BallRollingInPlace_TakesNoWork) {
  constexpr int D = TypeParam::value;
  auto scene = drum_scene<D>(simple_law(0.5), 1e-3, 0, turning * drum_radius / ball_radius);
  auto s = scene.simulation();
  const int steps = 1000;
  for (int n = 0; n < steps; ++n) {
    s.step();
    ASSERT_EQ(s.detail().r.size(), 1U);
    EXPECT_NEAR(s.detail().r[0][0], g * 1e-3, 4 * epsilon * (g * 1e-3 + turning * drum_radius));
  }
  // The only impulse across the normal is rounding: 10 eps of the surface's speed a step (mass 1).
  EXPECT_LE(std::abs(s.balance().total().work_prescribed),
            steps * 10 * epsilon * std::pow(turning * drum_radius, 2));
  expect_balanced(s);
}

}  // namespace
}  // namespace talus::test::drum_test

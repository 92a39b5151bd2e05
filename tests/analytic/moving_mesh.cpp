// Triangle meshes with a prescribed motion (row A11) carry and push as the surfaces they stand for.
#include "support/meshes.hpp"
#include "support/scene_builder.hpp"

#include <cmath>
#include <numbers>

namespace talus::test::moving_mesh_test {
namespace {

constexpr double g = 9.81;
constexpr double pi = std::numbers::pi;
constexpr double tolerance = 1e-12;

/// Upper sides at height 0: a half-space, an open mesh of many triangles and a closed one.
std::vector<PlacedShape<3>> tables() {
  Pose<3> below;
  below.x = Vec<3>(0, 0, -0.1);
  return {{HalfSpace<3>{}, {}},
          {TriangleMesh(ground(10, 0.7, [](double, double) { return 0; })), {}},
          {TriangleMesh(triangulated(box_polytope(Vec<3>(3, 3, 0.1)))), below}};
}

Scene<3> box_on(const PlacedShape<3>& table, const Motion<3>& motion, double mu, double h) {
  Scene<3> scene(simple_law(mu), h);
  scene.options.solver.tolerance = tolerance;
  scene.options.solver.max_sweeps = 10000;
  scene.set_gravity(g);
  BodyDescription<3> obstacle;
  obstacle.prescribed = true;
  obstacle.motion = motion;
  obstacle.shapes = {table};
  scene.add(obstacle);
  BodyDescription<3> box;
  box.mass = 2;
  box.shapes = {{Hull<3>(box_polytope(Vec<3>(0.3, 0.2, 0.25))), {}}};
  box.pose.x = Vec<3>(0.13, -0.07, 0.25);
  box.pose.r = exponential(Spin<3>(0, 0, 0.4));
  box.velocity = motion.velocity(0);
  scene.add(box);
  return scene;
}

/// Carried up and down and to and fro, below the accelerations at which the box would part or slip:
/// its velocity is the table's at the end of every step. Places are the trapezoidal sums of it, off
/// by h^2 / 12 times the change of acceleration (Euler and Maclaurin), at most twice the peak.
TEST(MovingMesh, CarriesABoxAsAHalfSpaceDoes) {
  const double h = 1e-3;
  const double w = 2 * pi * 2;
  const double peak = 0.6 * g;
  const int steps = 1500;
  Motion<3> motion;
  motion.translation[2].terms = {Sinusoid{-peak / (w * w), 2, 0.5 * pi}};
  motion.translation[0].terms = {Sinusoid{0.1 * peak / (w * w), 2, 0.5 * pi}};
  for (const auto& table : tables()) {
    auto s = box_on(table, motion, 0.8, h).simulation();
    const Vec<3> start = s.state().x[1];
    double slip = 0;
    double off = 0;
    for (int n = 0; n < steps; ++n) {
      s.step();
      ASSERT_EQ(s.last().contacts, 4U) << n;
      const double t = s.state().t;
      slip = std::max(slip, (s.state().v[1] - motion.velocity(t)).norm());
      const Vec<3> shift(motion.translation[0].value(t), 0, motion.translation[2].value(t));
      off = std::max(off, (s.state().x[1] - start - shift).norm());
    }
    // Law errors are relative to the velocities exchanged, (g + peak) h and what was there, peak/w.
    EXPECT_LE(slip, 10 * tolerance * ((g + peak) * h + peak / w));
    EXPECT_LE(off, h * h / 6 * peak * 1.01 + steps * h * slip);
    EXPECT_LE(s.state().w[1].norm(), 1e3 * tolerance);
    expect_balanced(s);
  }
}

/// A flat paddle that turns about z, its front towards +y at the start.
Scene<3> ball_before_paddle(double spin, double e_n, double at, double ahead, double h) {
  Scene<3> scene(simple_law(0, e_n), h);
  BodyDescription<3> paddle;
  paddle.prescribed = true;
  Motion<3> motion;
  motion.angle.terms = {Linear{spin}};
  paddle.motion = motion;
  paddle.shapes = {{TriangleMesh(triangulated(box_polytope(Vec<3>(6, 0.1, 1)))), {}}};
  scene.add(paddle);
  scene.add_ball(0.3, 1, Vec<3>(at, 0.1 + 0.3 + ahead, 0));
  return scene;
}

/// A ball at rest that the paddle meets leaves with (1 + e) times the paddle's velocity along the
/// normal there, spin times the distance from the axis, exactly: both are those of the midpoint.
TEST(MovingMesh, PaddleHitsABall) {
  for (const double e_n : {0.0, 0.5, 1.0}) {
    auto s = ball_before_paddle(2, e_n, 1.5, 0.05, 1e-3).simulation();
    while (s.last().contacts == 0) s.step();
    ASSERT_EQ(s.last().contacts, 1U);
    const auto& c = s.detail().contacts;
    const Vec<3> normal = c.frame[0].col(0);
    const double angle = 2 * (s.state().t - 0.5e-3);
    EXPECT_LE((normal - Vec<3>(-std::sin(angle), std::cos(angle), 0)).norm(), 1e-14);
    const Vec<3> arm(c.point[0]);
    const double speed = normal.dot(Vec<3>(0, 0, 2).cross(arm));
    EXPECT_LE((s.state().v[1] - (1 + e_n) * speed * normal).norm(), 1e-13);
    // The way to the ball's side is 0.05: the paddle there has turned by as much over the radius.
    EXPECT_NEAR(speed, 2 * 1.5, 2 * 0.1);
    expect_balanced(s);
  }
}

/// Pushed along without friction a ball slides outwards: seen from the paddle its distance from the
/// axis obeys s'' = w^2 s, so s = s0 exp(w t) if it begins with s' = w s0; the paddle then has to
/// push, with 2 w s' - w^2 d > 0, d = 0.4 in front of the axis. The scheme is of first order at
/// least.
TEST(MovingMesh, PaddleThrowsABallOutwards) {
  const double spin = 2;
  const double from = 1.5;
  const double end = 0.5;
  const double wanted = from * std::exp(spin * end);
  std::vector<double> off;
  for (const double h : {2e-3, 1e-3, 5e-4}) {
    auto scene = ball_before_paddle(spin, 0, from, 0, h);
    scene.state.v[1] = Vec<3>(0, 0, spin).cross(scene.state.x[1]) + Vec<3>(spin * from, 0, 0);
    auto s = scene.simulation();
    while (s.state().t < end - 0.5 * h) s.step();
    const double angle = spin * s.state().t;
    const Vec<3> out(std::cos(angle), std::sin(angle), 0);
    off.push_back(std::abs(out.dot(s.state().x[1]) - wanted));
    // The normal velocity is the paddle's at the ball, but for the half step's turn.
    const Vec<3> front(-std::sin(angle), std::cos(angle), 0);
    const double distance = out.dot(s.state().x[1]);
    const double outwards = out.dot(s.state().v[1]);
    EXPECT_NEAR(front.dot(s.state().v[1]), spin * distance, 2 * spin * h * outwards);
    // It stays in front: velocities end steps within what turns in half of one.
    EXPECT_NEAR(front.dot(s.state().x[1]), 0.4, 2 * spin * h * wanted);
    expect_balanced(s);
  }
  EXPECT_LE(off[2], 0.01 * wanted);
  for (std::size_t i = 1; i < off.size(); ++i) EXPECT_LE(off[i], 0.6 * off[i - 1]);
}

}  // namespace
}  // namespace talus::test::moving_mesh_test

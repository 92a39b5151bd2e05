// Painleve's rod: rigid, uniform, one end on the ground, steep and rough (row A15's report, B03;
// 002 (33), 004 sect. 6).
//
// With the arm l (cos a, sin a) from the centre to the end, I = m l^2 / 3,
//
//     W_NN = (1 + 3 cos^2 a) / m,   |W_NT| = 3 sin a cos a / m,
//
// and sliding with the end in front has no solution for mu > mu_c = W_NN / |W_NT|. The discrete
// problem still has one: a finite impulse that stops the end, a tangential impact.
#include "support/scene_builder.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace talus::test::painleve_test {
namespace {

constexpr double half_length = 0.5;
constexpr double mass = 1.2;
constexpr double g = 9.81;
constexpr double slide = 2;  // speed, towards the end on the ground
// Law error left by the solver: above the rounding of velocities near 2 relative to the g h of a
// step, 5e-12 for the shortest one here.
constexpr double tolerance = 1e-10;

double critical_mu(double angle) {
  const double c = std::cos(angle);
  return (1 + 3 * c * c) / (3 * std::sin(angle) * c);
}

/// Rod rising to the right from its end on the ground, sliding to the left.
Scene<2> rod_scene(double angle, double mu, double h) {
  Scene<2> scene(simple_law(mu), h);
  scene.options.solver.tolerance = tolerance;
  scene.set_gravity(g);
  scene.add_ground();
  Pose<2> pose;
  pose.x = Vec<2>(0, half_length * std::sin(angle));
  pose.r.angle = angle;
  scene.add_plate(half_length, mass, pose, Vec<2>(-slide, 0));
  return scene;
}

TEST(PainleveRod, BelowTheCriticalCoefficient_ReportsNothing) {
  for (const double angle : {0.8, std::atan(2.0), 1.3}) {
    const double h = 1e-3;
    auto s = rod_scene(angle, 0.99 * critical_mu(angle), h).simulation();
    s.step();
    EXPECT_EQ(s.last().solve.painleve_contacts, 0U);
    // The angle of the midpoint is the initial one, as the rod does not turn yet.
    EXPECT_NEAR(s.last().solve.painleve_worst, 0.99, 1e-14);
    expect_balanced(s);
  }
}

TEST(PainleveRod, AboveTheCriticalCoefficient_IsReported) {
  for (const double angle : {0.8, std::atan(2.0), 1.3}) {
    auto s = rod_scene(angle, 1.01 * critical_mu(angle), 1e-3).simulation();
    s.step();
    EXPECT_EQ(s.last().solve.painleve_contacts, 1U);
    EXPECT_NEAR(s.last().solve.painleve_worst, 1.01, 1e-14);
    expect_balanced(s);
  }
}

TEST(PainleveRod, LeastCriticalCoefficient_IsFourThirds) {
  // 4/3 at tan a = 2: any smaller mu is safe at every angle.
  EXPECT_NEAR(critical_mu(std::atan(2.0)), 4.0 / 3, 1e-15);
  for (double angle = 0.1; angle < 1.5; angle += 0.1) {
    auto s = rod_scene(angle, 1.33, 1e-3).simulation();
    s.step();
    EXPECT_EQ(s.last().solve.painleve_contacts, 0U);
    expect_balanced(s);
  }
}

/// Largest norm an impulse can have. The law gives u . r <= 0 after the step, that is v . (v -
/// v_free) <= 0 in the kinetic metric: hence |v| <= |v_free| and sqrt(r . W r) = |v - v_free| <=
/// |v_free| <= |v_before| + h g sqrt(m).
double impulse_bound(const Simulation<2>& s, double speed_before) {
  const double least =
      Eigen::SelfAdjointEigenSolver<Mat<2>>(s.detail().problem.diagonal_block(0)).eigenvalues()[0];
  return (speed_before + s.options().h * g * std::sqrt(mass)) / std::sqrt(least);
}

TEST(PainleveRod, ParadoxicalSliding_EndsInABoundedTangentialImpact) {
  const double angle = std::atan(2.0);
  const double mu = 1.5 * critical_mu(angle);
  double first[2];
  for (int i = 0; i < 2; ++i) {
    const double h = i == 0 ? 1e-3 : 1e-5;
    auto s = rod_scene(angle, mu, h).simulation();
    for (int n = 0; n < 300; ++n) {
      const double before = std::sqrt(2 * s.balance().kinetic());  // in the kinetic metric
      s.step();
      ASSERT_LE(s.last().solve.error.relative, tolerance);
      if (s.last().contacts == 0) continue;
      const double r = s.detail().r[0].norm();
      if (n == 0) first[i] = r;
      ASSERT_LE(r, impulse_bound(s, before)) << "step " << n;
      ASSERT_LE(std::sqrt(2 * s.balance().kinetic()), before + h * g * std::sqrt(mass));
    }
    expect_balanced(s);
  }
  // An impulse, not a force times h: the end stops sliding at once, whatever the step. The exact
  // tangential impact is r = -W^-1 (0, u_T); a step of gravity changes it by O(h).
  const double c = std::cos(angle);
  const double sn = std::sin(angle);
  Mat<2> w;
  w << 1 + 3 * c * c, -3 * sn * c, -3 * sn * c, 1 + 3 * sn * sn;
  const double exact = (w.inverse() * Vec<2>(0, slide)).norm() * mass;
  const double gain = w.inverse().norm() * mass * g;
  EXPECT_NEAR(first[0], exact, gain * 1e-3);
  EXPECT_NEAR(first[1], exact, gain * 1e-5);
}

TEST(PainleveRod, OrdinarySliding_TakesForcesOnly) {
  // End behind: friction lifts it, nothing paradoxical happens whatever mu, impulses are O(h).
  const double angle = std::atan(2.0);
  const double mu = 0.9 * critical_mu(angle);
  for (const double h : {1e-3, 1e-5}) {
    auto scene = rod_scene(angle, mu, h);
    scene.state.v[1] = Vec<2>(slide, 0);
    auto s = scene.simulation();
    s.step();
    // r_N = g h / (W_NN + mu |W_NT|), below m g h.
    const double c = std::cos(angle);
    const double w = (1 + 3 * c * c + mu * 3 * std::sin(angle) * c) / mass;
    EXPECT_NEAR(s.detail().r[0][0], g * h / w, 10 * tolerance * g * h * mass);
    expect_balanced(s);
  }
}

/// What the ground does to a rod from the step on whose force exceeds a hundred weights until the
/// slip of its end is a hundredth of what it was.
struct Paroxysm {
  double impulse = 0, largest = 0;  ///< normal, in all and of the worst step
  double angle = 0, spin = 0, duration = 0;
  bool stopped = false;
};

Paroxysm follow_paroxysm(double h) {
  constexpr double angle = 0.38;
  constexpr double mu = 3;
  constexpr double spin = 2;
  constexpr double speed = 20;
  Scene<2> scene = rod_scene(angle, mu, h);
  const Vec<2> arm = half_length * Vec<2>(std::cos(angle), std::sin(angle));
  scene.state.v[1] = Vec<2>(-speed, 0) + cross(Spin<2>(spin), arm);
  scene.state.w[1][0] = spin;
  auto s = scene.simulation();
  Paroxysm p;
  while (s.state().t < 0.03 && !p.stopped) {
    s.step();
    if (s.state().step == 1) {
      EXPECT_EQ(s.last().solve.painleve_contacts, 0U);  // an ordinary start
    }
    const double r = s.detail().r.empty() ? 0 : s.detail().r[0][0];
    if (p.impulse == 0 && r < 100 * mass * g * h) continue;
    p.impulse += r;
    p.largest = std::max(p.largest, r);
    p.duration += h;
    p.angle = s.state().r[1].angle;
    p.spin = s.state().w[1][0];
    p.stopped = std::abs(s.detail().u[0][1]) <= 0.01 * speed;
    EXPECT_GE(s.last().energy.dissipated_structural + s.last().energy.dissipated_friction, 0);
  }
  return p;
}

TEST(PainleveRod, OrdinaryMotion_GoesThroughItsParoxysmWithABoundedImpulse) {
  // 004 sect. 6: the rod is swung up towards the angle at which mu is critical; there the force of
  // the ground has no bound and stops the end in no time, by an impulse that does not depend on h.
  const auto coarse = follow_paroxysm(1e-4);
  const auto fine = follow_paroxysm(1e-5);
  ASSERT_TRUE(coarse.stopped);
  ASSERT_TRUE(fine.stopped);
  // Ten times shorter steps: the same shock to what a coarse step of hundreds of weights adds.
  EXPECT_NEAR(coarse.impulse, fine.impulse, 0.01 * fine.impulse);
  EXPECT_NEAR(coarse.spin, fine.spin, 0.01 * fine.spin);
  EXPECT_GT(fine.largest / 1e-5, 5 * coarse.largest / 1e-4);  // forces grow without bound
  EXPECT_LT(fine.duration, 1e-3);
  // Where the coefficient is critical, by the turn of one coarse step.
  EXPECT_NEAR(critical_mu(fine.angle), 3, 0.02);
}

TEST(PainlevePlate, RectangleOnItsEdge_IsJudgedByItsOwnInverseMass) {
  // In space both corners of the lower edge touch; the number mu |W_NT| / W_NN of each, from
  // W = 1 / m - [a] J^-1 [a] with the arm a of the corner.
  const double angle = std::atan(2.0);
  const double mu = 3;
  Scene<3> scene(simple_law(mu), 1e-3);
  scene.set_gravity(g);
  scene.add_ground();
  BodyDescription<3> plate;
  plate.shapes = {{Wall<3>{Vec<2>(half_length, 0.1)}, {}}};
  plate.mass = mass;
  plate.pose.r = exponential(Spin<3>(0, -angle, 0));
  plate.pose.x = Vec<3>(0, 0, half_length * std::sin(angle));
  scene.add(plate);
  auto s = scene.simulation();
  s.step();

  const Mat<3> axes = matrix(plate.pose.r);
  const Vec<3> arm = axes * Vec<3>(-half_length, 0.1, 0);
  const Mat<3> map = cross_matrix(arm);
  const Mat<3> w = Mat<3>::Identity() / mass + map * axes * s.model().inv_inertia[1].asDiagonal() *
                                                   axes.transpose() * map.transpose();
  const double number = mu * std::hypot(w(2, 0), w(2, 1)) / w(2, 2);
  ASSERT_GT(number, 1);
  EXPECT_EQ(s.last().contacts, 2U);
  EXPECT_EQ(s.last().solve.painleve_contacts, 2U);
  EXPECT_NEAR(s.last().solve.painleve_worst, number, 1e-13 * number);
  for (const auto& r : s.detail().r) EXPECT_TRUE(r.allFinite());
  expect_balanced(s);
}

}  // namespace
}  // namespace talus::test::painleve_test

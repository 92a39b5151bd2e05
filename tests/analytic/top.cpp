// Torque-free asymmetric top (row A04): the spin is integrated in principal axes, the orientation
// on the rotation group (000 sect. 4.4).
#include "support/scene_builder.hpp"

#include <cmath>
#include <limits>

namespace talus::test::top_test {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
const Spin<3> moments(1, 2, 3);

/// A body with the given spin and no shape, turned away from the world's axes.
Simulation<3> top(const Spin<3>& body_spin, double h) {
  Scene<3> scene(simple_law(0), h);
  BodyDescription<3> body;
  body.mass = 1;
  body.inertia = moments;
  body.pose.r = exponential(Spin<3>(0.3, -0.5, 0.8));
  body.spin = spin_to_world(body.pose.r, body_spin);
  scene.add(body);
  return scene.simulation();
}

Vec<3> angular_momentum(const Simulation<3>& s) {
  return rotate<3>(s.state().r[0], moments.cwiseProduct(s.state().w[0]));
}

/// Largest relative deviation of the energy between two times.
double energy_deviation(Simulation<3>& s, double energy, double until) {
  double worst = 0;
  while (s.state().t < until) {
    s.step();
    worst = std::max(worst, std::abs(kinetic_energy(s.model(), s.state()) / energy - 1));
  }
  return worst;
}

/// Period of the spin in body axes, in Jacobi's elliptic functions (Landau and Lifshitz, Mechanics,
/// sect. 37), for L^2 > 2 E I2.
double exact_period(const Spin<3>& w) {
  const auto& i = moments;
  const double twice_e = i.dot(w.cwiseAbs2());
  const double l2 = i.cwiseProduct(w).squaredNorm();
  const double k2 = (i[1] - i[0]) * (twice_e * i[2] - l2) / ((i[2] - i[1]) * (l2 - twice_e * i[0]));
  return 4 * std::comp_ellint_1(std::sqrt(k2)) *
         std::sqrt(i.prod() / ((i[2] - i[1]) * (l2 - twice_e * i[0])));
}

/// Mean period over `turns` flips there and back: between upward zeros of the middle spin.
double measured_period(const Spin<3>& w, double h, int turns) {
  auto s = top(w, h);
  double first = 0;
  double last = 0;
  for (int zeros = -1; zeros < turns;) {
    const double before = s.state().w[0][1];
    s.step();
    const double after = s.state().w[0][1];
    if (!(before < 0 && after >= 0)) continue;
    last = s.state().t - h * after / (after - before);
    if (++zeros == 0) first = last;
  }
  expect_balanced(s);
  return (last - first) / turns;
}

TEST(AsymmetricTop, TorqueFree_KeepsAngularMomentumInTheWorld) {
  auto s = top({0.7, 1, -0.8}, 0.01);
  const Vec<3> start = angular_momentum(s);
  const int steps = 20000;
  double worst = 0;
  for (int n = 0; n < steps; ++n) {
    s.step();
    worst = std::max(worst, (angular_momentum(s) - start).norm() / start.norm());
  }
  // The scheme turns the momentum by one half rotation and back by another: equal up to rounding.
  // A step rounds in Newton's residual (2 eps), in three rotations of a vector (each a 3 x 3 matrix
  // from a quaternion: about 6 eps) and in two products of quaternions (about 4 eps each, doubled
  // by the matrix): below 40 eps a step, all of one sign at worst.
  EXPECT_LE(worst, 40 * epsilon * steps);
  expect_balanced(s);
}

TEST(AsymmetricTop, HalvedStep_QuartersEnergyDeviation) {
  const Spin<3> w(0.7, 1, -0.8);
  const double energy = 0.5 * moments.dot(w.cwiseAbs2());
  double deviation[3];
  for (int i = 0; i < 3; ++i) {
    auto s = top(w, 0.04 / (1 << i));
    deviation[i] = energy_deviation(s, energy, 2 * exact_period(w));
    expect_balanced(s);
  }
  // Symmetric scheme: errors in even powers of h. The h^4 term changes the ratio by O((w h)^2), at
  // most (1.5 * 0.04)^2 = 0.004; sampling the peak every h does as much.
  EXPECT_NEAR(deviation[0] / deviation[1], 4, 0.04);
  EXPECT_NEAR(deviation[1] / deviation[2], 4, 0.04);
}

TEST(AsymmetricTop, LongTime_EnergyDeviationDoesNotGrow) {
  const Spin<3> w(0.7, 1, -0.8);
  const double energy = 0.5 * moments.dot(w.cwiseAbs2());
  const double period = exact_period(w);
  auto s = top(w, 0.04);
  const double first = energy_deviation(s, energy, period);
  energy_deviation(s, energy, 499 * period);
  const double last = energy_deviation(s, energy, 500.5 * period);
  // The map keeps |L| and is reversible on that sphere: its orbits close, and the deviation is a
  // periodic function, sampled at other instants late than early (relative change O((w h)^2)).
  EXPECT_NEAR(last / first, 1, 0.01);
  expect_balanced(s);
}

TEST(AsymmetricTop, IntermediateAxis_FlipsWithJacobisPeriod) {
  const Spin<3> w(0, 1, 0.05);
  const double exact = exact_period(w);
  const double coarse = measured_period(w, 0.04, 10) - exact;
  const double fine = measured_period(w, 0.02, 10) - exact;
  // Second order: the error is C h^2 (1 + O((w h)^2)), w h = 0.04; zeros found by linear
  // interpolation add up to h^3 / 10 over ten periods, one part in a hundred of C h^2.
  EXPECT_NEAR(coarse / fine, 4, 0.1);
  // What remains after Richardson is of fourth order: C h^2 (w h)^2, and the interpolation's part.
  EXPECT_LE(std::abs(4 * fine - coarse) / 3, 0.02 * std::abs(fine) + 1e-6);
  EXPECT_LE(std::abs(fine), 0.02 * 0.02 * exact);
}

}  // namespace
}  // namespace talus::test::top_test

#include "talus/model/time_function.hpp"

#include "talus/model/motion.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace talus {
namespace {

using samples::eps;

double central_difference(const TimeFunction& f, double t, double d) {
  return (f.value(t + d) - f.value(t - d)) / (2 * d);
}

TEST(TimeFunction, Terms_AreWhatTheyAreCalled) {
  const TimeFunction linear{{Linear{3}}};
  EXPECT_EQ(linear.value(2), 6);
  EXPECT_EQ(linear.rate(7), 3);
  const TimeFunction ramp{{Ramp{2, 4}}};
  EXPECT_EQ(ramp.value(-1), 0);
  EXPECT_EQ(ramp.value(4), 4);  // half of rate * over
  EXPECT_EQ(ramp.value(5), 6);
  EXPECT_EQ(ramp.rate(2), 1);
  EXPECT_EQ(ramp.rate(9), 2);
  const TimeFunction sine{{Sinusoid{2, 0.25, 0.3}}};
  EXPECT_EQ(sine.value(0), 0);
  EXPECT_NEAR(sine.value(1), 2 * (std::cos(0.3) - std::sin(0.3)), 8 * eps);
  EXPECT_EQ(TimeFunction{}.value(3), 0);
  EXPECT_EQ((TimeFunction{{Linear{1}, Linear{2}}}.value(3)), 9);
}

TEST(TimeFunction, SuddenRamp_IsALine) {
  const TimeFunction ramp{{Ramp{2, 0}}};
  EXPECT_EQ(ramp.value(3), 6);
  EXPECT_EQ(ramp.rate(3), 2);
}

TEST(TimeFunction, Rates_AreDerivativesOfTheValues) {
  const std::vector<double> t{0, 0.4, 1.1, 1.5, 3, 3.2, 4};
  const std::vector<double> y{0, 1, -0.5, 2, 0.3, 0.1, -1};
  const TimeFunction f{{Linear{0.3}, Ramp{0.7, 1.9}, Sinusoid{0.4, 0.8, 0.5},
                        Table(t, y, Table::Interpolation::spline)}};
  const TimeFunction corners{{Table(t, y, Table::Interpolation::linear)}};
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double at = random.uniform(0.001, 3.999);
    // Third derivatives reach 1e3 inside the spline's intervals (values of 3 over 0.2, cubed); a
    // knot within reach costs a jump of them. d^2 1e3 / 6 + 40 eps / d.
    const double d = 1e-5;
    EXPECT_NEAR(f.rate(at), central_difference(f, at, d), 1e-7);
    bool near_corner = false;
    for (const double knot : t) near_corner = near_corner || std::abs(at - knot) < 2 * d;
    if (!near_corner) {
      EXPECT_NEAR(corners.rate(at), central_difference(corners, at, d), 1e-9);
    }
  }
}

TEST(Table, Values_AreMetAndKeptOutside) {
  const std::vector<double> t{1, 2, 4};
  const std::vector<double> y{5, -1, 3};
  for (const auto kind : {Table::Interpolation::linear, Table::Interpolation::spline}) {
    const Table table(t, y, kind);
    for (std::size_t i = 0; i < t.size(); ++i) EXPECT_EQ(table.value(t[i]), y[i]);
    EXPECT_EQ(table.value(0), 5);
    EXPECT_EQ(table.value(9), 3);
    EXPECT_EQ(table.rate(0), 0);
    EXPECT_EQ(table.rate(9), 0);
  }
  const Table linear(t, y, Table::Interpolation::linear);
  EXPECT_EQ(linear.rate(1), -6);  // the one after the corner
  EXPECT_EQ(linear.rate(2), 2);
  const Table one({1}, {7}, Table::Interpolation::spline);
  EXPECT_EQ(one.value(0), 7);
  EXPECT_EQ(one.value(2), 7);
  EXPECT_EQ(one.rate(1), 0);
}

TEST(Table, Spline_IsTwiceContinuouslyDifferentiable) {
  const std::vector<double> t{0, 0.5, 1.25, 2, 2.25, 4};
  const std::vector<double> y{0, 1, -1, 0.5, 2, 0};
  const Table table(t, y, Table::Interpolation::spline);
  const double d = 1e-6;
  const auto second = [&](double at) { return (table.rate(at + d) - table.rate(at)) / d; };
  for (std::size_t i = 1; i + 1 < t.size(); ++i) {
    // The rate's second derivative is below 1e3 here: d 1e3; rounding 1e2 eps / d.
    EXPECT_NEAR(table.rate(t[i] - d), table.rate(t[i]), 1e3 * d);
    EXPECT_NEAR(second(t[i] - 2 * d), second(t[i]), 4e3 * d);
  }
  EXPECT_NEAR(second(t.front()), 0, 1e3 * d);  // natural ends
  EXPECT_NEAR(second(t.back() - 2 * d), 0, 3e3 * d);
}

TEST(Table, SplineOfALine_IsTheLine) {
  const Table table({0, 1, 3, 4}, {1, 3, 7, 9}, Table::Interpolation::spline);
  for (double at = 0; at < 4; at += 0.1) {
    EXPECT_NEAR(table.value(at), 1 + 2 * at, 16 * eps * 9);
    EXPECT_NEAR(table.rate(at), 2, 16 * eps * 9);
  }
}

template <class T>
class MotionTest : public ::testing::Test {};
TYPED_TEST_SUITE(MotionTest, samples::Dimensions);

TYPED_TEST(MotionTest, VelocityAndSpin_AreRatesOfThePose) {
  constexpr int D = TypeParam::value;
  Random random(2);
  Motion<D> motion;
  for (auto& f : motion.translation) {
    f.terms = {Linear{random.uniform()}, Sinusoid{0.5, random.uniform(), random.uniform()}};
  }
  motion.angle.terms = {Sinusoid{1, 0.5, 0.2}, Ramp{0.7, 2}};
  motion.axis = samples::unit<spin_dim<D>>(random);
  const auto initial = samples::pose<D>(random);
  EXPECT_LE((motion.pose(initial, 0).x - initial.x).norm(), 0);
  for (int i = 0; i < 200; ++i) {
    const double t = random.uniform(0.1, 3);
    const double d = 1e-5;
    const Vec<D> p = samples::vector<D>(random);
    const auto at = [&](double time) { return to_world(motion.pose(initial, time), p); };
    const Vec<D> arm = at(t) - motion.pose(initial, t).x;
    const Vec<D> expected = motion.velocity(t) + cross(motion.spin(t), arm);
    // Third derivatives below (2 pi)^3; d^2 250 / 6 and 8 eps / d.
    EXPECT_LE(((at(t + d) - at(t - d)) / (2 * d) - expected).norm(), 2e-8);
  }
}

}  // namespace
}  // namespace talus

// Bodies on a table with prescribed motion (row A11, rheonomic term of 000 (19)): contacts see the
// exact velocity of the table at the end of each step.
#include "support/slider.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace talus::test::prescribed_test {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double g = 9.81;
constexpr double mu = 0.4;
constexpr double pi = std::numbers::pi;
// Law error left by the solver; one contact is solved to rounding in one sweep.
constexpr double tolerance = 1e-12;

template <int D>
Scene<D> table_scene(const ContactLaw& law, double h, const TimeFunction& along,
                     const TimeFunction& up = {}) {
  Scene<D> scene(law, h);
  scene.options.solver.tolerance = tolerance;
  scene.set_gravity(g);
  Motion<D> motion;
  motion.translation[0] = along;
  motion.translation[D - 1] = up;
  add_moving_ground(scene, motion);
  add_slider(scene, 3.0, Vec<D>(motion.velocity(0)));
  return scene;
}

/// A cos(w t), from rest.
TimeFunction cosine(double amplitude, double w) {
  return {{Sinusoid{amplitude, w / (2 * pi), 0.5 * pi}}};
}

/// Table at -A cos(w t), upwards first, with acceleration up to `peak`; gap form.
template <int D>
Simulation<D> shaken_up_and_down(double peak, double w, double h) {
  ContactLaw law = simple_law(mu);
  law.form = Signorini::gap;
  return table_scene<D>(law, h, {}, cosine(-peak / (w * w), w)).simulation();
}

template <int D>
double slip_speed(const Simulation<D>& s) {
  return s.state().v[1][0] - s.state().v[0][0];
}

template <class Dimension>
class MovingTable : public ::testing::Test {};
TYPED_TEST_SUITE(MovingTable, Dimensions);

TYPED_TEST(MovingTable, SteadyAcceleration_SlidesExactlyAboveMuG) {
  constexpr int D = TypeParam::value;
  const double h = 1e-3;
  const int steps = 1000;
  for (const double excess : {0.5, 1 - 1e-6, 1 + 1e-6, 2.0}) {
    const double a = excess * mu * g;
    auto scene = table_scene<D>(simple_law(mu), h, {{Ramp{2 * a, 2.0}}});
    auto s = scene.simulation();
    for (int n = 0; n < steps; ++n) s.step();
    const double t = steps * h;
    // Each step's velocity is solved to 1e-12 of the velocity it changes.
    const double rounding = steps * tolerance * (g + a) * h;
    EXPECT_NEAR(s.state().v[1][0], std::min(a, mu * g) * t, rounding) << excess;
    EXPECT_NEAR(s.state().x[1][0], 0.5 * std::min(a, mu * g) * t * t, rounding * t) << excess;
    const auto status = s.state().contacts.at(0).status;
    EXPECT_EQ(status, excess < 1 ? ContactStatus::sticking : ContactStatus::sliding) << excess;
    expect_balanced(s);
  }
}

TYPED_TEST(MovingTable, ShakenBelowThreshold_FollowsWithoutDrift) {
  constexpr int D = TypeParam::value;
  const double w = 2 * pi;
  const double h = 1e-3;
  const double peak = 0.999 * mu * g;  // of the table's acceleration
  auto scene = table_scene<D>(simple_law(mu), h, cosine(peak / (w * w), w));
  auto s = scene.simulation();
  const int steps = 50000;
  double slip = 0;
  double off = 0;
  for (int n = 0; n < steps; ++n) {
    s.step();
    slip = std::max(slip, std::abs(slip_speed(s)));
    off = std::max(off, std::abs(s.state().x[1][0] - s.state().x[0][0]));
  }
  // The slider's surface turns by 1e-12 of the speed it is driven to (peak / w).
  EXPECT_LE(slip, tolerance * g * h + 1.1e-12 * peak / w);
  // The body's position is the trapezoidal sum of the table's velocity, which by Euler and
  // Maclaurin is off by h^2 / 12 times the change of acceleration, at most twice its peak, whatever
  // the time.
  EXPECT_LE(off, h * h / 6 * peak * (1 + w * w * h * h) + steps * epsilon * peak);
  expect_balanced(s);
}

TYPED_TEST(MovingTable, ShakenJustAboveThreshold_Slips) {
  constexpr int D = TypeParam::value;
  const double w = 2 * pi;
  const double peak = 1.001 * mu * g;
  auto scene = table_scene<D>(simple_law(mu), 1e-3, cosine(peak / (w * w), w));
  auto s = scene.simulation();
  double slip = 0;
  for (int n = 0; n < 1000; ++n) {
    s.step();
    slip = std::max(slip, std::abs(slip_speed(s)));
  }
  // Below the peak by 1e-3 the acceleration is within acos(1 / 1.001) / w of it; the excess of the
  // cosine over that half-width, 2/3 of its height times the width, is the speed gained.
  const double half_width = std::acos(1 / 1.001) / w;
  EXPECT_NEAR(slip, 2.0 / 3 * 1e-3 * mu * g * 2 * half_width, 0.1 * 1e-3 * mu * g * half_width);
  expect_balanced(s);
}

TYPED_TEST(MovingTable, ShakenFarAboveThreshold_SlidesAsDenHartogSays) {
  constexpr int D = TypeParam::value;
  // Always sliding, the body's velocity is a triangle between +- mu g T / 4; it meets the table's,
  // and turns, where cos = (pi / 2) mu g / peak: for mu g / peak < 0.537 there is no stop.
  const double w = 2 * pi;
  const double h = 2e-4;
  const double peak = 4 * mu * g;
  auto scene = table_scene<D>(simple_law(mu), h, cosine(peak / (w * w), w));
  auto s = scene.simulation();
  const auto steps_per_period = static_cast<int>(std::lround(1 / h));
  for (int n = 0; n < 40 * steps_per_period; ++n) s.step();
  double high = -1;
  double low = 1;
  double turn = 0;
  for (int n = 0; n < steps_per_period; ++n) {
    s.step();
    const double v = s.state().v[1][0];
    if (v > high) turn = s.state().t;
    high = std::max(high, v);
    low = std::min(low, v);
  }
  // The turn falls inside a step, in which the velocity differs from the triangle by mu g h.
  EXPECT_NEAR(high, mu * g / 4, mu * g * h);
  EXPECT_NEAR(low, -mu * g / 4, mu * g * h);
  // The table's velocity -(peak / w) sin(w t) falls through mu g T / 4 in the last quarter.
  const double expected = 1 - std::asin(0.25 * mu * g * w / peak) / w;
  EXPECT_NEAR(std::fmod(turn, 1.0), expected, 2 * h);
  expect_balanced(s);
}

TYPED_TEST(MovingTable, SplineTable_IsFollowedWithoutDrift) {
  constexpr int D = TypeParam::value;
  const std::vector<double> times{0, 0.5, 1, 1.5, 2, 2.5, 3};
  const std::vector<double> places{0, 0.02, 0.1, 0.07, -0.05, 0.03, 0.2};
  TimeFunction along{{Table(times, places, Table::Interpolation::spline)}};
  const double h = 1.0 / 1024;
  auto scene = table_scene<D>(simple_law(2.0), h, along);
  auto s = scene.simulation();
  double off = 0;
  double acceleration = 0;
  const int steps = 5 * 512;  // to the last knot but one
  for (int n = 0; n < steps; ++n) {
    const double before = s.state().v[0][0];
    s.step();
    acceleration = std::max(acceleration, std::abs(s.state().v[0][0] - before) / h);
    off = std::max(off, std::abs(s.state().x[1][0] - along.value(s.state().t)));
  }
  ASSERT_LT(acceleration, 2.0 * g);  // it sticks
  // Euler and Maclaurin again, with no acceleration at the start of a natural spline; between knots
  // its velocity is quadratic, so that the sum has no further term when knots fall on steps.
  EXPECT_LE(off, h * h / 12 * acceleration * 1.01);
  // The slider's turning takes 1e-12 of the way.
  const double t = steps * h;
  const double last = (3 * along.rate(t) - 4 * along.rate(t - h) + along.rate(t - 2 * h)) / (2 * h);
  EXPECT_NEAR(s.state().x[1][0] - along.value(t), h * h / 12 * last,
              steps * (tolerance * g * h * h + epsilon) + 1e-12 * 0.1);
  expect_balanced(s);
}

TYPED_TEST(MovingTable, ShakenUpAndDownBelowG_KeepsContact) {
  constexpr int D = TypeParam::value;
  const double w = 4 * pi;
  const double h = 5e-4;
  const double peak = 0.95 * g;
  auto s = shaken_up_and_down<D>(peak, w, h);
  double gap = 0;
  for (int n = 0; n < 4000; ++n) {
    s.step();
    ASSERT_EQ(s.last().acting, 1U) << "step " << n;
    // The gap form brings the next midpoints together, with the table's velocity at the step's end
    // for its mean in between: off by w peak h^2 / 24. The first step starts from rest at both ends
    // and finds the table up by peak h^2 / 8.
    if (n > 0) gap = std::max(gap, std::abs(s.detail().contacts.gap[0]));
    // Force: table's mean acceleration over the step, off by (w h)^2 / 24, and what correcting the
    // last step's gap takes, w peak h / 24 twice.
    const double t = s.state().t - 0.5 * h;
    const double expected = 3.0 * (g + peak * std::cos(w * t));
    EXPECT_NEAR(s.detail().r[0][0] / h, expected, n < 2 ? 3 * peak : 3 * peak * w * h / 6);
  }
  EXPECT_LE(gap, w * peak * h * h * h / 12);
  expect_balanced(s);
}

TYPED_TEST(MovingTable, ShakenUpAndDownAboveG_DetachesAndLandsOnTime) {
  constexpr int D = TypeParam::value;
  const double w = 4 * pi;
  const double h = 1e-4;
  const double peak = 1.5 * g;
  auto s = shaken_up_and_down<D>(peak, w, h);
  double detached = 0;
  double landed = 0;
  while (landed == 0 && s.state().t < 1) {
    s.step();
    if (detached == 0 && s.last().acting == 0) detached = s.state().t;
    if (detached > 0 && s.last().acting > 0) landed = s.state().t;
  }
  // Leaves where the table's acceleration peak cos(w t) passes -g.
  const double leave = std::acos(-g / peak) / w;
  EXPECT_NEAR(detached, leave, 2 * h);
  // Flies from there until it meets the table again (bisection on the exact motions).
  const double a = peak / (w * w);
  const auto height = [&](double t) {
    const double d = t - leave;
    return -a * std::cos(w * leave) + a * w * std::sin(w * leave) * d - 0.5 * g * d * d +
           a * std::cos(w * t);
  };
  double low = leave + 0.05;
  double high = leave + 0.5;
  ASSERT_GT(height(low), 0);
  ASSERT_LT(height(high), 0);
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (height(middle) > 0 ? low : high) = middle;
  }
  // A start h late changes the landing by O(h): the excess of acceleration is zero at leaving, so
  // even less. Contact is seen within two steps.
  EXPECT_NEAR(landed, low, 3 * h);
  expect_balanced(s);
}

}  // namespace
}  // namespace talus::test::prescribed_test

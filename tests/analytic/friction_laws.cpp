// Coefficients of friction that depend on state (row A06; 001 sect. 1, 002 sect. 2.2), on a slider
// with one contact: v' = -g mu(...).
#include "support/slider.hpp"

#include <cmath>
#include <limits>

namespace talus::test::friction_laws_test {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double g = 9.81;
constexpr double v0 = 3;

template <int D>
Scene<D> slider_scene(const Friction& friction, double h, double speed, const Rotation<D>& r = {}) {
  ContactLaw law;
  law.friction = friction;
  Scene<D> scene(law, h);
  scene.options.solver.tolerance = 1e-12;
  scene.set_gravity(g);
  scene.add_ground(r);
  add_slider<D>(scene, 1.3, speed * rotate<D>(r, Vec<D>::Unit(0)), r);
  return scene;
}

template <int D>
double final_speed(const Friction& friction, double h, double until) {
  auto s = slider_scene<D>(friction, h, v0).simulation();
  const auto steps = std::lround(until / h);
  for (long n = 0; n < steps; ++n) s.step();
  expect_balanced(s);
  return s.state().v[1][0];
}

/// First order: halving the step halves the error, to within its O(h) relative change.
template <int D>
void expect_first_order(const Friction& friction, double until, double exact) {
  const double coarse = final_speed<D>(friction, 4e-3, until) - exact;
  const double fine = final_speed<D>(friction, 2e-3, until) - exact;
  // The rates here are below 4 / s: the next term is at most 4 * 4e-3 of the first.
  EXPECT_NEAR(coarse / fine, 2, 2 * 0.016);
  // A step's truncation is h^2 v'' / 2, with |v''| <= 4 |v'| <= 4 g; errors do not grow.
  EXPECT_LE(std::abs(fine), 0.5 * 2e-3 * 4 * g * until);
}

template <class Dimension>
class FrictionLaws : public ::testing::Test {};
TYPED_TEST_SUITE(FrictionLaws, Dimensions);

TYPED_TEST(FrictionLaws, TableOfTime_IsIntegratedExactly) {
  constexpr int D = TypeParam::value;
  const TabulatedFriction f{TabulatedFriction::Of::time, {0, 1, 2}, {0.3, 0.1, 0.2}};
  const double h = 1.0 / 512;
  // Read at midpoints, pieces of a line that end on steps integrate exactly: over half a second mu
  // is 0.25 in the mean, over one 0.2.
  const double rounding = 512 * 1e-12 * g * h + 1e-12 * v0;
  EXPECT_NEAR(final_speed<D>(f, h, 0.5), v0 - g * 0.125, rounding);
  EXPECT_NEAR(final_speed<D>(f, h, 1.0), v0 - g * 0.2, rounding);
}

TYPED_TEST(FrictionLaws, TableOfTimeOnIncline_LetsGoWhenMuReachesTheSlope) {
  constexpr int D = TypeParam::value;
  // mu falls from 0.6 to 0.2 in 1 s; the slope is 0.4: motion from t = 0.5 with the acceleration
  // g cos (0.4 - mu(t)) = g cos 0.4 (t - 0.5).
  const double angle = std::atan(0.4);
  const TabulatedFriction f{TabulatedFriction::Of::time, {0, 1}, {0.6, 0.2}};
  const double h = 1.0 / 1024;
  auto s = slider_scene<D>(f, h, 0, incline<D>(angle)).simulation();
  for (int n = 0; n < 512; ++n) s.step();
  // Held: a step of gravity is cancelled to the solver's error.
  EXPECT_LE(s.state().v[1].norm(), 512 * 1e-12 * g * h);
  for (int n = 0; n < 512; ++n) s.step();
  const double exact = g * std::cos(angle) * 0.4 * 0.5 * 0.25;
  EXPECT_NEAR(s.state().v[1].norm(), exact, 1024 * 1e-12 * g * h + 1e-12);
  expect_balanced(s);
}

TYPED_TEST(FrictionLaws, TableOfSpeed_DecaysExponentially) {
  constexpr int D = TypeParam::value;
  // mu = 0.1 + 0.1 v: v' = -g (0.1 + 0.1 v), v + 1 = (v0 + 1) exp(-0.1 g t).
  const TabulatedFriction f{TabulatedFriction::Of::speed, {0, 10}, {0.1, 1.1}};
  const double until = 0.8;
  expect_first_order<D>(f, until, (v0 + 1) * std::exp(-0.1 * g * until) - 1);
  // The coefficient of a step is that of its start: the discrete law is a geometric sequence.
  const double h = 2e-3;
  const auto steps = std::lround(until / h);
  EXPECT_NEAR(final_speed<D>(f, h, until),
              (v0 + 1) * std::pow(1 - 0.1 * g * h, static_cast<double>(steps)) - 1,
              static_cast<double>(steps) * 1e-12 * g * h + 1e-12 * v0);
}

TYPED_TEST(FrictionLaws, TableOfSlip_SwingsAsASpring) {
  constexpr int D = TypeParam::value;
  // mu = 0.1 + 0.2 s: s'' = -g (0.1 + 0.2 s), a harmonic motion about s = -0.5.
  const TabulatedFriction f{TabulatedFriction::Of::slip, {0, 10}, {0.1, 2.1}};
  const double w = std::sqrt(0.2 * g);
  const double until = 0.8;
  expect_first_order<D>(f, until, v0 * std::cos(w * until) - 0.5 * w * std::sin(w * until));
}

TYPED_TEST(FrictionLaws, StaticToDynamicWithSpeed_FollowsTheExponential) {
  constexpr int D = TypeParam::value;
  // mu = d + (s - d) exp(-v / u): with y = exp(v / u) the motion is linear,
  // y' = -(g / u) (d y + (s - d)).
  const double mu_s = 0.5;
  const double mu_d = 0.2;
  const double u = 1.5;
  const double until = 0.7;
  const double ratio = (mu_s - mu_d) / mu_d;
  const double y = (std::exp(v0 / u) + ratio) * std::exp(-g * mu_d * until / u) - ratio;
  expect_first_order<D>(StaticDynamicFriction{mu_s, mu_d, u}, until, u * std::log(y));
}

TYPED_TEST(FrictionLaws, StaticAndDynamic_HoldBelowOneAndSlideByTheOther) {
  constexpr int D = TypeParam::value;
  const double mu_s = 0.5;
  const double mu_d = 0.3;
  const double h = 1e-3;
  const int steps = 500;
  for (const double slope : {0.49, 0.51}) {
    const double angle = std::atan(slope);
    auto s =
        slider_scene<D>(StaticDynamicFriction{mu_s, mu_d, 0}, h, 0, incline<D>(angle)).simulation();
    for (int n = 0; n < steps; ++n) s.step();
    // The first step of sliding still has mu_s; all others mu_d.
    const double c = g * std::cos(angle) * h;
    const double exact = slope < mu_s ? 0 : c * ((slope - mu_s) + (steps - 1) * (slope - mu_d));
    EXPECT_NEAR(s.state().v[1].norm(), exact, steps * 1e-12 * g * h + 1e-12);
    expect_balanced(s);
  }
}

TYPED_TEST(FrictionLaws, Isotropic_StopsAtTheExactPlace) {
  constexpr int D = TypeParam::value;
  const double mu = 0.4;
  const double h = 1.0 / 1024;
  auto s = slider_scene<D>(IsotropicFriction{mu}, h, v0).simulation();
  for (int n = 0; n < 1024; ++n) s.step();
  EXPECT_NEAR(s.state().v[1][0], 0, 1e-12 * (g * h + v0));
  // Trapezoids under a line: exact but in the last step, where the area is off by mu g h^2 / 8.
  EXPECT_NEAR(s.state().x[1][0], v0 * v0 / (2 * mu * g),
              mu * g * h * h / 8 + 1024 * 4 * epsilon + 1e-12 * v0);
  expect_balanced(s);
}

}  // namespace
}  // namespace talus::test::friction_laws_test

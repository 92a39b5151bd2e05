// A mass held by a spring on a moving belt, static friction above dynamic (row A06).
//
// While it sticks the mass goes with the belt, x' = V, until k x = mu_s N. It then slides under
// m x'' = mu_d N - k x. With w^2 = k / m and D = (mu_s - mu_d) N / k, from x - mu_d N / k = D and
// x' = V, the speeds are equal again at w t = 2 pi - 2 atan(D w / V), where x is D below the
// middle. The belt then carries it back over 2 D:
//
//     T = (2 pi - 2 atan(D w / V)) / w + 2 D / V.
#include "support/slider.hpp"

#include <cmath>
#include <numbers>

namespace talus::test::stick_slip_test {
namespace {

constexpr double mu_s = 0.6;
constexpr double mu_d = 0.35;
constexpr double g = 9.81;
constexpr double mass = 2;
constexpr double stiffness = 50;
constexpr double belt = 0.3;  // V

double exact_period() {
  const double w = std::sqrt(stiffness / mass);
  const double d = (mu_s - mu_d) * mass * g / stiffness;
  return (2 * std::numbers::pi - 2 * std::atan(d * w / belt)) / w + 2 * d / belt;
}

template <int D>
Scene<D> oscillator(double h) {
  ContactLaw law;
  law.friction = StaticDynamicFriction{mu_s, mu_d, 0};
  Scene<D> scene(law, h);
  scene.options.solver.tolerance = 1e-12;
  scene.set_gravity(g);
  Motion<D> motion;
  motion.translation[0].terms = {Linear{belt}};
  add_moving_ground(scene, motion);
  const int body = add_slider(scene, mass, vector<D>(belt, 0));
  Spring<D> spring;
  spring.body_a = body;
  spring.anchor_b = vector<D>(-5, slider_radius);
  spring.stiffness = stiffness;
  spring.length = 5;
  scene.model.loads.springs = {spring};
  return scene;
}

/// Mean time between starts of sliding.
template <int D>
double measured_period(double h, int periods) {
  auto s = oscillator<D>(h).simulation();
  auto status = ContactStatus::sticking;
  double first = 0;
  double last = 0;
  for (int starts = 0; starts <= periods && s.state().t < 2 * periods * exact_period();) {
    s.step();
    const auto now = s.state().contacts.at(0).status;
    if (status == ContactStatus::sticking && now == ContactStatus::sliding) {
      (starts == 0 ? first : last) = s.state().t;
      ++starts;
    }
    status = now;
  }
  expect_balanced(s);
  return (last - first) / periods;
}

template <class Dimension>
class StickSlip : public ::testing::Test {};
TYPED_TEST_SUITE(StickSlip, Dimensions);

TYPED_TEST(StickSlip, MassOnBelt_HasTheExactPeriodToOrderH) {
  constexpr int D = TypeParam::value;
  // Sliding begins up to a step late and its first step still has mu_s, so D is too large by at
  // most 2 h V; dT/dD = (2 / V) s / (1 + s) < 2 / V with s = (D w / V)^2. Sticking is found within
  // a step of its instant. In all |T_h - T| <= 5 h; leapfrog's own (w h)^2 / 24 is far smaller.
  for (const double h : {4e-3, 1e-3, 2.5e-4}) {
    EXPECT_NEAR(measured_period<D>(h, 10), exact_period(), 5 * h) << "h = " << h;
  }
}

TYPED_TEST(StickSlip, StickingMass_LetsGoAtTheStaticLimit) {
  constexpr int D = TypeParam::value;
  const double h = 1e-3;
  auto s = oscillator<D>(h).simulation();
  while (s.state().t < 2 * exact_period()) {
    s.step();
    if (s.state().contacts.at(0).status == ContactStatus::sliding) break;
  }
  // At the middle of the last step the spring had passed the limit, by less than a step's travel.
  const double stretch = s.state().x[1][0] - 0.5 * h * (belt + s.state().v[1][0]) + 0.5 * h * belt;
  const double limit = mu_s * mass * g / stiffness;
  EXPECT_GE(stretch, limit * (1 - 1e-9));
  EXPECT_LE(stretch, limit + h * belt);
  expect_balanced(s);
}

}  // namespace
}  // namespace talus::test::stick_slip_test

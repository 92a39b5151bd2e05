// Position projection in the kinetic metric (row A13, 003 (59)): five balls leaning from wall to
// wall in a slot, long steps, a hundred thousand of them.
#include "support/slider.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::test {
namespace {

constexpr double g = 9.81;
constexpr double h = 0.01;
constexpr double radius = 0.1;
constexpr int steps = 100000;
constexpr double shaking_rate = 20;  // rad / s
constexpr double shaking_amplitude = 0.02;

/// Shaft of half width 1.3 radii whose floor may shake, with balls stacked in it that overlap by
/// `overlap` of a radius with their neighbours and the floor.
template <int D>
Scene<D> slot(double overlap, double amplitude) {
  ContactLaw law = simple_law(0.3);
  law.form = Signorini::quasi_inelastic;
  Scene<D> scene(law, h);
  scene.set_gravity(g);
  scene.options.projection.on = true;
  Motion<D> motion;
  motion.translation[D - 1].terms = {
      Sinusoid{amplitude, shaking_rate / (2 * std::numbers::pi), 0.5 * std::numbers::pi}};
  add_moving_ground(scene, motion);
  const double quarter = 0.5 * std::numbers::pi;
  for (const double side : {-1.0, 1.0}) {
    scene.add_ground(incline<D>(-side * quarter), 1.3 * side * radius * Vec<D>::Unit(0));
    if constexpr (D == 3) {
      scene.add_ground(exponential(Spin<3>(side * quarter, 0, 0)),
                       1.3 * side * radius * Vec<3>::UnitY());
    }
  }
  const double rise = radius * (1 - overlap);
  for (int k = 0; k < 5; ++k) {
    Vec<D> x = Vec<D>::Constant(k % 2 == 0 ? -0.2 * radius : 0.2 * radius);
    x[D - 1] = (2 * k + 1) * rise;
    scene.add_ball(radius, 1, x);
  }
  return scene;
}

template <int D>
double energy(const Simulation<D>& s) {
  return s.balance().kinetic() + gravity_potential(s.model(), s.state());
}

/// Steps and keeps the account of energy: it must not grow by more than projection and shaking say
/// they gave.
template <int D>
class Account {
 public:
  explicit Account(const Simulation<D>& s) : start_(energy(s)) {}

  void check(const Simulation<D>& s) {
    given_ += s.last().projected;
    const double allowed = start_ + given_ + s.balance().total().work_prescribed;
    // Sums of many terms, each rounded relative to what has been exchanged.
    ASSERT_LE(energy(s), allowed + 1e-12 * (s.balance().exchanged() + std::abs(given_)));
  }

 private:
  double start_;
  double given_ = 0;
};

template <class Dimension>
class Projection : public ::testing::Test {};
TYPED_TEST_SUITE(Projection, Dimensions);

TYPED_TEST(Projection, OverlappedStack_IsSetRightAndRests) {
  constexpr int D = TypeParam::value;
  auto s = slot<D>(0.02, 0).simulation();
  Account<D> account(s);
  for (int n = 0; n < steps; ++n) {
    s.step();
    account.check(s);
    if (n < 1000) {
      // Never more than at the start, and a step's fall.
      ASSERT_LE(s.last().penetration.relative, 0.02 + g * h * h / radius) << "step " << n;
      continue;
    }
    // At rest a step's law error lets contacts approach by tolerance |q| h, |q| = g h each.
    const double creep = s.options().solver.tolerance * g * h * h / radius *
                         std::sqrt(static_cast<double>(s.last().contacts));
    ASSERT_LE(s.last().penetration.relative, s.options().projection.slop + 2 * creep)
        << "step " << n;
  }
  EXPECT_LE(s.balance().kinetic(), 1e-6 * 5 * 0.5 * std::pow(g * h, 2));
  expect_balanced(s);
}

TYPED_TEST(Projection, ShakenStack_KeepsOverlapsBounded) {
  constexpr int D = TypeParam::value;
  auto s = slot<D>(0, shaking_amplitude).simulation();
  auto loose = slot<D>(0, shaking_amplitude);
  loose.options.projection.on = false;
  auto drifting = loose.simulation();
  Account<D> account(s);
  // Contacts must not approach by themselves; within a step the floor's and the balls'
  // accelerations can bring them together by at most so much.
  const double peak = shaking_amplitude * shaking_rate * shaking_rate;
  const double bound = (g + peak) * h * h / radius;
  for (int n = 0; n < steps; ++n) {
    s.step();
    account.check(s);
    ASSERT_LE(s.last().penetration.relative, bound) << "step " << n;
  }
  // Without projection the same errors add up, sooner than that.
  for (int n = 0; n < 3 * steps / 10; ++n) drifting.step();
  EXPECT_GT(drifting.last().penetration.relative, bound);
  expect_balanced(s);
  expect_balanced(drifting);
}

}  // namespace
}  // namespace talus::test

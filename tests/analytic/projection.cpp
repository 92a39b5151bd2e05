// Position projection in the kinetic metric (row A13, 003 (59)): five balls leaning from wall to
// wall in a slot, long steps, a hundred thousand of them, in the velocity and in the
// quasi-inelastic form of Signorini's condition.
#include "support/slider.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::test::projection_test {
namespace {

constexpr double g = 9.81;
constexpr double h = 0.01;
constexpr double radius = 0.1;
constexpr int steps = 100000;
constexpr double shaking_rate = 20;  // rad / s
constexpr double shaking_amplitude = 0.02;
constexpr double shaking_peak = shaking_amplitude * shaking_rate * shaking_rate;
constexpr int balls = 5;

/// Shaft of half width 1.3 radii whose floor may shake, with balls stacked in it that overlap by
/// `overlap` of a radius with their neighbours and the floor.
template <int D>
Scene<D> slot(Signorini form, double overlap, double amplitude) {
  ContactLaw law = simple_law(0.3);
  law.form = form;
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
  for (int k = 0; k < balls; ++k) {
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

/// Keeps watch over overlaps, all as parts of the radius.
template <int D>
class Overlaps {
 public:
  explicit Overlaps(const Simulation<D>& s) : left_(deepest(s)), travel_(half_step(s)) {}

  /// The largest overlap at the places the bodies have now.
  static double deepest(const Simulation<D>& s) {
    DetectScratch<D> scratch;
    Contacts<D> contacts;
    detect(s.model(), s.state().x, s.state().r, {}, {.closed_only = true}, scratch, contacts);
    return measure_penetration(contacts).relative;
  }

  void check(const Simulation<D>& s) {
    const double found = s.last().penetration.relative;
    // q_mid = q_i + h/2 v_i, and the distance of two balls is convex in their places: a midpoint
    // finds what the projection before it left and half a step's approach.
    ASSERT_LE(found, left_ + travel_);
    travel_ = half_step(s);
    left_ = deepest(s);
    // From there to q_f is another half step's approach. The projection's law error bounds the
    // Euclidean norm of what it leaves by `tolerance` of the norm of what it was given; each ball
    // touches one thing below and one wall an axis. Below the solver's residue it leaves things.
    const auto& projection = s.options().projection;
    const double given = std::sqrt(balls * D) * (found + travel_);
    const double residue = s.state().noise * h / radius;
    ASSERT_LE(left_, std::max(projection.slop, residue) + projection.tolerance * given);
  }

 private:
  /// Approach of two bodies in h/2 with the present velocities; the floor also speeds up.
  static double half_step(const Simulation<D>& s) {
    double fastest = 0;
    for (const auto& v : s.state().v) fastest = std::max(fastest, v.norm());
    return (fastest * h + 0.5 * shaking_peak * std::pow(0.5 * h, 2)) / radius;
  }

  double left_, travel_;
};

template <int Dimension, Signorini Form>
struct Case {
  static constexpr int D = Dimension;
  static constexpr Signorini form = Form;
};
using Cases =
    ::testing::Types<Case<2, Signorini::velocity>, Case<3, Signorini::velocity>,
                     Case<2, Signorini::quasi_inelastic>, Case<3, Signorini::quasi_inelastic>>;

template <class Case>
class Projection : public ::testing::Test {};
TYPED_TEST_SUITE(Projection, Cases);

TYPED_TEST(Projection, OverlappedStack_IsSetRightAndRests) {
  constexpr int D = TypeParam::D;
  auto s = slot<D>(TypeParam::form, 0.02, 0).simulation();
  Account<D> account(s);
  Overlaps<D> overlaps(s);
  double settled = 0;
  for (int n = 0; n < steps; ++n) {
    s.step();
    ASSERT_NO_FATAL_FAILURE(account.check(s)) << "step " << n;
    ASSERT_NO_FATAL_FAILURE(overlaps.check(s)) << "step " << n;
    if (n < 1000) {
      if (TypeParam::form == Signorini::velocity) continue;
      // Never more than at the start, and a step's fall.
      ASSERT_LE(s.last().penetration.relative, 0.02 + g * h * h / radius) << "step " << n;
      continue;
    }
    // At rest a step's law error lets contacts approach by tolerance |q| h, |q| = g h each.
    const double law_error =
        s.options().solver.tolerance * std::sqrt(static_cast<double>(s.last().contacts));
    const double overlap = s.options().projection.slop + 2 * law_error * g * h * h / radius;
    ASSERT_LE(s.last().penetration.relative, overlap) << "step " << n;
    // Sum of m v^2 = rho W^-1 rho for a velocity error rho at the contacts, |rho| as above; the
    // least eigenvalue of W for a column of five balls on the ground is 2 (1 - cos(pi / 11)) / m,
    // a twelfth.
    ASSERT_LE(s.balance().kinetic(), 0.5 * 12.4 * std::pow(law_error * g * h, 2)) << "step " << n;
    // What creep takes projection gives back, and no more: the k-th ball rests on k contacts.
    if (n == 1000) settled = energy(s);
    ASSERT_NEAR(energy(s), settled, 2 * 15 * g * overlap * radius) << "step " << n;
  }
  // Warm-started sweeps go on converging from step to step, the slowest swing by sqrt(1 - 1/24) (W
  // as above, its diagonal 2 / m); what stays is rolling and spinning that no contact resists.
  EXPECT_LE(s.last().solve.error.relative, 1e-3 * s.options().solver.tolerance);
  expect_balanced(s);
}

TYPED_TEST(Projection, ShakenStack_KeepsOverlapsBounded) {
  constexpr int D = TypeParam::D;
  auto s = slot<D>(TypeParam::form, 0, shaking_amplitude).simulation();
  auto loose = slot<D>(TypeParam::form, 0, shaking_amplitude);
  loose.options.projection.on = false;
  auto drifting = loose.simulation();
  Account<D> account(s);
  Overlaps<D> overlaps(s);
  // Contacts must not approach by themselves; within a step the floor's and the balls'
  // accelerations can bring them together by at most so much.
  const double bound = (g + shaking_peak) * h * h / radius;
  for (int n = 0; n < steps; ++n) {
    s.step();
    ASSERT_NO_FATAL_FAILURE(account.check(s)) << "step " << n;
    ASSERT_NO_FATAL_FAILURE(overlaps.check(s)) << "step " << n;
    // In velocity form the balls' first landings count too.
    if (TypeParam::form == Signorini::velocity && n < 1000) continue;
    ASSERT_LE(s.last().penetration.relative, bound) << "step " << n;
  }
  // Without projection the same errors add up: what is left after a step is a multiple.
  for (int n = 0; n < 3 * steps / 10; ++n) drifting.step();
  EXPECT_GT(Overlaps<D>::deepest(drifting), 10 * Overlaps<D>::deepest(s));
  expect_balanced(s);
  expect_balanced(drifting);
}

}  // namespace
}  // namespace talus::test::projection_test

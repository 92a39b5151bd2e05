// Row A05: Signorini's condition in its three discrete forms, 002 (22)-(25), for one ball above the
// ground. With g_m the gap at the midpoint of the step and v_free = v - g h, the velocity at its
// end is
//
//     velocity (23):         g_m > 0: v_free;   otherwise max(0, v_free)
//     gap (22), (24):        max(-g_m / h, v_free)
//     quasi-inelastic (25):  max(-max(0, g_m) / h, v_free)
//
// The gap of 002 is the one the scheme advances by whole steps, g_m' = g_m + h v: the midpoint's.
#include "support/scene_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::test::signorini_forms_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 1e-3;
constexpr double radius = 0.1;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <class Dimension>
class SignoriniForms : public ::testing::Test {};
TYPED_TEST_SUITE(SignoriniForms, Dimensions);

constexpr Signorini forms[] = {Signorini::velocity, Signorini::gap, Signorini::quasi_inelastic};

ContactLaw law_of(Signorini form, double mu = 0) {
  ContactLaw law = simple_law(mu);
  law.form = form;
  return law;
}

template <int D>
Simulation<D> ball_above(Signorini form, double gap, double v, double gravity) {
  Scene<D> scene(law_of(form), h);
  scene.options.solver.tolerance = 1e-12;
  scene.set_gravity(gravity);
  scene.add_ground();
  scene.add_ball(radius, 2, vector<D>(0, radius + gap), vector<D>(0, v));
  return scene.simulation();
}

template <int D>
double gap_of(const State<D>& s) {
  return s.x[1][D - 1] - radius;
}

double predicted(Signorini form, double gap_mid, double v_free) {
  if (form == Signorini::velocity) return gap_mid > 0 ? v_free : std::max(0.0, v_free);
  const double seen = form == Signorini::gap ? gap_mid : std::max(0.0, gap_mid);
  return std::max(-seen / h, v_free);
}

}  // namespace

TYPED_TEST(SignoriniForms, FallingBall_HasThePredictedVelocitiesStepByStep) {
  constexpr int D = TypeParam::value;
  for (const Signorini form : forms) {
    for (const double start : {0.013, 0.0, -1e-3}) {
      auto sim = ball_above<D>(form, start, -0.1, g);
      for (int i = 0; i < 200; ++i) {
        const double v = sim.state().v[1][D - 1];
        const double gap_mid = gap_of(sim.state()) + 0.5 * h * v;
        sim.step();
        // Gaps carry the round-off of the height, 4 eps R, and are divided by h.
        const double bound = 4 * epsilon * (radius + std::abs(start)) / h + 8 * epsilon;
        // A midpoint gap within round-off of zero may be read either way; both give the same
        // velocity but in the velocity form, where it does not occur.
        ASSERT_NEAR(sim.state().v[1][D - 1], predicted(form, gap_mid, v - g * h), bound)
            << "form " << static_cast<int>(form) << ", step " << i;
      }
      expect_balanced(sim);
    }
  }
}

TYPED_TEST(SignoriniForms, VelocityForm_StopsInOneStepWithItsOverlap) {
  // (23): the shock falls into the first step whose midpoint is below ground and leaves the body
  // there.
  constexpr int D = TypeParam::value;
  auto sim = ball_above<D>(Signorini::velocity, 2.3e-3, -1, 0);
  const double expected[] = {-1, -1, 0, 0, 0};
  for (const double v : expected) {
    sim.step();
    EXPECT_NEAR(sim.state().v[1][D - 1], v, 8 * epsilon);
  }
  // Two steps down, then half of one: 2.5 h.
  EXPECT_NEAR(gap_of(sim.state()), 2.3e-3 - 2.5e-3, 16 * epsilon * radius);
  expect_balanced(sim);
}

TYPED_TEST(SignoriniForms, GapAndQuasiInelastic_ReachContactInTwoSteps) {
  // (24), (25): the step before contact only goes as far as the gap, the next one stops; the body
  // rests at gap zero.
  constexpr int D = TypeParam::value;
  for (const Signorini form : {Signorini::gap, Signorini::quasi_inelastic}) {
    auto sim = ball_above<D>(form, 2.3e-3, -1, 0);
    // Midpoint gaps 1.8 h, 0.8 h, 0: the second step is cut to -0.8.
    const double expected[] = {-1, -0.8, 0, 0, 0};
    for (const double v : expected) {
      sim.step();
      EXPECT_NEAR(sim.state().v[1][D - 1], v, 8 * epsilon * radius / h);
    }
    EXPECT_NEAR(gap_of(sim.state()), 0, 16 * epsilon * radius);
    expect_balanced(sim);
  }
}

TYPED_TEST(SignoriniForms, GapForm_CorrectsAPenetrationInOneStep) {
  // (22) prescribes the gap to vanish: v = d / h, and the next midpoint is at gap zero.
  constexpr int D = TypeParam::value;
  const double depth = 0.5 * g * h * h;  // less than gravity takes back in a step
  auto sim = ball_above<D>(Signorini::gap, -depth, 0, g);
  const double round_off = 16 * epsilon * radius / h;
  sim.step();
  EXPECT_NEAR(sim.state().v[1][D - 1], depth / h, round_off);
  sim.step();
  EXPECT_NEAR(sim.detail().contacts.gap[0], 0, 16 * epsilon * radius);
  EXPECT_NEAR(sim.state().v[1][D - 1], 0, round_off);
  for (int i = 0; i < 100; ++i) {
    sim.step();
    ASSERT_NEAR(sim.state().v[1][D - 1], 0, round_off);
  }
  EXPECT_NEAR(gap_of(sim.state()), 0, 16 * epsilon * radius);
  expect_balanced(sim);
}

TYPED_TEST(SignoriniForms, DeepPenetration_IsThrownOutByTheGapFormOnly) {
  // 002 after (26): the correction feeds energy in; velocity and quasi-inelastic forms leave the
  // overlap as it is.
  constexpr int D = TypeParam::value;
  const double depth = 0.01;
  for (const Signorini form : forms) {
    auto sim = ball_above<D>(form, -depth, 0, g);
    for (int i = 1; i <= 10; ++i) {
      sim.step();
      const double v = form == Signorini::gap ? depth / h - (i - 1) * g * h : 0;
      EXPECT_NEAR(sim.state().v[1][D - 1], v, i * 16 * epsilon * radius / h);
    }
    if (form == Signorini::gap) {
      EXPECT_GT(gap_of(sim.state()), 0);
    } else {
      EXPECT_NEAR(gap_of(sim.state()), -depth, 16 * epsilon * radius);
    }
    expect_balanced(sim);
  }
}

TYPED_TEST(SignoriniForms, ObliqueShock_HasTheSameImpulseInOneStepOrTwo) {
  // 002 after (25): where W is spherical, Coulomb's law being positively homogeneous, the two steps
  // of a quasi-inelastic shock add up to the one of the velocity form. Slides, then sticks.
  constexpr int D = TypeParam::value;
  for (const double mu : {0.1, 2.0}) {
    Vec<D> v_end[3];
    Spin<D> w_end[3];
    for (int f = 0; f < 3; ++f) {
      Scene<D> scene(law_of(forms[f], mu), h);
      scene.options.solver.tolerance = 1e-12;
      scene.add_ground();
      scene.add_ball(radius, 2, vector<D>(0, radius + 2.3e-3), vector<D>(1, -1));
      auto sim = scene.simulation();
      for (int i = 0; i < 6; ++i) sim.step();
      v_end[f] = sim.state().v[1];
      w_end[f] = sim.model().world_spin(1, sim.state());
      expect_balanced(sim);
    }
    // The velocity form acts at an arm shortened by half its overlap: R - 0.2 h / 2 at the
    // midpoint; the others at R + 0.4 h, then R. Relative effect h / R of the velocity.
    const double bound = 1 * h / radius;
    for (int f = 1; f < 3; ++f) {
      EXPECT_LE((v_end[f] - v_end[0]).norm(), mu == 0.1 ? 16 * epsilon * radius / h : bound);
      EXPECT_LE((w_end[f] - w_end[0]).norm() * radius, bound);
    }
  }
}

}  // namespace talus::test::signorini_forms_test

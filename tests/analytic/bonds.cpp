// Row A07: cohesion, attraction and joints under load. The body is a ball that cannot turn
// (support/slider.hpp), so that each test has one contact, solved in closed form.
#include "support/slider.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace talus::test::bonds_test {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double mass = 2;
constexpr double tolerance = 1e-13;

/// How far a force that shears moves the ball by turning it: 1e-12 of the way it would drive the
/// mass, twice for joints that swing.
double turned(double force, double time) { return 1e-12 * force / mass * time * time; }

ContactLaw law_with(const Bond& bond, double mu = 0) {
  ContactLaw law = simple_law(mu);
  law.bond = bond;
  return law;
}

/// A ball on fixed ground, pulled by a constant force.
template <int D>
struct Pulled {
  Scene<D> scene;
  int ball = 0;

  Pulled(const ContactLaw& law, double h, const Vec<D>& force,
         const Vec<D>& velocity = Vec<D>::Zero())
      : scene(law, h) {
    scene.options.solver.tolerance = tolerance;
    scene.options.detect.alert =
        1;  // long steps have midpoints far off: joints must be found there
    scene.add_ground();
    ball = add_slider(scene, mass, velocity);
    scene.model.loads.gravity = force / mass;
  }
  static double height(const Simulation<D>& s) { return s.state().x[1][D - 1] - slider_radius; }
};

template <class Dimension>
class Bonds : public ::testing::Test {};
TYPED_TEST_SUITE(Bonds, Dimensions);

TYPED_TEST(Bonds, Cohesion_HoldsUpToThePullOffForce) {
  constexpr int D = TypeParam::value;
  for (const auto breaks : {Cohesion::Breaks::never, Cohesion::Breaks::opening}) {
    const ContactLaw law = law_with(Cohesion{5, breaks});
    auto held = Pulled<D>(law, 0.01, vector<D>(0, 5 * (1 - 1e-9))).scene.simulation();
    auto free = Pulled<D>(law, 0.01, vector<D>(0, 5 * (1 + 1e-9))).scene.simulation();
    for (int i = 0; i < 200; ++i) {
      held.step();
      free.step();
    }
    EXPECT_LE(std::abs(Pulled<D>::height(held)), 1e-12);
    EXPECT_GT(Pulled<D>::height(free), 0.1);
    expect_balanced(held);
    expect_balanced(free);
  }
}

TYPED_TEST(Bonds, Cohesion_AddsToTheFrictionOfContacts) {
  // Holds a shear of mu (push + cohesion), also where nothing pushes.
  constexpr int D = TypeParam::value;
  const ContactLaw law = law_with(Cohesion{5}, 0.5);
  auto held = Pulled<D>(law, 0.01, vector<D>(2.5 * (1 - 1e-9), 0)).scene.simulation();
  auto slides = Pulled<D>(law, 0.01, vector<D>(3.5, 0)).scene.simulation();
  for (int i = 0; i < 100; ++i) {
    held.step();
    slides.step();
  }
  EXPECT_LE(std::abs(held.state().x[1][0]), 1e-12);
  EXPECT_NEAR(slides.state().v[1][0], (3.5 - 2.5) / mass, 1e-10);
}

TYPED_TEST(Bonds, BrokenCohesion_IsBrokenForEver) {
  // Thrown up against its cohesion the ball comes back under gravity. Bonded for ever it needs the
  // pull-off force once more, else its weight's opposite is enough to lift it.
  constexpr int D = TypeParam::value;
  for (const bool for_ever : {false, true}) {
    const auto breaks = for_ever ? Cohesion::Breaks::opening : Cohesion::Breaks::never;
    Pulled<D> thrown(law_with(Cohesion{5, breaks}), 0.01, vector<D>(0, -1), vector<D>(0, 0.2));
    auto s = thrown.scene.simulation();
    s.step();
    EXPECT_EQ(s.state().bonds.size(), 0U);
    for (int i = 0; i < 300; ++i) s.step();
    EXPECT_LE(std::abs(Pulled<D>::height(s)), 0.01 * 0.2);
    // Gravity turns upwards, to less than the pull-off force.
    Model<D> model = s.model();
    model.loads.gravity = vector<D>(0, 2 / mass);
    Simulation<D> lifted(model, s.state(), s.options());
    for (int i = 0; i < 100; ++i) lifted.step();
    if (for_ever) {
      EXPECT_GT(Pulled<D>::height(lifted), 0.4);
    } else {
      EXPECT_LE(std::abs(Pulled<D>::height(lifted)), 0.01 * 0.2);
    }
  }
}

TYPED_TEST(Bonds, Attraction_LetsGoWhatHasTheEnergyOfItsRange) {
  // Force (1 - gap / range) over the range: half their product.
  constexpr int D = TypeParam::value;
  const double force = 4;
  const double range = 0.01;
  const double depth = 0.5 * force * range;
  const double escape = std::sqrt(2 * depth / mass);
  const double h = 5e-5;
  const ContactLaw law = law_with(Attraction{force, range});
  for (const double factor : {0.9, 1.1}) {
    auto s = Pulled<D>(law, h, Vec<D>::Zero(), vector<D>(0, factor * escape)).scene.simulation();
    double highest = 0;
    for (int i = 0; i < 12000; ++i) {
      s.step();
      highest = std::max(highest, Pulled<D>::height(s));
    }
    expect_balanced(s);
    if (factor < 1) {
      // The velocity at the start of a step that leaves the ground is read after half a step: of
      // the order of h.
      const double reach = range * (1 - std::sqrt(1 - factor * factor));
      EXPECT_NEAR(highest, reach, 20 * h * escape);
      EXPECT_LE(std::abs(Pulled<D>::height(s)), h * escape);  // and back, at rest: e = 0
    } else {
      EXPECT_NEAR(s.state().v[1][D - 1], escape * std::sqrt(factor * factor - 1),
                  20 * h * force / mass);
      EXPECT_NEAR(s.balance().total().dissipated_bonds, depth, 20 * h * escape * force);
      EXPECT_TRUE(s.state().bonds.empty());
    }
  }
}

TYPED_TEST(Bonds, Mortar_SwingsAboutItsDeflectionAsTheTrapezoidalRuleDoes) {
  // Loaded at once, the stretch is F/K (1 - cos(n phi)) with tan(phi / 2) = omega h / 2, in push,
  // in pull and in shear, however stiff: steps up to 50 times longer than 1 / omega.
  constexpr int D = TypeParam::value;
  const Joint joint{4e4, 1e4, 0, 0, 0.5};
  for (const double h : {1e-3, 0.05, 0.5}) {
    for (const Vec<D>& load : {vector<D>(0, -3), vector<D>(0, 3), vector<D>(2, 0)}) {
      const double stiffness = load[0] == 0 ? 4e4 : 1e4;
      const double size = load.norm() / stiffness;
      const double phi = 2 * std::atan(0.5 * h * std::sqrt(stiffness / mass));
      auto s = Pulled<D>(law_with(joint), h, load).scene.simulation();
      const Vec<D> start = s.state().x[1];
      for (int n = 1; n <= 200; ++n) {
        s.step();
        const double expected = size * (1 - std::cos(n * phi));
        const double moved = (s.state().x[1] - start).dot(load.normalized());
        // In each step round-off of the place of the ball, and what the solver leaves of the
        // velocity F h / m.
        const double left = 2 * tolerance * load.norm() * h * h / mass;
        ASSERT_NEAR(moved, expected,
                    n * (left + 8 * epsilon * slider_radius) + turned(load.norm(), n * h));
      }
      EXPECT_EQ(s.state().bonds.size(), 1U);
      expect_balanced(s);
      const double lost = std::abs(s.balance().total().scheme);
      EXPECT_LE(lost, 1e-9 * s.balance().exchanged());
    }
  }
}

TYPED_TEST(Bonds, ViscoelasticMortar_ComesToRestAtTheDeflectionOfItsStiffness) {
  constexpr int D = TypeParam::value;
  const Joint joint{4e4, 1e4, 200, 100, 0.5};
  for (const Vec<D>& load : {vector<D>(0, -3), vector<D>(0, 3), vector<D>(2, 0)}) {
    const double stiffness = load[0] == 0 ? 4e4 : 1e4;
    auto s = Pulled<D>(law_with(joint), 1e-2, load).scene.simulation();
    const Vec<D> start = s.state().x[1];
    const int steps = 300;  // swings die out as exp(-25 t)
    for (int n = 0; n < steps; ++n) s.step();
    const double moved = (s.state().x[1] - start).dot(load.normalized());
    EXPECT_NEAR(moved, load.norm() / stiffness,
                1e-9 * load.norm() / stiffness + turned(load.norm(), steps * 1e-2));
    // Half of the load's work is in the springs, half went to the dampers.
    const double energy = 0.5 * load.squaredNorm() / stiffness;
    EXPECT_NEAR(s.balance().elastic(), energy, 1e-8 * energy);
    EXPECT_NEAR(s.balance().total().dissipated_viscous, energy, 1e-8 * energy);
    expect_balanced(s);
  }
}

TYPED_TEST(Bonds, Adhesion_TakesItsEnergyFromWhatBreaksIt) {
  // Thrown off along the normal or along the ground with more than the energy of that mode.
  constexpr int D = TypeParam::value;
  const Adhesion a{1e5, 1e5, 20, 10, 0.004, 0.002, 0.5};
  const double h = 1e-6;
  for (const bool pull : {true, false}) {
    const double energy = pull ? a.energy_normal : a.energy_tangential;
    const double v = std::sqrt(2 * 2 * energy / mass);
    const Vec<D> velocity = pull ? vector<D>(0, v) : vector<D>(v, 0);
    auto s = Pulled<D>(law_with(a), h, Vec<D>::Zero(), velocity).scene.simulation();
    while (s.state().step == 0 || !s.state().bonds.empty()) s.step();
    // Damage is a step behind the stretch: of strength times a step's way at each of three kinks,
    // and through the softening once more.
    const double strength = pull ? a.strength_normal : a.strength_tangential;
    const double near = 5 * strength * v * h;
    EXPECT_NEAR(s.balance().total().dissipated_damage, energy, near);
    EXPECT_NEAR(s.state().v[1].norm(), v / std::sqrt(2.0), near / (mass * v / 2));
    expect_balanced(s);
  }
}

TYPED_TEST(Bonds, Adhesion_PullsOffAtItsStrength) {
  // The load grows so slowly that the ball hardly swings.
  constexpr int D = TypeParam::value;
  const Adhesion a{1e5, 1e5, 20, 10, 0.004, 0.002, 1};
  const double h = 1e-3;
  const double rate = 10;  // of the load
  for (const bool pull : {true, false}) {
    Pulled<D> bonded(law_with(a), h, Vec<D>::Zero());
    Model<D> model = bonded.scene.model;
    State<D> state = bonded.scene.state;
    double load = 0;
    double largest = 0;
    while (state.step == 0 || !state.bonds.empty()) {
      load = rate * static_cast<double>(state.step) * h;
      model.loads.gravity = (pull ? vector<D>(0, load) : vector<D>(load, 0)) / mass;
      Simulation<D> s(model, state, bonded.scene.options);
      s.step();
      state = s.state();
      ASSERT_LT(load, 100);
      const double impulse =
          pull ? -s.detail().r[0][0] : s.detail().r[0].template tail<D - 1>().norm();
      largest = std::max(largest, impulse / h);
    }
    const double strength = pull ? 20 : 10;
    EXPECT_NEAR(largest, strength, 3 * rate * h);
    // Once it softens it runs away: within the time of some swings, sqrt(m / K) = 4.5e-3.
    EXPECT_NEAR(load, strength, rate * 20 * 4.5e-3);
  }
}

TYPED_TEST(Bonds, StateWithBonds_GoesOnAsIfNeverInterrupted) {
  constexpr int D = TypeParam::value;
  const Adhesion a{1e3, 1e3, 2, 2, 0.01, 0.01, 0.5};
  Pulled<D> bonded(law_with(a, 0.3), 1e-3, vector<D>(1.2, 1));
  auto whole = bonded.scene.simulation();
  for (int i = 0; i < 200; ++i) whole.step();
  auto first = bonded.scene.simulation();
  for (int i = 0; i < 140; ++i) first.step();
  ASSERT_FALSE(first.state().bonds.empty());
  ASSERT_GT(first.state().bonds[0].damage, 0);
  Simulation<D> second(first.model(), first.state(), first.options());
  for (int i = 0; i < 60; ++i) second.step();
  EXPECT_EQ(state_hash(whole.state()), state_hash(second.state()));
  State<D> other = first.state();
  other.bonds[0].damage += 1e-16;
  EXPECT_NE(state_hash(first.state()), state_hash(other));
}

}  // namespace

}  // namespace talus::test::bonds_test

// What holds bodies together, as it is first written.

#include "support/local_impact.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::LocalImpact;
constexpr double good = 1e3 * samples::eps;

template <class T>
class BondAsWritten : public ::testing::Test {};
TYPED_TEST_SUITE(BondAsWritten, samples::Dimensions);

TYPED_TEST(BondAsWritten, Cohesion_IsCoulombsLawOfTheShiftedImpulse) {
  constexpr int D = TypeParam::value;
  Random random(1);
  int pulled = 0;
  int opened = 0;
  int slid = 0;
  for (int i = 0; i < 5000; ++i) {
    LocalImpact<D> hit(random);
    const double k = random.uniform(0, 0.5);
    const double mu = random.uniform(0, 0.5);
    ContactLaw law;
    law.friction = IsotropicFriction{mu};
    law.bond = Cohesion{k / hit.state.h};
    hit.solve(law);
    const double held = hit.r[0] + k;
    ASSERT_GE(held, -good);
    ASSERT_GE(hit.u[0], -good);
    ASSERT_LE(std::abs(held * hit.u[0]), good);
    ASSERT_LE(hit.shear().norm(), mu * held + good);
    if (hit.slip().norm() > 1e-3 && held > 1e-3) {
      ASSERT_NEAR(-hit.slip().dot(hit.shear()), mu * held * hit.slip().norm(), good);
      ++slid;
    }
    pulled += hit.r[0] < 0 && hit.u[0] < good ? 1 : 0;
    opened += hit.u[0] > good ? 1 : 0;
  }
  EXPECT_GT(pulled, 200);
  EXPECT_GT(opened, 200);
  EXPECT_GT(slid, 200);
}

TYPED_TEST(BondAsWritten, Cohesion_HoldsWhatTouchesOrWhatWasBonded) {
  constexpr int D = TypeParam::value;
  Random random(2);
  LocalImpact<D> hit(random);
  ContactLaw law;
  law.bond = Cohesion{3, Cohesion::Breaks::never};
  EXPECT_EQ(canonical_form<D>(law, hit.state).cohesion, 3 * hit.state.h);
  hit.state.closed = false;
  EXPECT_EQ(canonical_form<D>(law, hit.state).cohesion, 0);
  hit.state.closed = true;
  law.bond = Cohesion{3, Cohesion::Breaks::opening};
  EXPECT_EQ(canonical_form<D>(law, hit.state).cohesion, 0);
  hit.state.bonded = true;
  EXPECT_EQ(canonical_form<D>(law, hit.state).cohesion, 3 * hit.state.h);
}

TYPED_TEST(BondAsWritten, BreakingCohesion_IsMadeAtTheStartAndGoneOnceOpened) {
  constexpr int D = TypeParam::value;
  const Bond opening = Cohesion{1, Cohesion::Breaks::opening};
  const Bond slip = Cohesion{1, Cohesion::Breaks::slip};
  EXPECT_FALSE(remembers(Cohesion{1, Cohesion::Breaks::never}));
  EXPECT_TRUE(makes_bond(opening, true, true));
  EXPECT_FALSE(makes_bond(opening, true, false));
  EXPECT_FALSE(makes_bond(opening, false, true));
  Vec<D> stretch = Vec<D>::Zero();
  double damage = 0;
  BondEnd<D> end{Vec<D>::Zero(), 0.1, 1, ContactStatus::sliding};
  EXPECT_TRUE(carry_bond<D>(opening, end, stretch, damage));
  EXPECT_FALSE(carry_bond<D>(slip, end, stretch, damage));
  end.status = ContactStatus::sticking;
  EXPECT_TRUE(carry_bond<D>(slip, end, stretch, damage));
  end.normal_impulse = 0;
  EXPECT_FALSE(carry_bond<D>(opening, end, stretch, damage));
  EXPECT_FALSE(carry_bond<D>(slip, end, stretch, damage));
}

TYPED_TEST(BondAsWritten, Attraction_FallsWithTheGap) {
  constexpr int D = TypeParam::value;
  Random random(3);
  LocalImpact<D> hit(random);
  ContactLaw law;
  law.bond = Attraction{4, 0.5};
  EXPECT_EQ(canonical_form<D>(law, hit.state).cohesion, 0);  // never touched
  hit.state.bonded = true;
  for (const auto& [gap, force] : {std::pair{-0.1, 4.0}, {0.0, 4.0}, {0.25, 2.0}, {0.5, 0.0}}) {
    hit.state.gap = gap;
    hit.state.closed = gap <= 0;
    EXPECT_NEAR(canonical_form<D>(law, hit.state).cohesion, hit.state.h * force, 1e-15);
  }
  EXPECT_EQ(bond_reach(law.bond), 0.5);
  EXPECT_TRUE(makes_bond(law.bond, true, false));
}

TYPED_TEST(BondAsWritten, Joint_IsSpringAndDamperOverTheStep) {
  constexpr int D = TypeParam::value;
  Random random(4);
  for (int i = 0; i < 2000; ++i) {
    LocalImpact<D> hit(random);
    Joint j;
    j.stiffness_normal = samples::scale(random, 1, 1e6);
    j.stiffness_tangential = samples::scale(random, 1, 1e6);
    j.damping_normal = samples::scale(random, 1, 1e3);
    j.damping_tangential = random.below(2) == 0 ? 0 : samples::scale(random, 1, 1e3);
    j.theta = random.uniform(0.5, 1);
    hit.state.bonded = true;
    hit.state.stretch = samples::vector<D>(random, 0.1);
    ContactLaw law;
    law.friction = IsotropicFriction{0.5};
    law.bond = j;
    hit.solve(law);
    const double h = hit.state.h;
    const Vec<D> mean = 0.5 * (hit.state.u_before + hit.u);
    double size = hit.r.norm();
    for (int k = 0; k < D; ++k) {
      const double stiffness = k == 0 ? j.stiffness_normal : j.stiffness_tangential;
      const double damping = k == 0 ? j.damping_normal : j.damping_tangential;
      size += h * stiffness * std::abs(hit.state.stretch[k]);
      // Stiff joints: u is small against what r is made of, its round-off is not.
      size += (stiffness * h * h + damping * h) * (1 + hit.r.norm());
    }
    for (int k = 0; k < D; ++k) {
      const double stiffness = k == 0 ? j.stiffness_normal : j.stiffness_tangential;
      const double damping = k == 0 ? j.damping_normal : j.damping_tangential;
      const double at_theta = hit.state.stretch[k] + j.theta * h * mean[k];
      ASSERT_NEAR(hit.r[k], -h * stiffness * at_theta - h * damping * mean[k], good * size);
    }
    Vec<D> stretch = hit.state.stretch;
    double damage = 0;
    ASSERT_TRUE(carry_bond<D>(law.bond, {mean, h, 0, ContactStatus::sticking}, stretch, damage));
    ASSERT_LE((stretch - hit.state.stretch - h * mean).norm(), good);
    if (j.theta == 0.5) continue;
    // At theta = 1/2 the springs' work is the drop of their energy.
    j.theta = 0.5;
    j.damping_normal = j.damping_tangential = 0;
    law.bond = j;
    hit.solve(law);
    const Vec<D> u_mean = 0.5 * (hit.state.u_before + hit.u);
    const Vec<D> end = hit.state.stretch + h * u_mean;
    const double before = bond_energy<D>(law.bond, hit.state.stretch, 0);
    ASSERT_NEAR(hit.r.dot(u_mean), before - bond_energy<D>(law.bond, end, 0),
                good * (before + size * u_mean.norm()));
  }
}

/// Work to stretch an adhesive joint steadily along a direction until it breaks, by the trapezoidal
/// rule over n pieces.
template <int D>
Vec<2> work_to_break(const Adhesion& a, const Vec<D>& direction, double longest, int n) {
  Vec<2> work = Vec<2>::Zero();  // of pull and of shear
  double damage = 0;
  const double shear_part = direction.template tail<D - 1>().norm();
  const auto force = [&](double s) -> Vec<2> {
    return (1 - damage) * s *
           Vec<2>(a.stiffness_normal * direction[0], a.stiffness_tangential * shear_part);
  };
  Vec<2> before = Vec<2>::Zero();
  for (int i = 1; i <= n; ++i) {
    const double s = longest * i / n;
    damage = damage_after<D>(a, s * direction, damage);
    const Vec<2> now = force(s);
    work += 0.5 * longest / n * (before + now).cwiseProduct(Vec<2>(direction[0], shear_part));
    before = now;
  }
  EXPECT_EQ(damage, 1);
  return work;
}

TYPED_TEST(BondAsWritten, Adhesion_TakesItsEnergiesToBreak) {
  constexpr int D = TypeParam::value;
  const Adhesion a{1e4, 2e4, 10, 8, 0.05, 0.03, 0.5};
  // The curve has two kinks and one end: n pieces miss at most 3 triangles of 1/n of its base.
  constexpr int n = 20000;
  Vec<D> pull = Vec<D>::Zero();
  pull[0] = 1;
  Vec<D> shear = Vec<D>::Zero();
  shear[D - 1] = -1;
  const double longest = 0.02;
  const auto near = [&](double strength) { return 3 * strength * longest / n; };
  EXPECT_NEAR((work_to_break<D>(a, pull, longest, n)[0]), 0.05, near(10));
  EXPECT_NEAR((work_to_break<D>(a, shear, longest, n)[1]), 0.03, near(8));
  for (const double angle : {0.3, 0.8, 1.2}) {
    const Vec<2> work =
        work_to_break<D>(a, Vec<D>(std::cos(angle) * pull + std::sin(angle) * shear), longest, n);
    EXPECT_NEAR(work[0] / 0.05 + work[1] / 0.03, 1, near(18) / 0.03);
  }
}

TYPED_TEST(BondAsWritten, Adhesion_ReachesItsStrengthsAndNeverHeals) {
  constexpr int D = TypeParam::value;
  const Adhesion a{1e4, 2e4, 10, 8, 0.05, 0.03, 0.5};
  double most = 0;
  double damage = 0;
  for (int i = 0; i <= 1000; ++i) {
    Vec<D> s = Vec<D>::Zero();
    s[0] = 1e-5 * i;
    damage = damage_after<D>(a, s, damage);
    most = std::max(most, (1 - damage) * a.stiffness_normal * s[0]);
  }
  EXPECT_NEAR(most, 10, 10 * 1e-5 / 1e-3);  // one piece of the way to the strength
  EXPECT_EQ(damage_after<D>(a, Vec<D>::Zero(), 0.4), 0.4);
  Vec<D> push = Vec<D>::Zero();
  push[0] = -1;
  EXPECT_EQ(damage_after<D>(a, push, 0.0), 0);  // pushing breaks nothing
  // Pushed, a weak joint is as stiff as ever.
  LocalState<D> state;
  state.bonded = true;
  state.h = 0.1;
  state.u_before.setZero();
  state.stretch = push;
  state.damage = 0.9;
  ContactLaw law;
  law.bond = a;
  const auto weak = canonical_form<D>(law, state);
  state.damage = 0;
  const auto whole = canonical_form<D>(law, state);
  EXPECT_EQ(weak.compliance[0], whole.compliance[0]);
  EXPECT_NEAR(weak.compliance[1], 10 * whole.compliance[1], 1e-12 * weak.compliance[1]);
}

}  // namespace
}  // namespace talus

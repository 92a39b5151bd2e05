// The numbers each law hands to the canonical problem.

#include "talus/laws/contact_law.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;

template <int D>
LocalState<D> state_with(bool closed, double gap) {
  LocalState<D> s;
  s.gap = gap;
  s.closed = closed;
  s.u_before = Vec<D>::Constant(0.5);
  s.u_before[0] = -2;
  s.h = 0.25;
  return s;
}

template <class T>
class CanonicalForm : public ::testing::Test {};
TYPED_TEST_SUITE(CanonicalForm, samples::Dimensions);

TYPED_TEST(CanonicalForm, Defaults_AreInelasticAndFrictionless) {
  constexpr int D = TypeParam::value;
  const auto law = canonical_form<D>(ContactLaw{}, state_with<D>(true, 0));
  EXPECT_TRUE(law.shift.isZero(0));
  EXPECT_TRUE(law.scale.isOnes(0));
  EXPECT_TRUE(law.compliance.isZero(0));
  EXPECT_EQ(law.mu, 0);
  EXPECT_EQ(law.cohesion, 0);
}

TYPED_TEST(CanonicalForm, Restitution_ShiftsByTheVelocityBefore) {
  constexpr int D = TypeParam::value;
  ContactLaw law;
  law.e_n = 0.5;
  law.e_t = 0.25;
  const auto closed = canonical_form<D>(law, state_with<D>(true, -0.1));
  EXPECT_EQ(closed.shift[0], -1);
  for (int i = 1; i < D; ++i) EXPECT_EQ(closed.shift[i], 0.125);
  // Apart there is no shock, so nothing to restore.
  EXPECT_TRUE(canonical_form<D>(law, state_with<D>(false, 0)).shift.isZero(0));
}

TYPED_TEST(CanonicalForm, GapForms_ShiftByGapOverStep) {
  // 002 (24), (25): u_N + g / h >= 0, only while apart for the quasi-inelastic shock.
  constexpr int D = TypeParam::value;
  ContactLaw law;
  law.form = Signorini::gap;
  EXPECT_EQ(canonical_form<D>(law, state_with<D>(false, 0.5)).shift[0], 2);
  EXPECT_EQ(canonical_form<D>(law, state_with<D>(true, -0.5)).shift[0], -2);
  law.form = Signorini::quasi_inelastic;
  EXPECT_EQ(canonical_form<D>(law, state_with<D>(false, 0.5)).shift[0], 2);
  EXPECT_EQ(canonical_form<D>(law, state_with<D>(true, -0.5)).shift[0], 0);
  law.form = Signorini::velocity;
  EXPECT_EQ(canonical_form<D>(law, state_with<D>(true, -0.5)).shift[0], 0);
}

TYPED_TEST(CanonicalForm, TakesPart_DependsOnTheForm) {
  EXPECT_TRUE(takes_part(Signorini::velocity, true));
  EXPECT_FALSE(takes_part(Signorini::velocity, false));
  EXPECT_TRUE(takes_part(Signorini::gap, false));
  EXPECT_TRUE(takes_part(Signorini::quasi_inelastic, false));
}

TYPED_TEST(CanonicalForm, StaticDynamicFriction_SwitchesWithTheStatus) {
  constexpr int D = TypeParam::value;
  ContactLaw law;
  law.friction = StaticDynamicFriction{0.6, 0.3, 0};
  auto s = state_with<D>(true, 0);
  EXPECT_EQ(canonical_form<D>(law, s).mu, 0.6);  // new
  s.status_before = ContactStatus::sticking;
  EXPECT_EQ(canonical_form<D>(law, s).mu, 0.6);
  s.status_before = ContactStatus::sliding;
  EXPECT_EQ(canonical_form<D>(law, s).mu, 0.3);
}

TYPED_TEST(CanonicalForm, SmoothStaticDynamicFriction_FallsExponentially) {
  constexpr int D = TypeParam::value;
  ContactLaw law;
  law.friction = StaticDynamicFriction{0.6, 0.3, 2};
  auto s = state_with<D>(true, 0);
  for (const double speed : {0.0, 0.1, 1.0, 5.0, 1e6}) {
    s.u_before.template tail<D - 1>() = speed * Vec<D - 1>::Unit(0);
    EXPECT_NEAR(canonical_form<D>(law, s).mu, 0.3 + 0.3 * std::exp(-speed / 2), 2 * eps);
  }
}

TYPED_TEST(CanonicalForm, TabulatedFriction_ReadsSpeedSlipOrTime) {
  constexpr int D = TypeParam::value;
  ContactLaw law;
  TabulatedFriction table;
  table.x = {1, 2, 4};
  table.mu = {0.5, 0.1, 0.9};
  auto s = state_with<D>(true, 0);
  const auto at = [&](TabulatedFriction::Of of, double x) {
    table.of = of;
    law.friction = table;
    s.slip = s.time = 100;
    s.u_before.template tail<D - 1>() = 100 * Vec<D - 1>::Unit(0);
    if (of == TabulatedFriction::Of::slip) s.slip = x;
    if (of == TabulatedFriction::Of::time) s.time = x;
    if (of == TabulatedFriction::Of::speed) {
      s.u_before.template tail<D - 1>() = -x * Vec<D - 1>::Unit(D - 2);
    }
    return canonical_form<D>(law, s).mu;
  };
  using Of = TabulatedFriction::Of;
  for (const Of of : {Of::speed, Of::slip, Of::time}) {
    EXPECT_EQ(at(of, 0), 0.5);  // constant outside
    EXPECT_EQ(at(of, 1), 0.5);
    EXPECT_NEAR(at(of, 1.5), 0.3, 2 * eps);
    EXPECT_NEAR(at(of, 2), 0.1, 2 * eps);
    EXPECT_NEAR(at(of, 3.5), 0.7, 2 * eps);
    EXPECT_EQ(at(of, 4), 0.9);
    EXPECT_EQ(at(of, 9), 0.9);
  }
}

TEST(CanonicalForm3, EllipticFriction_ScalesTheSmallerAxis) {
  ContactLaw law;
  law.friction = EllipticFriction{0.4, 0.1, Vec<3>::UnitX()};
  auto c = canonical_form<3>(law, state_with<3>(true, 0));
  EXPECT_EQ(c.mu, 0.4);
  EXPECT_EQ(c.scale, Vec<3>(1, 1, 0.25));
  law.friction = EllipticFriction{0.1, 0.4, Vec<3>::UnitX()};
  c = canonical_form<3>(law, state_with<3>(true, 0));
  EXPECT_EQ(c.mu, 0.4);
  EXPECT_EQ(c.scale, Vec<3>(1, 0.25, 1));
  law.friction = EllipticFriction{0, 0, Vec<3>::UnitX()};
  c = canonical_form<3>(law, state_with<3>(true, 0));
  EXPECT_EQ(c.mu, 0);
  EXPECT_TRUE(c.scale.allFinite());
}

TEST(ContactLaw, PreferredDirection_BelongsToEllipticFrictionOnly) {
  ContactLaw law;
  EXPECT_EQ(preferred_direction(law), nullptr);
  law.friction = EllipticFriction{0.4, 0.1, Vec<3>::UnitY()};
  ASSERT_NE(preferred_direction(law), nullptr);
  EXPECT_EQ(*preferred_direction(law), Vec<3>(Vec<3>::UnitY()));
}

TEST(ContactLaw, DissipationIndex_IsAnotherNameForRestitution) {
  // 001 sect. 6: delta = 0 elastic, 1 inelastic; the map is its own inverse.
  EXPECT_EQ(restitution_from_dissipation_index(0), 1);
  EXPECT_EQ(restitution_from_dissipation_index(1), 0);
  for (const double delta : {0.1, 0.3, 0.7}) {
    const double e = restitution_from_dissipation_index(delta);
    EXPECT_NEAR(restitution_from_dissipation_index(e), delta, 4 * eps);
  }
}

}  // namespace
}  // namespace talus

// Answers of the canonical problem satisfy each law as it is first written in the papers.

#include "support/local_impact.hpp"
#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

using samples::eps;

/// A contact between bodies with some W: velocity u_free without impulse, u = u_free + W r.
template <int D>
struct Impact : samples::LocalImpact<D> {
  Vec<D> u_before;

  Impact(Random& random, const ContactLaw& stated, bool closed = true, double gap = 0)
      : samples::LocalImpact<D>(random), u_before(this->state.u_before) {
    this->state.closed = closed;
    this->state.gap = gap;
    this->solve(stated);
  }
  double r_t() const { return this->shear().norm(); }
};

// W is between 0.5 and 2, so W_NT / W_NN <= 3/4 and mu <= 1 keeps off Painleve's limit: answers are
// good to 1e3 eps.
constexpr double good = 1e3 * eps;

template <class T>
class LawAsWritten : public ::testing::Test {};
TYPED_TEST_SUITE(LawAsWritten, samples::Dimensions);

TYPED_TEST(LawAsWritten, Newton_ReversesTheApproach) {
  // 000 (43) for active contacts: u+_N = -e u-_N; inactive ones leave at least as fast.
  constexpr int D = TypeParam::value;
  Random random(1);
  int active = 0;
  for (int i = 0; i < 20000; ++i) {
    const double e = random.uniform();
    const Impact<D> hit(random, test::simple_law(random.uniform(0, 0.5), e, 0));
    if (hit.r[0] > 0) {
      ASSERT_NEAR(hit.u[0], -e * hit.u_before[0], good);
      ++active;
    } else {
      ASSERT_TRUE(hit.r.isZero(0));
      ASSERT_GE(hit.u[0], -e * hit.u_before[0] - good);
    }
  }
  EXPECT_GT(active, 5000);
}

TYPED_TEST(LawAsWritten, TangentialRestitution_HoldsInStickAndDirectsSlip) {
  // 000 (44): Coulomb's law between r and (u+_T + e_t u-_T) / (1 + e_t).
  constexpr int D = TypeParam::value;
  Random random(2);
  int stuck = 0;
  int slid = 0;
  for (int i = 0; i < 20000; ++i) {
    const double e_t = random.uniform();
    const double mu = random.uniform();
    const Impact<D> hit(random, test::simple_law(mu, 0, e_t));
    if (hit.r[0] == 0) continue;
    const Vec<D - 1> mean = (hit.u + e_t * hit.u_before).template tail<D - 1>() / (1 + e_t);
    ASSERT_LE(hit.r_t(), mu * hit.r[0] * (1 + good));
    if (hit.r_t() < mu * hit.r[0] * (1 - good)) {
      ASSERT_LE(mean.norm(), good);
      ++stuck;
    } else if (mean.norm() > 1e-3) {
      const Vec<D - 1> expected = -mu * hit.r[0] * mean / mean.norm();
      ASSERT_LE((hit.r.template tail<D - 1>() - expected).norm(), 1e3 * good);
      ++slid;
    }
  }
  EXPECT_GT(stuck, 500);
  EXPECT_GT(slid, 500);
}

TYPED_TEST(LawAsWritten, GapForm_EndsTheStepWithoutOverlap) {
  constexpr int D = TypeParam::value;
  Random random(3);
  ContactLaw law = test::simple_law(0.3, 0, 0);
  law.form = Signorini::gap;
  for (int i = 0; i < 20000; ++i) {
    const double gap = random.uniform(-0.01, 0.01);
    const Impact<D> hit(random, law, gap <= 0, gap);
    const double end = gap + 0.01 * hit.u[0];
    ASSERT_GE(end, -0.02 * good);
    ASSERT_LE(std::abs(end * hit.r[0]), 0.02 * good);  // pushes only where it ends closed
  }
}

TYPED_TEST(LawAsWritten, QuasiInelasticShock_StopsWhatWouldOverlap) {
  constexpr int D = TypeParam::value;
  Random random(4);
  ContactLaw law = test::simple_law(0.3, 0, 0);
  law.form = Signorini::quasi_inelastic;
  for (int i = 0; i < 20000; ++i) {
    const double gap = random.uniform(-0.01, 0.01);
    const Impact<D> hit(random, law, gap <= 0, gap);
    const double bound = gap > 0 ? -gap / 0.01 : 0;
    ASSERT_GE(hit.u[0], bound - good);
    ASSERT_LE(std::abs((hit.u[0] - bound) * hit.r[0]), good);
  }
}

TEST(LawAsWritten3, EllipticFriction_DissipatesTheMostTheEllipseAllows) {
  // 001 sect. 4: -u_T . r_T is the maximum of -u_T . s over the ellipse of semi-axes mu_i r_N.
  Random random(5);
  int slid = 0;
  for (int i = 0; i < 2000; ++i) {
    const double mu_1 = random.below(8) == 0 ? 0 : random.uniform(0, 0.5);
    const double mu_2 = random.below(8) == 0 ? 0 : random.uniform(0, 0.5);
    ContactLaw law;
    law.friction = EllipticFriction{mu_1, mu_2, Vec<3>::UnitX()};
    const Impact<3> hit(random, law);
    if (hit.r[0] == 0) continue;
    const double a = mu_1 * hit.r[0];
    const double b = mu_2 * hit.r[0];
    const double share =
        (a > 0 ? std::pow(hit.r[1] / a, 2) : 0) + (b > 0 ? std::pow(hit.r[2] / b, 2) : 0);
    ASSERT_LE(share, 1 + good);
    ASSERT_TRUE(a > 0 || hit.r[1] == 0);
    ASSERT_TRUE(b > 0 || hit.r[2] == 0);
    const double dissipated = -hit.u.tail<2>().dot(hit.r.tail<2>());
    for (int k = 0; k < 360; ++k) {
      const double t = 2 * std::numbers::pi * k / 360;
      ASSERT_GE(dissipated, -hit.u[1] * a * std::cos(t) - hit.u[2] * b * std::sin(t) - good);
    }
    slid += hit.u.tail<2>().norm() > 1e-3 ? 1 : 0;
  }
  EXPECT_GT(slid, 300);
}

TEST(LawAsWritten3, RoundEllipse_IsIsotropicFriction) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random a(seed);
    Random b(seed);
    ContactLaw elliptic;
    elliptic.friction = EllipticFriction{0.3, 0.3, Vec<3>::UnitX()};
    ASSERT_EQ(Impact<3>(a, elliptic).r, Impact<3>(b, test::simple_law(0.3, 0, 0)).r);
  }
}

TEST(LawAsWritten2, EllipticFriction_UsesTheCoefficientAlongItsDirection) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random a(seed);
    Random b(seed);
    ContactLaw elliptic;
    elliptic.friction = EllipticFriction{0.2, 0.5, Vec<3>::UnitX()};
    const Impact<2> one(a, elliptic);
    const Impact<2> other(b, test::simple_law(0.2, 0, 0));
    ASSERT_LE((one.r - other.r).norm(), good);
  }
}

}  // namespace
}  // namespace talus

// One frictional impact, followed through its instant.

#include "talus/laws/single_impact.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

constexpr double good = 1e3 * samples::eps;
constexpr ImpactEnd ends[] = {ImpactEnd::newton, ImpactEnd::poisson, ImpactEnd::energetic};

struct Sample {
  Mat<2> w;
  Vec<2> u;
  double mu, e;
  explicit Sample(Random& random) {
    w = samples::positive_matrix<2>(random, 0.2, 3);
    u = Vec<2>(-random.uniform(0.1, 1), random.uniform(-2, 2));
    mu = random.uniform(0, 1);
    e = random.uniform();
  }
};

TEST(SingleImpact, Impulses_GiveTheVelocitiesAndStayInTheCone) {
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const Sample s(random);
    for (const auto end : ends) {
      const auto a = follow_impact(s.w, s.mu, s.e, end, s.u);
      ASSERT_LE((a.u - s.u - s.w * a.r).norm(), good * (1 + a.r.norm()));
      ASSERT_LE(std::abs(a.r[1]), s.mu * a.r[0] * (1 + good));
      ASSERT_GE(a.u[0], -good);
    }
  }
}

TEST(SingleImpact, WithoutCoupling_AllEndsAreNewtons) {
  // Keller's ball: W is diagonal; it slides all through or stops, then sticks.
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    Sample s(random);
    s.w(0, 1) = s.w(1, 0) = 0;
    for (const auto end : ends) {
      const auto a = follow_impact(s.w, s.mu, s.e, end, s.u);
      ASSERT_NEAR(a.u[0], -s.e * s.u[0], good);
      const double push = -(1 + s.e) * s.u[0] / s.w(0, 0);
      ASSERT_NEAR(a.r[0], push, good * (1 + push));
      const double shear = std::min(s.mu * push, std::abs(s.u[1]) / s.w(1, 1));
      ASSERT_NEAR(a.r[1], -std::copysign(shear, s.u[1]), good * (1 + push));
    }
  }
}

TEST(SingleImpact, Newton_ReversesTheApproachAndPoisson_TheImpulse) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Sample s(random);
    const auto newton = follow_impact(s.w, s.mu, s.e, ImpactEnd::newton, s.u);
    ASSERT_NEAR(newton.u[0], -s.e * s.u[0], good * (1 + newton.r.norm()));
    const auto plastic = follow_impact(s.w, s.mu, 0, ImpactEnd::poisson, s.u);
    const auto poisson = follow_impact(s.w, s.mu, s.e, ImpactEnd::poisson, s.u);
    ASSERT_NEAR(poisson.r[0], (1 + s.e) * plastic.r[0], good * (1 + poisson.r[0]));
  }
}

TEST(SingleImpact, EndsAgree_WhereTheSlipGoesOneWay) {
  Random random(4);
  int agreed = 0;
  for (int i = 0; i < 2000; ++i) {
    const Sample s(random);
    SingleImpact a[3];
    bool one_way = true;
    for (int k = 0; k < 3; ++k) {
      a[k] = follow_impact(s.w, s.mu, s.e, ends[k], s.u);
      one_way = one_way && a[k].u[1] * s.u[1] > 0;
    }
    if (!one_way) continue;
    ASSERT_LE((a[0].u - a[1].u).norm() + (a[0].u - a[2].u).norm(), good * (1 + a[0].r.norm()));
    ++agreed;
  }
  EXPECT_GT(agreed, 300);
}

TEST(SingleImpact, Audit_OnlyTheEnergeticEndNeverCreatesEnergy) {
  Random random(5);
  double gained[3] = {0, 0, 0};
  for (int i = 0; i < 20000; ++i) {
    const Sample s(random);
    for (int k = 0; k < 3; ++k) {
      const auto a = follow_impact(s.w, s.mu, s.e, ends[k], s.u);
      gained[k] = std::max(gained[k], -a.lost);
    }
  }
  EXPECT_GT(gained[0], 0.01);  // Kane and Levinson's pendulum
  EXPECT_LE(gained[1], good);  // Poisson's does not in the plane for e <= 1
  EXPECT_LE(gained[2], good);
}

}  // namespace
}  // namespace talus

// Friction laws whose impulses are no cone, and restitution tables, as they are first written.

#include "support/local_impact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

using samples::LocalImpact;
// W is between 0.5 and 2: answers of linear problems are good to some dozen eps.
constexpr double good = 1e3 * samples::eps;

template <class T>
class SectionAsWritten : public ::testing::Test {};
TYPED_TEST_SUITE(SectionAsWritten, samples::Dimensions);

TYPED_TEST(SectionAsWritten, Frictionless_HasNoShear) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    LocalImpact<D> hit(random);
    hit.solve(ContactLaw{});
    ASSERT_TRUE(hit.shear().isZero(0));
    ASSERT_GE(hit.r[0], 0);
    ASSERT_GE(hit.u[0], -good);
    ASSERT_LE(std::abs(hit.r[0] * hit.u[0]), good);
  }
}

TYPED_TEST(SectionAsWritten, Sticking_WhatPushesDoesNotSlip) {
  // Where the impulse that stops the contact would have to pull there is no answer without slip.
  constexpr int D = TypeParam::value;
  Random random(2);
  int stuck = 0;
  for (int i = 0; i < 5000; ++i) {
    LocalImpact<D> hit(random);
    ContactLaw law;
    law.friction = StickingFriction{};
    hit.solve(law);
    if (hit.u_free[0] >= 0) {
      ASSERT_TRUE(hit.r.isZero(0));
      continue;
    }
    const Vec<D> stop = -hit.w.ldlt().solve(hit.u_free);
    if (stop[0] < 1e-6) continue;
    ASSERT_LE(hit.u.norm(), good);
    ++stuck;
  }
  EXPECT_GT(stuck, 1500);
}

TYPED_TEST(SectionAsWritten, Tresca_BoundsTheShearByAForce) {
  constexpr int D = TypeParam::value;
  Random random(3);
  int stuck = 0;
  int slid = 0;
  for (int i = 0; i < 5000; ++i) {
    LocalImpact<D> hit(random);
    const double bound = random.uniform(0, 1);
    ContactLaw law;
    law.friction = TrescaFriction{bound / hit.state.h};
    hit.solve(law);
    ASSERT_GE(hit.r[0], 0);
    ASSERT_GE(hit.u[0], -good);
    ASSERT_LE(std::abs(hit.r[0] * hit.u[0]), good);
    ASSERT_LE(hit.shear().norm(), bound * (1 + good));
    if (hit.shear().norm() < bound * (1 - good)) {
      ASSERT_LE(hit.slip().norm(), good);
      ++stuck;
    } else {
      // Opposed to the slip: -u.r = |u| |r|.
      ASSERT_NEAR(-hit.slip().dot(hit.shear()), hit.slip().norm() * bound, good);
      ++slid;
    }
  }
  EXPECT_GT(stuck, 500);
  EXPECT_GT(slid, 500);
}

TYPED_TEST(SectionAsWritten, Tresca_IsNothingForContactsApart) {
  constexpr int D = TypeParam::value;
  Random random(4);
  LocalImpact<D> hit(random);
  hit.state.closed = false;
  ContactLaw law;
  law.friction = TrescaFriction{1};
  EXPECT_EQ(canonical_form<D>(law, hit.state).threshold, 0);
  hit.state.status_before = ContactStatus::sticking;  // apart by a hair
  EXPECT_EQ(canonical_form<D>(law, hit.state).threshold, hit.state.h);
}

TEST(SectionAsWritten3, Polygon_DissipatesTheMostItAllows) {
  Random random(5);
  int stuck = 0;
  int edges = 0;
  int corners = 0;
  for (int i = 0; i < 10000; ++i) {
    PolygonalFriction f;
    const int n = 3 + static_cast<int>(random.below(6));
    const double turn = random.uniform(0, 6);
    for (int k = 0; k < n; ++k) {
      const double t = turn + 2 * std::numbers::pi * k / n;
      f.corners.emplace_back(0.5 * std::cos(t), 0.3 * std::sin(t));
    }
    ContactLaw law;
    law.friction = f;
    LocalImpact<3> hit(random);
    hit.solve(law);
    ASSERT_GE(hit.r[0], 0);
    ASSERT_GE(hit.u[0], -good);
    if (hit.r[0] == 0) continue;
    ASSERT_LE(std::abs(hit.u[0]), good);
    double most = 0;
    double outside = -1;
    for (int k = 0; k < n; ++k) {
      const Vec<2> a = f.corners[static_cast<std::size_t>(k)];
      const Vec<2> edge = f.corners[static_cast<std::size_t>((k + 1) % n)] - a;
      const Vec<2> normal = Vec<2>(edge[1], -edge[0]).normalized();
      outside = std::max(outside, normal.dot(hit.shear() - hit.r[0] * a));
      most = std::max(most, -hit.r[0] * a.dot(hit.slip()));
    }
    ASSERT_LE(outside, good);
    ASSERT_NEAR(-hit.shear().dot(hit.slip()), most, good);
    if (hit.slip().norm() < good) {
      ++stuck;
    } else {
      const bool at_corner = std::any_of(f.corners.begin(), f.corners.end(), [&](const auto& p) {
        return (hit.shear() - hit.r[0] * p).norm() < good;
      });
      ++(at_corner ? corners : edges);
    }
  }
  EXPECT_GT(stuck, 100);
  EXPECT_GT(edges, 100);
  EXPECT_GT(corners, 100);
}

TEST(SectionAsWritten3, PolygonOfManyCorners_IsNearlyRound) {
  // A regular polygon of n corners has its edges at mu cos(pi / n): 1 - cos < 5 / n^2, and answers
  // depend on friction with a slope below 4 for these W.
  Random random(6);
  PolygonalFriction f;
  constexpr int n = 400;
  constexpr double mu = 0.4;
  for (int k = 0; k < n; ++k) {
    const double t = 2 * std::numbers::pi * k / n;
    f.corners.emplace_back(mu * std::cos(t), mu * std::sin(t));
  }
  ContactLaw polygonal;
  polygonal.friction = f;
  ContactLaw round;
  round.friction = IsotropicFriction{mu};
  for (int i = 0; i < 200; ++i) {
    LocalImpact<3> hit(random);
    hit.solve(polygonal);
    const Vec<3> r = hit.r;
    hit.solve(round);
    // The direction may differ by half the angle between corners.
    ASSERT_LE((hit.r - r).norm(), hit.r.norm() * (4 * 5.0 / (n * n) + std::numbers::pi / n));
  }
}

TYPED_TEST(SectionAsWritten, RestitutionTable_ReadsTheSpeedOfApproach) {
  constexpr int D = TypeParam::value;
  Random random(7);
  ContactLaw law;
  law.e_n_of_speed = {{0.2, 0.6}, {0.9, 0.1}};
  for (int i = 0; i < 2000; ++i) {
    LocalImpact<D> hit(random);
    hit.solve(law);
    const double approach = -hit.state.u_before[0];
    const double e = std::clamp(0.9 - 0.8 * (approach - 0.2) / 0.4, 0.1, 0.9);
    if (hit.r[0] == 0) continue;
    ASSERT_NEAR(hit.u[0], e * approach, good);
  }
}

}  // namespace
}  // namespace talus

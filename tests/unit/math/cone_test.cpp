// Projection on Coulomb's cone against sampling and against what characterises it.

#include "talus/math/cone.hpp"

#include "talus/math/random.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;

/// A point of the cone with |r_T| = share mu r_N.
template <int D>
Vec<D> in_cone(Random& random, double mu, double normal, double share) {
  Vec<D> k;
  k << normal, mu * normal * share * samples::unit<D - 1>(random);
  return k;
}

double random_mu(Random& random) {
  return random.below(5) == 0 ? 0 : samples::scale(random, 1e-3, 1e3);
}

template <class T>
class Cone : public ::testing::Test {};
TYPED_TEST_SUITE(Cone, samples::Dimensions);

TYPED_TEST(Cone, Projection_IsInTheConeAndNearerThanAnySample) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double mu = random_mu(random);
    const Vec<D> x = samples::vector<D>(random);
    const Vec<D> p = project_on_cone<D>(x, mu);
    ASSERT_LE(p.template tail<D - 1>().norm(), mu * p[0] * (1 + 4 * eps));
    const double distance = (x - p).norm();
    for (int k = 0; k < 200; ++k) {
      const Vec<D> s = in_cone<D>(random, mu, samples::scale(random, 1e-4, 2), random.uniform());
      ASSERT_LE(distance, (x - s).norm() * (1 + 4 * eps) + 4 * eps);
    }
    ASSERT_LE(distance, x.norm() * (1 + 4 * eps));  // the apex
  }
}

TYPED_TEST(Cone, Projection_EqualsBruteForceMinimum) {
  // Walk a grid of the cone's points in the plane of the axis and x_T (the rest is symmetry): the
  // nearest grid point is at most half a cell's diagonal from the true projection.
  constexpr int D = TypeParam::value;
  Random random(2);
  const int cells = 400;
  for (int i = 0; i < 50; ++i) {
    const double mu = samples::scale(random, 0.05, 2);
    const Vec<D> x = samples::vector<D>(random);
    const Vec<D - 1> along = x.template tail<D - 1>().normalized();
    double best = x.norm();
    const double top = 2;
    for (int a = 0; a <= cells; ++a) {
      for (int b = 0; b <= cells; ++b) {
        Vec<D> s;
        s << top * a / cells, along * (mu * top * a / cells * b / cells);
        best = std::min(best, (x - s).norm());
      }
    }
    const double cell = top / cells * std::hypot(1.0, mu) * 1.5;
    const double distance = (x - project_on_cone<D>(x, mu)).norm();
    EXPECT_LE(distance, best + 8 * eps);
    EXPECT_GE(distance, best - cell);
  }
}

TYPED_TEST(Cone, Projection_ObeysTheVariationalInequality) {
  // Moreau: p = P_K(x) iff p in K, x - p in the polar cone, p . (x - p) = 0.
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int i = 0; i < 100000; ++i) {
    const double mu = random_mu(random);
    const double size = samples::scale(random, 1e-100, 1e100);
    const Vec<D> x = samples::vector<D>(random, size);
    const Vec<D> p = project_on_cone<D>(x, mu);
    const Vec<D> rest = x - p;
    ASSERT_GE(p[0], 0);
    ASSERT_LE(p.template tail<D - 1>().norm(), mu * p[0] * (1 + 4 * eps));
    // Polar: mu |rest_T| <= -rest_N; with steep cones one side is mu times larger, so is rounding.
    const double round = 8 * eps * (1 + mu) * x.norm();
    ASSERT_LE(mu * rest.template tail<D - 1>().norm() + rest[0], round)
        << x.transpose() << " " << mu;
    ASSERT_NEAR(p.dot(rest) / (size * size), 0, 32 * eps);
  }
}

TYPED_TEST(Cone, SpecialPoints_AreExact) {
  constexpr int D = TypeParam::value;
  const Vec<D> zero = Vec<D>::Zero();
  const Vec<D> n = Vec<D>::Unit(0);
  const Vec<D> t = Vec<D>::Unit(1);
  EXPECT_EQ(project_on_cone<D>(zero, 0.5), zero);
  EXPECT_EQ(project_on_cone<D>(n, 0.5), n);
  EXPECT_EQ(project_on_cone<D>(-n, 0.5), zero);
  EXPECT_EQ(project_on_cone<D>(n + 0.5 * t, 0.5), n + 0.5 * t);  // on the side
  EXPECT_EQ(project_on_cone<D>(-0.5 * n + t, 0.5), zero);        // on the polar's side
  EXPECT_EQ(project_on_cone<D>(n + t, 0), n);                    // no friction: the axis
  EXPECT_EQ(project_on_cone<D>(t, 0), zero);
  EXPECT_EQ(project_on_cone<D>(-n, 0), zero);  // 0 <= -0 must not pass for inside
}

TYPED_TEST(Cone, Projection_IsIdempotentAndNonExpansive) {
  constexpr int D = TypeParam::value;
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    const double mu = random_mu(random);
    const Vec<D> x = samples::vector<D>(random);
    const Vec<D> y = samples::vector<D>(random);
    const Vec<D> p = project_on_cone<D>(x, mu);
    ASSERT_LE((project_on_cone<D>(p, mu) - p).norm(), 8 * eps);
    ASSERT_LE((p - project_on_cone<D>(y, mu)).norm(), (x - y).norm() + 16 * eps);
  }
}

}  // namespace
}  // namespace talus

// The parts Newton's methods on assembled problems are made of, each against its definition.

#include "talus/solvers/assembled_lorentz.hpp"
#include "talus/solvers/convex_seed.hpp"
#include "talus/solvers/lorentz_cone.hpp"
#include "talus/solvers/rolling_contact.hpp"

#include "support/random_problem.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace talus {
namespace {

using samples::eps;

template <class T>
class AssembledParts : public ::testing::Test {};
TYPED_TEST_SUITE(AssembledParts, samples::Dimensions);

TYPED_TEST(AssembledParts, SmoothedProjection_IsOneOfACentredPair) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Vec<D> z = samples::vector<D>(random, 2);
    const double barrier = samples::scale(random, 1e-6, 1);
    const Vec<D> x = lorentz::smoothed_projection<D>(z, barrier).x;
    EXPECT_LE((x - lorentz::centred_pair<D>(z, barrier).x).norm(), 8 * eps);
    const Vec<D> y = x - z;
    // Products of numbers up to 3 that cancel down to the barrier.
    EXPECT_LE((lorentz::product<D>(x, y) - barrier * Vec<D>::Unit(0)).norm(), 100 * eps);
    EXPECT_LE((lorentz::smoothed_projection<D>(z, 0).x - project_on_cone<D>(z, 1)).norm(), 8 * eps);
  }
}

TYPED_TEST(AssembledParts, SmoothedProjection_ChangesAsItsDerivativeSays) {
  constexpr int D = TypeParam::value;
  Random random(2);
  constexpr double h = 1e-5;
  for (int i = 0; i < 300; ++i) {
    const Vec<D> z = samples::vector<D>(random, 2);
    for (const double barrier : {0.0, 0.1}) {
      const double length = z.template tail<D - 1>().norm();
      if (barrier == 0 && std::abs(std::abs(z[0]) - length) < 10 * h) continue;  // the kink
      if (length < 0.1) continue;  // third derivatives grow like 1 / length^2
      const Mat<D> derivative = lorentz::smoothed_projection<D>(z, barrier).derivative;
      for (int k = 0; k < D; ++k) {
        const Vec<D> up = lorentz::smoothed_projection<D>(z + h * Vec<D>::Unit(k), barrier).x;
        const Vec<D> down = lorentz::smoothed_projection<D>(z - h * Vec<D>::Unit(k), barrier).x;
        // h^2 times a third derivative of some 100, and rounding over h.
        EXPECT_LE(((up - down) / (2 * h) - derivative.col(k)).norm(), 100 * h * h + 10 * eps / h);
      }
    }
  }
}

TYPED_TEST(AssembledParts, Lorentz_FactorsAreThoseOfTheDenseMatrix) {
  constexpr int D = TypeParam::value;
  Random random(3);
  const auto p = assembled(samples::random_problem<D>(random, {.mu = 0.8, .plain_laws = true}));
  AssembledLorentz<D> lorentz;
  lorentz.take(p);
  const std::size_t n = p.contact_count();
  std::vector<Mat<D>> left;
  std::vector<Mat<D>> rest;
  std::vector<Vec<D>> x;
  for (std::size_t c = 0; c < n; ++c) {
    left.push_back(samples::positive_matrix<D>(random, 0.2, 1));
    rest.push_back(samples::positive_matrix<D>(random, 0.2, 1));
    x.push_back(samples::vector<D>(random));
  }
  ASSERT_TRUE(lorentz.factor(left, rest, 0.1));
  // The matrix times x by its definition, then back.
  std::vector<Vec<D>> turned(n);
  for (std::size_t c = 0; c < n; ++c) turned[c] = left[c] * x[c];
  std::vector<Vec<D>> b;
  lorentz.times(turned, b);
  for (std::size_t c = 0; c < n; ++c) b[c] += 0.1 * turned[c] + rest[c] * x[c];
  std::vector<Vec<D>> back;
  lorentz.solve(b, back);
  for (std::size_t c = 0; c < n; ++c) EXPECT_LE((back[c] - x[c]).norm(), 1e-11);
}

TYPED_TEST(AssembledParts, Lorentz_ImpulsesAndPointsAreInverse) {
  constexpr int D = TypeParam::value;
  Random random(4);
  auto p = assembled(samples::random_problem<D>(random, {.plain_laws = true}));
  p.cone[2].mu = 0;
  AssembledLorentz<D> lorentz;
  lorentz.take(p);
  std::vector<Vec<D>> r;
  for (std::size_t c = 0; c < p.contact_count(); ++c) r.push_back(samples::vector<D>(random));
  r[2].template tail<D - 1>().setZero();
  std::vector<Vec<D>> x;
  std::vector<Vec<D>> back;
  lorentz.points(r, x);
  lorentz.impulses(x, back);
  for (std::size_t c = 0; c < r.size(); ++c) EXPECT_LE((back[c] - r[c]).norm(), 8 * eps);
}

TYPED_TEST(AssembledParts, ConvexSeed_SatisfiesTheAssociatedLaw) {
  constexpr int D = TypeParam::value;
  Random random(5);
  auto bodies = samples::random_problem<D>(random, {.mu = 0.6, .plain_laws = true});
  for (auto& b : bodies.offset) b.setZero();
  const auto p = assembled(bodies);
  ConvexSeed<D> seed;
  std::vector<Vec<D>> r;
  constexpr double share = 0.9;
  constexpr double tolerance = 1e-9;
  seed.take(p, share);
  seed.solve(tolerance, 100'000, Deadline(), r);
  std::vector<Vec<D>> u;
  p.velocities(r, u);
  for (std::size_t c = 0; c < r.size(); ++c) {
    const double mu = share * p.cone[c].mu;
    // r in K, u in K*, at right angles: no shift.
    EXPECT_LE(r[c].template tail<D - 1>().norm(), mu * r[c][0] + 8 * eps);
    EXPECT_GE(u[c][0] - mu * u[c].template tail<D - 1>().norm(), -100 * tolerance);
    EXPECT_NEAR(u[c].dot(r[c]), 0, 1000 * tolerance);
  }
}

TEST(RollingContactTest, RandomBlocks_AreSolved) {
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    // Rolling components in other units: a block of any scale there.
    Vec<5> unit;
    const double rolling = samples::scale(random, 1e-2, 1e2);
    unit << 1, 1, 1, rolling, rolling;
    const Mat<5> w =
        unit.asDiagonal() * samples::positive_matrix<5>(random, 0.5, 2) * unit.asDiagonal();
    const ContactCone<5> cone{random.uniform(0, 0.4), random.uniform(0, 0.1) / rolling};
    const Vec<5> q = unit.cwiseProduct(samples::vector<5>(random));
    const RollingContact contact(w, cone);
    Vec<5> r = Vec<5>::Zero();
    for (int k = 0; k < 20; ++k) r = contact.solve(q, r);
    const Vec<5> shifted = cone.shifted(w * r + q);
    const Vec<5> scaled = r.cwiseProduct(unit);  // in even units, as the cone is
    const ContactCone<5> even{cone.mu, cone.mu_rolling * rolling};
    EXPECT_LE((scaled - even.project(scaled - shifted.cwiseQuotient(unit))).norm(), 1e-10) << i;
  }
}

}  // namespace
}  // namespace talus

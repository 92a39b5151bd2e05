// The algebra of the second-order cone, by what defines each of its functions.
#include "talus/solvers/lorentz_cone.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

using samples::eps;

/// A point inside the cone: z_0 - |z_T| is `depth` times its length.
template <int D>
Vec<D> inside(Random& random, double depth) {
  Vec<D> z;
  z << 1, (1 - depth) * samples::unit<D - 1>(random);
  return samples::scale(random, 0.1, 10) * z;
}

template <int D>
double low_eigenvalue(const Vec<D>& z) {
  return z[0] - lorentz::tangent<D>(z).norm();
}

/// From the middle of the cone to next to its side.
constexpr double depths[] = {1, 0.5, 1e-2, 1e-4, 1e-6};

template <class T>
class LorentzConeTest : public ::testing::Test {};
TYPED_TEST_SUITE(LorentzConeTest, samples::Dimensions);

TYPED_TEST(LorentzConeTest, QuotientAndProduct_UndoEachOther) {
  // det(a) comes with a relative error of eps / depth, and a divided by it is as large as 1 / depth
  // in units of 1 / |a|: b loses the first, z both. Some 30 roundings in all.
  constexpr int D = TypeParam::value;
  Random random(1);
  for (const double depth : depths) {
    for (int i = 0; i < 1000; ++i) {
      const Vec<D> a = inside<D>(random, depth);
      const Vec<D> b = samples::vector<D>(random);
      const Vec<D> divided = lorentz::quotient<D>(b, a);
      ASSERT_LE((lorentz::product<D>(a, divided) - b).norm(), 30 * eps / depth * b.norm());
      const Vec<D> back = lorentz::quotient<D>(lorentz::product<D>(a, b), a);
      ASSERT_LE((back - b).norm(), 30 * eps / (depth * depth) * b.norm());
    }
  }
}

TYPED_TEST(LorentzConeTest, Product_HasEAsItsUnitAndCommutes) {
  constexpr int D = TypeParam::value;
  Random random(2);
  const Vec<D> e = Vec<D>::Unit(0);
  for (int i = 0; i < 100; ++i) {
    const Vec<D> a = samples::vector<D>(random);
    const Vec<D> b = samples::vector<D>(random);
    ASSERT_EQ(lorentz::product<D>(a, e), a);
    ASSERT_EQ(lorentz::product<D>(a, b), lorentz::product<D>(b, a));
  }
}

TYPED_TEST(LorentzConeTest, CentredPair_DiffersByZAndMultipliesToTheBarrier) {
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int i = 0; i < 5000; ++i) {
    Vec<D> z = samples::scale(random, 1e-3, 1e3) * samples::vector<D>(random);
    if (i % 10 == 0) z.template tail<D - 1>().setZero();
    // The eigenvalues are above barrier / |z|: with this one not lost in the others' roundings.
    const double barrier = samples::scale(random, 1e-6, 1e6) * z.squaredNorm();
    const auto pair = lorentz::centred_pair<D>(z, barrier);
    const double x = pair.x.norm();
    const double y = pair.y.norm();
    ASSERT_LE((pair.x - pair.y - z).norm(), 16 * eps * (x + y));
    ASSERT_LE((lorentz::product<D>(pair.x, pair.y) - barrier * Vec<D>::Unit(0)).norm(),
              16 * eps * x * y);
    ASSERT_GT(low_eigenvalue<D>(pair.x), 0);
    ASSERT_GT(low_eigenvalue<D>(pair.y), 0);
  }
}

TYPED_TEST(LorentzConeTest, CentredPairOfALittleBarrier_ProjectsOnTheCone) {
  // Eigenvalues are those of the projection but for barrier / |eigenvalue|.
  constexpr int D = TypeParam::value;
  const double barrier = 1e-12;
  const auto along = [](double normal, double slip) {
    Vec<D> z = Vec<D>::Zero();
    z[0] = normal;
    z[D - 1] = slip;
    return z;
  };
  const auto pair_of = [&](const Vec<D>& z) { return lorentz::centred_pair<D>(z, barrier); };
  EXPECT_LE((pair_of(along(2, 1)).x - along(2, 1)).norm(), 2 * barrier);
  EXPECT_LE(pair_of(along(-2, 1)).x.norm(), 2 * barrier);
  EXPECT_LE((pair_of(along(1, 2)).x - along(1.5, 1.5)).norm(), 2 * barrier);
  EXPECT_LE((pair_of(along(1, 2)).y - along(0.5, -0.5)).norm(), 2 * barrier);
}

TYPED_TEST(LorentzConeTest, LargestStep_EndsAtTheSideAndStaysInsideBefore) {
  constexpr int D = TypeParam::value;
  Random random(4);
  int ends = 0;
  for (const double depth : {1.0, 0.5, 1e-2, 1e-3}) {
    for (int i = 0; i < 5000; ++i) {
      const Vec<D> x = inside<D>(random, depth);
      const Vec<D> d = samples::scale(random, 0.1, 10) * samples::unit<D>(random);
      const double t = lorentz::largest_step<D>(x, d);
      ASSERT_GT(t, 0);
      if (std::isinf(t)) {
        ASSERT_GE(low_eigenvalue<D>(d), -4 * eps * d.norm());
        continue;
      }
      ++ends;
      // Each coefficient of the quadratic is off by a few roundings of |x|^2, 2 |x| |d|, |d|^2, and
      // its roots are those of coefficients no further off.
      const Vec<D> z = x + t * d;
      const double reach = x.norm() + t * d.norm();
      ASSERT_LE(std::abs(lorentz::determinant<D>(z)), 32 * eps * reach * reach);
      ASSERT_GE(z[0], -4 * eps * reach);
      // The low eigenvalue is concave along the way: at 99 % of it a hundredth is left.
      ASSERT_GT(low_eigenvalue<D>(x + 0.99 * t * d), 0.005 * low_eigenvalue<D>(x));
    }
  }
  EXPECT_GT(ends, 5000);
}

TYPED_TEST(LorentzConeTest, LargestStepIntoTheCone_HasNoEnd) {
  constexpr int D = TypeParam::value;
  Random random(5);
  for (const double depth : depths) {
    for (int i = 0; i < 1000; ++i) {
      const Vec<D> x = inside<D>(random, depths[i % 5]);
      ASSERT_TRUE(std::isinf(lorentz::largest_step<D>(x, inside<D>(random, depth))));
    }
  }
  EXPECT_TRUE(std::isinf(lorentz::largest_step<D>(Vec<D>::Unit(0), Vec<D>::Zero())));
}

TYPED_TEST(LorentzConeTest, LargestStepToTheApex_IsThatOfTheLength) {
  // A double root, which a discriminant with four roundings of b^2 knows to their root only; never
  // beyond the apex, though.
  constexpr int D = TypeParam::value;
  Random random(6);
  for (int i = 0; i < 100; ++i) {
    const Vec<D> x = inside<D>(random, 0.5);
    const double step = lorentz::largest_step<D>(x, Vec<D>(-2 * x));
    ASSERT_LE(step, 0.5);
    ASSERT_GE(step, 0.5 * (1 - std::sqrt(16 * eps)));
  }
  EXPECT_EQ(lorentz::largest_step<D>(Vec<D>::Unit(0), Vec<D>(-Vec<D>::Unit(0))), 1);
}

TYPED_TEST(LorentzConeTest, Scaling_BringsThePairTogether) {
  // Lengths on the hyperboloid come with a relative error of eps / depth, which all products take
  // over: 64 leaves room for the roundings of three matrices of nine entries.
  constexpr int D = TypeParam::value;
  Random random(7);
  for (const double depth_x : depths) {
    for (const double depth_y : depths) {
      for (int i = 0; i < 200; ++i) {
        const Vec<D> x = inside<D>(random, depth_x);
        Vec<D> y = inside<D>(random, depth_y);
        if (i % 2 == 0) {
          // Opposite sides of the cone, as impulse and velocity of a sliding contact.
          y.template tail<D - 1>() =
              -lorentz::tangent<D>(y).norm() *
              (lorentz::tangent<D>(x) + Vec<D - 1>::Constant(1e-300)).normalized();
        }
        const auto s = lorentz::scaling<D>(x, y);
        const double loss = 64 * eps / std::min(depth_x, depth_y);
        const double p = s.p.norm();
        const double inverse = s.p_inverse.norm();
        ASSERT_EQ(s.p, s.p.transpose());
        ASSERT_EQ(s.p_inverse, s.p_inverse.transpose());
        ASSERT_LE((s.p * s.p_inverse - Mat<D>::Identity()).norm(), loss * p * inverse);
        ASSERT_LE((s.p * x - s.lambda).norm(), loss * p * x.norm());
        ASSERT_LE((s.p_inverse * y - s.lambda).norm(), loss * (p * x.norm() + inverse * y.norm()));
        ASSERT_LE((s.q - s.p_inverse * s.p_inverse).norm(), loss * inverse * inverse);
        ASSERT_LE((s.q * y - x).norm(), loss * s.q.norm() * y.norm());
      }
    }
  }
}

TYPED_TEST(LorentzConeTest, ScalingOfACentredPair_GivesTheRootOfTheBarrier) {
  // P x o P x = x o y = barrier e: lambda is sqrt(barrier) e.
  constexpr int D = TypeParam::value;
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    const Vec<D> z = samples::unit<D>(random);
    const double barrier = samples::scale(random, 1e-4, 1e2);
    const auto pair = lorentz::centred_pair<D>(z, barrier);
    const auto s = lorentz::scaling<D>(pair.x, pair.y);
    const double depth =
        std::min(low_eigenvalue<D>(pair.x) / pair.x[0], low_eigenvalue<D>(pair.y) / pair.y[0]);
    ASSERT_LE((s.lambda - std::sqrt(barrier) * Vec<D>::Unit(0)).norm(),
              64 * eps / depth * s.p.norm() * pair.x.norm());
  }
}

}  // namespace
}  // namespace talus

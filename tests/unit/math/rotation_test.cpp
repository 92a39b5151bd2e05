// Rotations against a Taylor series of the matrix exponential in long double.

#include "talus/math/dim.hpp"
#include "talus/math/random.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;
using LongMat = Eigen::Matrix<long double, 3, 3>;

/// exp of a skew matrix: scaled into the unit ball, series, squared back.
Mat<3> matrix_exponential(const Vec<3>& w) {
  LongMat a;
  a << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  int halvings = 0;
  while (a.cwiseAbs().maxCoeff() > 0.125L) {
    a /= 2;
    ++halvings;
  }
  LongMat sum = LongMat::Identity();
  LongMat term = LongMat::Identity();
  for (int k = 1; k < 25; ++k) {
    term = (term * a / k).eval();
    sum += term;
  }
  for (int i = 0; i < halvings; ++i) sum = (sum * sum).eval();
  return sum.cast<double>();
}

TEST(Rotation3, Exponential_EqualsMatrixSeries) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double angle = samples::scale(random, 1e-9, 30);
    const Vec<3> turn = angle * samples::unit<3>(random);
    // |turn| is rounded to eps relative, so the angle is known to eps |turn|; building the matrix
    // from the quaternion adds a dozen roundings of numbers below 2.
    const double defect = (matrix(exponential(turn)) - matrix_exponential(turn)).norm();
    ASSERT_LE(defect, (16 + 2 * angle) * eps) << turn.transpose();
  }
}

TEST(Rotation3, SmallAngles_AreExactToTheLastDigits) {
  Random random(2);
  for (double angle = 1; angle > 1e-300; angle *= 0.37) {
    const Vec<3> turn = angle * samples::unit<3>(random);
    const auto q = exponential(turn).q;
    const double half = 0.5 * turn.norm();
    const double k = half < 1e-8 ? 0.5 : 0.5 * std::sin(half) / half;
    for (int j = 0; j < 3; ++j) ASSERT_NEAR(q.vec()[j], k * turn[j], 4 * eps * std::abs(turn[j]));
    ASSERT_NEAR(q.norm(), 1, 4 * eps);
  }
  EXPECT_EQ(exponential(Spin<3>(Spin<3>::Zero())).q.coeffs(),
            Eigen::Quaterniond::Identity().coeffs());
}

TEST(Rotation3, SeriesAndSineMeet_WithoutAStep) {
  // The branch at half = 1e-4: both sides differ by the angle's change alone.
  const Vec<3> axis(0.6, 0, 0.8);
  const auto below = exponential(Spin<3>(2e-4 * (1 - 1e-12) * axis)).q;
  const auto above = exponential(Spin<3>(2e-4 * (1 + 1e-12) * axis)).q;
  EXPECT_LE((below.coeffs() - above.coeffs()).norm(), 2e-4 * 1e-12 + 2 * eps);
}

TEST(Rotation3, MillionCompositions_KeepUnitNorm) {
  Random random(3);
  Rotation<3> r;
  for (int i = 0; i < 1000000; ++i) {
    r = compose(r, exponential(Spin<3>(samples::vector<3>(random, 0.1))));
  }
  // compose() normalises, so only its last rounding is left.
  EXPECT_NEAR(r.q.norm(), 1, 2 * eps);
  EXPECT_LE((matrix(r) * matrix(r).transpose() - Mat<3>::Identity()).norm(), 32 * eps);
}

TEST(Rotation3, TurnsAboutOneAxis_AddUp) {
  // 10^6 turns of 2 pi / 1000 end where they began; each rounds the angle by about eps, a random
  // walk of 10^3 eps and a systematic part of at most 10^6 eps.
  const Vec<3> axis = Vec<3>(1, 2, 2) / 3;
  const auto step = exponential(Spin<3>(2 * std::numbers::pi / 1000 * axis));
  Rotation<3> r;
  for (int i = 0; i < 1000000; ++i) r = compose(r, step);
  EXPECT_LE((matrix(r) - Mat<3>::Identity()).norm(), 4e6 * eps);
}

TEST(Rotation2, Angle_CountsTurns) {
  Rotation<2> r;
  for (int i = 0; i < 1000; ++i) r = compose(r, exponential(Spin<2>(0.25)));
  EXPECT_EQ(r.angle, 250.0);
  EXPECT_EQ(compose(r, inverse(r)).angle, 0);
}

template <class T>
class Rotations : public ::testing::Test {};
TYPED_TEST_SUITE(Rotations, samples::Dimensions);

TYPED_TEST(Rotations, ComposeAndInverse_FollowTheMatrices) {
  constexpr int D = TypeParam::value;
  Random random(4);
  for (int i = 0; i < 2000; ++i) {
    const auto a = samples::rotation<D>(random);
    const auto b = samples::rotation<D>(random);
    const Vec<D> v = samples::vector<D>(random);
    EXPECT_LE((matrix(compose(a, b)) - matrix(a) * matrix(b)).norm(), 32 * eps);
    EXPECT_LE((matrix(inverse(a)) - matrix(a).transpose()).norm(), 16 * eps);
    EXPECT_LE((unrotate<D>(a, rotate<D>(a, v)) - v).norm(), 32 * eps);
    const Spin<D> w = samples::vector<spin_dim<D>>(random);
    EXPECT_LE((spin_to_body(a, spin_to_world(a, w)) - w).norm(), 32 * eps);
  }
}

TYPED_TEST(Rotations, Poses_ComposeAsMapsDo) {
  constexpr int D = TypeParam::value;
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const auto outer = samples::pose<D>(random);
    const auto inner = samples::pose<D>(random);
    const Vec<D> p = samples::vector<D>(random);
    EXPECT_LE((to_world(compose(outer, inner), p) - to_world(outer, to_world(inner, p))).norm(),
              64 * eps);
  }
}

TYPED_TEST(Rotations, CrossAndMoment_AreAdjoint) {
  constexpr int D = TypeParam::value;
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    const Vec<D> arm = samples::vector<D>(random);
    const Vec<D> f = samples::vector<D>(random);
    const Spin<D> w = samples::vector<spin_dim<D>>(random);
    EXPECT_NEAR(moment(arm, f).dot(w), f.dot(cross(w, arm)), 16 * eps);
    EXPECT_LE((cross_matrix(arm) * w - cross(w, arm)).norm(), 8 * eps);
  }
}

TYPED_TEST(Rotations, Spin_IsTheRateOfTheRotation) {
  constexpr int D = TypeParam::value;
  Random random(7);
  for (int i = 0; i < 500; ++i) {
    const auto r = samples::rotation<D>(random);
    const Vec<D> v = samples::vector<D>(random);
    const Spin<D> w = samples::vector<spin_dim<D>>(random);
    // Central difference: t^2 |w|^3 |v| / 6 < 2e-10, round-off 8 eps |v| / t < 4e-10.
    const double t = 1e-5;
    const auto at = [&](double s) {
      return rotate<D>(compose(r, exponential(Spin<D>(s * spin_to_body(r, w)))), v);
    };
    EXPECT_LE(((at(t) - at(-t)) / (2 * t) - cross(w, rotate<D>(r, v))).norm(), 1e-9);
  }
}

}  // namespace
}  // namespace talus

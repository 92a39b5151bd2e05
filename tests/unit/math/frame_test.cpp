#include "talus/math/dim.hpp"
#include "talus/math/random.hpp"

#include "support/samples.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <vector>

namespace talus {
namespace {

using samples::eps;

template <int D>
void expect_frame(const Vec<D>& n) {
  const Mat<D> f = contact_frame(n);
  ASSERT_EQ(Vec<D>(f.col(0)), n);
  // Six roundings of numbers below 2 in each entry, and n itself is a unit vector to eps only.
  ASSERT_LE((f.transpose() * f - Mat<D>::Identity()).norm(), 16 * eps) << n.transpose();
  ASSERT_NEAR(f.determinant(), 1, 16 * eps) << n.transpose();
}

template <class T>
class ContactFrame : public ::testing::Test {};
TYPED_TEST_SUITE(ContactFrame, samples::Dimensions);

TYPED_TEST(ContactFrame, RandomNormals_GiveRightHandedOrthonormalFrames) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 100000; ++i) expect_frame<D>(samples::unit<D>(random));
}

TYPED_TEST(ContactFrame, Axes_GiveOrthonormalFrames) {
  constexpr int D = TypeParam::value;
  for (int i = 0; i < D; ++i) {
    expect_frame<D>(Vec<D>::Unit(i));
    expect_frame<D>(-Vec<D>::Unit(i));
  }
}

TEST(ContactFrame3, NearThePolesAndTheEquator_NothingDegenerates) {
  Random random(2);
  for (double tilt = 1; tilt > 1e-320; tilt *= 0.1) {
    for (int i = 0; i < 50; ++i) {
      const Vec<2> t = tilt * samples::unit<2>(random);
      for (const double pole : {1.0, -1.0}) {
        expect_frame<3>(Vec<3>(t[0], t[1], pole).normalized());
        expect_frame<3>(Vec<3>(t[0], pole, t[1]).normalized());
        expect_frame<3>(Vec<3>(pole, t[0], t[1]).normalized());
      }
    }
  }
  expect_frame<3>(Vec<3>(1, 0, -0.0));
  expect_frame<3>(Vec<3>(0, -1, -0.0));
}

TEST(ContactFrame3, SmallTurnsOfTheNormal_TurnTheTangentsALittle) {
  // Away from the equator, where the branch is, tangents move no faster than a few times the
  // normal.
  Random random(3);
  for (int i = 0; i < 10000; ++i) {
    const Vec<3> n = samples::unit<3>(random);
    if (std::abs(n[2]) < 1e-3) continue;
    const Vec<3> m = (n + 1e-6 * samples::vector<3>(random)).normalized();
    ASSERT_LE((contact_frame(n) - contact_frame(m)).norm(), 4 * std::sqrt(3.0) * 1e-6);
  }
}

}  // namespace
}  // namespace talus

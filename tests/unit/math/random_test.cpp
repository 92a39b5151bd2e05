#include "talus/math/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace talus {
namespace {

// Computed outside this project from the published definitions of splitmix64 and xoshiro256**.
TEST(Random, Bits_AreTheGoldenOnes) {
  Random zero(0);
  EXPECT_EQ(zero.bits(), 0x99ec5f36cb75f2b4ULL);
  EXPECT_EQ(zero.bits(), 0xbf6e1f784956452aULL);
  EXPECT_EQ(zero.bits(), 0x1a5f849d4933e6e0ULL);
  EXPECT_EQ(zero.bits(), 0x6aa594f1262d2d2cULL);
  for (int i = 4; i < 999; ++i) zero.bits();
  EXPECT_EQ(zero.bits(), 0x7aac8c483a2edd2fULL);
  Random other(12345);
  EXPECT_EQ(other.bits(), 0xbe6a36374160d49bULL);
  EXPECT_EQ(other.bits(), 0x214aaa0637a688c6ULL);
}

TEST(Random, Uniform_IsTheTop53Bits) {
  Random a(7);
  Random b(7);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(a.uniform(), std::ldexp(static_cast<double>(b.bits() >> 11), -53));
  }
}

TEST(Random, Uniform_FillsItsRangeEvenly) {
  // Chi square over 100 bins has mean 99 and deviation sqrt(198) = 14; six deviations are allowed.
  Random random(1);
  std::array<int, 100> bins{};
  const int n = 1000000;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.uniform(2, 4);
    ASSERT_GE(x, 2);
    ASSERT_LT(x, 4);
    ++bins[static_cast<std::size_t>((x - 2) * 50)];
    sum += x;
  }
  double chi2 = 0;
  for (const int count : bins) chi2 += (count - n / 100.0) * (count - n / 100.0) / (n / 100.0);
  EXPECT_LT(chi2, 99 + 6 * 14);
  EXPECT_NEAR(sum / n, 3, 6 * std::sqrt(1.0 / 3 / n));
}

TEST(Random, Below_HitsEveryValueEvenly) {
  Random random(2);
  for (const std::uint64_t n : {1, 2, 3, 7, 1000}) {
    std::vector<int> bins(n, 0);
    const int draws = 200000;
    for (int i = 0; i < draws; ++i) {
      const auto x = random.below(n);
      ASSERT_LT(x, n);
      ++bins[x];
    }
    const double mean = static_cast<double>(draws) / static_cast<double>(n);
    double chi2 = 0;
    for (const int count : bins) chi2 += (count - mean) * (count - mean) / mean;
    const double degrees = static_cast<double>(n - 1);
    EXPECT_LE(chi2, degrees + 6 * std::sqrt(2 * degrees));
  }
  const std::uint64_t large = (std::uint64_t{1} << 63) + 1;  // nearly half is rejected
  for (int i = 0; i < 1000; ++i) ASSERT_LT(random.below(large), large);
}

TEST(Random, Normal_HasTheMomentsOfTheNormalLaw) {
  Random random(3);
  const int n = 1000000;
  double m1 = 0;
  double m2 = 0;
  double m4 = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    ASSERT_TRUE(std::isfinite(x));
    m1 += x / n;
    m2 += x * x / n;
    m4 += x * x * x * x / n;
  }
  // Deviations of the means of x, x^2, x^4: 1, sqrt 2, sqrt 96 over sqrt n; six allowed.
  const double root = std::sqrt(static_cast<double>(n));
  EXPECT_NEAR(m1, 0, 6 / root);
  EXPECT_NEAR(m2, 1, 6 * std::sqrt(2.0) / root);
  EXPECT_NEAR(m4, 3, 6 * std::sqrt(96.0) / root);
}

TEST(Random, Seeds_GiveDifferentStreams) {
  Random a(1);
  Random b(2);
  int equal = 0;
  for (int i = 0; i < 1000; ++i) equal += a.bits() == b.bits() ? 1 : 0;
  EXPECT_EQ(equal, 0);
}

}  // namespace
}  // namespace talus

#include "talus/math/hash.hpp"
#include "talus/math/parallel.hpp"
#include "talus/math/random.hpp"
#include "talus/math/sum.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <set>
#include <vector>

namespace talus {
namespace {

TEST(Sum, CancellingTerms_LeaveTheSmallOne) {
  Sum sum;
  for (const double x : {1.0, 1e100, 1.0, -1e100}) sum.add(x);
  EXPECT_EQ(sum.value(), 2.0);
}

TEST(Sum, MillionTerms_AreRightToTheLastDigit) {
  // 0.1 as a double times 10^6, exactly, is within half a unit of long double's product.
  Sum sum;
  double naive = 0;
  for (int i = 0; i < 1000000; ++i) {
    sum.add(0.1);
    naive += 0.1;
  }
  const auto exact = static_cast<double>(0.1 * 1000000.0L);
  EXPECT_EQ(sum.value(), exact);
  EXPECT_NE(naive, exact);
}

TEST(Sum, OfNothing_IsZero) { EXPECT_EQ(Sum().value(), 0); }

TEST(Hash, OrderAndSignMatter) {
  const auto of = [](const std::vector<double>& values) {
    Hash h;
    for (const double v : values) h.add(v);
    return h.value();
  };
  EXPECT_EQ(of({1, 2, 3}), of({1, 2, 3}));
  EXPECT_NE(of({1, 2, 3}), of({3, 2, 1}));
  EXPECT_NE(of({1, 2}), of({2, 1}));
  EXPECT_NE(of({0.0}), of({-0.0}));
  EXPECT_NE(of({}), of({0.0}));
  EXPECT_NE(of({0.0}), of({0.0, 0.0}));
}

TEST(Hash, Bytes_AddUpAsWordsDo) {
  const std::vector<double> values{1.5, -2.25, 1e-300};
  Hash together;
  together.add(values.data(), values.size() * sizeof(double));
  Hash apart;
  for (const double v : values) apart.add(v);
  EXPECT_EQ(together.value(), apart.value());
  const char text[] = "eleven bytes";
  Hash part;
  part.add(text, 11);
  Hash whole;
  whole.add(text, 12);
  EXPECT_NE(part.value(), whole.value());
}

TEST(Hash, OneFlippedBit_ChangesTheFingerprint) {
  std::set<std::uint64_t> seen;
  for (int word = 0; word < 16; ++word) {
    for (int bit = 0; bit < 64; ++bit) {
      Hash h;
      for (int w = 0; w < 16; ++w) {
        h.add(w == word ? std::uint64_t{1} << bit : std::uint64_t{0});
      }
      seen.insert(h.value());
    }
  }
  EXPECT_EQ(seen.size(), 16U * 64U);
}

TEST(ParallelFor, EveryIndex_IsVisitedOnce) {
  for (const int threads : {1, 2, 0}) {
    set_thread_count(threads);
    for (const std::size_t n : {0, 1, 2, 63, 64, 65, 10007}) {
      for (const std::size_t grain : {1, 7, 64, 100000}) {
        std::vector<std::atomic<int>> visits(n);
        parallel_for(n, grain, [&](std::size_t begin, std::size_t end) {
          ASSERT_LT(begin, end);
          ASSERT_LE(end, n);
          for (std::size_t i = begin; i < end; ++i) ++visits[i];
        });
        for (const auto& v : visits) ASSERT_EQ(v.load(), 1);
      }
    }
  }
  set_thread_count(0);
}

TEST(ParallelFor, ThreadCount_IsWhatWasAskedFor) {
  set_thread_count(1);
  EXPECT_EQ(thread_count(), 1);
  set_thread_count(0);
  EXPECT_GE(thread_count(), 1);
}

}  // namespace
}  // namespace talus

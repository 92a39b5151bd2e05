// Pairs of a list that are near, against a plain list of them.
#include "talus/geometry/near_pairs.hpp"

#include "talus/math/random.hpp"

#include <gtest/gtest.h>

namespace talus {

namespace {

/// Says of every pair of the list whether it is near.
void set_all(NearPairs& pairs, const std::vector<bool>& near) {
  pairs.restart();
  std::uint64_t word = 0;
  for (std::size_t k = 0; k < near.size(); ++k) {
    const std::size_t bit = k % NearPairs::word_bits;
    if (bit == 0) word = 0;
    if (near[k]) word |= std::uint64_t{1} << bit;
    if (bit + 1 == NearPairs::word_bits || k + 1 == near.size()) pairs.add_word(word);
  }
}

void expect_near(const NearPairs& pairs, const std::vector<bool>& near) {
  std::vector<NearPairs::Pair> expected;
  for (std::size_t k = 0; k < near.size(); ++k) {
    if (near[k]) expected.push_back(pairs.listed()[k]);
  }
  EXPECT_EQ(std::vector<NearPairs::Pair>(pairs.begin(), pairs.end()), expected);
  EXPECT_EQ(pairs.size(), expected.size());
  EXPECT_EQ(pairs.empty(), expected.empty());
}

}  // namespace

TEST(NearPairs, AnyNumber_AreGoneThroughInOrderAndChangeOneByOne) {
  Random random(3);
  for (const std::uint32_t count : {0U, 1U, 63U, 64U, 65U, 128U, 500U}) {
    for (const double share : {0.0, 0.01, 0.5, 1.0}) {
      NearPairs pairs;
      std::vector<bool> near;
      for (std::uint32_t k = 0; k < count; ++k) {
        pairs.listed().emplace_back(k, 2 * k + 1);
        near.push_back(random.uniform() < share);
      }
      set_all(pairs, near);
      expect_near(pairs, near);
      for (std::uint32_t turn = 0; turn < 2 * count; ++turn) {
        const auto k = static_cast<std::uint32_t>(random.below(count));
        near[k] = random.below(2) == 0;
        pairs.set(k, near[k]);
      }
      expect_near(pairs, near);
    }
  }
}

}  // namespace talus

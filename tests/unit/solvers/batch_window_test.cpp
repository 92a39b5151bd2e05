// Contacts put into batches: no two of a batch on one body, none lost, and no more out of turn than
// that asks for.
#include "talus/solvers/batch_window.hpp"

#include "talus/math/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace talus {
namespace {

constexpr std::uint32_t block_count = 60;
constexpr std::uint32_t obstacle = block_count;

struct Pair {
  std::uint32_t first, second;
};

/// As blocks touch: several contacts of the same two bodies in a row.
std::vector<Pair> random_pairs(Random& random, int count) {
  std::vector<Pair> pairs;
  while (pairs.size() < static_cast<std::size_t>(count)) {
    const auto first = static_cast<std::uint32_t>(random.below(block_count));
    auto second = static_cast<std::uint32_t>(random.below(block_count + 1));
    if (second == first) second = obstacle;
    pairs.insert(pairs.end(), 1 + random.below(4), {first, second});
  }
  return pairs;
}

TEST(BatchWindow, Batches_TouchNoBodyTwice) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const auto pairs = random_pairs(random, 1000);
    std::vector<std::uint32_t> busy(block_count + 1, 0);
    BatchWindow window;
    window.start(busy);
    std::vector<std::set<std::uint32_t>> touched;
    std::vector<std::uint32_t> filled;
    for (const auto& pair : pairs) {
      const LanePlace place = window.place(pair.first, pair.second);
      ASSERT_LE(place.batch, touched.size()) << "numbered as they are begun";
      if (place.batch == touched.size()) {
        touched.emplace_back();
        filled.push_back(0);
      }
      ASSERT_EQ(place.lane, filled[place.batch]++);
      ASSERT_LT(place.lane, static_cast<std::uint32_t>(lanes));
      ASSERT_TRUE(touched[place.batch].insert(pair.first).second);
      if (pair.second != obstacle) {
        ASSERT_TRUE(touched[place.batch].insert(pair.second).second);
      }
    }
    // Sixty bodies allow for full batches, and nearly all are.
    EXPECT_LE(touched.size(), pairs.size() / lanes + 64);
    window.finish();
    for (const std::uint32_t b : busy) ASSERT_EQ(b, 0U);
  }
}

TEST(BatchWindow, ContactsOfOneBody_StayInTurn) {
  Random random(2);
  std::vector<std::uint32_t> busy(block_count + 1, 0);
  BatchWindow window;
  window.start(busy);
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const auto place = window.place(0, 1 + static_cast<std::uint32_t>(random.below(block_count)));
    if (i > 0) {
      ASSERT_EQ(place.batch, before + 1);
    }
    before = place.batch;
  }
  window.finish();
}

}  // namespace
}  // namespace talus

// The lanes of the radial sweep: whichever instructions do them, not a bit changes.
#include "talus/solvers/radial_sweep.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace talus {

namespace {

template <class Dimension>
class RadialSweepTest : public ::testing::Test {};
TYPED_TEST_SUITE(RadialSweepTest, samples::Dimensions);

constexpr std::uint32_t block_count = 50;

template <int D>
RadialContact<D> random_contact(Random& random, bool drifting) {
  RadialContact<D> c;
  c.normal = samples::vector<D>(random).normalized();
  c.approach = random.uniform(-1, 1);
  c.drift.setZero();
  c.impulse = random.uniform() * c.normal;
  c.mu = random.uniform();
  c.lever_first = random.uniform();
  c.lever_second = random.uniform();
  c.first = static_cast<std::uint32_t>(random.below(block_count));
  c.second = static_cast<std::uint32_t>(random.below(block_count + 1));  // the last: an obstacle
  if (c.second == c.first) c.second = block_count;
  if (c.second == block_count) {
    c.lever_second = 0;
    const Vec<D> moves = samples::vector<D>(random);
    if (drifting) c.drift = moves - moves.dot(c.normal) * c.normal;
  }
  return c;
}

template <int D>
std::vector<NlgsBlock<D>> random_blocks(Random& random) {
  std::vector<NlgsBlock<D>> blocks(block_count + 1);
  for (auto& b : blocks) {
    std::memset(static_cast<void*>(&b), 0, sizeof b);
    b.v = samples::vector<D>(random);
    b.spin = samples::vector<spin_dim<D>>(random);
    b.inv_mass = random.uniform(0.1, 1);
  }
  blocks.back().inv_mass = 0;
  return blocks;
}

template <int D>
void expect_same_bits(bool drifting, RadialLaw law) {
  Random random(5);
  RadialBatcher<D> batcher;
  std::vector<std::uint32_t> busy(block_count + 1, 0);
  batcher.start(busy);
  std::vector<RadialContact<D>> contacts;
  for (std::size_t c = 0; c < 400; ++c) {
    contacts.push_back(random_contact<D>(random, drifting));
    batcher.place(contacts[c].first, contacts[c].second, c);
  }
  batcher.fill([&](std::size_t c, std::size_t) { return contacts[c]; });
  ASSERT_EQ(batcher.drift().empty(), !drifting);
  auto other = batcher;
  auto blocks = random_blocks<D>(random);
  auto other_blocks = blocks;
  for (int sweep = 0; sweep < 20; ++sweep) {
    SweepSize size;
    SweepSize other_size;
    const Carry carry{sweep >= 5, sweep > 5 ? 0.5 : 0};
    sweep_radial<D>(batcher, blocks, size, carry, SweepExtent::all, LaneInstructions::widest, law);
    sweep_radial<D>(other, other_blocks, other_size, carry, SweepExtent::all,
                    LaneInstructions::baseline, law);
    ASSERT_EQ(size.change, other_size.change);
    ASSERT_EQ(size.whole, other_size.whole);
    ASSERT_EQ(size.against, other_size.against);
  }
  const auto same = [](const auto& a, const auto& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
  };
  EXPECT_TRUE(same(batcher.batches(), other.batches()));
  EXPECT_TRUE(same(batcher.trail(), other.trail()));
  EXPECT_TRUE(same(blocks, other_blocks));
  for (const auto& b : blocks) EXPECT_TRUE(b.v.allFinite() && b.spin.allFinite());
}

}  // namespace

TYPED_TEST(RadialSweepTest, BaselineAndWidest_GiveTheSameBits) {
  for (const bool drifting : {false, true}) {
    for (const RadialLaw law : {RadialLaw::coulomb, RadialLaw::associated}) {
      expect_same_bits<TypeParam::value>(drifting, law);
    }
  }
}

}  // namespace talus

// Contacts of any shape in batches: as if each were solved on its own, whichever instructions do
// it.
#include "talus/solvers/general_sweep.hpp"

#include "talus/solvers/load_contact.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace talus {
namespace {

using samples::eps;

template <class Dimension>
class GeneralSweepTest : public ::testing::Test {};
TYPED_TEST_SUITE(GeneralSweepTest, samples::Dimensions);

template <int D>
struct Loaded {
  GeneralBatcher<D> batcher;
  std::vector<GeneralContact<D>> contacts;  ///< in the order of the batches
  std::vector<LanePlace> place;
  std::vector<NlgsBlock<D>> blocks;
};

/// With laws that scale, shift and give way.
template <int D>
Loaded<D> loaded(Random& random) {
  const auto p = samples::random_problem<D>(random, {.blocks = 50, .contacts = 300, .mu = 0.3});
  const std::size_t obstacle = p.block_count();
  std::vector<Spin<D>> spin_scale(obstacle + 1, Spin<D>::Zero());
  Loaded<D> out;
  out.blocks.resize(obstacle + 1);
  for (std::size_t b = 0; b <= obstacle; ++b) {
    std::memset(static_cast<void*>(&out.blocks[b]), 0, sizeof out.blocks[b]);
    if (b == obstacle) continue;
    spin_scale[b] = p.inv_inertia[b].cwiseSqrt();
    out.blocks[b].inv_mass = p.inv_mass[b];
    out.blocks[b].v = samples::vector<D>(random);
    out.blocks[b].spin = samples::vector<spin_dim<D>>(random);
  }
  std::vector<std::uint32_t> busy(obstacle + 1, 0);
  out.batcher.start(busy);
  std::vector<std::pair<std::uint32_t, std::size_t>> order;
  std::vector<GeneralContact<D>> given;
  std::vector<LanePlace> place;
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    const Vec<D> r = random.uniform() * Vec<D>::Unit(0);
    given.push_back(general_contact<D>(p, spin_scale, r, c));
    place.push_back(out.batcher.place(given.back().first, given.back().second, c));
    order.emplace_back(place.back().batch, c);
  }
  out.batcher.fill([&](std::size_t c, std::size_t) { return given[c]; });
  std::sort(order.begin(), order.end());
  for (const auto& [batch, c] : order) {
    out.contacts.push_back(given[c]);
    out.place.push_back(place[c]);
  }
  return out;
}

TYPED_TEST(GeneralSweepTest, AllInstructions_GiveTheSameBits) {
  constexpr int D = TypeParam::value;
  const auto same = [](const auto& a, const auto& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
  };
  for (const auto instructions : {LaneInstructions::avx2, LaneInstructions::avx512}) {
    Random random(5);
    auto wide = loaded<D>(random);
    auto narrow = wide;
    for (int sweep = 0; sweep < 20; ++sweep) {
      SweepSize size;
      SweepSize other_size;
      const Carry carry{sweep >= 5, sweep > 5 ? 0.5 : 0};
      sweep_general<D>(wide.batcher, wide.blocks, size, carry, SweepExtent::all, instructions);
      sweep_general<D>(narrow.batcher, narrow.blocks, other_size, carry, SweepExtent::all,
                       LaneInstructions::baseline);
      ASSERT_EQ(size.change, other_size.change);
      ASSERT_EQ(size.whole, other_size.whole);
      ASSERT_EQ(size.against, other_size.against);
    }
    EXPECT_TRUE(same(wide.batcher.batches(), narrow.batcher.batches()));
    EXPECT_TRUE(same(wide.batcher.trail(), narrow.batcher.trail()));
    EXPECT_TRUE(same(wide.blocks, narrow.blocks));
  }
}

TYPED_TEST(GeneralSweepTest, Batches_DoWhatContactsOneByOneDo) {
  // Both round a few dozen times for each of 300 contacts a sweep; Gauss-Seidel does not amplify:
  // 6 sweeps stay below 1e5 eps = 2e-11.
  constexpr int D = TypeParam::value;
  Random random(6);
  for (int i = 0; i < 10; ++i) {
    auto in_batches = loaded<D>(random);
    auto alone = in_batches;
    for (int sweep = 0; sweep < 6; ++sweep) {
      const Carry carry{sweep >= 3, sweep > 3 ? 0.5 : 0};
      SweepSize size;
      SweepSize size_alone;
      sweep_general<D>(in_batches.batcher, in_batches.blocks, size, carry);
      sweep_general<D>(alone.contacts, alone.blocks, size_alone, carry);
      const double bound = 1e5 * eps * size_alone.whole;
      ASSERT_NEAR(size.change, size_alone.change, bound);
      ASSERT_NEAR(size.whole, size_alone.whole, bound);
      if (carry.on) {
        ASSERT_NEAR(size.against, size_alone.against, 100 * bound);  // w from 0.1 on divides it
      }
    }
    for (std::size_t c = 0; c < alone.contacts.size(); ++c) {
      const Vec<D> r = alone.contacts[c].single.axes() * in_batches.batcher.impulse(alone.place[c]);
      const Vec<D>& expected = alone.contacts[c].r;
      ASSERT_LE((r - expected).norm(), 1e5 * eps * (1 + expected.norm()));
    }
    for (std::size_t b = 0; b < alone.blocks.size(); ++b) {
      ASSERT_LE((in_batches.blocks[b].v - alone.blocks[b].v).norm(), 1e5 * eps * 10);
      ASSERT_LE((in_batches.blocks[b].spin - alone.blocks[b].spin).norm(), 1e5 * eps * 10);
    }
  }
}

TYPED_TEST(GeneralSweepTest, OpenBatches_SleepUntilTheNextSweepOverAll) {
  constexpr int D = TypeParam::value;
  std::vector<NlgsBlock<D>> blocks(3);
  for (auto& b : blocks) {
    std::memset(static_cast<void*>(&b), 0, sizeof b);
    b.inv_mass = 1;
  }
  blocks.back().inv_mass = 0;
  GeneralContact<D> c;
  c.first = 0;
  c.second = 2;
  c.frame.setIdentity();
  c.spin_first.setZero();
  c.spin_second.setZero();
  c.offset = -Vec<D>::Unit(0);
  c.scale.setOnes();
  c.compliance.setZero();
  c.w.setIdentity();
  c.single = SingleContact<D>(c.w, 0.5);
  c.r.setZero();
  std::vector<std::uint32_t> busy(3, 0);
  GeneralBatcher<D> batcher;
  batcher.start(busy);
  const std::vector<Vec<D>> offset = {c.offset, 5 * Vec<D>::Unit(0)};
  const LanePlace awake = batcher.place(c.first, c.second, 0);
  batcher.add_sleepers();
  const LanePlace sleeper = batcher.place(c.first, c.second, 1);  // the same body: another batch
  batcher.fill([&](std::size_t number, std::size_t) {
    c.offset = offset[number];
    return c;
  });
  SweepSize size;
  sweep_general<D>(batcher, blocks, size);
  EXPECT_EQ(batcher.impulse(awake)[0], 1);
  EXPECT_EQ(batcher.impulse(sleeper)[0], 0);
  // Pushed together by another: seen only when all are visited.
  blocks[0].v = -10 * Vec<D>::Unit(0);
  sweep_general<D>(batcher, blocks, size, {}, SweepExtent::awake);
  EXPECT_GT(batcher.impulse(awake)[0], 1);
  blocks[0].v = -10 * Vec<D>::Unit(0);
  sweep_general<D>(batcher, blocks, size, {}, SweepExtent::awake);
  EXPECT_EQ(batcher.impulse(sleeper)[0], 0);
  blocks[0].v = -10 * Vec<D>::Unit(0);
  batcher.batches()[awake.batch].offset[0][0] = 20;  // lets go, so that the other has to push
  sweep_general<D>(batcher, blocks, size);
  EXPECT_GT(batcher.impulse(sleeper)[0], 0);
}

}  // namespace
}  // namespace talus

// Contacts shared out to threads: none lost, none at odds with another, and no trace of the threads
// in what sweeps find.

#include "talus/solvers/sweep_split.hpp"

#include "talus/math/parallel.hpp"
#include "talus/solvers/nlgs.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace talus {
namespace {

using samples::ProblemKind;

template <class T>
class SweepSplitTest : public ::testing::Test {
 protected:
  ~SweepSplitTest() override { set_thread_count(0); }
};
TYPED_TEST_SUITE(SweepSplitTest, samples::Dimensions);

/// A chain of bodies, three contacts each: with the next, with one not far ahead, and with an
/// obstacle or anyone at all.
template <int D>
ContactProblem<D> long_chain(Random& random, int blocks, bool radial, bool mixed) {
  ProblemKind kind{
      .blocks = blocks, .contacts = 0, .radial = radial, .mu = 0.4, .plain_laws = true};
  auto p = samples::random_problem<D>(random, kind);
  for (int b = 0; b < blocks; ++b) {
    const auto near = static_cast<int>(random.below(50)) + 2;
    samples::add_contact<D>(random, kind, b, b + 1 < blocks ? b + 1 : -1, p);
    samples::add_contact<D>(random, kind, b, b + near < blocks ? b + near : -1, p);
    const auto any = static_cast<int>(random.below(static_cast<std::uint64_t>(blocks)));
    samples::add_contact<D>(random, kind, b, mixed && any != b ? any : -1, p);
  }
  for (auto& b : p.offset) b.setZero();
  return p;
}

template <int D>
void expect_shared_out(const ContactProblem<D>& p, const std::vector<std::size_t>& order) {
  SweepSplit split;
  split.split(p, order);
  std::vector<std::size_t> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::vector<int> visits(order.size(), 0);
  EXPECT_EQ(split.round_begin(split.round_count()), split.part_count());
  for (std::size_t round = 0; round < split.round_count(); ++round) {
    std::vector<std::size_t> owner(p.block_count(), split.part_count());
    for (auto part = split.round_begin(round); part < split.round_begin(round + 1); ++part) {
      for (auto at = split.begin(part); at < split.begin(part + 1); ++at) {
        const std::size_t c = split.contacts()[at];
        ++visits[c];
        if (at > split.begin(part)) {
          EXPECT_LT(rank[split.contacts()[at - 1]], rank[c]);
        }
        for (const int block : {p.first[c], p.second[c]}) {
          if (block < 0) continue;
          auto& whose = owner[static_cast<std::size_t>(block)];
          ASSERT_TRUE(whose == part || whose == split.part_count()) << "shared block " << block;
          whose = part;
        }
      }
    }
  }
  for (const int v : visits) ASSERT_EQ(v, 1);
}

TYPED_TEST(SweepSplitTest, LargeProblem_IsCutWhereNothingIsShared) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (const bool mixed : {false, true}) {
    const auto p = long_chain<D>(random, 60'000, true, mixed);
    std::vector<std::size_t> order(p.contact_count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    expect_shared_out<D>(p, order);
    std::reverse(order.begin(), order.end());
    expect_shared_out<D>(p, order);
    SweepSplit split;
    split.split(p, order);
    EXPECT_GE(split.part_count(), SweepSplit::most_chunks);
  }
}

TYPED_TEST(SweepSplitTest, TwoThreads_GetEqualShares) {
  // Round by round, parts handed to whichever of two threads is done first: what the busier one
  // visits bounds the gain. Bodies are numbered along space, as detection likes them.
  constexpr int D = TypeParam::value;
  Random random(4);
  for (const int blocks : {3000, 12'000, 100'000}) {
    const auto p = long_chain<D>(random, blocks, true, false);
    std::vector<std::size_t> order(p.contact_count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    SweepSplit split;
    split.split(p, order);
    std::size_t busier = 0;
    for (std::size_t round = 0; round < split.round_count(); ++round) {
      std::size_t load[2] = {0, 0};
      for (auto part = split.round_begin(round); part < split.round_begin(round + 1); ++part) {
        load[load[0] <= load[1] ? 0 : 1] += split.begin(part + 1) - split.begin(part);
      }
      busier += std::max(load[0], load[1]);
    }
    EXPECT_GE(static_cast<double>(order.size()), 1.9 * static_cast<double>(busier)) << blocks;
  }
}

TYPED_TEST(SweepSplitTest, SmallProblem_StaysWhole) {
  constexpr int D = TypeParam::value;
  Random random(2);
  const auto p = long_chain<D>(random, 1000, true, true);
  std::vector<std::size_t> order(p.contact_count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  SweepSplit split;
  split.split(p, order);
  EXPECT_EQ(split.part_count(), 1U);
  EXPECT_EQ(split.contacts(), order);
}

TYPED_TEST(SweepSplitTest, ThreadsAndLanes_DoNotShow) {
  constexpr int D = TypeParam::value;
  Random random(3);
  for (const bool radial : {true, false}) {
    const auto p = long_chain<D>(random, 10'000, radial, true);
    SolverOptions options;
    options.max_sweeps = 60;
    options.tolerance = 1e-9;
    options.guess = InitialGuess::zero;
    set_thread_count(1);
    Solution<D> alone;
    const auto report = Nlgs<D>().solve(p, options, {}, alone);
    EXPECT_LT(report.error.relative, 0.1) << "sweeps lead somewhere";
    for (const int threads : {2, 3, 8}) {
      set_thread_count(threads);
      Solution<D> other;
      const auto same = Nlgs<D>().solve(p, options, {}, other);
      EXPECT_EQ(same.error.relative, report.error.relative);
      for (std::size_t c = 0; c < alone.r.size(); ++c) ASSERT_EQ(other.r[c], alone.r[c]);
      for (std::size_t b = 0; b < alone.v.size(); ++b) ASSERT_EQ(other.v[b], alone.v[b]);
    }
    // Narrow lanes on two threads against wide ones on one.
    SweepManner with_narrow_lanes;
    with_narrow_lanes.instructions = LaneInstructions::baseline;
    Nlgs<D> narrow;
    Nlgs<D> wide;
    Solution<D> a;
    Solution<D> b;
    narrow.prepare(p, options, {}, a);
    wide.prepare(p, options, {}, b);
    for (int i = 0; i < 5; ++i) {
      set_thread_count(2);
      const auto one = narrow.sweep(with_narrow_lanes);
      set_thread_count(1);
      const auto two = wide.sweep();
      EXPECT_EQ(one.change, two.change);
      EXPECT_EQ(one.whole, two.whole);
    }
  }
}

}  // namespace
}  // namespace talus

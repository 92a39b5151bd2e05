// Sweeps by rows of W in batches: as if each contact were solved on its own, whichever instructions
// do it.
#include "talus/solvers/row_sweeps.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <set>

namespace talus {
namespace {

using samples::eps;

template <class Dimension>
class RowSweepsTest : public ::testing::Test {};
TYPED_TEST_SUITE(RowSweepsTest, samples::Dimensions);

/// Some contacts without friction, some with own blocks that are not symmetric, some that nothing
/// can move.
template <int D>
AssembledProblem<D> random_rows(Random& random, double mu = 0.5) {
  const auto given =
      assembled(samples::random_problem<D>(random, {.blocks = 50, .contacts = 300, .mu = mu}));
  AssembledProblem<D> p;
  p.q = given.q;
  p.cone = given.cone;
  for (std::size_t c = 0; c < given.contact_count(); ++c) {
    std::vector<std::uint32_t> columns;
    std::vector<Mat<D>> blocks;
    for (std::size_t at = given.w.row_begin(c); at < given.w.row_begin(c + 1); ++at) {
      columns.push_back(given.w.column(at));
      blocks.push_back(given.w.block(at));
      if (columns.back() != c) continue;
      if (c % 7 == 0) blocks.back()(0, 1) += 0.01;
      if (c % 31 == 0) blocks.back().setZero();
    }
    if (c % 5 == 0) p.cone[c].mu = 0;
    p.w.add_row(columns, blocks);
  }
  return p;
}

TYPED_TEST(RowSweepsTest, Batches_HoldEveryRowOnceAndNoNeighbours) {
  constexpr int D = TypeParam::value;
  Random random(1);
  const auto p = random_rows<D>(random);
  std::set<std::uint32_t> seen;
  const auto batches = batches_of_rows<D>(p.w);
  for (const auto& batch : batches) {
    std::set<std::uint32_t> before;
    bool ended = false;
    for (const std::uint32_t c : batch) {
      if (c == no_row) {
        ended = true;
        continue;
      }
      ASSERT_FALSE(ended) << "lanes are filled in turn";
      ASSERT_TRUE(seen.insert(c).second);
      for (std::size_t at = p.w.row_begin(c); at < p.w.row_begin(c + 1); ++at) {
        ASSERT_EQ(before.count(p.w.column(at)), 0U);
      }
      before.insert(c);
    }
  }
  EXPECT_EQ(seen.size(), p.contact_count() - 10);  // without those nothing can move
  EXPECT_LE(batches.size(), 64U);                  // 300 contacts of fifty bodies
}

TYPED_TEST(RowSweepsTest, AllInstructions_GiveTheSameBits) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int i = 0; i < 10; ++i) {
    const auto p = random_rows<D>(random, 1.5);
    RowSweeps<D> narrow;
    narrow.take(p);
    narrow.start(std::vector<Vec<D>>(p.contact_count(), Vec<D>::Zero()));
    RowSweeps<D> four = narrow;
    RowSweeps<D> eight = narrow;
    for (int sweep = 0; sweep < 25; ++sweep) {
      const double carry = sweep < 5 ? 0 : 0.5;
      const bool all = sweep % 10 == 0;
      const SweepSize size = narrow.sweep(carry, all, LaneInstructions::baseline);
      for (const SweepSize& other : {four.sweep(carry, all, LaneInstructions::avx2),
                                     eight.sweep(carry, all, LaneInstructions::avx512)}) {
        ASSERT_EQ(size.change, other.change);
        ASSERT_EQ(size.whole, other.whole);
        ASSERT_EQ(size.against, other.against);
      }
      ASSERT_EQ(narrow.impulses(), four.impulses());
      ASSERT_EQ(narrow.impulses(), eight.impulses());
    }
  }
}

/// Contacts one by one in the order of the batches.
template <int D>
class OneByOne {
 public:
  explicit OneByOne(const AssembledProblem<D>& p)
      : problem_(p), r_(p.contact_count(), Vec<D>::Zero()), before_(r_) {
    for (const auto& batch : batches_of_rows<D>(p.w)) {
      for (const std::uint32_t c : batch) {
        if (c != no_row) order_.push_back(c);
      }
    }
  }
  void sweep(double carry) {
    for (std::size_t c = 0; c < r_.size(); ++c) {
      const Vec<D> end = r_[c];
      r_[c] += carry * (end - before_[c]);
      before_[c] = end;
    }
    for (const std::uint32_t c : order_) {
      const Mat<D>& w = problem_.w.diagonal(c);
      const Vec<D> u = problem_.w.row_times(c, r_) + problem_.q[c];
      r_[c] = SingleContact<D>(w, problem_.cone[c].mu).solve(u - 0.5 * (w + w.transpose()) * r_[c]);
    }
  }

  const std::vector<Vec<D>>& impulses() const { return r_; }

 private:
  const AssembledProblem<D>& problem_;
  std::vector<Vec<D>> r_, before_;
  std::vector<std::uint32_t> order_;
};

TYPED_TEST(RowSweepsTest, Batches_DoWhatContactsOneByOneDo) {
  // Some fifty roundings for each of 300 contacts a sweep, carried on by .5 and, where friction
  // leaves W's own blocks well conditioned, not amplified: 8 sweeps stay below 1e6 eps.
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int i = 0; i < 10; ++i) {
    const auto p = random_rows<D>(random);
    OneByOne<D> alone(p);
    RowSweeps<D> rows;
    rows.take(p);
    rows.start(alone.impulses());
    for (int sweep = 0; sweep < 8; ++sweep) {
      const double carry = sweep < 4 ? 0 : 0.5;
      alone.sweep(carry);
      rows.sweep(carry, true);
      double largest = 0;
      for (const auto& r : alone.impulses()) largest = std::max(largest, r.norm());
      const auto& r = rows.impulses();
      for (std::size_t c = 0; c < r.size(); ++c) {
        ASSERT_LE((r[c] - alone.impulses()[c]).norm(), 1e6 * eps * largest) << "sweep " << sweep;
      }
    }
  }
}

TYPED_TEST(RowSweepsTest, OpenContacts_SleepUntilTheNextSweepOverAll) {
  constexpr int D = TypeParam::value;
  AssembledProblem<D> p;
  const Mat<D> one = Mat<D>::Identity();
  p.w.add_row({0, 1}, {one, Mat<D>(-2 * one)});
  p.w.add_row({0, 1}, {Mat<D>(-2 * one), one});
  p.q = {5 * Vec<D>::Unit(0), -3 * Vec<D>::Unit(0)};
  p.cone.assign(2, {0.5});
  RowSweeps<D> rows;
  rows.take(p);
  rows.start(std::vector<Vec<D>>(2, Vec<D>::Zero()));
  rows.sweep(0, true);  // the first is open when it is visited; the second then closes it
  EXPECT_EQ(rows.impulses()[0][0], 0);
  EXPECT_EQ(rows.impulses()[1][0], 3);
  rows.sweep(0, false);
  EXPECT_EQ(rows.impulses()[0][0], 0);
  rows.sweep(0, true);
  EXPECT_EQ(rows.impulses()[0][0], 1);
}

}  // namespace
}  // namespace talus

// Contacts that are not asleep, swept apart from the others.
#include "talus/solvers/awake_rows.hpp"

#include "talus/problem/assembled_judge.hpp"
#include "talus/solvers/row_sweeps.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

template <class Dimension>
class AwakeRowsTest : public ::testing::Test {};
TYPED_TEST_SUITE(AwakeRowsTest, samples::Dimensions);

/// Two of three contacts move apart so fast that few of them close.
template <int D>
AssembledProblem<D> mostly_open(Random& random) {
  auto p =
      assembled(samples::random_problem<D>(random, {.blocks = 50, .contacts = 300, .mu = 0.1}));
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    if (c % 3 != 0) p.q[c][0] += 5;
  }
  return p;
}

TYPED_TEST(AwakeRowsTest, Take_HoldsThoseAwakeAndGivesBackTheSameBits) {
  constexpr int D = TypeParam::value;
  Random random(1);
  const auto p = mostly_open<D>(random);
  RowBatches<D> all;
  all.take(p);
  std::vector<Vec<D>> r(p.contact_count(), Vec<D>::Zero());
  for (std::size_t c = 0; c < r.size(); c += 3) r[c] = Vec<D>::Constant(static_cast<double>(c + 1));
  all.start(r);
  for (std::size_t c = 0; c < r.size(); ++c) {
    if (c % 3 != 0) all.batch[all.place[c] / lanes].asleep |= 1U << all.place[c] % lanes;
  }
  AwakeRows<D> awake;
  ASSERT_TRUE(awake.take(all));
  EXPECT_EQ(awake.rows().count, 100U);
  EXPECT_LT(awake.rows().column.size(), all.column.size() / 4);  // a ninth of the blocks, about
  // Doubled here, doubled there; the others as they were.
  for (auto& batch : awake.rows().batch) {
    for (auto& component : batch.impulse) {
      for (double& number : component) number *= 2;
    }
  }
  for (auto& row : awake.rows().r) {
    for (double& number : row.x) number *= 2;
  }
  awake.give_back(all);
  std::vector<Vec<D>> back;
  all.store(back);
  for (std::size_t c = 0; c < r.size(); ++c) EXPECT_EQ(back[c], Vec<D>(2 * r[c]));
  // One that wakes is held from then on.
  all.batch[all.place[1] / lanes].asleep &= ~(1U << all.place[1] % lanes);
  ASSERT_TRUE(awake.take(all));
  EXPECT_EQ(awake.rows().count, 101U);
  // Most of them are not worth it.
  for (auto& batch : all.batch) batch.asleep = 0;
  EXPECT_FALSE(awake.take(all));
}

TYPED_TEST(AwakeRowsTest, SweptApart_ContactsComeToAnAnswer) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int i = 0; i < 5; ++i) {
    const auto p = mostly_open<D>(random);
    const AssembledJudge<D> judge(p);
    RowSweeps<D> rows;
    rows.take(p);
    rows.start(std::vector<Vec<D>>(p.contact_count(), Vec<D>::Zero()));
    // Friction is little and answers are unique (docs/solvers.md): plain sweeps get there.
    constexpr int enough = 5000;
    double error = 1;
    for (int sweep = 0; sweep < enough && error > 1e-11; ++sweep) {
      rows.sweep(0, sweep % 10 == 0);
      if (sweep % 100 == 99) error = judge(rows.impulses()).decisive();
    }
    EXPECT_LE(error, 1e-11);
  }
}

}  // namespace
}  // namespace talus

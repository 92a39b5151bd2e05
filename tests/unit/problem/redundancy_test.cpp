// How many numbers of an answer's impulses could be others: against ranks known by hand.

#include "talus/problem/redundancy.hpp"

#include "support/random_problem.hpp"
#include "support/tower_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

using samples::Dense;

/// All contacts stick but the last, a ceiling that is open.
template <int D>
std::vector<Vec<D>> all_stick(std::size_t contacts) {
  std::vector<Vec<D>> r(contacts, Vec<D>::Unit(0));
  r.back().setZero();
  return r;
}

template <class T>
class RedundancyTest : public ::testing::Test {};
TYPED_TEST_SUITE(RedundancyTest, samples::Dimensions);

TYPED_TEST(RedundancyTest, Tower_HasAllNumbersThatItsBoxesDoNotTake) {
  // 2 or 4 corners a box, all sticking, which is more than enough to hold it in all its ways.
  constexpr int D = TypeParam::value;
  constexpr std::size_t corners = D == 2 ? 2 : 4;
  for (const std::size_t boxes : {1, 4, 10}) {
    const auto p = assembled(samples::tower<D>(static_cast<int>(boxes)));
    const auto r = all_stick<D>(p.contact_count());
    const auto found = redundancy<D>(p, r);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->exact);
    EXPECT_EQ(found->numbers, boxes * (corners * D - dof<D>));
  }
}

TYPED_TEST(RedundancyTest, SlidingContacts_HaveOneNumberEach) {
  // Sliding one way, the corners of a box share the weight: two of its ways to move in the plane
  // (up or along, which go together, and turning), three in space.
  constexpr int D = TypeParam::value;
  const auto p = assembled(samples::tower<D>(1));
  auto r = all_stick<D>(p.contact_count());
  for (auto& x : r) x[1] = 0.5 * x[0];
  const auto found = redundancy<D>(p, r);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->numbers, D == 2 ? 0U : 1U);
}

TYPED_TEST(RedundancyTest, NothingActs_NothingIsRedundant) {
  constexpr int D = TypeParam::value;
  const auto p = assembled(samples::tower<D>(2));
  const auto found = redundancy<D>(p, std::vector<Vec<D>>(p.contact_count(), Vec<D>::Zero()));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->numbers, 0U);
}

TYPED_TEST(RedundancyTest, UnsymmetricW_IsKnownAsWellAsItIsSymmetric) {
  constexpr int D = TypeParam::value;
  auto p = assembled(samples::tower<D>(4));
  const auto r = all_stick<D>(p.contact_count());
  const auto exact = redundancy<D>(p, r);
  const auto spoil = [&](double part) {
    Dense w = p.w.scalars();
    for (Eigen::Index i = 0; i < w.rows(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) w(i, j) *= 1 + part;
    }
    p.w = BlockSparse<D>::from(SparseRows(w.sparseView()));
  };
  spoil(1e-10);
  EXPECT_EQ(redundancy<D>(p, r)->numbers, exact->numbers);
  spoil(1e-3);
  EXPECT_FALSE(redundancy<D>(p, r));
}

TYPED_TEST(RedundancyTest, LargeProblems_TellWhatBodiesTell) {
  constexpr int D = TypeParam::value;
  constexpr std::size_t corners = D == 2 ? 2 : 4;
  const std::size_t boxes = D == 2 ? 400 : 150;
  const auto bodies = samples::tower<D>(static_cast<int>(boxes));
  const auto p = assembled(bodies);
  auto r = all_stick<D>(p.contact_count());
  EXPECT_FALSE(redundancy<D>(p, r));
  const auto matrices = samples::by_matrices(bodies);
  auto found = redundancy<D>(p, r, &matrices);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->exact);
  EXPECT_EQ(found->numbers, boxes * (corners * D - dof<D>));
  // The upper bodies touch nothing that acts: they do not count.
  const std::size_t low = D == 2 ? 350 : 120;
  for (std::size_t c = low * corners; c < r.size(); ++c) r[c].setZero();
  found = redundancy<D>(p, r, &matrices);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->numbers, low * (corners * D - dof<D>));
}

TEST(Redundancy, Rolling_CountsEveryDisc) {
  AssembledProblem<5> p;
  p.w.add_row({0}, {Mat<5>::Identity()});
  p.q = {Vec<5>::Zero()};
  p.cone = {{0.5, 0.1}};
  const auto directions = [&](const Vec<5>& r) {
    return free_directions<5>(p.cone[0], r, 0).cols();
  };
  Vec<5> r = Vec<5>::Unit(0);
  EXPECT_EQ(directions(r), 5);
  r[1] = 0.5;
  EXPECT_EQ(directions(r), 3);
  r[4] = -0.1;
  EXPECT_EQ(directions(r), 1);
  EXPECT_EQ(directions(Vec<5>::Zero()), 0);
  EXPECT_EQ(redundancy<5>(p, {r})->numbers, 0U);
}

}  // namespace
}  // namespace talus

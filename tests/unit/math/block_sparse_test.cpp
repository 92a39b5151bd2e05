// Block-sparse matrices against the scalar matrices they come from.

#include "talus/math/block_sparse.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

/// Entries anywhere, some rows of blocks empty.
template <int D>
SparseRows random_scalars(Random& random, int blocks) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < D * blocks; ++i) {
    if (i / D == 2) continue;
    for (int j = 0; j < D * blocks; ++j) {
      if (random.uniform() < 0.2) entries.emplace_back(i, j, random.uniform(-1, 1));
    }
  }
  SparseRows a(D * blocks, D * blocks);
  a.setFromTriplets(entries.begin(), entries.end());
  return a;
}

template <int D>
void check(Random& random) {
  constexpr int blocks = 7;
  const SparseRows a = random_scalars<D>(random, blocks);
  const auto b = BlockSparse<D>::from(a);
  ASSERT_EQ(b.row_count(), static_cast<std::size_t>(blocks));
  EXPECT_EQ(Eigen::MatrixXd(b.scalars()), Eigen::MatrixXd(a));
  std::vector<Vec<D>> x;
  for (int i = 0; i < blocks; ++i) x.push_back(samples::vector<D>(random));
  const Eigen::Map<const Eigen::VectorXd> flat(x.front().data(), D * blocks);
  const Eigen::VectorXd y = a * flat;
  std::vector<Vec<D>> all;
  b.times(x, all);
  ASSERT_EQ(all.size(), x.size());
  for (std::size_t i = 0; i < blocks; ++i) {
    EXPECT_LE((all[i] - y.segment<D>(static_cast<Eigen::Index>(D * i))).norm(),
              D * blocks * D * blocks * samples::eps);
    // A sum of at most D * blocks terms below 1.
    EXPECT_LE((b.row_times(i, x) - y.segment<D>(static_cast<Eigen::Index>(D * i))).norm(),
              D * blocks * D * blocks * samples::eps);
    const auto at = static_cast<Eigen::Index>(D * i);
    EXPECT_EQ(b.diagonal(i), (Mat<D>(Eigen::MatrixXd(a).block<D, D>(at, at))));
    for (std::size_t k = b.row_begin(i); k + 1 < b.row_begin(i + 1); ++k) {
      EXPECT_LT(b.column(k), b.column(k + 1));
    }
  }
}

TEST(BlockSparse, Scalars_ComeBackAndMultiplyAlike) {
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    check<2>(random);
    check<3>(random);
    check<5>(random);
  }
}

/// Every block times its column's factor, into places apart from each other.
template <int D>
void check_factors(Random& random) {
  const auto a = BlockSparse<D>::from(random_scalars<D>(random, 7));
  std::vector<Mat<D>> blocks;
  std::vector<Mat<D>> factor;
  for (std::size_t at = 0; at < a.block_count(); ++at) blocks.push_back(a.block(at));
  for (int i = 0; i < 7; ++i) factor.push_back(samples::positive_matrix<D>(random, 0.5, 2));
  const Mat<D> guard = Mat<D>::Constant(9);
  std::vector<Mat<D>> out(2 * blocks.size(), guard);
  std::vector<double*> places;
  for (std::size_t at = 0; at < blocks.size(); ++at) places.push_back(out[2 * at].data());
  a.times_factors(blocks, factor, places);
  for (std::size_t at = 0; at < blocks.size(); ++at) {
    const Mat<D> expected = blocks[at] * factor[a.column(at)];
    EXPECT_LE((out[2 * at] - expected).norm(), D * D * D * 2 * samples::eps);
    EXPECT_EQ(out[2 * at + 1], guard);
  }
}

TEST(BlockSparse, FactorsOfColumns_AreWrittenWhereTheyBelong) {
  Random random(6);
  check_factors<2>(random);
  check_factors<3>(random);
  check_factors<5>(random);
}

TEST(BlockSparse, EmptyMatrix_HasNoRows) {
  EXPECT_EQ(BlockSparse<3>::from(SparseRows(0, 0)).row_count(), 0U);
}

}  // namespace
}  // namespace talus

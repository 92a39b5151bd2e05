// Block factors against dense ones of the same matrix.
#include "talus/solvers/block_lu.hpp"

#include "support/samples.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace talus {
namespace {

using samples::eps;
using Dense = Eigen::MatrixXd;
using Pair = std::pair<std::uint32_t, std::uint32_t>;

struct Pattern {
  std::string name;
  std::uint32_t size = 0;
  std::vector<Pair> pairs;
};

std::vector<Pattern> patterns() {
  Pattern single{"single block", 1, {}};
  Pattern path{"path", 30, {}};
  for (std::uint32_t i = 0; i + 1 < 30; ++i) path.pairs.emplace_back(i, i + 1);
  Pattern grid{"grid", 35, {}};
  for (std::uint32_t i = 0; i < 35; ++i) {
    if (i % 5 != 4) grid.pairs.emplace_back(i + 1, i);
    if (i + 5 < 35) grid.pairs.emplace_back(i, i + 5);
  }
  Pattern star{"star", 20, {}};
  for (std::uint32_t i = 0; i < 20; ++i) {
    if (i != 7) star.pairs.emplace_back(7, i);
  }
  Pattern dense{"dense", 12, {}};
  for (std::uint32_t i = 0; i < 12; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) dense.pairs.emplace_back(i, j);
  }
  Pattern apart{"disconnected", 15, {{0, 3}, {3, 6}, {6, 0}, {1, 14}, {9, 2}, {2, 11}}};
  Pattern uncoupled{"uncoupled", 5, {}};
  Pattern repeated{"repeated pairs", 4, {{0, 1}, {1, 0}, {0, 1}, {2, 1}, {3, 2}, {2, 3}}};
  Random random(1);
  Pattern any{"random", 40, {}};
  for (int k = 0; k < 80; ++k) {
    const auto i = static_cast<std::uint32_t>(random.below(40));
    const auto j = static_cast<std::uint32_t>(random.below(40));
    if (i != j) any.pairs.emplace_back(i, j);
  }
  return {single, path, grid, star, dense, apart, uncoupled, repeated, any};
}

/// A matrix with a pattern, handed to the factors as to a dense one.
template <int N>
struct Matrix {
  const Pattern* pattern;
  std::vector<Mat<N>> diagonal, forward, backward;  ///< the latter for each pair
  Dense dense;
  double norm = 0;    ///< largest sum of a row's sizes
  double margin = 0;  ///< least excess of a row's largest entry over the others: 1 / |A^-1| or less

  /// Dominated by its diagonal; with the rows of each block reversed when `turned`, which leaves
  /// the diagonal blocks without a pivot where it is looked for first.
  Matrix(Random& random, const Pattern& p, bool turned) : pattern(&p) {
    const auto size = static_cast<Eigen::Index>(p.size);
    dense = Dense::Zero(N * size, N * size);
    const auto entries = [&] {
      Mat<N> m;
      for (int i = 0; i < N * N; ++i) m(i / N, i % N) = random.uniform(-1, 1);
      return m;
    };
    const auto at = [&](std::uint32_t i, std::uint32_t j) {
      return dense.block<N, N>(static_cast<Eigen::Index>(N * i), static_cast<Eigen::Index>(N * j));
    };
    for (const auto& [i, j] : p.pairs) {
      forward.push_back(entries());
      backward.push_back(entries());
      at(i, j) += forward.back();
      at(j, i) += backward.back();
    }
    for (std::uint32_t i = 0; i < p.size; ++i) {
      at(i, i) += entries();
      at(i, i).diagonal().setZero();
    }
    const Eigen::VectorXd others = dense.cwiseAbs().rowwise().sum();
    const double most = 1.5 * others.maxCoeff() + 1;
    dense.diagonal().setConstant(most);
    norm = most + others.maxCoeff();
    margin = most - others.maxCoeff();
    for (std::uint32_t i = 0; i < p.size; ++i) diagonal.push_back(at(i, i));
    if (!turned) return;
    const auto turn = [](auto&& m) { m = m.colwise().reverse().eval(); };
    for (auto& m : diagonal) turn(m);
    for (auto& m : forward) turn(m);
    for (auto& m : backward) turn(m);
    for (std::uint32_t i = 0; i < p.size; ++i) {
      turn(dense.middleRows<N>(static_cast<Eigen::Index>(N * i)));
    }
  }

  /// Asks for every second pair the other way round.
  void fill(BlockLu<N>& lu) const {
    lu.set_zero();
    for (std::uint32_t i = 0; i < pattern->size; ++i) lu.diagonal(i) += diagonal[i];
    for (std::size_t k = 0; k < pattern->pairs.size(); ++k) {
      const auto [i, j] = pattern->pairs[k];
      if (k % 2 == 0) {
        const auto place = lu.place(i, j);
        lu.forward(place) += forward[k];
        lu.backward(place) += backward[k];
      } else {
        const auto place = lu.place(j, i);
        lu.forward(place) += backward[k];
        lu.backward(place) += forward[k];
      }
    }
  }
};

template <int N>
std::vector<Vec<N>> right_side(Random& random, std::size_t size) {
  std::vector<Vec<N>> b;
  for (std::size_t i = 0; i < size; ++i) b.push_back(samples::vector<N>(random));
  return b;
}

template <int N>
Eigen::VectorXd stacked(const std::vector<Vec<N>>& b) {
  Eigen::VectorXd out(static_cast<Eigen::Index>(N * b.size()));
  for (std::size_t i = 0; i < b.size(); ++i) {
    out.segment<N>(static_cast<Eigen::Index>(N * i)) = b[i];
  }
  return out;
}

template <class T>
class BlockLuTest : public ::testing::Test {};
TYPED_TEST_SUITE(BlockLuTest, samples::Dimensions);

TYPED_TEST(BlockLuTest, Solutions_AreThoseOfDenseFactors) {
  constexpr int N = dof<TypeParam::value>;
  Random random(2);
  for (const Pattern& pattern : patterns()) {
    for (const bool turned : {false, true}) {
      BlockLu<N> lu;
      lu.analyse(pattern.size, pattern.pairs);
      const Matrix<N> a(random, pattern, turned);
      a.fill(lu);
      ASSERT_TRUE(lu.factor()) << pattern.name;
      auto x = right_side<N>(random, pattern.size);
      const Eigen::VectorXd b = stacked<N>(x);
      lu.solve(x);
      const Eigen::VectorXd expected = a.dense.partialPivLu().solve(b);
      // n roundings an entry, in factors that dominance keeps below twice the matrix, times its
      // condition number, in either solution.
      const double n = static_cast<double>(b.size());
      const double bound =
          8 * n * eps * a.norm / a.margin * expected.template lpNorm<Eigen::Infinity>();
      ASSERT_LE((stacked<N>(x) - expected).template lpNorm<Eigen::Infinity>(), bound)
          << pattern.name << (turned ? ", turned" : "");
    }
  }
}

TYPED_TEST(BlockLuTest, Places_AreTheSameEitherWayRound) {
  constexpr int N = dof<TypeParam::value>;
  for (const Pattern& pattern : patterns()) {
    BlockLu<N> lu;
    lu.analyse(pattern.size, pattern.pairs);
    for (const auto& [i, j] : pattern.pairs) {
      const auto there = lu.place(i, j);
      const auto back = lu.place(j, i);
      ASSERT_EQ(&lu.forward(there), &lu.backward(back)) << pattern.name;
      ASSERT_EQ(&lu.backward(there), &lu.forward(back)) << pattern.name;
      ASSERT_NE(&lu.forward(there), &lu.backward(there)) << pattern.name;
    }
  }
}

TYPED_TEST(BlockLuTest, AnalysisUsedAgain_GivesTheBitsOfAFreshOne) {
  constexpr int N = dof<TypeParam::value>;
  Random random(3);
  BlockLu<N> used;
  for (const Pattern& pattern : patterns()) {
    used.analyse(pattern.size, pattern.pairs);
    for (int i = 0; i < 3; ++i) {
      const Matrix<N> a(random, pattern, i == 1);
      BlockLu<N> fresh;
      fresh.analyse(pattern.size, pattern.pairs);
      a.fill(used);
      a.fill(fresh);
      ASSERT_TRUE(used.factor());
      ASSERT_TRUE(fresh.factor());
      auto x = right_side<N>(random, pattern.size);
      auto y = x;
      used.solve(x);
      fresh.solve(y);
      ASSERT_EQ(stacked<N>(x), stacked<N>(y)) << pattern.name;
    }
  }
}

TYPED_TEST(BlockLuTest, SingularPivots_AreRefused) {
  constexpr int N = dof<TypeParam::value>;
  BlockLu<N> lu;
  lu.analyse(1, {});
  lu.set_zero();
  EXPECT_FALSE(lu.factor());
  lu.diagonal(0) = Vec<N>::LinSpaced(0, 1).asDiagonal();
  EXPECT_FALSE(lu.factor());
  // Regular blocks may leave a singular one.
  lu.analyse(2, {{0, 1}});
  lu.set_zero();
  const auto place = lu.place(0, 1);
  for (auto* block : {&lu.diagonal(0), &lu.diagonal(1), &lu.forward(place), &lu.backward(place)}) {
    block->setIdentity();
  }
  EXPECT_FALSE(lu.factor());
  // A refusal leaves nothing behind: [1 1; 0 1] x = (1, 2) has the answer (-1, 2).
  lu.set_zero();
  lu.diagonal(0).setIdentity();
  lu.diagonal(1).setIdentity();
  lu.forward(place).setIdentity();
  ASSERT_TRUE(lu.factor());
  std::vector<Vec<N>> x = {Vec<N>::Ones(), Vec<N>::Constant(2)};
  lu.solve(x);
  EXPECT_EQ(x[0], Vec<N>(-Vec<N>::Ones()));
  EXPECT_EQ(x[1], Vec<N>(Vec<N>::Constant(2)));
}

TYPED_TEST(BlockLuTest, NotANumber_IsRefused) {
  constexpr int N = dof<TypeParam::value>;
  Random random(4);
  const double bad[] = {std::numeric_limits<double>::quiet_NaN(),
                        std::numeric_limits<double>::infinity()};
  for (const Pattern& pattern : patterns()) {
    BlockLu<N> lu;
    lu.analyse(pattern.size, pattern.pairs);
    const Matrix<N> a(random, pattern, false);
    for (const double value : bad) {
      for (std::uint32_t i = 0; i < pattern.size; ++i) {
        a.fill(lu);
        lu.diagonal(i)(0, N - 1) = value;
        ASSERT_FALSE(lu.factor()) << pattern.name;
      }
      for (const auto& [i, j] : pattern.pairs) {
        a.fill(lu);
        lu.forward(lu.place(i, j))(N - 1, 0) = value;
        ASSERT_FALSE(lu.factor()) << pattern.name;
      }
    }
  }
}

TYPED_TEST(BlockLuTest, Cost_GrowsWithSizeForAPathAndItsCubeForAllWithAll) {
  // A path is eliminated from its ends, one neighbour at a time; a dense one costs sum k^2 blocks.
  constexpr int N = dof<TypeParam::value>;
  const auto cost = [](std::uint32_t size, bool dense) {
    std::vector<Pair> pairs;
    for (std::uint32_t i = 0; i < size; ++i) {
      for (std::uint32_t j = dense || i == 0 ? 0 : i - 1; j < i; ++j) pairs.emplace_back(i, j);
    }
    BlockLu<N> lu;
    lu.analyse(size, pairs);
    return lu.cost() / (N * N * N);
  };
  EXPECT_EQ(cost(1, false), 1);
  EXPECT_EQ(cost(50, false), 49 * 4 + 1);
  EXPECT_EQ(cost(10, true), 10 * 11 * 21 / 6);
}

}  // namespace
}  // namespace talus

// Sparse LU factors of a matrix of small square blocks whose pattern is symmetric though its values
// are not: what Newton's method needs in the space of bodies, where two bodies are coupled when
// they touch. The pattern is analysed once and used for many sets of values. Rows are exchanged
// inside diagonal blocks only; who needs more digits refines.
#pragma once

#include "talus/math/vec.hpp"
#include "talus/solvers/deadline.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace talus {

template <int N>
class BlockLu {
 public:
  using Block = Mat<N>;
  using Column = Vec<N>;
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  /// Where the coupling of two block rows is stored; `turned`: the pair comes the other way round.
  struct Place {
    std::size_t at;
    bool turned;
  };

  /// Takes the pattern: `pairs` of different block rows that are coupled, in any order, repeated or
  /// not. Orders the elimination by approximate minimum degree. The pattern it has already, as in
  /// step after step of what stands still, costs a comparison. False where the time ran out: there
  /// is no pattern then.
  bool analyse(std::size_t size, const std::vector<Pair>& pairs, const Deadline& deadline = {});
  /// Multiplications of one factorisation, about.
  double cost() const { return cost_; }
  Place place(std::uint32_t i, std::uint32_t j) const;

  void set_zero();
  Block& diagonal(std::uint32_t i) { return diagonal_[rank_[i]]; }
  /// The blocks (i, j) and (j, i) of a place found for (i, j). These stay where they are until the
  /// next pattern is analysed.
  Block& forward(const Place& p) { return p.turned ? upper_[p.at] : lower_[p.at]; }
  Block& backward(const Place& p) { return p.turned ? lower_[p.at] : upper_[p.at]; }

  /// False when a pivot block is singular or not a number, or the time ran out: the clock is looked
  /// at some hundred times a second.
  bool factor(const Deadline& deadline = {});
  /// Replaces b by the solution.
  void solve(std::vector<Column>& b);

 private:
  /// Factors of a diagonal block; row i of them is row from[i] of the block.
  struct Pivot {
    double lu[N][N];
    double inverse[N];  ///< of the upper factor's diagonal
    int from[N];
  };
  /// What the arithmetic sees (solvers/block_lu.inl): blocks by columns.
  struct Parts {
    std::size_t size;
    const std::size_t* begin;
    const std::uint32_t* row;
    double *diagonal, *lower, *upper;
    Pivot* pivot;
  };
  Parts parts();
  bool eliminate(std::size_t from, std::size_t to);
  /// Numbers of a row of `work_`: three are read and written as four.
  static constexpr std::size_t stride = N == 3 ? 4 : N;

  std::vector<Pair> pairs_;          ///< of the pattern
  std::vector<std::uint32_t> rank_;  ///< place of each block row in the elimination
  /// Row numbers below the diagonal of each column of the factor, ascending; the upper factor's
  /// columns are the same.
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> row_;
  std::vector<Block> diagonal_, lower_, upper_;  ///< and a block of each that is only read
  std::vector<Pivot> pivot_;
  std::vector<double> work_;
  std::vector<std::size_t> pauses_;  ///< columns before which the clock is looked at, and the end
  double cost_ = 0;
};

}  // namespace talus

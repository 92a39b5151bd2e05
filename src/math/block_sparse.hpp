// Square sparse matrices of small square blocks, in compressed rows with ascending columns.
#pragma once

#include "talus/math/vec.hpp"

#include <Eigen/SparseCore>

#include <cstdint>
#include <vector>

namespace talus {

/// Scalar sparse matrices, read row by row.
using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

template <int D>
class BlockSparse {
 public:
  /// Takes a scalar matrix whose numbers of rows and columns are equal multiples of D. Diagonal
  /// blocks are stored even where they are zero.
  static BlockSparse from(const SparseRows& scalars);

  std::size_t row_count() const { return diagonal_.size(); }
  std::size_t block_count() const { return block_.size(); }
  /// The blocks of row i are those from row_begin(i) to row_begin(i + 1).
  std::size_t row_begin(std::size_t i) const { return row_begin_[i]; }
  std::uint32_t column(std::size_t at) const { return column_[at]; }
  const Mat<D>& block(std::size_t at) const { return block_[at]; }
  const Mat<D>& diagonal(std::size_t i) const { return block_[diagonal_[i]]; }

  /// Appends a row; its columns ascend and its own number is among them.
  void add_row(const std::vector<std::uint32_t>& columns, const std::vector<Mat<D>>& blocks);
  /// The scalar matrix, without entries that are exactly 0 outside the diagonal blocks' diagonals.
  SparseRows scalars() const;

  /// out = A x.
  void times(const std::vector<Vec<D>>& x, std::vector<Vec<D>>& out) const {
    times(block_, x, out);
  }
  /// The same with other blocks in the places of these.
  void times(const std::vector<Mat<D>>& blocks, const std::vector<Vec<D>>& x,
             std::vector<Vec<D>>& out) const;
  /// Blocks in the places of these, each times the factor of its column: written, by
  /// columns, where `out` says.
  void times_factors(const std::vector<Mat<D>>& blocks, const std::vector<Mat<D>>& factor,
                     const std::vector<double*>& out) const;

  /// Row i times x.
  Vec<D> row_times(std::size_t i, const std::vector<Vec<D>>& x) const {
    Vec<D> sum = Vec<D>::Zero();
    for (std::size_t at = row_begin_[i]; at < row_begin_[i + 1]; ++at) {
      sum.noalias() += block_[at] * x[column_[at]];
    }
    return sum;
  }

 private:
  std::vector<std::size_t> row_begin_{0};
  std::vector<std::uint32_t> column_;
  std::vector<Mat<D>> block_;
  std::vector<std::size_t> diagonal_;  ///< where each row's diagonal block is
};

}  // namespace talus

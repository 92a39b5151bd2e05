#include "talus/math/block_sparse.hpp"

#include "talus/math/wide_registers.hpp"

#include <algorithm>

// Registers never cross a call that is not inlined, so how they would be passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace talus {

namespace {

namespace two_wide {
#include "talus/math/block_times.inl"
}  // namespace two_wide

#ifdef TALUS_HAS_WIDE_SWEEPS
#pragma GCC push_options
#pragma GCC target("avx2")
namespace four_wide {
#include "talus/math/block_times.inl"
}  // namespace four_wide
#pragma GCC pop_options
#endif

}  // namespace

template <int D>
BlockSparse<D> BlockSparse<D>::from(const SparseRows& scalars) {
  BlockSparse out;
  const auto rows = static_cast<std::size_t>(scalars.rows()) / D;
  std::vector<std::uint32_t> columns;
  std::vector<Mat<D>> blocks;
  std::vector<std::size_t> place(rows);  // of each column in the row at hand
  for (std::size_t i = 0; i < rows; ++i) {
    columns.assign(1, static_cast<std::uint32_t>(i));
    for (int k = 0; k < D; ++k) {
      const auto row = static_cast<Eigen::Index>(D * i) + k;
      for (SparseRows::InnerIterator it(scalars, row); it; ++it) {
        columns.push_back(static_cast<std::uint32_t>(it.col() / D));
      }
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (std::size_t n = 0; n < columns.size(); ++n) place[columns[n]] = n;
    blocks.assign(columns.size(), Mat<D>::Zero());
    for (int k = 0; k < D; ++k) {
      const auto row = static_cast<Eigen::Index>(D * i) + k;
      for (SparseRows::InnerIterator it(scalars, row); it; ++it) {
        blocks[place[static_cast<std::size_t>(it.col() / D)]](k, it.col() % D) += it.value();
      }
    }
    out.add_row(columns, blocks);
  }
  return out;
}

template <int D>
void BlockSparse<D>::add_row(const std::vector<std::uint32_t>& columns,
                             const std::vector<Mat<D>>& blocks) {
  const auto own = std::lower_bound(columns.begin(), columns.end(),
                                    static_cast<std::uint32_t>(diagonal_.size()));
  diagonal_.push_back(block_.size() + static_cast<std::size_t>(own - columns.begin()));
  column_.insert(column_.end(), columns.begin(), columns.end());
  block_.insert(block_.end(), blocks.begin(), blocks.end());
  row_begin_.push_back(block_.size());
}

template <int D>
SparseRows BlockSparse<D>::scalars() const {
  const auto size = static_cast<Eigen::Index>(D * row_count());
  SparseRows out(size, size);
  out.reserve(static_cast<Eigen::Index>(D * D * block_count()));
  for (std::size_t i = 0; i < row_count(); ++i) {
    for (int k = 0; k < D; ++k) {
      const auto row = static_cast<Eigen::Index>(D * i) + k;
      out.startVec(row);
      for (std::size_t at = row_begin_[i]; at < row_begin_[i + 1]; ++at) {
        for (int l = 0; l < D; ++l) {
          const auto col = static_cast<Eigen::Index>(D * std::size_t{column_[at]}) + l;
          const double value = block_[at](k, l);
          if (value != 0 || row == col) out.insertBack(row, col) = value;
        }
      }
    }
  }
  out.finalize();
  return out;
}

template <int D>
void BlockSparse<D>::times(const std::vector<Mat<D>>& blocks, const std::vector<Vec<D>>& x,
                           std::vector<Vec<D>>& out) const {
  out.resize(row_count());
  if (out.empty()) return;
  if constexpr (D == 5) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      Vec<D> sum = Vec<D>::Zero();
      for (std::size_t at = row_begin_[i]; at < row_begin_[i + 1]; ++at) {
        sum.noalias() += blocks[at] * x[column_[at]];
      }
      out[i] = sum;
    }
    return;
  } else {
    const auto by = [&](const auto& rows_times) {
      rows_times(out.size(), row_begin_.data(), column_.data(), blocks.data()->data(),
                 x.data()->data(), out.data()->data());
    };
#ifdef TALUS_HAS_WIDE_SWEEPS
    if (widest_registers() >= 4) return by(four_wide::rows_times<D>);
#endif
    by(two_wide::rows_times<D>);
  }
}

template <int D>
void BlockSparse<D>::times_factors(const std::vector<Mat<D>>& blocks,
                                   const std::vector<Mat<D>>& factor,
                                   const std::vector<double*>& out) const {
  if constexpr (D == 5) {
    for (std::size_t at = 0; at < out.size(); ++at) {
      const Mat<D> product = blocks[at] * factor[column_[at]];
      std::copy_n(product.data(), D * D, out[at]);
    }
  } else {
    const auto by = [&](const auto& blocks_times) {
      blocks_times(out.size(), column_.data(), blocks.data()->data(), factor.data()->data(),
                   out.data());
    };
#ifdef TALUS_HAS_WIDE_SWEEPS
    if (widest_registers() >= 4) return by(four_wide::blocks_times<D>);
#endif
    by(two_wide::blocks_times<D>);
  }
}

template class BlockSparse<2>;
template class BlockSparse<3>;
template class BlockSparse<5>;

}  // namespace talus

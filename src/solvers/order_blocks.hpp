// Factors of matrices with the pattern of a problem's W.
#pragma once

#include "talus/math/block_sparse.hpp"
#include "talus/solvers/block_lu.hpp"

#include <vector>

namespace talus {

/// Orders the elimination; place: where each block of W goes in the matrix to be factored. False
/// where the time ran out.
template <int D>
bool order_blocks(const BlockSparse<D>& w, const Deadline& deadline, BlockLu<D>& lu,
                  std::vector<double*>& place) {
  const std::size_t n = w.row_count();
  std::vector<typename BlockLu<D>::Pair> pairs;
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      if (w.column(at) != c) pairs.emplace_back(static_cast<std::uint32_t>(c), w.column(at));
    }
  }
  if (!lu.analyse(n, pairs, deadline)) return false;
  place.resize(w.block_count());
  for (std::size_t c = 0; c < n; ++c) {
    const auto row = static_cast<std::uint32_t>(c);
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      place[at] =
          (w.column(at) == c ? lu.diagonal(row) : lu.forward(lu.place(row, w.column(at)))).data();
    }
  }
  return true;
}

}  // namespace talus

// Rows of W chosen for batches in which no row reads what an earlier one of its batch writes:
// solving these side by side is solving them one after the other. Their order is kept but for what
// that asks: each goes to the oldest open batch that has none of its neighbours.
#pragma once

#include "talus/math/block_sparse.hpp"
#include "talus/solvers/batch_window.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace talus {

/// The rows in the lanes of a batch, filled in turn.
using BatchedRows = std::array<std::uint32_t, lanes>;
inline constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();

/// Rows whose diagonal block has W_NN = 0 are left out.
template <int D>
std::vector<BatchedRows> batches_of_rows(const BlockSparse<D>& w);
/// The same for rows told by their neighbours: those of row i are from begin[i] to begin[i + 1].
std::vector<BatchedRows> batches_of_rows(const std::vector<std::uint32_t>& begin,
                                         const std::vector<std::uint32_t>& neighbour);

}  // namespace talus

#include "talus/solvers/block_lu.hpp"

#include "talus/math/dim.hpp"
#include "talus/math/wide_registers.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>

// Registers never cross a call that is not inlined, so how they would be passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace talus {

namespace {

namespace two_wide {
#include "talus/solvers/block_lu.inl"
}  // namespace two_wide

#ifdef TALUS_HAS_WIDE_SWEEPS
#pragma GCC push_options
#pragma GCC target("avx2")
namespace four_wide {
#include "talus/solvers/block_lu.inl"
}  // namespace four_wide
#pragma GCC pop_options
#endif

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// Multiplications between two looks at the clock, and rows of factors listed between them: both
/// take some milliseconds.
constexpr double work_between_looks = 1e7;
constexpr std::size_t rows_between_looks = 300'000;

/// Place of each row in an elimination that fills little.
std::vector<std::uint32_t> elimination_order(std::size_t size, const std::vector<Pair>& pairs) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(2 * pairs.size() + size);
  for (std::size_t i = 0; i < size; ++i) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 1);
  }
  for (const auto& [i, j] : pairs) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(j), 1);
    entries.emplace_back(static_cast<int>(j), static_cast<int>(i), 1);
  }
  const auto n = static_cast<Eigen::Index>(size);
  Eigen::SparseMatrix<double> pattern(n, n);
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern.selfadjointView<Eigen::Lower>(), order);
  std::vector<std::uint32_t> rank(size);
  for (std::size_t k = 0; k < size; ++k) {
    rank[static_cast<std::size_t>(order.indices()[static_cast<Eigen::Index>(k)])] =
        static_cast<std::uint32_t>(k);
  }
  return rank;
}

/// Rows below the diagonal of each column of the factor: those of the matrix, and those of columns
/// whose first such row is this one. False where the time ran out.
bool fill_columns(const std::vector<std::uint32_t>& rank, const std::vector<Pair>& pairs,
                  const Deadline& deadline, std::vector<std::vector<std::uint32_t>>& column) {
  column.resize(rank.size());
  std::size_t listed = 0;
  for (const auto& [i, j] : pairs) {
    const auto [low, high] = std::minmax(rank[i], rank[j]);
    column[low].push_back(high);
  }
  for (auto& rows : column) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (rows.empty()) continue;
    auto& parent = column[rows.front()];
    parent.insert(parent.end(), rows.begin() + 1, rows.end());
    listed += rows.size();
    if (listed < rows_between_looks) continue;
    listed = 0;
    if (deadline.passed()) return false;
  }
  return true;
}

}  // namespace

template <int N>
bool BlockLu<N>::analyse(std::size_t size, const std::vector<Pair>& pairs,
                         const Deadline& deadline) {
  if (size == rank_.size() && pairs == pairs_) return true;
  pairs_ = pairs;
  rank_ = elimination_order(size, pairs);
  std::vector<std::vector<std::uint32_t>> column;
  if (deadline.passed() || !fill_columns(rank_, pairs, deadline, column)) {
    pairs_.clear();
    rank_.clear();
    pauses_.clear();
    return false;
  }
  begin_.assign(1, 0);
  row_.clear();
  pauses_.clear();
  cost_ = 0;
  double last_look = 0;
  for (const auto& rows : column) {
    row_.insert(row_.end(), rows.begin(), rows.end());
    begin_.push_back(row_.size());
    const auto below = static_cast<double>(rows.size());
    cost_ += (below + 1) * (below + 1) * N * N * N;
    if (cost_ - last_look < work_between_looks) continue;
    last_look = cost_;
    pauses_.push_back(begin_.size() - 1);
  }
  if (pauses_.empty() || pauses_.back() != size) pauses_.push_back(size);
  diagonal_.assign(size + 1, Block::Zero());
  lower_.assign(row_.size() + 1, Block::Zero());
  upper_.assign(row_.size() + 1, Block::Zero());
  pivot_.resize(size);
  work_.assign(stride * size, 0.0);
  return true;
}

template <int N>
typename BlockLu<N>::Place BlockLu<N>::place(std::uint32_t i, std::uint32_t j) const {
  const auto [low, high] = std::minmax(rank_[i], rank_[j]);
  const auto from = row_.begin() + static_cast<std::ptrdiff_t>(begin_[low]);
  const auto to = row_.begin() + static_cast<std::ptrdiff_t>(begin_[low + 1]);
  const auto found = std::lower_bound(from, to, high);
  return {static_cast<std::size_t>(found - row_.begin()), rank_[i] < rank_[j]};
}

template <int N>
void BlockLu<N>::set_zero() {
  std::fill(diagonal_.begin(), diagonal_.end(), Block::Zero());
  std::fill(lower_.begin(), lower_.end(), Block::Zero());
  std::fill(upper_.begin(), upper_.end(), Block::Zero());
}

template <int N>
typename BlockLu<N>::Parts BlockLu<N>::parts() {
  return {rank_.size(),          begin_.data(),         row_.data(),  diagonal_.data()->data(),
          lower_.data()->data(), upper_.data()->data(), pivot_.data()};
}

template <int N>
bool BlockLu<N>::eliminate(std::size_t from, std::size_t to) {
#ifdef TALUS_HAS_WIDE_SWEEPS
  if (widest_registers() >= 4) return four_wide::factor<N>(parts(), from, to);
#endif
  return two_wide::factor<N>(parts(), from, to);
}

template <int N>
bool BlockLu<N>::factor(const Deadline& deadline) {
  std::size_t from = 0;
  for (const std::size_t to : pauses_) {
    if (from > 0 && deadline.passed()) return false;
    if (!eliminate(from, to)) return false;
    from = to;
  }
  return true;
}

template <int N>
void BlockLu<N>::solve(std::vector<Column>& b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    std::copy_n(b[i].data(), N, work_.data() + stride * rank_[i]);
  }
#ifdef TALUS_HAS_WIDE_SWEEPS
  if (widest_registers() >= 4) {
    four_wide::solve<N>(parts(), work_.data());
  } else {
    two_wide::solve<N>(parts(), work_.data());
  }
#else
  two_wide::solve<N>(parts(), work_.data());
#endif
  for (std::size_t i = 0; i < b.size(); ++i) {
    std::copy_n(work_.data() + stride * rank_[i], N, b[i].data());
  }
}

template class BlockLu<2>;
template class BlockLu<5>;
template class BlockLu<dof<2>>;
template class BlockLu<dof<3>>;

}  // namespace talus

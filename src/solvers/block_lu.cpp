#include "talus/solvers/block_lu.hpp"

#include "talus/math/dim.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>

namespace talus {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

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
/// whose first such row is this one.
std::vector<std::vector<std::uint32_t>> filled_columns(const std::vector<std::uint32_t>& rank,
                                                       const std::vector<Pair>& pairs) {
  std::vector<std::vector<std::uint32_t>> column(rank.size());
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
  }
  return column;
}

}  // namespace

template <int N>
void BlockLu<N>::analyse(std::size_t size, const std::vector<Pair>& pairs) {
  if (size == rank_.size() && pairs == pairs_) return;
  pairs_ = pairs;
  rank_ = elimination_order(size, pairs);
  const auto column = filled_columns(rank_, pairs);
  begin_.assign(1, 0);
  row_.clear();
  cost_ = 0;
  for (const auto& rows : column) {
    row_.insert(row_.end(), rows.begin(), rows.end());
    begin_.push_back(row_.size());
    const auto below = static_cast<double>(rows.size());
    cost_ += (below + 1) * (below + 1) * N * N * N;
  }
  diagonal_.resize(size);
  lower_.resize(row_.size());
  upper_.resize(row_.size());
  pivot_.resize(size);
  work_.resize(size);
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
bool BlockLu<N>::factor() {
  for (std::size_t k = 0; k < diagonal_.size(); ++k) {
    if (!diagonal_[k].allFinite()) return false;
    pivot_[k].compute(diagonal_[k]);
    if (!(pivot_[k].matrixLU().diagonal().cwiseAbs().minCoeff() > 0)) return false;
    for (std::size_t e = begin_[k]; e < begin_[k + 1]; ++e) upper_[e] = pivot_[k].solve(upper_[e]);
    // What is left of the matrix after row and column k: each column a of it once.
    for (std::size_t e = begin_[k]; e < begin_[k + 1]; ++e) {
      const std::uint32_t a = row_[e];
      diagonal_[a].noalias() -= lower_[e] * upper_[e];
      std::size_t target = begin_[a];
      for (std::size_t f = e + 1; f < begin_[k + 1]; ++f) {
        while (row_[target] != row_[f]) ++target;
        lower_[target].noalias() -= lower_[f] * upper_[e];
        upper_[target].noalias() -= lower_[e] * upper_[f];
      }
    }
  }
  return true;
}

template <int N>
void BlockLu<N>::solve(std::vector<Column>& b) {
  const std::size_t n = diagonal_.size();
  for (std::size_t i = 0; i < n; ++i) work_[rank_[i]] = b[i];
  for (std::size_t k = 0; k < n; ++k) {
    work_[k] = pivot_[k].solve(work_[k]);
    for (std::size_t e = begin_[k]; e < begin_[k + 1]; ++e) {
      work_[row_[e]].noalias() -= lower_[e] * work_[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t e = begin_[k]; e < begin_[k + 1]; ++e) {
      work_[k].noalias() -= upper_[e] * work_[row_[e]];
    }
  }
  for (std::size_t i = 0; i < n; ++i) b[i] = work_[rank_[i]];
}

template class BlockLu<2>;
template class BlockLu<5>;
template class BlockLu<dof<2>>;
template class BlockLu<dof<3>>;

}  // namespace talus

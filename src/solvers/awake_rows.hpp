// The contacts of batches of rows that are not asleep, in batches of their own, with no more of
// their rows than these contacts themselves: where most contacts are open most of a row is
// multiplied by nothing. Sweeps over these are the sweeps over all but for the order.
#pragma once

#include "talus/solvers/row_batch.hpp"

#include <cstdint>
#include <vector>

namespace talus {

template <int D>
class AwakeRows {
 public:
  /// For other batches.
  void forget() { held_ = false; }
  /// After a sweep over all: takes those awake. Which they are is chosen anew where others have
  /// woken or many fallen asleep; it costs some three sweeps. False where most are awake.
  bool take(const RowBatches<D>& all);
  /// Brings impulses, and what goes with them, back to where they were taken from.
  void give_back(RowBatches<D>& all) const;

  RowBatches<D>& rows() { return rows_; }

 private:
  void choose(const RowBatches<D>& all);
  void fill(const RowBatches<D>& all);

  RowBatches<D> rows_;
  std::vector<std::uint32_t> lane_;    ///< of each contact here, among all
  std::vector<std::uint32_t> number_;  ///< of each lane among all; no_row: asleep
  std::vector<std::uint32_t> begin_, neighbour_, block_;  ///< rows as they are chosen
  std::vector<BatchedRows> chosen_;
  bool held_ = false;
};

}  // namespace talus

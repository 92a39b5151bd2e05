#include "talus/solvers/row_window.hpp"

#include <bit>

namespace talus {

namespace {

/// Batches that still take rows.
class RowWindow {
 public:
  RowWindow(std::size_t row_count, std::vector<BatchedRows>& batches)
      : in_(row_count, 0), batches_(batches) {}

  /// The open batches that row is in.
  std::uint32_t in(std::uint32_t row) const { return in_[row]; }
  /// To the oldest open batch that is not among these, or to a new one.
  void place(std::uint32_t row, std::uint32_t taken) {
    const std::uint32_t candidates = open_ & ~taken;
    std::uint32_t slot = 0;
    if (candidates == 0) {
      slot = open_slot();
    } else {
      // Slots were opened in turn from next_ on.
      const std::uint32_t turned = std::rotr(candidates, static_cast<int>(next_));
      slot = (next_ + static_cast<std::uint32_t>(std::countr_zero(turned))) % window;
    }
    Slot& s = slot_[slot];
    batches_[s.batch][s.filled++] = row;
    in_[row] = std::uint32_t{1} << slot;
    if (s.filled == lanes) close(slot);
  }

 private:
  static constexpr std::uint32_t window = 32;

  struct Slot {
    std::size_t batch;
    std::uint32_t filled;
  };

  std::uint32_t open_slot() {
    if (~open_ == 0) close(next_);
    while ((open_ >> next_ & 1U) != 0) next_ = (next_ + 1) % window;
    const std::uint32_t slot = next_;
    next_ = (next_ + 1) % window;
    open_ |= std::uint32_t{1} << slot;
    slot_[slot] = {batches_.size(), 0};
    batches_.emplace_back().fill(no_row);
    return slot;
  }
  void close(std::uint32_t slot) {
    const Slot& s = slot_[slot];
    for (std::uint32_t i = 0; i < s.filled; ++i) in_[batches_[s.batch][i]] = 0;
    open_ &= ~(std::uint32_t{1} << slot);
  }

  std::vector<std::uint32_t> in_;  ///< bit set of slots for each row
  std::vector<BatchedRows>& batches_;
  std::array<Slot, window> slot_{};
  std::uint32_t open_ = 0;  ///< bit set of slots in use
  std::uint32_t next_ = 0;  ///< slot to be closed next when all are in use
};

}  // namespace

template <int D>
std::vector<BatchedRows> batches_of_rows(const BlockSparse<D>& w) {
  std::vector<BatchedRows> batches;
  batches.reserve(w.row_count() / lanes + 1);
  RowWindow window(w.row_count(), batches);
  for (std::size_t c = 0; c < w.row_count(); ++c) {
    if (w.diagonal(c)(0, 0) == 0) continue;
    std::uint32_t taken = 0;
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      taken |= window.in(w.column(at));
    }
    window.place(static_cast<std::uint32_t>(c), taken);
  }
  return batches;
}

std::vector<BatchedRows> batches_of_rows(const std::vector<std::uint32_t>& begin,
                                         const std::vector<std::uint32_t>& neighbour) {
  const std::size_t rows = begin.size() - 1;
  std::vector<BatchedRows> batches;
  batches.reserve(rows / lanes + 1);
  RowWindow window(rows, batches);
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint32_t taken = 0;
    for (auto at = begin[i]; at < begin[i + 1]; ++at) taken |= window.in(neighbour[at]);
    window.place(static_cast<std::uint32_t>(i), taken);
  }
  return batches;
}

template std::vector<BatchedRows> batches_of_rows<2>(const BlockSparse<2>&);
template std::vector<BatchedRows> batches_of_rows<3>(const BlockSparse<3>&);

}  // namespace talus

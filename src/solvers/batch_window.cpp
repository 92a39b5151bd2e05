#include "talus/solvers/batch_window.hpp"

#include "talus/solvers/nlgs_blocks.hpp"

#include <bit>
#include <limits>
#include <stdexcept>

namespace talus {

void BatchWindow::start(std::vector<std::uint32_t>& busy) {
  // Batches hold the places of blocks in bytes.
  if (busy.size() > std::numeric_limits<std::uint32_t>::max() / sizeof(NlgsBlock<3>)) {
    throw std::length_error("more bodies than sweeps can number: 67 million");
  }
  busy_ = busy.data();
  open_ = 0;
  next_ = 0;
  batches_ = 0;
  obstacle_ = static_cast<std::uint32_t>(busy.size() - 1);
}

void BatchWindow::close(std::uint32_t slot) {
  const std::uint32_t bit = std::uint32_t{1} << slot;
  const Slot& s = slot_[slot];
  for (std::uint32_t i = 0; i < 2 * s.filled; ++i) {
    // The obstacle's number is shared with other threads.
    if (s.touched[i] != obstacle_) busy_[s.touched[i]] &= ~bit;
  }
  open_ &= ~bit;
}

void BatchWindow::finish() {
  for (std::uint32_t slot = 0; slot < window; ++slot) {
    if ((open_ >> slot & 1U) != 0) close(slot);
  }
}

/// Slots are used in turn, so that the one to close when none is left is the oldest.
std::uint32_t BatchWindow::open_slot() {
  if (~open_ == 0) close(next_);
  while ((open_ >> next_ & 1U) != 0) next_ = (next_ + 1) % window;
  const std::uint32_t slot = next_;
  next_ = (next_ + 1) % window;
  open_ |= std::uint32_t{1} << slot;
  slot_[slot].filled = 0;
  slot_[slot].batch = batches_++;
  return slot;
}

LanePlace BatchWindow::place(std::uint32_t first, std::uint32_t second) {
  const std::uint32_t candidates = open_ & ~(busy_[first] | busy_[second]);
  std::uint32_t slot = 0;
  if (candidates == 0) {
    slot = open_slot();
  } else {
    // The oldest candidate: slots were opened in turn from next_ on.
    const std::uint32_t turned = std::rotr(candidates, static_cast<int>(next_));
    slot = (next_ + static_cast<std::uint32_t>(std::countr_zero(turned))) % window;
  }
  Slot& s = slot_[slot];
  const std::uint32_t lane = s.filled++;
  const std::uint32_t bit = std::uint32_t{1} << slot;
  const std::uint32_t both[2] = {first, second};
  for (std::uint32_t i = 0; i < 2; ++i) {
    s.touched[2 * lane + i] = both[i];
    if (both[i] != obstacle_) busy_[both[i]] |= bit;
  }
  const LanePlace place{s.batch, lane};
  if (s.filled == lanes) close(slot);
  return place;
}

}  // namespace talus

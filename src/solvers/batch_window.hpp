// Contacts chosen for batches in which no two touch the same body. Their order is kept but for what
// that asks: each goes to the oldest open batch that touches neither of its bodies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace talus {

/// Contacts in a batch.
inline constexpr int lanes = 8;

/// Where a contact is: its batch and its lane in it.
struct LanePlace {
  std::uint32_t batch;
  std::uint32_t lane;
};

class BatchWindow {
 public:
  /// `busy`: a number for each block and, last, one for the obstacle, all 0, which must live until
  /// the batches are finished. Windows at work at the same time may share it while they share no
  /// block.
  void start(std::vector<std::uint32_t>& busy);
  /// A place for a contact between these blocks. Batches are numbered as they are begun.
  LanePlace place(std::uint32_t first, std::uint32_t second);
  /// No more contacts: gives `busy` back as it was.
  void finish();
  /// Batches begun so far.
  std::size_t batch_count() const { return batches_; }
  /// Number of the block that stands for all obstacles; batches may share it, for it never moves.
  std::uint32_t obstacle() const { return obstacle_; }

 private:
  static constexpr int window = 32;

  /// An open batch.
  struct Slot {
    std::uint32_t batch;
    std::uint32_t filled;
    std::array<std::uint32_t, 2 * lanes> touched;  ///< blocks
  };

  std::uint32_t open_slot();
  void close(std::uint32_t slot);

  std::uint32_t* busy_ = nullptr;  ///< for each block, the open slots that touch it; obstacle: 0
  std::array<Slot, window> slot_;
  std::uint32_t open_ = 0;     ///< bit set of slots in use
  std::uint32_t next_ = 0;     ///< slot to be closed next when all are in use
  std::uint32_t batches_ = 0;  ///< begun
  std::uint32_t obstacle_ = 0;
};

}  // namespace talus

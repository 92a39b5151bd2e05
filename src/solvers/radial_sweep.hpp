// The Gauss-Seidel sweep over radial contacts (spheres and disks): W's diagonal block is
// diag(w_n, w_t, ...), so Coulomb's law is solved in closed form (002 sect. 5.3) with no tangent
// frame at all, impulses being vectors of the world.
//
// Eight contacts that share no body do not see each other, so solving them side by side is solving
// them one after the other: a batch is several registers of lanes, one working while another waits.
// The lanes do the arithmetic a single contact would, rounding included, so results do not depend
// on how wide the machine's registers are.
#pragma once

#include "talus/solvers/nlgs_blocks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace talus {

inline constexpr int lanes = 8;

/// Eight contacts on different bodies; obstacles may be shared, for they do not move. Lanes left
/// over hold an empty contact between obstacles.
template <int D>
struct alignas(64) RadialBatch {
  double normal[D][lanes];
  double offset[D][lanes];   ///< b + c, in the world
  double impulse[D][lanes];  ///< in the world
  double inv_w_n[lanes], inv_w_t[lanes];
  double weight[lanes];  ///< w_n^2, 0 for an empty lane
  double mu[lanes];
  double lever_first[lanes], lever_second[lanes];
  std::uint32_t first[lanes], second[lanes];  ///< blocks, in bytes from the first of them
};

/// Impulses of a batch after the sweep before, for sweeps that carry on.
template <int D>
struct alignas(64) RadialTrail {
  double before[D][lanes];
};

static_assert(sizeof(RadialBatch<3>) == 16 * 64);  // memory traffic is what sweeps wait for

/// One radial contact, on its way into a batch.
template <int D>
struct RadialContact {
  Vec<D> normal, offset, impulse;
  double w_n, w_t, mu;
  double lever_first, lever_second;  ///< on the blocks' scaled spins
  std::uint32_t first, second;
};

/// Puts contacts into batches, keeping their order but for what disjointness asks: each goes to the
/// oldest open batch that touches neither of its bodies.
template <int D>
class RadialBatcher {
 public:
  /// Place of a contact: batch and lane.
  struct Place {
    std::uint32_t batch;
    std::uint32_t lane;
  };

  /// `busy`: a number for each block and, last, one for the obstacle, all 0, which must live until
  /// the batches are finished. Batchers at work at the same time may share it while they share no
  /// block.
  void start(std::vector<std::uint32_t>& busy);
  Place add(const RadialContact<D>& contact);
  /// No more contacts: gives `busy` back as it was.
  void finish();
  /// Contacts added from now on seem to be open: batches of them alone may sleep.
  void add_sleepers() { sleepers_ = batches_.size(); }
  std::size_t first_sleeper() const { return std::min(sleepers_, batches_.size()); }
  /// A flag for each batch from the first sleeper on.
  std::vector<std::uint8_t>& asleep() { return asleep_; }
  std::vector<RadialBatch<D>>& batches() { return batches_; }
  const std::vector<RadialBatch<D>>& batches() const { return batches_; }
  /// Impulses before, a batch each; those of now until a sweep has carried on.
  std::vector<RadialTrail<D>>& trail();

 private:
  static constexpr int window = 32;

  std::uint32_t open_slot();
  void close(std::uint32_t slot);
  void release(std::uint32_t bytes, std::uint32_t bit);

  std::vector<RadialBatch<D>> batches_;
  std::vector<RadialTrail<D>> trail_;
  std::uint32_t* busy_ = nullptr;  ///< for each block, the open slots that touch it; obstacle: 0
  std::array<std::uint32_t, window> batch_of_;  ///< open batches
  std::array<std::uint32_t, window> filled_;
  std::uint32_t open_ = 0;  ///< bit set of slots in use
  std::uint32_t next_ = 0;  ///< slot to be closed next when all are in use
  std::uint32_t obstacle_ = 0;
  std::size_t sleepers_ = 0;
  std::vector<std::uint8_t> asleep_;
};

/// Which instructions do the lanes' arithmetic: the widest the machine has, or those every machine
/// has.
enum class LaneInstructions : std::uint8_t { widest, baseline };

/// The law contacts are given: Coulomb's, or its convex neighbour, in which the impulse is the
/// admissible one nearest, in the metric of the contact's block of W, to the one that would stop
/// the contact (solvers/convex_relaxation.hpp).
enum class RadialLaw : std::uint8_t { coulomb, associated };

/// One forward sweep; adds its size. The instructions change the speed, never a bit of the result.
template <int D>
void sweep_radial(RadialBatcher<D>& batcher, std::vector<NlgsBlock<D>>& blocks, SweepSize& size,
                  Carry carry = {}, SweepExtent extent = SweepExtent::all,
                  LaneInstructions instructions = LaneInstructions::widest,
                  RadialLaw law = RadialLaw::coulomb);

}  // namespace talus

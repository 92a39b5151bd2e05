// Contacts that are swept side by side, in batches of them that share no body: solving these at
// once is solving them one after the other. Lanes do the arithmetic a single contact would,
// rounding included, so results do not depend on how wide the machine's registers are.
#pragma once

#include "talus/math/wide_registers.hpp"
#include "talus/solvers/batch_window.hpp"
#include "talus/solvers/nlgs_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace talus {

/// Which instructions do the lanes' arithmetic: those every machine has, registers of four or of
/// eight, or the widest of these that the machine has.
enum class LaneInstructions : std::uint8_t { baseline, avx2, avx512, widest };

/// How many contacts go side by side: as many as asked for, fewer where the machine cannot.
inline int lane_width(LaneInstructions instructions) {
  const int asked = instructions == LaneInstructions::baseline ? 2
                    : instructions == LaneInstructions::avx2   ? 4
                                                               : 8;
  return std::min(asked, widest_registers());
}

/// So many blocks, a cache line each, stay near the core: half a megabyte.
inline constexpr std::size_t most_blocks_near = 8192;

/// Where a block is, in bytes from the first: what batches hold.
inline std::uint32_t block_place(std::uint32_t block) {
  static_assert(sizeof(NlgsBlock<2>) == sizeof(NlgsBlock<3>));
  return block * static_cast<std::uint32_t>(sizeof(NlgsBlock<3>));
}

/// A vector for each lane of a batch, beside it: impulses after the sweep before, for sweeps that
/// carry on; or drifts.
template <int D>
struct alignas(64) LaneTrail {
  double at[D][lanes];
};

/// Puts contacts into batches: all are given their places first, then batches are filled one after
/// the other, for a batch is wide and what is written to many at a time is written slowly. A Batch
/// takes contacts by `put`; one with lanes left over is `clear`ed before, so that these hold empty
/// contacts between obstacles.
template <class Batch>
class LaneBatcher {
 public:
  static constexpr int D = Batch::dim;

  /// See BatchWindow.
  void start(std::vector<std::uint32_t>& busy) {
    member_.clear();
    trail_.clear();
    drift_.clear();
    sleepers_ = std::numeric_limits<std::size_t>::max();
    window_.start(busy);
  }
  /// Chooses the place of a contact, known by a number, between these blocks.
  LanePlace place(std::uint32_t first, std::uint32_t second, std::size_t number) {
    const LanePlace place = window_.place(first, second);
    if (lanes * window_.batch_count() > member_.size())
      member_.resize(member_.size() + lanes, none);
    member_[lane_number(place)] = number;
    return place;
  }
  /// Contacts placed from now on seem to be open: batches of them alone may sleep.
  void add_sleepers() { sleepers_ = window_.batch_count(); }
  /// No more contacts: fills the lanes, each with contact(number, lane number).
  template <class Contact>
  void fill(const Contact& contact) {
    window_.finish();
    batches_.resize(window_.batch_count());
    for (std::uint32_t b = 0; b < batches_.size(); ++b) {
      // Lanes are filled in turn.
      if (member_[lane_number({b, lanes - 1})] == none) batches_[b].clear(window_.obstacle());
      for_lanes(b, [&](std::size_t number, std::uint32_t lane) {
        const auto given = contact(number, lane_number({b, lane}));
        batches_[b].put(lane, given);
        if constexpr (requires { given.drift; }) put_drift(b, lane, given.drift);
      });
    }
  }
  /// Of each batch, in the world; empty where no contact has one.
  const std::vector<LaneTrail<D>>& drift() const { return drift_; }
  /// Calls take(number, lane number, impulse) for all contacts.
  template <class Take>
  void for_impulses(const Take& take) const {
    for (std::uint32_t b = 0; b < batches_.size(); ++b) {
      for_lanes(b, [&](std::size_t number, std::uint32_t lane) {
        take(number, lane_number({b, lane}), impulse({b, lane}));
      });
    }
  }
  /// Lanes of all batches are numbered through.
  static std::size_t lane_number(LanePlace place) {
    return std::size_t{lanes} * place.batch + place.lane;
  }
  std::vector<Batch>& batches() { return batches_; }
  const std::vector<Batch>& batches() const { return batches_; }
  Vec<D> impulse(LanePlace place) const {
    Vec<D> r;
    for (int i = 0; i < D; ++i) r[i] = batches_[place.batch].impulse[i][place.lane];
    return r;
  }
  /// Impulses before, a batch each; those of now until a sweep has carried on.
  std::vector<LaneTrail<D>>& trail() {
    for (std::size_t b = trail_.size(); b < batches_.size(); ++b) {
      const double* const now = &batches_[b].impulse[0][0];
      std::copy(now, now + D * lanes, &trail_.emplace_back().at[0][0]);
    }
    return trail_;
  }

  /// Calls sweep(begin, end) for ranges of batches: all, or those awake. Batches open before and
  /// after a sweep over all sleep from then on.
  template <class Sweep>
  void for_extent(SweepExtent extent, Carry carry, const Sweep& sweep) {
    const std::size_t count = batches_.size();
    const std::size_t first = std::min(sleepers_, count);
    asleep_.resize(count - first);
    if (extent == SweepExtent::awake) {
      sweep(std::size_t{0}, first);
      for (std::size_t b = first; b < count; ++b) {
        if (asleep_[b - first] == 0) sweep(b, b + 1);
      }
      return;
    }
    for (std::size_t b = first; b < count; ++b) {
      const bool open = is_open(batches_[b].impulse) && (!carry.on || is_open(trail()[b].at));
      asleep_[b - first] = open ? 1 : 0;
    }
    sweep(std::size_t{0}, count);
    for (std::size_t b = first; b < count; ++b) {
      if (!is_open(batches_[b].impulse)) asleep_[b - first] = 0;
    }
  }

 private:
  static constexpr auto none = std::numeric_limits<std::size_t>::max();

  template <class Visit>
  void for_lanes(std::uint32_t batch, const Visit& visit) const {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const std::size_t number = member_[lane_number({batch, lane})];
      if (number != none) visit(number, lane);
    }
  }
  void put_drift(std::uint32_t batch, std::uint32_t lane, const Vec<D>& drift) {
    if (drift.isZero(0)) return;
    drift_.resize(batches_.size());  // with zeros, once
    for (int i = 0; i < D; ++i) drift_[batch].at[i][lane] = drift[i];
  }
  static bool is_open(const double (&impulse)[D][lanes]) {
    const double* const p = &impulse[0][0];
    return std::all_of(p, p + D * lanes, [](double x) { return x == 0; });
  }

  BatchWindow window_;
  std::vector<std::size_t> member_;  ///< number of the contact in each lane
  std::vector<Batch> batches_;
  std::vector<LaneTrail<D>> trail_;
  std::vector<LaneTrail<D>> drift_;
  std::size_t sleepers_ = 0;
  std::vector<std::uint8_t> asleep_;  ///< a flag for each batch from the first sleeper on
};

}  // namespace talus

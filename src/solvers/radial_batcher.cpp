#include "talus/solvers/radial_sweep.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

namespace talus {

namespace {

template <int D>
constexpr std::uint32_t block_bytes = sizeof(NlgsBlock<D>);

}  // namespace

template <int D>
void RadialBatcher<D>::start(std::vector<std::uint32_t>& busy) {
  if (busy.size() > std::numeric_limits<std::uint32_t>::max() / block_bytes<D>) {
    throw std::length_error("more bodies than sweeps can number: 67 million");
  }
  batches_.clear();
  trail_.clear();
  sleepers_ = std::numeric_limits<std::size_t>::max();
  busy_ = busy.data();
  open_ = 0;
  next_ = 0;
  obstacle_ = static_cast<std::uint32_t>(busy.size() - 1);
}

template <int D>
void RadialBatcher<D>::release(std::uint32_t bytes, std::uint32_t bit) {
  const std::uint32_t block = bytes / block_bytes<D>;
  if (block != obstacle_) busy_[block] &= ~bit;
}

template <int D>
void RadialBatcher<D>::close(std::uint32_t slot) {
  const std::uint32_t bit = std::uint32_t{1} << slot;
  const auto& batch = batches_[batch_of_[slot]];
  for (std::uint32_t lane = 0; lane < filled_[slot]; ++lane) {
    release(batch.first[lane], bit);
    release(batch.second[lane], bit);
  }
  open_ &= ~bit;
}

template <int D>
void RadialBatcher<D>::finish() {
  for (std::uint32_t slot = 0; slot < window; ++slot) {
    if ((open_ >> slot & 1U) != 0) close(slot);
  }
}

/// Slots are used in turn, so that the one to close when none is left is the oldest.
template <int D>
std::uint32_t RadialBatcher<D>::open_slot() {
  if (~open_ == 0) close(next_);
  while ((open_ >> next_ & 1U) != 0) next_ = (next_ + 1) % window;
  const std::uint32_t slot = next_;
  next_ = (next_ + 1) % window;
  open_ |= std::uint32_t{1} << slot;
  filled_[slot] = 0;
  batch_of_[slot] = static_cast<std::uint32_t>(batches_.size());
  RadialBatch<D>& batch = batches_.emplace_back();
  for (int lane = 0; lane < lanes; ++lane) {
    batch.first[lane] = batch.second[lane] = obstacle_ * block_bytes<D>;
  }
  return slot;
}

template <int D>
typename RadialBatcher<D>::Place RadialBatcher<D>::add(const RadialContact<D>& contact) {
  const std::uint32_t candidates = open_ & ~(busy_[contact.first] | busy_[contact.second]);
  std::uint32_t slot = 0;
  if (candidates == 0) {
    slot = open_slot();
  } else {
    // The oldest candidate: slots were opened in turn from next_ on.
    const std::uint32_t turned = std::rotr(candidates, static_cast<int>(next_));
    slot = (next_ + static_cast<std::uint32_t>(std::countr_zero(turned))) % window;
  }
  const std::uint32_t lane = filled_[slot]++;
  const Place place{batch_of_[slot], lane};
  auto& b = batches_[place.batch];
  for (int i = 0; i < D; ++i) {
    b.normal[i][lane] = contact.normal[i];
    b.offset[i][lane] = contact.offset[i];
    b.impulse[i][lane] = contact.impulse[i];
  }
  b.inv_w_n[lane] = 1 / contact.w_n;
  b.inv_w_t[lane] = 1 / contact.w_t;
  b.weight[lane] = contact.w_n * contact.w_n;
  b.mu[lane] = contact.mu;
  b.lever_first[lane] = contact.lever_first;
  b.lever_second[lane] = contact.lever_second;
  b.first[lane] = contact.first * block_bytes<D>;
  b.second[lane] = contact.second * block_bytes<D>;
  const std::uint32_t bit = std::uint32_t{1} << slot;
  if (contact.first != obstacle_) busy_[contact.first] |= bit;
  if (contact.second != obstacle_) busy_[contact.second] |= bit;
  if (filled_[slot] == lanes) close(slot);
  return place;
}

template <int D>
std::vector<RadialTrail<D>>& RadialBatcher<D>::trail() {
  for (std::size_t b = trail_.size(); b < batches_.size(); ++b) {
    auto& t = trail_.emplace_back();
    std::copy(&batches_[b].impulse[0][0], &batches_[b].impulse[0][0] + D * lanes, &t.before[0][0]);
  }
  return trail_;
}

template class RadialBatcher<2>;
template class RadialBatcher<3>;

}  // namespace talus

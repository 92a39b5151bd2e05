#include "talus/solvers/awake_rows.hpp"

#include <bit>
#include <cstddef>
#include <cstring>

namespace talus {

namespace {

/// Of all contacts, up to which it pays to have those awake apart; and of those held, from which
/// on.
constexpr double most_awake = 0.7;
constexpr double least_awake = 0.8;
constexpr std::size_t least_contacts = 16;  ///< two batches

template <int D>
std::uint32_t awake_lanes(const RowBatch<D>& batch) {
  return ((std::uint32_t{1} << batch.filled) - 1) & ~batch.asleep;
}

/// All numbers of a batch come in rows of eight, a lane each, up to where its rows of W begin.
template <int D>
void copy_lane(const RowBatch<D>& from, std::uint32_t at, RowBatch<D>& to, std::uint32_t lane) {
  constexpr std::size_t count = offsetof(RowBatch<D>, begin) / sizeof(double);
  const auto* const source = reinterpret_cast<const double*>(&from) + at;
  auto* const target = reinterpret_cast<double*>(&to) + lane;
  for (std::size_t i = 0; i < count; i += lanes) target[i] = source[i];
}

}  // namespace

template <int D>
bool AwakeRows<D>::take(const RowBatches<D>& all) {
  if (all.count < least_contacts) return false;
  std::size_t awake = 0;
  bool known = held_;
  for (std::size_t b = 0; b < all.batch.size(); ++b) {
    std::uint32_t left = awake_lanes(all.batch[b]);
    awake += static_cast<std::size_t>(std::popcount(left));
    for (; known && left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      known = number_[lanes * b + lane] != no_row;
    }
  }
  const auto part_of = [&](std::size_t n) {
    return static_cast<double>(awake) / static_cast<double>(n);
  };
  if (part_of(all.count) > most_awake) return false;
  if (!known || part_of(lane_.size()) < least_awake) {
    choose(all);
    fill(all);
    held_ = true;
    return true;
  }
  for (std::size_t i = 0; i < lane_.size(); ++i) {
    const std::uint32_t from = lane_[i];
    const std::uint32_t to = rows_.place[i];
    copy_lane<D>(all.batch[from / lanes], from % lanes, rows_.batch[to / lanes], to % lanes);
    rows_.r[to] = all.r[from];
  }
  for (auto& b : rows_.batch) b.asleep = 0;
  return true;
}

/// Which contacts are awake, their rows without those asleep, and batches of them.
template <int D>
void AwakeRows<D>::choose(const RowBatches<D>& all) {
  lane_.clear();
  number_.assign(lanes * all.batch.size() + 1, no_row);
  for (std::size_t b = 0; b < all.batch.size(); ++b) {
    for (std::uint32_t left = awake_lanes(all.batch[b]); left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(lanes * b) +
                        static_cast<std::uint32_t>(std::countr_zero(left));
      number_[lane] = static_cast<std::uint32_t>(lane_.size());
      lane_.push_back(lane);
    }
  }
  begin_.assign(1, 0);
  neighbour_.clear();
  block_.clear();
  for (const std::uint32_t lane : lane_) {
    const auto& batch = all.batch[lane / lanes];
    for (auto at = batch.begin[lane % lanes]; at < batch.begin[lane % lanes + 1]; ++at) {
      const std::uint32_t other = number_[all.column[at] / 4];
      if (other == no_row) continue;
      neighbour_.push_back(other);
      block_.push_back(at);
    }
    begin_.push_back(static_cast<std::uint32_t>(neighbour_.size()));
  }
  chosen_ = batches_of_rows(begin_, neighbour_);
}

template <int D>
void AwakeRows<D>::fill(const RowBatches<D>& all) {
  const std::size_t lane_count = lanes * chosen_.size();
  rows_.count = lane_.size();
  rows_.make_room(chosen_.size(), neighbour_.size());
  rows_.put_in_place(chosen_, lane_.size());
  std::uint32_t added = 0;
  for (std::size_t b = 0; b < chosen_.size(); ++b) {
    auto& batch = rows_.batch[b];
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      batch.begin[lane] = added;
      const std::uint32_t i = chosen_[b][lane];
      if (i == no_row) continue;
      batch.filled = lane + 1;
      const std::uint32_t from = lane_[i];
      const std::size_t to = lanes * b + lane;
      copy_lane<D>(all.batch[from / lanes], from % lanes, batch, lane);
      rows_.q[to] = all.q[from];
      rows_.r[to] = all.r[from];
      rows_.alone[to] = all.alone[from];
      for (auto at = begin_[i]; at < begin_[i + 1]; ++at, ++added) {
        std::memcpy(rows_.block.data() + D * D * std::size_t{added},
                    all.block.data() + D * D * std::size_t{block_[at]}, D * D * sizeof(double));
        rows_.column[added] = 4 * rows_.place[neighbour_[at]];
      }
    }
    batch.begin[lanes] = added;
  }
  rows_.r[lane_count] = {};
}

template <int D>
void AwakeRows<D>::give_back(RowBatches<D>& all) const {
  for (std::size_t i = 0; i < lane_.size(); ++i) {
    const std::uint32_t from = rows_.place[i];
    const std::uint32_t to = lane_[i];
    auto& batch = all.batch[to / lanes];
    copy_lane<D>(rows_.batch[from / lanes], from % lanes, batch, to % lanes);
    batch.asleep &= ~(std::uint32_t{1} << to % lanes);  // those held may have woken
    all.r[to] = rows_.r[from];
  }
}

template class AwakeRows<2>;
template class AwakeRows<3>;

}  // namespace talus

#include "talus/geometry/broad_phase.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace talus {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Cells of level l are 2^(l+1) wide, at least the diameter of the balls in them.
int level_for(double radius) { return std::ilogb(2 * radius); }
double cell_width(int level) { return std::ldexp(1.0, level + 1); }

template <int D>
using Cell = std::array<std::int64_t, D>;

/// Two cells with the same key only cost a test more: distances decide, and sort_found drops what
/// was met twice.
template <int D>
std::uint64_t key(const Cell<D>& cell, int level) {
  // Levels are counted from far below zero: a level and its opposite would share keys.
  std::uint64_t k = static_cast<std::uint64_t>(level + 2048) * 0x9e3779b97f4a7c15ULL;
  for (int i = 0; i < D; ++i) {
    k = std::rotl(k ^ static_cast<std::uint64_t>(cell[i]), 25) * 0xff51afd7ed558ccdULL;
  }
  return k ^ (k >> 32);
}

std::int64_t cell_of(double x, double width) {
  return static_cast<std::int64_t>(std::floor(x / width));
}

}  // namespace

template <int D>
void BroadPhase<D>::insert_all() {
  const auto& centre = centre_;
  const auto& radius = radius_;
  const std::size_t n = centre.size();
  level_of_.resize(n);
  levels_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    level_of_[i] = level_for(radius[i]);
    if (std::find(levels_.begin(), levels_.end(), level_of_[i]) == levels_.end()) {
      levels_.push_back(level_of_[i]);
    }
  }
  std::sort(levels_.begin(), levels_.end());
  heads_.assign(std::bit_ceil(2 * n + 1), none);
  entries_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double width = cell_width(level_of_[i]);
    Cell<D> cell;
    for (int d = 0; d < D; ++d) cell[d] = cell_of(centre[i][d], width);
    const std::uint64_t k = key<D>(cell, level_of_[i]);
    auto& head = heads_[k & (heads_.size() - 1)];
    entries_[i] = {k, static_cast<std::uint32_t>(i), head};
    head = static_cast<std::uint32_t>(i);
  }
}

template <int D>
bool BroadPhase<D>::still_valid(const std::vector<Vec<D>>& centre,
                                const std::vector<double>& radius,
                                const std::vector<std::uint8_t>& active) const {
  if (centre.size() != centre_.size() || active != active_) return false;
  for (std::size_t i = 0; i < centre.size(); ++i) {
    const double slack = radius_[i] - radius[i];
    if (!(slack >= 0 && (centre[i] - centre_[i]).squaredNorm() <= slack * slack)) return false;
  }
  return true;
}

template <int D>
const std::vector<typename BroadPhase<D>::Pair>& BroadPhase<D>::find_pairs(
    const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
    const std::vector<std::uint8_t>& active) {
  if (!still_valid(centre, radius, active)) search(centre, radius, active);
  pairs_.clear();
  for (const auto& p : found_) {
    const double reach = radius[p.first] + radius[p.second];
    if ((centre[p.first] - centre[p.second]).squaredNorm() <= reach * reach) pairs_.push_back(p);
  }
  return pairs_;
}

template <int D>
void BroadPhase<D>::search(const std::vector<Vec<D>>& centre_now,
                           const std::vector<double>& radius_now,
                           const std::vector<std::uint8_t>& active) {
  // A tenth of the radius to move in: pairs grow by a few, searches become rare.
  constexpr double enlargement = 1.1;
  centre_ = centre_now;
  active_ = active;
  radius_.resize(radius_now.size());
  for (std::size_t i = 0; i < radius_.size(); ++i) radius_[i] = enlargement * radius_now[i];
  const auto& centre = centre_;
  const auto& radius = radius_;
  const auto n = static_cast<std::uint32_t>(centre.size());
  insert_all();
  found_.clear();
  const auto test_chain = [&](std::uint32_t i, int level, std::uint64_t k) {
    for (std::uint32_t e = heads_[k & (heads_.size() - 1)]; e != none; e = entries_[e].next) {
      if (entries_[e].cell != k) continue;
      const std::uint32_t j = entries_[e].object;
      // A pair of one level is met from both sides: keep it once.
      if (level == level_of_[i] && j <= i) continue;
      if (active[i] == 0 && active[j] == 0) continue;
      const double reach = radius[i] + radius[j];
      if ((centre[i] - centre[j]).squaredNorm() > reach * reach) continue;
      found_.emplace_back(std::min(i, j), std::max(i, j));
    }
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    for (const int level : levels_) {
      if (level < level_of_[i]) continue;
      const double width = cell_width(level);
      const double reach = radius[i] + 0.5 * width;
      Cell<D> low;
      Cell<D> high;
      for (int d = 0; d < D; ++d) {
        low[d] = cell_of(centre[i][d] - reach, width);
        high[d] = cell_of(centre[i][d] + reach, width);
      }
      Cell<D> cell = low;
      for (bool more = true; more;) {
        test_chain(i, level, key<D>(cell, level));
        more = false;
        for (int d = 0; d < D && !more; ++d) {
          if (++cell[d] <= high[d]) {
            more = true;
          } else {
            cell[d] = low[d];
          }
        }
      }
    }
  }
  sort_found();
}

/// Counting sort by the lower number, then each short run by the higher one.
template <int D>
void BroadPhase<D>::sort_found() {
  const std::size_t objects = centre_.size();
  offset_.assign(objects + 1, 0);
  for (const auto& p : found_) ++offset_[p.first + 1];
  for (std::size_t i = 0; i < objects; ++i) offset_[i + 1] += offset_[i];
  pairs_.resize(found_.size());
  for (const auto& p : found_) pairs_[offset_[p.first]++] = p;
  found_.swap(pairs_);
  auto begin = found_.begin();
  for (std::size_t i = 0; i < objects; ++i) {
    const auto end = found_.begin() + static_cast<std::ptrdiff_t>(offset_[i]);
    std::sort(begin, end);
    begin = end;
  }
  // Cells with the same key, of one level or of two, have shown the pair twice.
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

template class BroadPhase<2>;
template class BroadPhase<3>;

}  // namespace talus

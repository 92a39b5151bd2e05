#include "talus/geometry/broad_phase.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// Found are pairs of balls this much larger: a tenth of the radius to move in makes searches rare
/// for a few more pairs.
constexpr double enlargement = 1.1;

/// Found pairs are gone through again when a ball has moved by this part of its radius. Bodies in
/// contact overlap by more than that, once made larger by the hundredth that detection looks
/// ahead.
constexpr double stride = 1.0 / 128;

/// Far above what the terms compared may be off by rounding, relative to them.
constexpr double rounding = 1e-9;

/// If two balls are each displaced and resized by `way` parts of their radii in all, those whose
/// squared distance differs by more than this part from their squared reach stay near or apart:
/// (1 + way)^2 - 1, which is above 1 - (1 - way)^2.
double may_change_within(double way) { return (1 + rounding) * way * (2 + way) + rounding; }

template <int D>
bool are_near(const std::vector<Vec<D>>& centre, const std::vector<double>& radius, std::uint32_t i,
              std::uint32_t j) {
  const double reach = radius[i] + radius[j];
  return (centre[i] - centre[j]).squaredNorm() <= reach * reach;
}

}  // namespace

template <int D>
const std::vector<typename BroadPhase<D>::Pair>& BroadPhase<D>::find_pairs(
    const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
    const std::vector<std::uint8_t>& active) {
  const bool same = centre.size() == centre_.size() && active == active_;
  if (same && (update(centre, radius) || go_through(centre, radius, Trust::if_inside))) {
    return pairs_;
  }
  search(centre, radius, active);
  go_through(centre, radius, Trust::always);
  return pairs_;
}

/// The most any ball has moved and changed size since its mark, in parts of its radius. Not a
/// number where one is no ball.
template <int D>
double BroadPhase<D>::way_gone(const std::vector<Vec<D>>& centre,
                               const std::vector<double>& radius) const {
  constexpr std::size_t ahead = 64;  // balls: what the processor fetches by itself is late
  double moved = 0;
  double grown = 0;
  double sum = 0;  // keeps what is not a number, unlike the largest
  for (std::size_t i = 0; i < mark_.size(); ++i) {
    const Mark& m = mark_[i];
    __builtin_prefetch(&m + ahead);
    __builtin_prefetch(&centre[i] + ahead);
    const double way = ((centre[i] - m.centre) * m.per_radius).squaredNorm();
    const double growth = std::abs(radius[i] * m.per_radius - 1);
    moved = std::max(moved, way);
    grown = std::max(grown, growth);
    sum += way + growth;
  }
  return std::sqrt(moved) + grown + 0 * sum;
}

/// The pairs of a moment later, from those that may have changed. Says no where balls have gone too
/// far for that.
template <int D>
bool BroadPhase<D>::update(const std::vector<Vec<D>>& centre, const std::vector<double>& radius) {
  const double way = way_gone(centre, radius);
  if (!(way <= stride)) return false;
  const double part = may_change_within(way) / may_change_within(stride);
  const auto urgent = std::min(urgencies, 1 + static_cast<std::size_t>(part * urgencies));
  // Also those that changed when balls were farther from their marks, and may have changed back.
  look_again({calls_.data(), first_call_[std::max(urgent, looked_at_)]}, centre, radius);
  looked_at_ = urgent;
  if (!changed_.empty()) apply_changes();
  return true;
}

template <int D>
void BroadPhase<D>::look_again(std::span<CloseCall> calls, const std::vector<Vec<D>>& centre,
                               const std::vector<double>& radius) {
  constexpr std::size_t ahead = 16;
  changed_.resize(calls.size());
  std::size_t count = 0;
  for (std::size_t k = 0; k < calls.size(); ++k) {
    const CloseCall& coming = calls[std::min(k + ahead, calls.size() - 1)];
    for (const std::uint32_t i : {coming.first, coming.second}) {
      __builtin_prefetch(&centre[i]);
      __builtin_prefetch(&radius[i]);
    }
    CloseCall& c = calls[k];
    const bool near = are_near<D>(centre, radius, c.first, c.second);
    changed_[count] = {c.first, c.second};  // kept if so: which are is hard to foresee
    count += near != c.near ? 1 : 0;
    c.near = near;
  }
  changed_.resize(count);
}

/// A pair that changed leaves the list if it was there and comes in if not.
template <int D>
void BroadPhase<D>::apply_changes() {
  std::sort(changed_.begin(), changed_.end());
  before_.swap(pairs_);
  pairs_.resize(before_.size() + changed_.size());
  auto from = before_.begin();
  auto to = pairs_.begin();
  for (const Pair& p : changed_) {
    // Mostly one of the next.
    const auto left = before_.end() - from;
    std::ptrdiff_t step = 1;
    while (step < left && from[step] < p) step *= 2;
    const auto until = std::lower_bound(from, from + std::min(step + 1, left), p);
    to = std::copy(from, until, to);
    from = until;
    if (from != before_.end() && *from == p) {
      ++from;
    } else {
      *to++ = p;
    }
  }
  to = std::copy(from, before_.end(), to);
  pairs_.resize(static_cast<std::size_t>(to - pairs_.begin()));
}

/// Notes where balls are; says whether they may still move a stride within their larger ones.
template <int D>
bool BroadPhase<D>::mark(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                         std::uint32_t first, std::uint32_t last) {
  bool inside = true;
  for (std::uint32_t i = first; i < last; ++i) {
    const double slack = radius_[i] - (1 + stride) * radius[i];
    const double moved = (centre[i] - centre_[i]).squaredNorm();
    inside &= slack >= 0 && moved <= slack * slack;
    mark_[i] = {centre[i], 1 / radius[i]};
  }
  return inside;
}

/// The pairs found that are near now, and those that soon may be or be no more. Says no, and leaves
/// the work, where a ball is outside of its larger one. Balls are looked at in blocks, to come by
/// each once while it is near the core.
template <int D>
bool BroadPhase<D>::go_through(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                               Trust trust) {
  constexpr std::uint32_t block = 64;
  constexpr std::size_t ahead = 32;  // pairs
  const double close = may_change_within(stride);
  pairs_.clear();
  unsorted_.clear();
  const auto objects = static_cast<std::uint32_t>(centre.size());
  mark_.resize(objects);
  for (std::uint32_t first = 0; first < objects; first += block) {
    const std::uint32_t last = std::min(objects, first + block);
    if (!mark(centre, radius, first, last) && trust == Trust::if_inside) {
      mark_.clear();
      return false;
    }
    const std::size_t most = first_found_[last] - first_found_[first];
    if (kept_.size() < most) kept_.resize(most);
    if (kept_unsorted_.size() < most) kept_unsorted_.resize(most);
    Pair* next = kept_.data();
    Unsorted* next_call = kept_unsorted_.data();
    for (std::uint32_t k = first_found_[first]; k < first_found_[last]; ++k) {
      const auto [i, j] = found_[k];
      // Of many bodies some lie far from here in memory.
      const std::uint32_t coming =
          found_[std::min<std::size_t>(k + ahead, found_.size() - 1)].second;
      __builtin_prefetch(&centre[coming]);
      __builtin_prefetch(&radius[coming]);
      const double reach = radius[i] + radius[j];
      const double beyond = (centre[i] - centre[j]).squaredNorm() - reach * reach;
      // Written in any case and kept if so: which are is hard to foresee.
      *next = {i, j};
      next += beyond <= 0 ? 1 : 0;
      *next_call = {i, j, beyond, reach * reach};
      next_call += std::abs(beyond) <= close * (reach * reach) ? 1 : 0;
    }
    pairs_.insert(pairs_.end(), kept_.data(), next);
    unsorted_.insert(unsorted_.end(), kept_unsorted_.data(), next_call);
  }
  sort_calls();
  return true;
}

/// By the shares of a stride after which pairs may change, in a counting sort.
template <int D>
void BroadPhase<D>::sort_calls() {
  const double scale = urgencies / may_change_within(stride);
  const auto urgency = [scale](const Unsorted& u) -> std::size_t {
    const double part = scale * std::abs(u.beyond) / u.square_reach;
    return part > 0 ? static_cast<std::size_t>(std::min(part, urgencies - 1.0)) : 0;
  };
  first_call_.fill(0);
  for (const Unsorted& u : unsorted_) ++first_call_[urgency(u) + 1];
  for (std::size_t u = 0; u < urgencies; ++u) first_call_[u + 1] += first_call_[u];
  looked_at_ = 0;
  auto next = first_call_;
  calls_.resize(unsorted_.size());
  for (const Unsorted& u : unsorted_) {
    calls_[next[urgency(u)]++] = {u.first, u.second, u.beyond <= 0};
  }
}

template <int D>
void BroadPhase<D>::search(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                           const std::vector<std::uint8_t>& active) {
  active_ = active;
  centre_ = centre;
  radius_.resize(radius.size());
  for (std::size_t i = 0; i < radius.size(); ++i) radius_[i] = enlargement * radius[i];
  sort_found(grids_.search(centre_, radius_, active_));
}

/// Counting sort by the lower number, then each short run by the higher one.
template <int D>
void BroadPhase<D>::sort_found(std::span<const Pair> near) {
  const std::size_t objects = centre_.size();
  first_found_.assign(objects + 2, 0);
  for (const Pair& p : near) ++first_found_[p.first + 2];
  for (std::size_t i = 0; i < objects; ++i) first_found_[i + 2] += first_found_[i + 1];
  found_.resize(near.size());
  for (std::size_t k = 0; k < near.size(); ++k) {
    // Pairs of balls numbered at random go anywhere: to where is asked for early, and then room.
    constexpr std::size_t ahead = 16;
    const auto coming = [&](std::size_t later) {
      return &first_found_[near[std::min(k + later, near.size() - 1)].first + 1];
    };
    __builtin_prefetch(coming(2 * ahead), 1);
    __builtin_prefetch(&found_[std::min<std::size_t>(*coming(ahead), found_.size() - 1)], 1);
    found_[first_found_[near[k].first + 1]++] = near[k];
  }
  for (std::size_t i = 0; i < objects; ++i) {
    std::sort(found_.begin() + first_found_[i], found_.begin() + first_found_[i + 1]);
  }
}

template <int D>
std::size_t BroadPhase<D>::bytes() const {
  const auto held = [](const auto&... list) {
    return (... + (list.capacity() * sizeof(*list.data())));
  };
  return held(centre_, radius_, active_, first_found_, found_, mark_, unsorted_, kept_unsorted_,
              calls_, pairs_, before_, kept_, changed_) +
         grids_.bytes();
}

template class BroadPhase<2>;
template class BroadPhase<3>;

}  // namespace talus

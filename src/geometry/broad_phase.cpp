#include "talus/geometry/broad_phase.hpp"

#include "talus/geometry/fetch_early.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// Found are pairs of balls this much larger: a tenth of the radius to move in makes searches rare
/// for a few more pairs.
constexpr double enlargement = 1.1;

/// Found pairs are gone through again when a ball has moved by this part of its radius. Bodies in
/// contact overlap by more than that, once made larger by the hundredth that detection looks
/// ahead: the square of their distance is 1 - 1 / 1.01^2 = .0197 below that of their reach, and
/// within this way .0193 may change. A longer one would make close calls of all contacts.
constexpr double stride = 1.0 / 104;

/// Balls farther than this from the middle, in radii of the largest, are looked at exactly, so that
/// few that have gone far do not make all of them.
constexpr double farthest = 2048;

/// A ball that was read so many balls ago is no longer near the core.
constexpr std::uint32_t long_ago = 1U << 16U;

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
const NearPairs& BroadPhase<D>::find_pairs(const std::vector<Vec<D>>& centre,
                                           const std::vector<double>& radius,
                                           const std::vector<std::uint8_t>& active) {
  const bool same = centre.size() == centre_.size() && active == active_;
  if (same && update(centre, radius)) return pairs_;
  if (!same || !note(centre, radius, Trust::if_inside)) {
    search(centre, radius, active);
    note(centre, radius, Trust::always);
  }
  go_through(centre, radius);
  return pairs_;
}

/// The pairs of a moment later, from those that may have changed. Says no where balls have gone too
/// far for that. Calls that will be looked at in any case are while their balls are near the core:
/// also those that changed when balls were farther from their marks, and may have changed back.
template <int D>
bool BroadPhase<D>::update(const std::vector<Vec<D>>& centre, const std::vector<double>& radius) {
  typename BallMarks<D>::Way gone;
  const std::size_t foreseen = std::min(urgencies, looked_at_ + 1);
  for (std::size_t s = 0; s < first_call_.size(); ++s) {
    measure(s, foreseen, centre, radius, gone);
    if (!(marks_.bound(gone) <= stride)) return false;
    look_again(calls_of(s, 0, foreseen), centre, radius);
  }
  const double way = marks_.bound(gone);
  const double part = may_change_within(way) / may_change_within(stride);
  const auto urgent = std::min(urgencies, 1 + static_cast<std::size_t>(part * urgencies));
  for (std::size_t s = 0; urgent > foreseen && s < first_call_.size(); ++s) {
    look_again(calls_of(s, foreseen, urgent), centre, radius);
  }
  looked_at_ = urgent;
  return true;
}

/// How far the balls of a stretch have gone. Meanwhile memory is asked for what the calls of the
/// next will be about: of many bodies some lie far from here.
template <int D>
void BroadPhase<D>::measure(std::size_t stretch_number, std::size_t foreseen,
                            const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                            typename BallMarks<D>::Way& gone) const {
  constexpr std::size_t block = BallMarks<D>::block;
  const std::size_t begin = stretch_number * stretch;
  const std::size_t end = std::min(begin + stretch, centre.size());
  std::span<const CloseCall> coming;
  if (are_many(centre.size())) {
    if (stretch_number + 1 < first_call_.size()) coming = calls_of(stretch_number + 1, 0, foreseen);
    if (stretch_number + 2 < first_call_.size()) {
      const auto later = calls_of(stretch_number + 2, 0, foreseen);
      fetch_early(later.data(), later.size());
    }
  }
  const std::size_t share = 1 + coming.size() / (stretch / block);
  for (std::size_t first = begin; first < end; first += block) {
    marks_.measure(centre, radius, first, std::min(first + block, end), gone);
    const auto some = coming.first(std::min(share, coming.size()));
    for (const CloseCall& c : some) {
      fetch_early(&centre[c.there]);
      fetch_early(&radius[c.there]);
    }
    coming = coming.subspan(some.size());
  }
}

template <int D>
std::span<const typename BroadPhase<D>::CloseCall> BroadPhase<D>::calls_of(
    std::size_t stretch_number, std::size_t first_urgency, std::size_t last_urgency) const {
  const FirstCalls& at = first_call_[stretch_number];
  return {calls_.data() + at[first_urgency], calls_.data() + at[last_urgency]};
}

template <int D>
void BroadPhase<D>::look_again(std::span<const CloseCall> calls, const std::vector<Vec<D>>& centre,
                               const std::vector<double>& radius) {
  for (const CloseCall& c : calls) {
    pairs_.set(c.pair, are_near<D>(centre, radius, c.here, c.there));
  }
}

/// Whether balls may still move a stride within their larger ones.
template <int D>
bool BroadPhase<D>::inside(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                           std::size_t first, std::size_t last) const {
  bool all = true;
  for (std::size_t i = first; i < last; ++i) {
    const double slack = radius_[i] - (1 + stride) * radius[i];
    const double moved = (centre[i] - centre_[i]).squaredNorm();
    all &= slack >= 0 && moved <= slack * slack;
  }
  return all;
}

/// Notes where balls are. Says no, and leaves the work, where one is outside of its larger one.
template <int D>
bool BroadPhase<D>::note(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                         Trust trust) {
  constexpr std::size_t block = BallMarks<D>::block;
  constexpr std::size_t blocks_ahead = 4;
  const std::size_t objects = centre.size();
  marks_.restart(objects);
  places_.restart(objects, grids_.origin(), std::min(grids_.extent(), farthest * grids_.largest()));
  for (std::size_t first = 0; first < objects; first += block) {
    const std::size_t last = std::min(objects, first + block);
    const std::size_t coming = first + blocks_ahead * block;
    if (are_many(objects) && coming + block <= objects) {
      fetch_early(&centre[coming], block);
      fetch_early(&radius[coming], block);
      fetch_early(&centre_[coming], block);
      fetch_early(&radius_[coming], block);
    }
    if (trust == Trust::if_inside && !inside(centre, radius, first, last)) return false;
    marks_.mark(centre, radius, first, last);
    places_.place(centre, radius, first, last);
  }
  return true;
}

/// The pairs found that are near now, and those that soon may be or be no more.
template <int D>
void BroadPhase<D>::go_through(const std::vector<Vec<D>>& centre,
                               const std::vector<double>& radius) {
  constexpr std::size_t ahead = 64;  // pairs
  const auto close = static_cast<float>(may_change_within(stride));
  const std::vector<Pair>& found = pairs_.listed();
  const std::size_t objects = centre.size();
  const bool many = are_many(objects);
  pairs_.restart();
  graded_.clear();
  first_call_.assign((objects + stretch - 1) / stretch, {});
  looked_at_ = 0;
  std::uint64_t near = 0;
  std::uint32_t k = 0;
  for (std::size_t begin = 0; begin < objects; begin += stretch) {
    const std::size_t end = std::min(objects, begin + stretch);
    const std::size_t most = first_found_[end] - first_found_[begin];
    if (unsorted_.size() < most) unsorted_.resize(most);
    Unsorted* next = unsorted_.data();
    for (; k < first_found_[end]; ++k) {
      const auto [i, j] = found[k];
      // Of many bodies some lie far from here in memory.
      if (many) places_.ask_for(found[std::min<std::size_t>(k + ahead, found.size() - 1)].second);
      auto apart = places_.apart(i, j);
      if (!(apart.sure > 0)) apart.near = are_near<D>(centre, radius, i, j);
      const std::size_t bit = k % NearPairs::word_bits;
      near |= std::uint64_t{apart.near} << bit;
      if (bit + 1 == NearPairs::word_bits) {
        pairs_.add_word(near);
        near = 0;
      }
      // Written in any case and kept if so: which are is hard to foresee.
      *next = {k, apart.sure, apart.square_reach};
      next += apart.sure > close * apart.square_reach ? 0 : 1;
    }
    grade_calls({unsorted_.data(), next});
  }
  if (k % NearPairs::word_bits != 0) pairs_.add_word(near);
  sort_calls();
}

/// By the shares of a stride after which pairs may change. A call goes to the stretch of its second
/// ball: the first was read a little before, then. Of scattered balls it was not, and calls are
/// looked at in order of pairs instead.
template <int D>
void BroadPhase<D>::grade_calls(std::span<const Unsorted> unsorted) {
  const auto scale = static_cast<float>(urgencies / may_change_within(stride));
  for (const Unsorted& u : unsorted) {
    const float part = scale * u.beyond / u.square_reach;
    const std::uint32_t urgency =
        part > 0 ? static_cast<std::uint32_t>(std::min(part, urgencies - 1.0F)) : 0;
    const auto [first, second] = pairs_.listed()[u.pair];
    const std::uint32_t here = scattered_ ? first : second;
    const std::uint32_t there = scattered_ ? second : first;
    graded_.push_back({{here, there, u.pair}, urgency});
    ++first_call_[here / stretch][urgency + 2];
  }
}

/// Counting sort.
template <int D>
void BroadPhase<D>::sort_calls() {
  std::uint32_t count = 0;
  for (FirstCalls& at : first_call_) {
    at[0] = at[1] = count;
    for (std::size_t u = 1; u <= urgencies; ++u) at[u + 1] += at[u];
    count = at[urgencies + 1];
  }
  calls_.resize(count);
  for (const Graded& g : graded_) {
    calls_[first_call_[g.call.here / stretch][g.urgency + 1]++] = g.call;
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
  const std::vector<Pair>& found = pairs_.listed();
  const auto far = std::count_if(found.begin(), found.end(),
                                 [](const Pair& p) { return p.second - p.first > long_ago; });
  scattered_ = 2 * static_cast<std::size_t>(far) > found.size();
}

/// Counting sort by the lower number, then each short run by the higher one.
template <int D>
void BroadPhase<D>::sort_found(std::span<const Pair> near) {
  const std::size_t objects = centre_.size();
  first_found_.assign(objects + 2, 0);
  for (const Pair& p : near) ++first_found_[p.first + 2];
  for (std::size_t i = 0; i < objects; ++i) first_found_[i + 2] += first_found_[i + 1];
  std::vector<Pair>& found = pairs_.listed();
  found.resize(near.size());
  for (std::size_t k = 0; k < near.size(); ++k) {
    // Pairs of balls numbered at random go anywhere: to where is asked for early, and then room.
    constexpr std::size_t ahead = 16;
    const auto coming = [&](std::size_t later) {
      return &first_found_[near[std::min(k + later, near.size() - 1)].first + 1];
    };
    __builtin_prefetch(coming(2 * ahead), 1);
    __builtin_prefetch(&found[std::min<std::size_t>(*coming(ahead), found.size() - 1)], 1);
    found[first_found_[near[k].first + 1]++] = near[k];
  }
  for (std::size_t i = 0; i < objects; ++i) {
    std::sort(found.begin() + first_found_[i], found.begin() + first_found_[i + 1]);
  }
}

template <int D>
std::size_t BroadPhase<D>::bytes() const {
  const auto held = [](const auto&... list) {
    return (... + (list.capacity() * sizeof(*list.data())));
  };
  return held(centre_, radius_, active_, first_found_, unsorted_, graded_, calls_, first_call_) +
         pairs_.bytes() + marks_.bytes() + places_.bytes() + grids_.bytes();
}

template class BroadPhase<2>;
template class BroadPhase<3>;

}  // namespace talus

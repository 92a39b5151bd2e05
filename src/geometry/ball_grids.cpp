#include "talus/geometry/ball_grids.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// The search works in single precision, four balls at a time, and so with balls larger by more
/// than that may be off: pairs it finds too many are left out afterwards.
constexpr double single_rounding = 1e-6;

/// Cells are counted to this distance from the origin; what is farther counts as there. Places
/// then fit a key, and balls within reach are still in the same cell or the next.
constexpr double farthest_cell = 1 << 18;

template <int D>
bool is_somewhere(const Vec<D>& x, double r) {
  return std::isfinite(x.sum()) && std::isfinite(r);
}

/// The middle one of some: a few balls far away do not move it.
template <int D>
Vec<D> typical(const std::vector<Vec<D>>& centre) {
  constexpr std::size_t most = 63;
  const std::size_t stride = centre.size() / most + 1;
  Vec<D> out = Vec<D>::Zero();
  for (int d = 0; d < D; ++d) {
    std::array<double, most> sample;
    std::size_t count = 0;
    for (std::size_t i = 0; i < centre.size(); i += stride) {
      if (std::isfinite(centre[i][d])) sample[count++] = centre[i][d];
    }
    if (count == 0) continue;
    const auto middle = sample.begin() + count / 2;
    std::nth_element(sample.begin(), middle, sample.begin() + count);
    out[d] = *middle;
  }
  return out;
}

}  // namespace

template <int D>
std::span<const typename BallGrids<D>::Pair> BallGrids<D>::search(
    const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
    const std::vector<std::uint8_t>& active) {
  centre_ = centre.data();
  radius_ = radius.data();
  active_ = active.data();
  count_ = static_cast<std::uint32_t>(centre.size());
  origin_ = typical<D>(centre);
  choose_unit();
  find_octaves();
  choose_levels();
  lay_grids();
  key_all();
  sort_keys();
  place_all();
  near_count_ = 0;
  for (int level = 0; level < most_levels; ++level) sweep_level(level);
  return name_active();
}

/// From places to numbers of balls; pairs of balls that are not active go.
template <int D>
std::span<const typename BallGrids<D>::Pair> BallGrids<D>::name_active() {
  std::size_t count = 0;
  for (std::size_t k = 0; k < near_count_; ++k) {
    const Keyed& a = keyed_[near_[k].first];
    const Keyed& b = keyed_[near_[k].second];
    near_[count] = std::minmax(a.object, b.object);
    count += a.active | b.active;
  }
  return {near_.data(), count};
}

/// The largest ball, and what single precision adds to it, has a radius of one.
template <int D>
void BallGrids<D>::choose_unit() {
  Vec<D> low = Vec<D>::Zero();
  Vec<D> high = Vec<D>::Zero();
  double largest = 0;
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (!is_somewhere<D>(centre_[i], radius_[i])) continue;
    low = low.cwiseMin(centre_[i] - origin_);
    high = high.cwiseMax(centre_[i] - origin_);
    largest = std::max(largest, radius_[i]);
  }
  const double extent = std::max(-low.minCoeff(), high.maxCoeff());
  per_unit_ = 1 / std::max(largest + single_rounding * extent, std::numeric_limits<double>::min());
  low_ = low * per_unit_;
  high_ = high * per_unit_;
}

template <int D>
double BallGrids<D>::extent() const {
  return (low_.cwiseAbs().cwiseMax(high_).norm() + 1) / per_unit_;
}

/// Ball i in the units of the search, larger by what these may be off.
template <int D>
typename BallGrids<D>::Placed BallGrids<D>::place(std::uint32_t i) const {
  constexpr double least = 1e-15;  // its square is far from underflow
  Placed out;
  out.x = (centre_[i] - origin_) * per_unit_;
  out.r = radius_[i] * per_unit_ * (1 + single_rounding) +
          single_rounding * out.x.cwiseAbs().maxCoeff() + least;
  return out;
}

/// The octave of a ball, counted from the largest: 1/2 to 1, 1/4 to 1/2, and so on. Very small ones
/// share the last.
template <int D>
int BallGrids<D>::octave_of(double radius) {
  const auto exponent = static_cast<int>(std::bit_cast<std::uint64_t>(radius) >> 52);
  return std::clamp(1022 - exponent, 0, most_levels - 1);
}

template <int D>
int BallGrids<D>::level_of(double radius) const {
  return level_of_octave_[static_cast<std::size_t>(octave_of(radius))];
}

template <int D>
std::int64_t BallGrids<D>::cell_of(int level, int axis, double x) const {
  const Level& l = levels_[static_cast<std::size_t>(level)];
  const double cell = std::clamp(x * l.per_width, -farthest_cell, farthest_cell);
  // Rounds down what is positive.
  return static_cast<std::int64_t>(cell + farthest_cell) - l.lowest[static_cast<std::size_t>(axis)];
}

template <int D>
std::uint64_t BallGrids<D>::row_key(int level, const Cell& cell) const {
  auto key = static_cast<std::uint64_t>(level);
  for (std::size_t d = D - 1; d > 0; --d) {
    key = key << bits_[d] | static_cast<std::uint64_t>(cell[d]);
  }
  return key;
}

/// The largest ball of each octave, and cells a little wider than it.
template <int D>
void BallGrids<D>::find_octaves() {
  levels_.fill({});
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (!is_somewhere<D>(centre_[i], radius_[i])) continue;
    const double r = place(i).r;
    auto& l = levels_[static_cast<std::size_t>(octave_of(r))];
    l.largest = std::max(l.largest, r);
  }
  for (auto& l : levels_) {
    // Wider by more than numbers of cells are off.
    if (l.largest > 0) l.per_width = 1 / ((1 + 1e-6) * 2 * l.largest);
  }
}

/// The octaves that get a grid. Which join others matters to the time only and changes slowly, so
/// it is looked at now and then.
template <int D>
void BallGrids<D>::choose_levels() {
  constexpr int now_and_then = 16;
  std::uint32_t octaves = 0;
  for (const auto& l : levels_) octaves = 2 * octaves + (l.largest > 0 ? 1 : 0);
  if (octaves != octaves_ || ++searches_since_join_ == now_and_then) {
    join_sparse_octaves();
    octaves_ = octaves;
    searches_since_join_ = 0;
  }
  for (std::size_t o = 0; o < levels_.size(); ++o) {
    const auto level = static_cast<std::size_t>(level_of_octave_[o]);
    if (level == o || levels_[o].largest == 0) continue;
    levels_[level].mixed = true;
    levels_[o] = {};
  }
}

/// Looking into a grid costs as much as testing some balls: where balls are few for their size
/// they join those of the next octave in its wider cells.
template <int D>
void BallGrids<D>::join_sparse_octaves() {
  constexpr double most_in_cell = 12;  // of 4 to 20 the fastest, or as fast
  for (int o = 0; o < most_levels; ++o) level_of_octave_[static_cast<std::size_t>(o)] = o;
  int finer = -1;  // the octave whose cells the balls looked at so far are in
  for (int o = most_levels - 1; o >= 0; --o) {
    if (levels_[static_cast<std::size_t>(o)].largest == 0) continue;
    if (finer >= 0 && balls_in_cell(o, finer) <= most_in_cell) {
      for (auto& level : level_of_octave_) level = level == finer ? o : level;
    }
    finer = o;
  }
}

/// How many balls a ball of levels `level` and `finer` would meet in its cell of `level`, itself
/// included. Estimated from cells taken at random; infinite if too few balls are in them to tell.
template <int D>
double BallGrids<D>::balls_in_cell(int level, int finer) {
  constexpr std::size_t enough = 512;
  const int rare = std::bit_width(std::size_t{count_} / enough);
  std::size_t count = 0;
  sample_.clear();
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (!is_somewhere<D>(centre_[i], radius_[i])) continue;
    const Placed ball = place(i);
    const int own = level_of(ball.r);
    if (own != level && own != finer) continue;
    ++count;
    std::uint64_t hash = 0;
    for (int d = 0; d < D; ++d) {
      const auto cell = static_cast<std::uint64_t>(cell_of(level, d, ball.x[d]));
      hash = (hash ^ cell) * 0x9e3779b97f4a7c15ULL;
      hash ^= hash >> 32;
    }
    if ((hash & ((std::uint64_t{1} << rare) - 1)) == 0) sample_.push_back(hash);
  }
  if (4 * (sample_.size() << rare) < count) return std::numeric_limits<double>::infinity();
  std::sort(sample_.begin(), sample_.end());
  double met = 0;
  for (auto first = sample_.begin(); first != sample_.end();) {
    const auto last = std::upper_bound(first, sample_.end(), *first);
    met += static_cast<double>(last - first) * static_cast<double>(last - first);
    first = last;
  }
  return met / static_cast<double>(sample_.size());
}

template <int D>
void BallGrids<D>::lay_grids() {
  bits_.fill(0);
  for (int level = 0; level < most_levels; ++level) {
    auto& l = levels_[static_cast<std::size_t>(level)];
    for (int d = 0; d < D; ++d) {
      const auto axis = static_cast<std::size_t>(d);
      // One cell is left free on both sides, where neighbours of the outermost are looked for.
      l.lowest[axis] = cell_of(level, d, low_[d]) - 1;
      const auto highest = static_cast<std::uint64_t>(cell_of(level, d, high_[d]) + 1);
      bits_[axis] = std::max(bits_[axis], static_cast<int>(std::bit_width(highest)));
    }
  }
}

template <int D>
void BallGrids<D>::key_all() {
  keyed_.clear();
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (!is_somewhere<D>(centre_[i], radius_[i])) continue;
    const Placed ball = place(i);
    const int level = level_of(ball.r);
    Cell cell;
    for (int d = 0; d < D; ++d) {
      cell[static_cast<std::size_t>(d)] = cell_of(level, d, ball.x[d]);
    }
    const auto key = row_key(level, cell) << bits_[0] | static_cast<std::uint64_t>(cell[0]);
    keyed_.push_back({key, i, active_[i] != 0 ? 1U : 0U});
  }
}

/// Radix sort, of as many digits as keys have.
template <int D>
void BallGrids<D>::sort_keys() {
  constexpr int digit = 11;
  constexpr std::size_t values = std::size_t{1} << digit;
  std::uint64_t all = 0;
  for (const auto& k : keyed_) all |= k.key;
  keyed_before_.resize(keyed_.size());
  for (int shift = 0; shift < 64 && all >> shift != 0; shift += digit) {
    std::array<std::uint32_t, values + 1> begin{};
    for (const auto& k : keyed_) ++begin[(k.key >> shift & (values - 1)) + 1];
    for (std::size_t v = 0; v < values; ++v) begin[v + 1] += begin[v];
    for (const auto& k : keyed_) keyed_before_[begin[k.key >> shift & (values - 1)]++] = k;
    keyed_.swap(keyed_before_);
  }
}

/// Balls in the order of their keys, those of one cell in order of the first axis.
template <int D>
void BallGrids<D>::place_all() {
  // Lanes may look a little beyond the end.
  for (auto& along : x_) along.resize(keyed_.size() + ball_lanes);
  r_.resize(keyed_.size() + ball_lanes);
  rows_.clear();
  const auto count = static_cast<std::uint32_t>(keyed_.size());
  constexpr std::uint32_t ahead = 16;  // balls, which lie anywhere when numbered at random
  for (std::uint32_t p = 0; p < count; ++p) {
    const Keyed k = keyed_[p];
    const std::uint32_t coming = keyed_[std::min(p + ahead, count - 1)].object;
    __builtin_prefetch(&centre_[coming]);
    __builtin_prefetch(&radius_[coming]);
    const std::uint64_t row = k.key >> bits_[0];
    const Placed ball = place(k.object);
    if (rows_.empty() || rows_.back().key != row) rows_.push_back({row, p, {}, {}});
    std::uint32_t at = p;
    for (; at > 0 && keyed_[at - 1].key == k.key && x_[0][at - 1] > static_cast<float>(ball.x[0]);
         --at) {
      keyed_[at] = keyed_[at - 1];
      for (auto& along : x_) along[at] = along[at - 1];
      r_[at] = r_[at - 1];
    }
    keyed_[at] = k;
    for (int d = 0; d < D; ++d) {
      x_[static_cast<std::size_t>(d)][at] = static_cast<float>(ball.x[d]);
    }
    r_[at] = static_cast<float>(ball.r);
  }
  const auto row_count = static_cast<std::uint32_t>(rows_.size());
  rows_.push_back({std::numeric_limits<std::uint64_t>::max(), count, {}, {}});
  for (std::uint32_t row = 0; row < rows_.size() - 1; ++row) bound(row);
  std::uint32_t row = 0;
  for (int level = 0; level < most_levels; ++level) {
    auto& l = levels_[static_cast<std::size_t>(level)];
    l.first_row = row;
    const std::uint64_t next = row_key(level + 1, Cell{});
    while (row < row_count && rows_[row].key < next) ++row;
    l.last_row = row;
  }
}

template <int D>
void BallGrids<D>::bound(std::uint32_t row) {
  const Span balls = span(row);
  for (std::size_t d = 1; d < D; ++d) {
    float low = x_[d][balls.begin];
    float high = low;
    for (std::uint32_t i = balls.begin; i < balls.end; ++i) {
      low = std::min(low, x_[d][i]);
      high = std::max(high, x_[d][i]);
    }
    rows_[row].low[d - 1] = low;
    rows_[row].high[d - 1] = high;
  }
}

template <int D>
std::size_t BallGrids<D>::bytes() const {
  const auto held = [](const auto&... list) {
    return (... + (list.capacity() * sizeof(*list.data())));
  };
  std::size_t sum = held(keyed_, keyed_before_, r_, rows_, near_, sample_);
  for (const auto& along : x_) sum += held(along);
  return sum;
}

template class BallGrids<2>;
template class BallGrids<3>;

}  // namespace talus

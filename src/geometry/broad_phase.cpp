#include "talus/geometry/broad_phase.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace talus {

namespace {

/// The search works in single precision, four balls at a time, and so with balls larger by more
/// than that may be off: pairs it finds too many are left out afterwards.
constexpr double single_rounding = 1e-6;
constexpr std::uint32_t width = 4;
using Lanes = float __attribute__((vector_size(4 * width)));

Lanes load(const float* from) {
  Lanes out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

/// A bit for each lane in which a is not above b.
std::uint32_t not_above(Lanes a, Lanes b) {
#ifdef __SSE__
  return static_cast<std::uint32_t>(_mm_movemask_ps(_mm_cmple_ps(a, b)));
#else
  const auto is = a <= b;
  return (is[0] & 1U) | (is[1] & 2U) | (is[2] & 4U) | (is[3] & 8U);
#endif
}

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
const std::vector<typename BroadPhase<D>::Pair>& BroadPhase<D>::find_pairs(
    const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
    const std::vector<std::uint8_t>& active) {
  const bool same = centre.size() == centre_.size() && active == active_;
  if (!same || !refresh(centre, radius, Trust::if_inside)) {
    search(centre, radius, active);
    refresh(centre, radius, Trust::always);
  }
  return pairs_;
}

template <int D>
bool BroadPhase<D>::are_inside(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                               std::uint32_t first, std::uint32_t last) const {
  bool inside = true;
  for (std::uint32_t i = first; i < last; ++i) {
    const double slack = radius_[i] - radius[i];
    const double moved = (centre[i] - centre_[i]).squaredNorm();
    inside &= slack >= 0 && moved <= slack * slack;
  }
  return inside;
}

/// The pairs found that are near now. Says no, and leaves the work, where a ball is outside of its
/// larger one. Balls are looked at in blocks, to come by each once while it is near the core.
template <int D>
bool BroadPhase<D>::refresh(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                            Trust trust) {
  constexpr std::uint32_t block = 64;
  pairs_.clear();
  const auto objects = static_cast<std::uint32_t>(centre.size());
  for (std::uint32_t first = 0; first < objects; first += block) {
    const std::uint32_t last = std::min(objects, first + block);
    if (trust == Trust::if_inside && !are_inside(centre, radius, first, last)) return false;
    const std::size_t most = first_found_[last] - first_found_[first];
    if (kept_.size() < most) kept_.resize(most);
    Pair* next = kept_.data();
    for (std::uint32_t k = first_found_[first]; k < first_found_[last]; ++k) {
      const auto [i, j] = found_[k];
      const double reach = radius[i] + radius[j];
      // Written in any case and kept if near: which are is hard to foresee.
      *next = {i, j};
      next += (centre[i] - centre[j]).squaredNorm() <= reach * reach ? 1 : 0;
    }
    pairs_.insert(pairs_.end(), kept_.data(), next);
  }
  return true;
}

template <int D>
void BroadPhase<D>::search(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                           const std::vector<std::uint8_t>& active) {
  active_ = active;
  enlarge(centre, radius);
  find_octaves();
  choose_levels();
  lay_grids();
  key_all();
  sort_keys();
  place_all();
  near_count_ = 0;
  for (int level = 0; level < most_levels; ++level) sweep_level(level);
  sort_found();
}

template <int D>
void BroadPhase<D>::enlarge(const std::vector<Vec<D>>& centre, const std::vector<double>& radius) {
  // A tenth of the radius to move in: pairs grow by a few, searches become rare.
  constexpr double enlargement = 1.1;
  origin_ = typical<D>(centre);
  centre_.resize(centre.size());
  radius_.resize(centre.size());
  Vec<D> low = Vec<D>::Zero();
  Vec<D> high = Vec<D>::Zero();
  double largest = 0;
  for (std::size_t i = 0; i < centre.size(); ++i) {
    centre_[i] = centre[i];
    radius_[i] = enlargement * radius[i];
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

/// Ball i in the units of the search, larger by what these may be off.
template <int D>
typename BroadPhase<D>::Placed BroadPhase<D>::place(std::uint32_t i) const {
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
int BroadPhase<D>::octave_of(double radius) {
  const auto exponent = static_cast<int>(std::bit_cast<std::uint64_t>(radius) >> 52);
  return std::clamp(1022 - exponent, 0, most_levels - 1);
}

template <int D>
int BroadPhase<D>::level_of(double radius) const {
  return level_of_octave_[static_cast<std::size_t>(octave_of(radius))];
}

template <int D>
std::int64_t BroadPhase<D>::cell_of(int level, int axis, double x) const {
  const Level& l = levels_[static_cast<std::size_t>(level)];
  const double cell = std::clamp(x * l.per_width, -farthest_cell, farthest_cell);
  // Rounds down what is positive.
  return static_cast<std::int64_t>(cell + farthest_cell) - l.lowest[static_cast<std::size_t>(axis)];
}

template <int D>
std::uint64_t BroadPhase<D>::row_key(int level, const Cell& cell) const {
  auto key = static_cast<std::uint64_t>(level);
  for (std::size_t d = D - 1; d > 0; --d) {
    key = key << bits_[d] | static_cast<std::uint64_t>(cell[d]);
  }
  return key;
}

/// The largest ball of each octave, and cells a little wider than it.
template <int D>
void BroadPhase<D>::find_octaves() {
  levels_.fill({});
  for (std::uint32_t i = 0; i < centre_.size(); ++i) {
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
void BroadPhase<D>::choose_levels() {
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
void BroadPhase<D>::join_sparse_octaves() {
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
double BroadPhase<D>::balls_in_cell(int level, int finer) {
  constexpr std::size_t enough = 512;
  const int rare = std::bit_width(centre_.size() / enough);
  std::size_t count = 0;
  sample_.clear();
  for (std::uint32_t i = 0; i < centre_.size(); ++i) {
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
void BroadPhase<D>::lay_grids() {
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
void BroadPhase<D>::key_all() {
  keyed_.clear();
  for (std::uint32_t i = 0; i < centre_.size(); ++i) {
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
void BroadPhase<D>::sort_keys() {
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
void BroadPhase<D>::place_all() {
  // Lanes may look a little beyond the end.
  for (auto& along : x_) along.resize(keyed_.size() + width);
  r_.resize(keyed_.size() + width);
  rows_.clear();
  const auto count = static_cast<std::uint32_t>(keyed_.size());
  for (std::uint32_t p = 0; p < count; ++p) {
    const Keyed k = keyed_[p];
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
void BroadPhase<D>::bound(std::uint32_t row) {
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

/// Each row with itself and, of its neighbours, with those after it: the next of its layer, and
/// three of the next layer.
template <int D>
void BroadPhase<D>::sweep_level(int level) {
  const Level& l = levels_[static_cast<std::size_t>(level)];
  for (auto& c : cursors_) c.fill({});
  std::uint32_t ahead = l.first_row;
  for (std::uint32_t row = l.first_row; row < l.last_row; ++row) {
    const std::uint64_t key = rows_[row].key;
    meet_itself(span(row), l.largest);
    if (rows_[row + 1].key == key + 1) meet(row, l.largest, row + 1, l.largest, l.mixed);
    if constexpr (D == 3) {
      const std::uint64_t above = key + (std::uint64_t{1} << bits_[1]);
      while (rows_[ahead].key < above - 1) ++ahead;
      for (std::uint32_t r = ahead; rows_[r].key <= above + 1; ++r) {
        meet(row, l.largest, r, l.largest, l.mixed);
      }
    }
    if (level > 0) sweep_coarser(level, row);
  }
}

/// A row with those of larger balls that reach it.
template <int D>
void BroadPhase<D>::sweep_coarser(int level, std::uint32_t row) {
  const Span balls = span(row);
  const Row& own = rows_[row];
  const double largest = *std::max_element(r_.begin() + balls.begin, r_.begin() + balls.end);
  for (int coarser = 0; coarser < level; ++coarser) {
    const Level& l = levels_[static_cast<std::size_t>(coarser)];
    if (l.first_row == l.last_row) continue;
    const double reach = (largest + l.largest) * (1 + 1e-6);
    Cell from{};
    Cell to{};
    for (int d = 1; d < D; ++d) {
      const auto axis = static_cast<std::size_t>(d);
      const std::int64_t last = (std::int64_t{1} << bits_[axis]) - 1;
      from[axis] =
          std::clamp<std::int64_t>(cell_of(coarser, d, own.low[axis - 1] - reach), 0, last);
      to[axis] = std::clamp<std::int64_t>(cell_of(coarser, d, own.high[axis - 1] + reach), 0, last);
    }
    const auto meet_rows = [&](const Cell& cell, std::int64_t layer) {
      Cell last = cell;
      last[1] = to[1];
      const std::uint64_t last_key = row_key(coarser, last);
      for (std::uint32_t r = find_row(coarser, layer, row_key(coarser, cell));
           rows_[r].key <= last_key; ++r) {
        if (span(r).size() < balls.size()) {
          meet(r, l.largest, row, largest, true);
        } else {
          meet(row, largest, r, l.largest, true);
        }
      }
    };
    if constexpr (D == 2) {
      meet_rows(from, 0);
    } else {
      for (Cell cell = from; cell[2] <= to[2]; ++cell[2]) meet_rows(cell, cell[2]);
    }
  }
}

/// The first row of the level not below the key. Rows are asked for in their order, mostly.
template <int D>
std::uint32_t BroadPhase<D>::find_row(int level, std::int64_t layer, std::uint64_t key) {
  const Level& l = levels_[static_cast<std::size_t>(level)];
  auto& cursor = cursors_[static_cast<std::size_t>(level)][static_cast<std::size_t>(layer & 3)];
  std::uint32_t first = l.first_row;
  if (cursor.layer == layer && (cursor.row == first || rows_[cursor.row - 1].key < key)) {
    first = cursor.row;
    for (int tries = 0; tries < 8 && first < l.last_row && rows_[first].key < key; ++tries) ++first;
  }
  const auto begin = rows_.begin();
  if (first < l.last_row && rows_[first].key < key) {
    const auto found = std::lower_bound(begin + first, begin + l.last_row, key,
                                        [](const Row& r, std::uint64_t k) { return r.key < k; });
    first = static_cast<std::uint32_t>(found - begin);
  }
  cursor = {layer, first};
  return first;
}

/// Tests a ball against those of a row. Where branches would be hard to foresee there are none.
template <int D>
class BroadPhase<D>::Tester {
 public:
  explicit Tester(BroadPhase& of) : of_(of), r_(of.r_.data()) {
    for (std::size_t d = 0; d < D; ++d) x_[d] = of.x_[d].data();
  }

  float x(std::uint32_t i) const { return x_[0][i]; }
  float r(std::uint32_t i) const { return r_[i]; }

  /// Square of the distance from ball i's centre to the row's, were it without end.
  float across(std::uint32_t i, const Row& row) const {
    float sum = 0;
    for (std::size_t d = 1; d < D; ++d) {
      const float off = std::max({row.low[d - 1] - x_[d][i], x_[d][i] - row.high[d - 1], 0.0F});
      sum += off * off;
    }
    return sum;
  }

  /// The first at or beyond `low` along the row: mostly one of the next.
  std::uint32_t first_from(Span row, float low) const {
    const auto is_before = [&] { return (row.begin < row.end) & (x_[0][row.begin] < low); };
    row.begin += is_before() ? 1 : 0;
    row.begin += is_before() ? 1 : 0;
    for (int tries = 0; tries < 8; ++tries, ++row.begin) {
      if (!is_before()) return row.begin;
    }
    return static_cast<std::uint32_t>(std::lower_bound(x_[0] + row.begin, x_[0] + row.end, low) -
                                      x_[0]);
  }

  /// Ball i and those of a row up to `high`. A few beyond are tested too, and are not near.
  void test_up_to(float high, std::uint32_t i, Span row) {
    if (row.begin >= row.end) return;
    of_.make_room(row.size() + width);
    Meeting* next = of_.near_.data() + of_.near_count_;
    std::uint32_t j = row.begin;
    do {
      Lanes apart = {};
      for (std::size_t d = 0; d < D; ++d) {
        const Lanes along = load(x_[d] + j) - x_[d][i];
        apart += along * along;
      }
      const Lanes reach = load(r_ + j) + r_[i];
      const std::uint32_t inside = (1U << std::min(width, row.end - j)) - 1;
      const std::uint32_t near = not_above(apart, reach * reach) & inside;
      // Written in any case and kept if near.
      for (std::uint32_t lane = 0; lane < width; ++lane) {
        *next = {i, j + lane};
        next += near >> lane & 1;
      }
      j += width;
    } while (j < row.end && x_[0][j] <= high);
    of_.near_count_ = static_cast<std::size_t>(next - of_.near_.data());
  }

 private:
  BroadPhase& of_;
  std::array<const float*, D> x_;
  const float* r_;
};

template <int D>
void BroadPhase<D>::meet_itself(Span row, double largest) {
  Tester tester(*this);
  for (std::uint32_t i = row.begin; i < row.end; ++i) {
    const float high = tester.x(i) + tester.r(i) + static_cast<float>(largest);
    tester.test_up_to(high, i, {i + 1, row.end});
  }
}

/// Two rows. Where sizes are `mixed` it pays to ask first whether a ball reaches the other row at
/// all.
template <int D>
void BroadPhase<D>::meet(std::uint32_t outer_row, double largest_outer, std::uint32_t inner_row,
                         double largest_inner, bool mixed) {
  Tester tester(*this);
  const Span outer = span(outer_row);
  Span inner = span(inner_row);
  const Row& other = rows_[inner_row];
  const auto reach = static_cast<float>(largest_outer + largest_inner);
  for (std::uint32_t i = outer.begin; i < outer.end; ++i) {
    const float own_reach = tester.r(i) + static_cast<float>(largest_inner);
    if (mixed && tester.across(i, other) > own_reach * own_reach) continue;
    inner.begin = tester.first_from(inner, tester.x(i) - reach);
    tester.test_up_to(tester.x(i) + own_reach, i, inner);
  }
}

template <int D>
void BroadPhase<D>::make_room(std::size_t more) {
  const std::size_t needed = near_count_ + more;
  if (near_.size() < needed) near_.resize(std::max(2 * near_.size(), needed));
}

/// From places to objects: counting sort by the lower number, then each short run by the higher
/// one.
template <int D>
void BroadPhase<D>::sort_found() {
  const std::size_t objects = centre_.size();
  first_found_.assign(objects + 2, 0);
  std::size_t count = 0;
  for (std::size_t k = 0; k < near_count_; ++k) {
    const Keyed& a = keyed_[near_[k].i];
    const Keyed& b = keyed_[near_[k].j];
    const Meeting m{std::min(a.object, b.object), std::max(a.object, b.object)};
    const std::uint32_t counts = a.active | b.active;
    near_[count] = m;
    count += counts;
    first_found_[m.i + 2] += counts;
  }
  for (std::size_t i = 0; i < objects; ++i) first_found_[i + 2] += first_found_[i + 1];
  found_.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    found_[first_found_[near_[k].i + 1]++] = {near_[k].i, near_[k].j};
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
  std::size_t sum = held(centre_, radius_, active_, first_found_, found_, kept_, pairs_, keyed_,
                         keyed_before_, r_, rows_, near_, sample_);
  for (const auto& along : x_) sum += held(along);
  return sum;
}

template class BroadPhase<2>;
template class BroadPhase<3>;

}  // namespace talus

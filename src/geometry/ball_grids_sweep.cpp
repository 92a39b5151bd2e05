// Rows of the grids swept along each other.
#include "talus/geometry/ball_grids.hpp"

#include <algorithm>
#include <cstring>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace talus {

namespace {

constexpr std::uint32_t width = ball_lanes;
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

}  // namespace

/// Each row with itself and, of its neighbours, with those after it: the next of its layer, and
/// three of the next layer.
template <int D>
void BallGrids<D>::sweep_level(int level) {
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
void BallGrids<D>::sweep_coarser(int level, std::uint32_t row) {
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
std::uint32_t BallGrids<D>::find_row(int level, std::int64_t layer, std::uint64_t key) {
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
class BallGrids<D>::Tester {
 public:
  explicit Tester(BallGrids& of) : of_(of), r_(of.r_.data()) {
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
    Pair* next = of_.near_.data() + of_.near_count_;
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
  BallGrids& of_;
  std::array<const float*, D> x_;
  const float* r_;
};

template <int D>
void BallGrids<D>::meet_itself(Span row, double largest) {
  Tester tester(*this);
  for (std::uint32_t i = row.begin; i < row.end; ++i) {
    const float high = tester.x(i) + tester.r(i) + static_cast<float>(largest);
    tester.test_up_to(high, i, {i + 1, row.end});
  }
}

/// Two rows. Where sizes are `mixed` it pays to ask first whether a ball reaches the other row at
/// all.
template <int D>
void BallGrids<D>::meet(std::uint32_t outer_row, double largest_outer, std::uint32_t inner_row,
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
void BallGrids<D>::make_room(std::size_t more) {
  const std::size_t needed = near_count_ + more;
  if (near_.size() < needed) near_.resize(std::max(2 * near_.size(), needed));
}

// The rest is instantiated in ball_grids.cpp.
template void BallGrids<2>::sweep_level(int);
template void BallGrids<3>::sweep_level(int);

}  // namespace talus

#include "talus/io/placement.hpp"

#include <algorithm>
#include <cmath>

namespace talus::scenes {

namespace {

constexpr std::uint32_t none = 0xffffffff;

}  // namespace

template <int D>
RandomPlacement<D>::RandomPlacement(const Box<D>& box, std::size_t expected)
    : box_(box), most_cells_(4096 + 8 * static_cast<double>(expected)) {}

template <int D>
typename RandomPlacement<D>::Grid& RandomPlacement<D>::grid_for(double radius) {
  int octave = 0;
  std::frexp(2 * radius, &octave);  // 2^(octave-1) <= diameter < 2^octave
  const auto [entry, is_new] = grids_.try_emplace(octave);
  Grid& grid = entry->second;
  if (!is_new) return grid;
  // Cells as wide as the widest grain of the octave, wider when the box would need too many.
  grid.cell = std::max(std::ldexp(1.0, octave), std::pow(box_.volume() / most_cells_, 1.0 / D));
  double cells = 0;
  for (;; grid.cell *= 2) {  // a flat or thin box may still have too many along it
    cells = 1;
    for (int i = 0; i < D; ++i) {
      const double along = std::max(1.0, std::ceil((box_.to[i] - box_.from[i]) / grid.cell));
      grid.count[i] = static_cast<std::int64_t>(std::min(along, 2 * most_cells_));
      cells *= along;
    }
    if (cells <= 2 * most_cells_) break;
  }
  grid.head.assign(static_cast<std::size_t>(cells), none);
  return grid;
}

/// Grains outside the box are put into its border cells: clamping brings cells no further apart, so
/// neighbours stay neighbours.
template <int D>
std::int64_t RandomPlacement<D>::cell_along(const Grid& grid, int axis, double x) const {
  const double i = std::floor((x - box_.from[axis]) / grid.cell);
  return static_cast<std::int64_t>(std::clamp(i, 0.0, static_cast<double>(grid.count[axis] - 1)));
}

template <int D>
void RandomPlacement<D>::add(const Vec<D>& centre, double radius) {
  Grid& grid = grid_for(radius);
  std::int64_t cell = 0;
  for (int i = D - 1; i >= 0; --i) cell = cell * grid.count[i] + cell_along(grid, i, centre[i]);
  auto& head = grid.head[static_cast<std::size_t>(cell)];
  grains_.push_back({centre, radius, head});
  head = static_cast<std::uint32_t>(grains_.size() - 1);
}

template <int D>
bool RandomPlacement<D>::is_free_in(const Grid& grid, const Vec<D>& centre, double radius) const {
  // Grains of this grid have radius <= cell / 2: they reach no further than this from the centre.
  const double reach = radius + 0.5 * grid.cell;
  Eigen::Matrix<std::int64_t, D, 1> low, high, at;
  for (int i = 0; i < D; ++i) {
    low[i] = cell_along(grid, i, centre[i] - reach);
    high[i] = cell_along(grid, i, centre[i] + reach);
  }
  for (at = low;;) {
    std::int64_t cell = 0;
    for (int i = D - 1; i >= 0; --i) cell = cell * grid.count[i] + at[i];
    for (auto g = grid.head[static_cast<std::size_t>(cell)]; g != none; g = grains_[g].next) {
      const double apart = radius + grains_[g].radius;
      if ((grains_[g].centre - centre).squaredNorm() < apart * apart) return false;
    }
    int axis = 0;
    while (axis < D && at[axis] == high[axis]) {
      at[axis] = low[axis];
      ++axis;
    }
    if (axis == D) return true;
    ++at[axis];
  }
}

template <int D>
bool RandomPlacement<D>::is_free(const Vec<D>& centre, double radius) const {
  return std::all_of(grids_.begin(), grids_.end(),
                     [&](const auto& entry) { return is_free_in(entry.second, centre, radius); });
}

template <int D>
std::int64_t RandomPlacement<D>::place(double radius, std::int64_t tries, Random& random,
                                       Vec<D>& centre, const Test& allowed) {
  if (2 * radius > (box_.to - box_.from).minCoeff()) return 0;
  for (std::int64_t t = 1; t <= tries; ++t) {
    for (int i = 0; i < D; ++i) {
      centre[i] = random.uniform(box_.from[i] + radius, box_.to[i] - radius);
    }
    if (!is_free(centre, radius) || (allowed && !allowed(centre, radius))) continue;
    add(centre, radius);
    return t;
  }
  return 0;
}

template class RandomPlacement<2>;
template class RandomPlacement<3>;

}  // namespace talus::scenes

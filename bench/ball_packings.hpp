// Balls as dense as in a pile, numbered along rows in space, for timing the broad phase.
#pragma once

#include "talus/math/random.hpp"
#include "talus/math/vec.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace talus::bench {

struct Balls {
  std::vector<Vec<3>> centre;
  std::vector<double> radius;
  std::vector<std::uint8_t> active;

  void add(const Vec<3>& x, double r) {
    centre.push_back(x);
    radius.push_back(r);
    active.push_back(1);
  }
};

constexpr double packing_fraction = 0.6;
constexpr double unit_ball = 4.0 / 3 * std::numbers::pi;

inline Vec<3> jitter(Random& random, double most) {
  return {random.uniform(-most, most), random.uniform(-most, most), random.uniform(-most, most)};
}

/// Face-centred lattice of unit balls, row by row, each moved by up to a fifth of its radius: the
/// spread of distances leaves as many neighbours within a tenth as in a pile.
template <class Accept>
void for_each_site(const Vec<3>& low, const Vec<3>& high, Random& random, const Accept& accept) {
  const double edge = std::cbrt(4 * unit_ball / packing_fraction);
  const double half = 0.5 * edge;
  int k = 0;
  for (double z = low[2]; z < high[2]; z += half, ++k) {
    int j = k;
    for (double y = low[1]; y < high[1]; y += half, ++j) {
      for (double x = low[0] + (j % 2) * half; x < high[0]; x += edge) {
        accept(Vec<3>(Vec<3>(x, y, z) + jitter(random, 0.2)));
      }
    }
  }
}

inline Balls equal_balls(std::size_t count, Random& random) {
  Balls out;
  // One part in a hundred more room, for the last layer may be cut.
  const double side = std::cbrt(1.01 * static_cast<double>(count) * unit_ball / packing_fraction);
  for (double s = side; out.centre.size() < count; s *= 1.02) {
    out = {};
    for_each_site(Vec<3>::Zero(), Vec<3>::Constant(s), random, [&](const Vec<3>& x) {
      if (out.centre.size() < count) out.add(x, 1);
    });
  }
  return out;
}

/// As many balls in each octave of sizes from 1 to `ratio`, anywhere: they overlap as they like.
inline Balls graded_balls(std::size_t count, double ratio, Random& random) {
  Balls out;
  double volume = 0;
  for (std::size_t i = 0; i < count; ++i) {
    out.add(Vec<3>::Zero(), std::exp(random.uniform(0, std::log(ratio))));
    volume += unit_ball * std::pow(out.radius.back(), 3);
  }
  const auto sites = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
  const double spacing = std::cbrt(volume / packing_fraction / static_cast<double>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<3> site(static_cast<double>(i % sites), static_cast<double>(i / sites % sites),
                      static_cast<double>(i / (sites * sites)));
    out.centre[i] = spacing * (site + jitter(random, 0.5));
  }
  return out;
}

/// Giants, one for each ratio^3 balls, in a block where they touch, and the unit balls nearest to
/// their surfaces.
inline Balls balls_around_giants(std::size_t count, double ratio, Random& random) {
  const double wanted = static_cast<double>(count);
  const double giants = std::ceil(std::cbrt(wanted / std::pow(ratio, 3)));  // along an edge
  const auto nearest = [&](const Vec<3>& x) {
    Vec<3> g;
    for (int d = 0; d < 3; ++d) {
      g[d] = std::clamp(std::floor(x[d] / (2 * ratio)), 0.0, giants - 1) * 2 * ratio + ratio;
    }
    return (x - g).norm() - ratio;
  };
  std::vector<Vec<3>> site;
  std::vector<double> away;
  for_each_site(Vec<3>::Constant(-ratio), Vec<3>::Constant((2 * giants + 1) * ratio), random,
                [&](const Vec<3>& x) {
                  if (nearest(x) < 0.95) return;
                  site.push_back(x);
                  away.push_back(nearest(x));
                });
  auto sorted = away;
  const std::size_t taken = std::min(count, sorted.size());
  const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(taken) - 1;
  std::nth_element(sorted.begin(), last, sorted.end());
  Balls out;
  const auto edge = static_cast<int>(giants);
  for (int i = 0; i < edge * edge * edge; ++i) {
    const Vec<3> g(i % edge, i / edge % edge, i / (edge * edge));
    out.add(ratio * (2 * g + Vec<3>::Ones()), ratio);
  }
  for (std::size_t i = 0; i < site.size(); ++i) {
    if (away[i] <= *last) out.add(site[i], 1);
  }
  return out;
}

/// The same balls numbered at random.
inline Balls shuffled(const Balls& balls, Random& random) {
  std::vector<std::size_t> order(balls.centre.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  Balls out;
  for (const auto i : order) out.add(balls.centre[i], balls.radius[i]);
  return out;
}

}  // namespace talus::bench

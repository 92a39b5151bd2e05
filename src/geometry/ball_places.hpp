// Balls as four single numbers each, in one line of memory: most pairs are seen from these to be
// near or apart, wherever in memory the second ball is. How far they are off is known, and who is
// nearer to the border than that is looked at exactly.
#pragma once

#include "talus/math/vec.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace talus {

template <int D>
class BallPlaces {
 public:
  /// `count` balls, none of them placed yet. Those farther than `extent` from the origin, or
  /// larger, are never sure of anything.
  void restart(std::size_t count, const Vec<D>& origin, double extent);
  /// Places the balls from `first` up to `last`.
  void place(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
             std::size_t first, std::size_t last);

  struct Apart {
    bool near;
    /// By how much the squares of distance and reach differ at least, or by more than the square
    /// of reach anyway; not above zero where `near` is not sure. Not a number if nothing is known.
    float sure;
    float square_reach;  ///< in the same unit
  };
  Apart apart(std::uint32_t i, std::uint32_t j) const {
    const Four a = place_[i].xr;
    const Four b = place_[j].xr;
    const Four difference = a - b;
    const Four sum = a + b;
    const Four square = difference * difference;
    const Four square_sum = sum * sum;
    const float beyond = square[0] + square[1] + square[2] - square_sum[3];
    return {beyond <= 0, std::abs(beyond) - off * sum[3], square_sum[3]};
  }

  /// Asks memory for a ball.
  void ask_for(std::uint32_t i) const { __builtin_prefetch(&place_[i]); }

  /// Memory held.
  std::size_t bytes() const { return place_.capacity() * sizeof(Place); }

 private:
  using Four = float __attribute__((vector_size(16)));
  /// Centre from the origin, 0 in the plane, and radius, all in extents and so not above 1.
  struct Place {
    Four xr;
  };

  /// The squares' difference is off by at most this part of the reach R. With u = 2^-24 for the
  /// rounding of a number not above 1: centres are off by sqrt(3) u, so distances by 2 sqrt(3) u,
  /// and their squares, of distances not above 1.5 R, by 2.5 R as much; reach is off by 2 u and its
  /// square by 2.1 R as much: 13 u R. Squares are made from them with 6 roundings of one below
  /// (1.5 R)^2 and 4 of one below R^2, where R is at most 2: 35 u R. What is compared with `sure`
  /// has a few roundings more, of a part of R^2: below 64 u R in all. Of distances d above 1.5 R
  /// the square is off by 19 u d at most, less than the .55 d^2 it is beyond R^2 by unless d, and
  /// so R, is below 35 u: then R^2 is below 64 u R, and nothing within it sure.
  static constexpr float off = 64 * 0x1p-24F;

  std::vector<Place> place_;
  Vec<D> origin_ = Vec<D>::Zero();
  double per_extent_ = 1;
};

template <int D>
void BallPlaces<D>::restart(std::size_t count, const Vec<D>& origin, double extent) {
  place_.resize(count);
  origin_ = origin;
  per_extent_ = 1 / extent;
}

template <int D>
void BallPlaces<D>::place(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                          std::size_t first, std::size_t last) {
  constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t i = first; i < last; ++i) {
    const double r = radius[i] * per_extent_;
    const double x = (centre[i][0] - origin_[0]) * per_extent_;
    const double y = (centre[i][1] - origin_[1]) * per_extent_;
    const double z = D == 3 ? (centre[i][D - 1] - origin_[D - 1]) * per_extent_ : 0;
    const bool within = (x * x + y * y) + (z * z + r * r) <= 1;
    place_[i].xr = Four{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z),
                        within ? static_cast<float>(r) : unknown};
  }
}

}  // namespace talus

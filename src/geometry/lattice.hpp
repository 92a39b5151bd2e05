// Translations under which a periodic world looks the same, at one instant (row A12).
#pragma once

#include "talus/math/vec.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace talus {

/// How many periods along each axis.
template <int D>
using Image = std::array<std::int32_t, D>;

/// Periods along the axes. One period along `gradient` may also shift by `tilt` along `flow`, which
/// then must be periodic too: the bricks of Lees and Edwards.
template <int D>
struct Lattice {
  Vec<D> period = Vec<D>::Zero();  ///< 0: not periodic along this axis
  int flow = -1;
  int gradient = -1;
  double tilt = 0;

  bool any() const { return (period.array() > 0).any(); }

  Vec<D> shift(const Image<D>& n) const {
    Vec<D> s;
    for (int i = 0; i < D; ++i) s[i] = n[static_cast<std::size_t>(i)] * period[i];
    if (gradient >= 0) s[flow] += n[static_cast<std::size_t>(gradient)] * tilt;
    return s;
  }
};

/// The image that brings x into the cell between 0 and the periods.
template <int D>
Image<D> image_into_cell(const Lattice<D>& lattice, const Vec<D>& x);

/// Every image of a ball, given near the cell, that reaches into the cell; appended to `out`.
template <int D>
void images_in_cell(const Lattice<D>& lattice, const Vec<D>& centre, double radius,
                    std::vector<Image<D>>& out);

/// Image of b seen from a's, were both moved.
template <int D>
Image<D> difference(const Image<D>& b, const Image<D>& a) {
  Image<D> n;
  for (std::size_t i = 0; i < D; ++i) n[i] = b[i] - a[i];
  return n;
}

template <int D>
Image<D> sum(const Image<D>& a, const Image<D>& b) {
  Image<D> n;
  for (std::size_t i = 0; i < D; ++i) n[i] = a[i] + b[i];
  return n;
}

/// Ten bits of each count: different for images that can be near at the same time, 0 for none.
template <int D>
std::uint32_t image_key(const Image<D>& n) {
  std::uint32_t key = 0;
  for (std::size_t i = 0; i < D; ++i) {
    key = key << 10 | (static_cast<std::uint32_t>(n[i]) & 0x3ffU);
  }
  return key;
}

}  // namespace talus

// The second-order cones that a contact's impulse x and its velocity y lie in, in the variables of
// solvers/assembled_lorentz.hpp. Coulomb's law has one. Contacts that resist rolling have two with
// the normal impulse in common,
//
//     |x_T| <= x_0,   |x_R| <= x_0,      y_0 = a + b,   |y_T| <= a,   |y_R| <= b,
//
// of which a and b are two unknowns: x lies in the dual of what y lies in.
#pragma once

#include "talus/math/vec.hpp"

#include <array>

namespace talus::lorentz {

template <int D>
inline constexpr int part_count = D == 5 ? 2 : 1;
template <int D>
inline constexpr int part_size = D == 5 ? 3 : D;

template <int D>
using Part = Vec<part_size<D>>;
template <int D>
using Parts = std::array<Part<D>, static_cast<std::size_t>(part_count<D>)>;

/// What a part sees of x: the normal component and its own tangents.
template <int D>
Part<D> part_of(const Vec<D>& x, std::size_t k) {
  constexpr int tangents = part_size<D> - 1;
  Part<D> out;
  out[0] = x[0];
  out.template tail<tangents>() =
      x.template segment<tangents>(1 + tangents * static_cast<Eigen::Index>(k));
  return out;
}

/// The velocity whose parts are given: their normal components add up.
template <int D>
Vec<D> whole(const Parts<D>& y) {
  constexpr int tangents = part_size<D> - 1;
  Vec<D> out;
  out[0] = 0;
  for (std::size_t k = 0; k < y.size(); ++k) {
    out[0] += y[k][0];
    out.template segment<tangents>(1 + tangents * static_cast<Eigen::Index>(k)) =
        y[k].template tail<tangents>();
  }
  return out;
}

/// The sum of E^T a E, E taking x to each part.
template <int D>
Mat<D> whole(const std::array<Mat<part_size<D>>, static_cast<std::size_t>(part_count<D>)>& a) {
  constexpr int tangents = part_size<D> - 1;
  Mat<D> out = Mat<D>::Zero();
  for (std::size_t k = 0; k < a.size(); ++k) {
    const auto at = 1 + tangents * static_cast<Eigen::Index>(k);
    out(0, 0) += a[k](0, 0);
    out.template block<1, tangents>(0, at) = a[k].template topRightCorner<1, tangents>();
    out.template block<tangents, 1>(at, 0) = a[k].template bottomLeftCorner<tangents, 1>();
    out.template block<tangents, tangents>(at, at) =
        a[k].template bottomRightCorner<tangents, tangents>();
  }
  return out;
}

/// |y_T|, of two parts the sum: De Saxce's shift; and how it changes with y.
template <int D>
struct Shift {
  double size = 0;
  Vec<D> slope = Vec<D>::Zero();
};

template <int D>
Shift<D> shift(const Parts<D>& y) {
  constexpr int tangents = part_size<D> - 1;
  Shift<D> out;
  for (std::size_t k = 0; k < y.size(); ++k) {
    const double speed = y[k].template tail<tangents>().norm();
    out.size += speed;
    if (!(speed > 0)) continue;
    out.slope.template segment<tangents>(1 + tangents * static_cast<Eigen::Index>(k)) =
        y[k].template tail<tangents>() / speed;
  }
  return out;
}

}  // namespace talus::lorentz

// Contacts that resist turning: beside the impulse r they carry a moment m against the relative
// spin s of their bodies, all in the contact frame,
//
//     |m_T| <= rolling r^_N,   |m_N| <= spinning r^_N
//
// (in the plane |m| <= rolling r^_N), opposed to s when they are reached: two more cones beside
// Coulomb's, over the same normal impulse. Lengths, as the levers of the push.
#pragma once

#include "talus/math/dim.hpp"

#include <cstddef>

namespace talus {

template <int D>
struct TurningContact {
  static constexpr int S = spin_dim<D>;

  std::size_t contact = 0;
  double rolling = 0, spinning = 0;
  Mat<S, S> first = Mat<S, S>::Zero();      ///< s = first w_first + second w_second + offset
  Mat<S, S> second = Mat<S, S>::Zero();     ///< 0 for an obstacle
  Spin<D> offset = Spin<D>::Zero();         ///< the obstacle's part
  Spin<D> spin_before = Spin<D>::Zero();    ///< s at the start of the step
  Spin<D> offset_before = Spin<D>::Zero();  ///< the obstacle's part of it
};

/// Nearest moment to m of those that a push allows; `push` in the unit of m over a length.
template <int D>
Spin<D> allowed_moment(const TurningContact<D>& t, double push, const Spin<D>& m);

}  // namespace talus

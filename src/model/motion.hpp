// Prescribed motion of a body (rheonomic term of 000 (19), row A11).
#pragma once

#include "talus/math/dim.hpp"
#include "talus/model/time_function.hpp"

#include <array>

namespace talus {

/// Displacement of the body's frame from its initial place, and rotation about its origin by a
/// function of time around a fixed axis of the world.
template <int D>
struct Motion {
  std::array<TimeFunction, D> translation;
  TimeFunction angle;
  Spin<D> axis = Spin<D>::Unit(spin_dim<D> - 1);

  Pose<D> pose(const Pose<D>& initial, double t) const;
  /// Velocity of the frame's origin.
  Vec<D> velocity(double t) const;
  /// Spin in world axes.
  Spin<D> spin(double t) const { return angle.rate(t) * axis; }
};

}  // namespace talus

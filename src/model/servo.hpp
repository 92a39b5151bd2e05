// A plate held by a pressure: a body with prescribed motion but for one direction (row A12).
#pragma once

#include "talus/math/dim.hpp"

namespace talus {

/// The direction in which a prescribed body is free after all, with a mass of its own there and a
/// constant force along it, pressure times area. Gravity does not act on it: its weight would be a
/// part of the force.
template <int D>
struct Servo {
  Vec<D> direction = last_axis<D>();  ///< unit, in world axes
  double force = 0;
  double mass = 1;
  int body = -1;
};

/// How a servo moves in a step: speeds along its direction, on top of the prescribed motion.
struct ServoMotion {
  double begin = 0;  ///< at t_i
  double free = 0;   ///< at t_f, were there no contact
};

}  // namespace talus

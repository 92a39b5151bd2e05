// Forces that are given, not found: everything in F(t, q, u) of 000 (21) but gravity and the
// gyroscopic terms.
#pragma once

#include "talus/math/dim.hpp"
#include "talus/model/time_function.hpp"

#include <vector>

namespace talus {

/// Force at the centre of mass and moment about it, in world axes, as functions of time.
template <int D>
struct AppliedForce {
  int body = 0;
  Vec<D> force = Vec<D>::Zero();     ///< constant part
  Spin<D> torque = Spin<D>::Zero();  ///< constant part
  std::vector<Table> force_table;    ///< empty, or one for each axis
  std::vector<Table> torque_table;   ///< empty, or one for each spin component

  Vec<D> force_at(double t) const;
  Spin<D> torque_at(double t) const;
};

/// Spring and damper along the line between two anchors; body -1 is the ground, whose anchor is a
/// point of the world.
template <int D>
struct Spring {
  int body_a = -1;
  int body_b = -1;
  Vec<D> anchor_a = Vec<D>::Zero();  ///< in the body's principal frame
  Vec<D> anchor_b = Vec<D>::Zero();
  double stiffness = 0;
  double damping = 0;
  double length = 0;  ///< at rest
};

/// Viscous drag: force -linear v at the centre of mass, moment -angular w.
struct Drag {
  int body = 0;
  double linear = 0;
  double angular = 0;
};

/// Pressure on a chain of bodies, from one to the next, in the plane: each stretch between two of
/// them is pushed to its left, and the two share the force. A closed chain listed counter-clockwise
/// is pressed inwards.
struct PressedChain {
  std::vector<int> bodies;
  bool closed = false;
  double pressure = 0;  ///< force on a unit of length
};

template <int D>
struct Loads {
  Vec<D> gravity = Vec<D>::Zero();
  std::vector<AppliedForce<D>> applied;
  std::vector<Spring<D>> springs;
  std::vector<Drag> drags;
  std::vector<PressedChain> chains;  ///< none in space
};

}  // namespace talus

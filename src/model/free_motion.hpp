// What `predict` gives: the midpoint configuration and the velocities bodies would end with were
// there no contact (u_r of 000 (36)).
#pragma once

#include "talus/model/model.hpp"

#include <vector>

namespace talus {

/// Impulses of the loads over the step, kept by kind for the energy balance; linear part and moment
/// in the body's principal axes at the midpoint.
template <int D>
struct LoadImpulses {
  std::vector<Twist<D>> applied, elastic, viscous;
  double elastic_energy = 0;  ///< potential of the springs at the start of the step
};

template <int D>
struct FreeMotion {
  double h = 0;
  std::vector<Vec<D>> x_mid;
  std::vector<Rotation<D>> r_mid;
  std::vector<Twist<D>> v_begin;  ///< at t_i, spin in principal axes
  std::vector<Twist<D>> v_free;   ///< at t_f; for prescribed bodies their exact velocity there
  LoadImpulses<D> loads;
  std::vector<ServoMotion> servos;  ///< one for each of the model's

  Pose<D> pose_mid(std::size_t body) const { return {x_mid[body], r_mid[body]}; }
};

}  // namespace talus

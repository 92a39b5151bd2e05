// A point-like slider on a ground that may move: one contact, no rolling, so that friction alone
// shows.
#pragma once

#include "support/scene_builder.hpp"

namespace talus::test {

inline constexpr double slider_radius = 0.1;

/// Half-space with a prescribed motion.
template <int D>
int add_moving_ground(Scene<D>& scene, const Motion<D>& motion, const Rotation<D>& r = {}) {
  BodyDescription<D> body;
  body.name = "moving ground";
  body.shapes = {{HalfSpace<D>{}, {}}};
  body.pose.r = r;
  body.prescribed = true;
  body.motion = motion;
  return static_cast<int>(scene.add(body));
}

/// A ball that touches the ground through the origin (turned by r) and whose moment of inertia is
/// so large that friction turns it by 1e-12 of what would be rolling: it slides as a block does.
template <int D>
int add_slider(Scene<D>& scene, double mass, const Vec<D>& velocity = Vec<D>::Zero(),
               const Rotation<D>& r = {}) {
  BodyDescription<D> body;
  body.name = "slider";
  body.shapes = {{Ball<D>{slider_radius}, {}}};
  body.pose.x = slider_radius * rotate<D>(r, last_axis<D>());
  body.velocity = velocity;
  body.mass = mass;
  body.inertia = Spin<D>::Constant(1e12 * mass * slider_radius * slider_radius);
  return static_cast<int>(scene.add(body));
}

}  // namespace talus::test

// Bodies that would turn into others wait at the touch for the next step (row E04).
#pragma once

#include "talus/contact/contacts.hpp"
#include "talus/contact/detect.hpp"
#include "talus/contact/paths.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// Two shapes that may meet within a step.
template <int D>
struct WaitingPair {
  std::uint32_t a, b;
  Image<D> image;
  double safe;   ///< how long both may go on
  Vec<D> apart;  ///< where a would be out of an overlap then
};

/// Memory of the search, reused from step to step; results do not depend on it.
template <int D>
struct WaitingScratch {
  Paths<D> paths;
  BroadPhase<D> broad_phase;
  PeriodicBroadPhase<D> periodic_broad_phase;
  std::vector<std::uint8_t> followed;  ///< of each body
  std::vector<std::uint32_t> bounded;  ///< shape numbers
  std::vector<Vec<D>> centre;          ///< of the ball about each one's path
  std::vector<double> radius;
  std::vector<std::uint8_t> active;
  std::vector<WaitingPair<D>> pairs;
};

/// Follows bodies from the midpoint to the next one, `v` being their velocities, turning included,
/// and finds those that must wait on the way: contacts hold the points that touch, but others of
/// the same body may turn into a neighbour within the step. Only motions of more than options.alert
/// of a size are looked at. A pair that overlaps by as much is moved out of it while it waits.
/// Returns whether any body waits; scratch.paths tells where.
template <int D>
bool find_waiting(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v,
                  double t, const DetectOptions& options, WaitingScratch<D>& scratch);

/// Puts bodies that wait where their velocities lead to the place of waiting by the next midpoint.
/// Velocities stay. Returns the gravity potential this adds.
template <int D>
double put_waiting(const Model<D>& model, const Paths<D>& paths, double h, State<D>& state);

}  // namespace talus

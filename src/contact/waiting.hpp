// Bodies that would turn into others wait at the touch for the next step (row E04).
#pragma once

#include "talus/contact/fast_pairs.hpp"
#include "talus/model/state.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// Two shapes that may meet within a step.
template <int D>
struct WaitingPair {
  FastPair<D> pair;
  double safe;   ///< how long both may go on
  Vec<D> apart;  ///< where a would be out of an overlap then
};

/// Memory of the search, reused from step to step; results do not depend on it.
template <int D>
struct WaitingScratch {
  std::vector<std::uint8_t> moved;  ///< bodies whose paths have changed since the last round
  std::vector<WaitingPair<D>> pairs;
};

/// What flies straight at a convex shape: forecast contacts hold it, or none were made.
enum class Straight { held, followed };

/// Follows fast pairs along their paths of duration `h` from time `t` on, turning included,
/// and finds bodies that must wait on the way: contacts hold the points that touch, but others of
/// the same body may turn into a neighbour within the step. Only motions of more than the unseen
/// overlap are looked at. A pair that overlaps by as much is moved out of it while it waits.
/// Returns whether any body waits; fast.paths() then tell where.
template <int D>
bool find_waiting(const Model<D>& model, double h, double t, const DetectOptions& options,
                  Straight flying, FastPairs<D>& fast, WaitingScratch<D>& scratch);

/// Puts bodies that wait where their velocities lead to the place of waiting, at the `end` of their
/// paths, by the next midpoint, half of `h` later. Velocities stay. Returns the gravity potential
/// this adds.
template <int D>
double put_waiting(const Model<D>& model, const Paths<D>& paths, double end, double h,
                   State<D>& state);

/// Before the first midpoint nothing is solved. Bodies that would meet on the way to it start so
/// that they are at the touch then, with the velocities they have. Returns the gravity potential
/// this adds.
template <int D>
double start_apart(const Model<D>& model, double h, const DetectOptions& options,
                   FastPairs<D>& fast, WaitingScratch<D>& scratch, State<D>& state);

}  // namespace talus

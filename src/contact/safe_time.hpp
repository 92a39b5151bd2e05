// How long two shapes may follow their paths before one passes into the other (row E04).
#pragma once

#include "talus/contact/paths.hpp"
#include "talus/geometry/gap.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// Two shapes on bodies that turn; b is an image, displaced by `shift`, which moves by `jump`
/// faster than its body.
template <int D>
struct PathPair {
  const Model<D>& model;
  const Paths<D>& paths;
  std::uint32_t a, b;
  Vec<D> shift, jump;
  double h;
  double size;      ///< the smaller of the two
  double overlap;   ///< that does not count, as long as it does not grow
  double touching;  ///< gaps up to here are closed
  FlatCorners corners;
};

/// The way matter of a pair may go against each other in a step, by flight and turning, at most.
template <int D>
struct PathWay {
  double all = 0;
  double turning = 0;
};
template <int D>
PathWay<D> longest_way(const PathPair<D>& pair);

/// How long both may go on, h if nothing comes between, and how far a would have to be moved then,
/// b staying, to be out of an overlap.
template <int D>
struct SafeTime {
  double time;
  Vec<D> apart;
};

/// Conservative advancement (Mirtich 1996): a plane that parts two convex shapes by g goes on doing
/// so while no point of either can have come g nearer along its normal. The time is that of the
/// first touch for shapes that were apart, that at which the overlap is used up for others, and h
/// if neither comes.
template <int D>
SafeTime<D> safe_time(const PathPair<D>& pair, std::vector<GapPoint<D>>& gaps);

}  // namespace talus

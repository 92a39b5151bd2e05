// Where a group of random grains may lie.
#pragma once

#include "talus/io/draft.hpp"
#include "talus/io/placement.hpp"

#include <limits>
#include <string_view>

namespace talus::scenes {

/// A box, the inside of a drum, or what both have in common. The wall of a drum itself is kept
/// clear of as all bodies are.
template <int D>
struct GrainRegion {
  Box<D> box;                     ///< all of it lies in here
  double volume = 0;              ///< its own, or a little more
  std::string_view name = "box";  ///< for messages
  /// A drum in space has no ends: grains lie within this length of its middle, along its axis.
  Vec<D> middle = Vec<D>::Zero();
  Vec<D> axis = Vec<D>::Zero();
  double half_length = std::numeric_limits<double>::infinity();

  /// Whether a ball is between a drum's ends.
  bool between_ends(const Vec<D>& centre, double radius) const;
};

/// From 'box' and 'inside' of a group; one of them must be there.
template <int D>
GrainRegion<D> read_grain_region(const Reader& group, const Draft<D>& draft);

}  // namespace talus::scenes

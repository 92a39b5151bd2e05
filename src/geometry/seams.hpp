// Where shapes of one body are joined: segments of a chain, parts a polygon is cut into. In the
// plane only; in space surfaces of many parts are meshes.
#pragma once

#include "talus/geometry/shape.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace talus {

/// What other shapes of the same body add to one shape, seen from its own frame. Vertices and edges
/// are those of its core.
struct Seams {
  /// The body goes on from a vertex in this direction.
  struct Beyond {
    std::size_t vertex;
    Vec<2> along;
  };
  std::vector<Beyond> beyond;
  std::vector<std::size_t> inner;  ///< edges with matter of the body on both sides
};

/// Directions are told apart up to this sine: the rounding of joints that are meant to be straight.
inline constexpr double straight = 1e-9;

/// Whether a unit normal out of a vertex has all of the body behind it. Of a placed core with
/// seams, or of the seams alone.
template <class Joined>
bool leaves_body(const Joined& joined, std::size_t vertex, const Vec<2>& normal) {
  for (const auto& b : joined.beyond) {
    if (b.vertex == vertex && normal.dot(b.along) > straight) return false;
  }
  return true;
}

/// Of each of a body's shapes; null where it is joined to no other.
std::vector<std::shared_ptr<const Seams>> find_seams(const std::vector<Shape<2>>& shapes,
                                                     const std::vector<Pose<2>>& placements);

}  // namespace talus

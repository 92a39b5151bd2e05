// The plane that parts two convex bodies best, or the one they overlap least across.
#pragma once

#include "talus/geometry/placed_polytope.hpp"

#include <cstddef>
#include <limits>

namespace talus {

struct SeparatingPlane {
  enum class Of { nothing, face, edges };
  Of of = Of::nothing;
  double distance = -std::numeric_limits<double>::infinity();  ///< negative: depth of the overlap
  Vec<3> from_b_to_a = Vec<3>::UnitZ();                        ///< unit normal
  bool of_a = true;                                            ///< whose face
  std::size_t face = 0;                                        ///< its number
  std::size_t edge_a = 0, edge_b = 0;
};

/// Looks at all face planes and at the planes along pairs of edges. Planes that part equally well
/// (within `tie`) are told apart by features, faces before edges, and, when they point elsewhere,
/// by `approach`, the velocity of a relative to b: the plane that is not being crossed. Stops as
/// soon as some plane parts the bodies by more than `wanted`.
SeparatingPlane separating_plane(const PlacedPolytope<3>& a, const PlacedPolytope<3>& b,
                                 const Vec<3>& approach, double tie, double wanted);

}  // namespace talus

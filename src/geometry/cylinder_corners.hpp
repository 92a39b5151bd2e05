// Corners of what a cylinder and a polytope have in common where flats meet, in the cylinder's
// frame.
#pragma once

#include "talus/geometry/placed_polytope.hpp"
#include "talus/geometry/shape.hpp"

#include <cstdint>
#include <vector>

namespace talus {

struct CylinderCorner {
  Vec<3> on_cylinder, on_other;
  double gap;
  std::uint32_t feature;
};

/// Whether a point lies over or under a face, along the face's normal.
bool lies_over(const PlacedPolytope<3>& b, std::size_t face, const Vec<3>& p, double tie);

/// Appends what of the rims lies over a face, seen along n, a unit vector from the polytope to the
/// cylinder near the face's normal.
void corners_over_face(const Cylinder& c, const PlacedPolytope<3>& b, std::size_t face,
                       const Vec<3>& n, double tie, std::vector<CylinderCorner>& out);

/// Appends what of the polytope, a face or all of it (-1), lies under the end that faces it, seen
/// along n, near the axis.
void corners_under_end(const Cylinder& c, const PlacedPolytope<3>& b, int face, const Vec<3>& n,
                       double tie, std::vector<CylinderCorner>& out);

}  // namespace talus

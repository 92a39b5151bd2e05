// Polytopes put together from parts that were one before, as files keep them: corners, faces and
// normals stay bit for bit what they were.
#pragma once

#include "talus/geometry/polytope.hpp"

namespace talus {

/// Corners counter-clockwise, and the normals of the edges that begin at them. Throws ShapeError
/// when the numbers of both differ or are too small or large.
Polytope<2> joined_polygon(std::vector<Vec<2>> corners, std::vector<Vec<2>> normals);
/// Faces as for convex_polyhedron, whose checks were made when it was first made: here the surface
/// must be closed and corners must exist. Throws ShapeError.
Polytope<3> joined_polyhedron(std::vector<Vec<3>> corners, std::vector<std::vector<int>> faces,
                              const std::vector<Vec<3>>& normals);

}  // namespace talus

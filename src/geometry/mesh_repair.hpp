// Turns a soup of triangles into a surface, or says why it cannot be one.
#pragma once

#include "talus/geometry/triangle_mesh.hpp"

namespace talus {

/// Vertices, triangles and edges of the surface; everything that is derived from them is left
/// empty. `size` is the distance all lengths are compared with.
MeshSurface repaired_mesh(std::vector<Vec<3>> corners, std::vector<std::array<int, 3>> triangles,
                          double size, const MeshOptions& options, Repairs& repairs);

}  // namespace talus

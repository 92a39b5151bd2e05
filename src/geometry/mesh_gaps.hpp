// Gaps of meshes, by the parts of them that are near their partner.
#pragma once

#include "talus/geometry/gap.hpp"
#include "talus/geometry/placed_polytope.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace talus {

/// Of a rounded polytope a, placed relative to the mesh's origin; so are the points.
void mesh_gaps(const PlacedPolytope<3>& a, const TriangleMesh& b, const Pose<3>& pose_b,
               const GapQuery<3>& query, std::vector<GapPoint<3>>& out);

/// Of two meshes; points are relative to the second one's origin.
void mesh_gaps(const TriangleMesh& a, const Pose<3>& pose_a, const TriangleMesh& b,
               const Pose<3>& pose_b, const GapQuery<3>& query, std::vector<GapPoint<3>>& out);

/// Numbers of the vertices where a mesh can touch a plane or a drum: those of triangles for which
/// `near` accepts a box about them, without those inside flats, in increasing order.
template <class Near>
const std::vector<int>& touching_vertices(const MeshSurface& mesh, Near&& near) {
  thread_local std::vector<int> out;
  out.clear();
  mesh.tree.visit(near, [&](std::uint32_t t) {
    for (const int v : mesh.triangle[t].vertex) {
      if (mesh.is_smooth[static_cast<std::size_t>(v)] == 0) out.push_back(v);
    }
  });
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace talus

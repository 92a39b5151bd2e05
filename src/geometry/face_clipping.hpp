// The common area of a face and what lies on it, corner by corner with the features that make it.
#pragma once

#include "talus/math/dim.hpp"

#include <cstddef>
#include <vector>

namespace talus {

/// A corner of a clipped polygon: a vertex of the incident polygon, a crossing of one of its edges
/// with an edge of the base face, or a vertex of the base face under it.
struct ClippedCorner {
  enum class Kind { incident_vertex, crossing, base_vertex };
  Vec<3> point;  ///< on the incident polygon
  Kind kind;
  std::size_t incident;  ///< place of the vertex or edge in the incident loop
  std::size_t base;      ///< place of the edge or vertex in the base loop
};

/// Clips the incident polygon (or segment, or point) by the walls that stand on the edges of the
/// base face. Both loops are given by their corners; `normal` is the base's. Points within `tie` of
/// a wall are inside.
void clip(const std::vector<Vec<3>>& incident, const std::vector<Vec<3>>& base,
          const Vec<3>& normal, double tie, std::vector<ClippedCorner>& out);

}  // namespace talus

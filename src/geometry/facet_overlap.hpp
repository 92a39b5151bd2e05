// What two facets have in common, corner by corner, when neither need be convex.
#pragma once

#include "talus/geometry/surface_patch.hpp"

#include <cstdint>
#include <vector>

namespace talus {

struct CommonCorner {
  enum class Kind { incident_vertex, crossing, base_vertex };
  Kind kind;
  Vec<3> point;            ///< on the incident facet
  std::uint32_t incident;  ///< its vertex or edge there
  std::uint32_t base;      ///< the base's vertex or edge
};

/// Corners of the area where a facet of `incident` lies over facet `base_facet` of `base`, seen
/// along the base's normal. `incident_facet` is -1 for a segment or a point. Corners where an
/// outline goes straight on are none.
void common_corners(const SurfacePatch& base, int base_facet, const SurfacePatch& incident,
                    int incident_facet, double tie, std::vector<CommonCorner>& out);

}  // namespace talus

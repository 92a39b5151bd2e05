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
/// along a unit direction out of the base, near its normal. `incident_facet` is -1 for a segment or
/// a point. Corners where an outline goes straight on are none.
void common_corners(const SurfacePatch& base, int base_facet, const SurfacePatch& incident,
                    int incident_facet, const Vec<3>& along, double tie,
                    std::vector<CommonCorner>& out);
/// Seen along the base's normal.
inline void common_corners(const SurfacePatch& base, int base_facet, const SurfacePatch& incident,
                           int incident_facet, double tie, std::vector<CommonCorner>& out) {
  common_corners(base, base_facet, incident, incident_facet,
                 base.facet[static_cast<std::size_t>(base_facet)].normal, tie, out);
}

}  // namespace talus

// Which parts of a surface have come through a body without thickness.
#pragma once

#include "talus/geometry/surface_patch.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// One side of a flat body, and a surface that runs through it. A flat has no inside, so all of the
/// surface on its far side lies behind it, whether it came through or was there before: where the
/// border of a plate cuts into a ball, half of the ball is behind the plate.
///
/// Take two bodies that were apart and moved by d. An edge that runs through the flat since then
/// either has an end, or what goes on from its end, that came through and is within d of the flat;
/// or it came in over the border, and is within d of a line along it. So what lies deeper behind
/// the flat than any such edge is from the border, or than the other side goes up, did not come
/// through: there is a shorter way out.
class FlatPassage {
 public:
  void look(const SurfacePatch& flat, const SurfacePatch::Facet& facet, const SurfacePatch& surface,
            double tie);
  /// Whether the surface at a vertex, `depth` behind the facet, came through it.
  bool came_through(std::uint32_t vertex, double depth) const;
  /// Whether an edge, by its name, runs through the facet at least so far from the border, and goes
  /// on as far on both sides.
  bool came_over_border(std::uint32_t edge, double depth) const;

 private:
  struct Piercing {
    std::uint32_t below;  ///< the vertex that going down ends at
    double rise, fall;    ///< how high going up and how deep going down ends
    double from_border;   ///< the least distance from a line along the border
    std::uint32_t edge;   ///< its name
  };

  std::vector<double> height_;        ///< of vertices over the facet
  std::vector<std::uint32_t> lower_;  ///< the lowest neighbour, or the vertex itself
  std::vector<std::uint32_t> upper_;
  std::vector<Piercing> piercing_;

  static std::uint32_t last(const std::vector<std::uint32_t>& next, std::uint32_t vertex);
};

}  // namespace talus

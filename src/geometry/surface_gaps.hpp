// Gaps where one of two bodies at least is not convex: every place where they are nearest locally.
#pragma once

#include "talus/geometry/gap.hpp"
#include "talus/geometry/surface_patch.hpp"

#include <vector>

namespace talus {

/// Appends the gap points of two surfaces, relative to the patches' origin. A place counts when its
/// normal is one of both features that meet there, so edges inside a flat and in a hollow never do.
/// Of a vertex over a facet the whole common area is given, corner by corner (001 sect. 9). Where
/// bodies overlap, a feature counts as long as no other part of the surface is nearer to the point
/// inside; of several planes at a place where both bodies are convex the best is taken.
void surface_gaps(const SurfacePatch& a, const SurfacePatch& b, const GapQuery<3>& query,
                  std::vector<GapPoint<3>>& out);

}  // namespace talus

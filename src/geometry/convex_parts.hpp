// Cuts a polygon that is not convex into few that are.
#pragma once

#include "talus/math/vec.hpp"

#include <vector>

namespace talus {

/// Convex polygons that fill a simple one without overlap, counter-clockwise; the polygon itself
/// when it is convex. Cuts are diagonals, so no corner is added. Throws ShapeError for polygons
/// that cross themselves or have no area.
std::vector<std::vector<Vec<2>>> convex_parts(std::vector<Vec<2>> corners);

}  // namespace talus

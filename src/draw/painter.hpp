// The order in which shapes of space are painted, so that near ones cover far ones.
#pragma once

#include "talus/draw/outline.hpp"

#include <vector>

namespace talus {

/// Numbers of the outlines, far ones first. Where two outlines overlap in the picture, a plane that
/// parts them (along a face of one of them, or across the line between their middles) tells which
/// may cover the other: this is exact for balls that do not overlap and for all blocks that stand
/// on or beside each other. Where no such plane is found, and where shapes cover each other in a
/// circle, the nearer middle is painted later, which may be wrong where such shapes are close. So
/// may be pictures of shapes that overlap in space, as no shape is cut into parts.
std::vector<std::size_t> painting_order(const std::vector<Outline<3>>& outlines,
                                        const Projection<3>& projection);

}  // namespace talus

// Shapes as corners and flat faces, for programs that draw nothing else.
#pragma once

#include "talus/geometry/shape.hpp"

#include <optional>
#include <vector>

namespace talus {

/// In the frame of the shape. In space faces go counter-clockwise seen from outside and are flat;
/// in the plane there is one, the outline, counter-clockwise. Of a wall in the plane it has two
/// corners; a wall in space has one face, seen from the last axis.
template <int D>
struct Surface {
  std::vector<Vec<D>> vertex;
  std::vector<std::vector<int>> face;
};

/// The boundary of a shape; what is round gets `sides` corners on a full circle. Nothing for
/// half-spaces and drums, which have no end.
template <int D>
std::optional<Surface<D>> surface_of(const Shape<D>& shape, int sides = 32);

}  // namespace talus

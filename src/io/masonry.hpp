// Blocks that stand on and beside each other without gaps: walls, arches, pillars, pyramids,
// towers. The last axis points up, the first along the wall; the origin is in the middle of the
// base.
#pragma once

#include "talus/geometry/shape.hpp"

#include <vector>

namespace talus::scenes {

/// A block in the frame of its structure.
template <int D>
struct Block {
  Shape<D> shape;
  Pose<D> pose;
};
/// Equal blocks share their form.
template <int D>
using Blocks = std::vector<Block<D>>;

/// Whether every second row begins and ends with half a block.
enum class Bond { running, stack };

/// Row by row from below, each from left to right.
template <int D>
Blocks<D> wall_blocks(const Vec<D>& size, int rows, int columns, Bond bond);

/// `count` pieces on top of each other.
template <int D>
Blocks<D> pillar_blocks(const Shape<D>& piece, double height, int count);

/// As many blocks in the lowest row as there are rows, one less in each row above. In space each
/// row may be a square of blocks.
template <int D>
Blocks<D> pyramid_blocks(const Vec<D>& size, int rows, bool square);

/// Layers of planks, alternately along the first and the second axis; the outer planks lie at the
/// ends of those below.
Blocks<3> crossed_blocks(const Vec<3>& plank, int planks, int layers);

/// A circular arch. The origin is in the middle between the springings of the intrados.
struct ArchForm {
  double span = 0;       ///< between the springings of the intrados
  double thickness = 0;  ///< along the radius
  double embrace = 0;    ///< angle between the springings
  int voussoirs = 0;

  double intrados() const;  ///< radius
};

/// Between two radii and two joints, from left to right: corners on the circles, joints flat and
/// along the radii.
Blocks<2> arch_blocks(const ArchForm& arch);
/// Rings side by side along the second axis, `depth` in all. In running bond every second ring
/// begins and ends with half a voussoir.
Blocks<3> vault_blocks(const ArchForm& arch, double depth, int rings, Bond bond);
/// What the two ends of an arch lean on: one more voussoir each, left and right.
Blocks<2> springers(const ArchForm& arch);
Blocks<3> springers(const ArchForm& arch, double depth);

/// Prism about the last axis with a regular polygon for base; corners at `radius` from the axis.
Polytope<3> regular_prism(int sides, double radius, double height);
/// Corners at `radius` from the origin, the first on the first axis.
std::vector<Vec<2>> regular_polygon(int sides, double radius);

}  // namespace talus::scenes

// Signed gaps between two placed shapes.
#pragma once

#include "talus/geometry/extreme_corners.hpp"
#include "talus/geometry/shape.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// One point where two shapes a and b are near: the local geometry of a possible contact.
template <int D>
struct GapPoint {
  Vec<D> point;           ///< half way between the two surfaces
  Vec<D> normal;          ///< unit, from b towards a (000 sect. 4.2)
  double gap;             ///< distance along the normal; negative when the shapes overlap
  std::uint32_t feature;  ///< which features touch: stable while the same ones do
};

/// Appends every gap point with gap <= alert, in the order of features. Pairs that can never touch
/// append nothing. `approach`, the velocity of a relative to b, decides between planes that part
/// the shapes equally well; `corners` tells how many points flats that lie on each other have.
template <int D>
void find_gaps(const Shape<D>& a, const Pose<D>& pose_a, const Shape<D>& b, const Pose<D>& pose_b,
               double alert, std::vector<GapPoint<D>>& out, const Vec<D>& approach = Vec<D>::Zero(),
               FlatCorners corners = FlatCorners::all);

/// Whether a gap between these two kinds of shape is defined. Two thin walls, for instance, have no
/// inside to tell apart from outside.
template <int D>
bool can_touch(const Shape<D>& a, const Shape<D>& b);

}  // namespace talus

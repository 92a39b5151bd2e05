// Signed gaps between two placed shapes.
#pragma once

#include "talus/geometry/extreme_corners.hpp"
#include "talus/geometry/seams.hpp"
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

/// Of two balls. Where centres coincide the last axis is the normal.
template <int D>
GapPoint<D> ball_gap(const Vec<D>& centre_a, double radius_a, const Vec<D>& centre_b,
                     double radius_b) {
  const Vec<D> difference = centre_a - centre_b;
  const double distance = difference.norm();
  const Vec<D> n = distance > 0 ? Vec<D>(difference / distance) : last_axis<D>();
  const double gap = distance - radius_a - radius_b;
  return {centre_a - (radius_a + 0.5 * gap) * n, n, gap, 0};
}

/// What a gap query takes into account beside the shapes.
template <int D>
struct GapOptions {
  /// Velocity of a relative to b: decides between planes that part the shapes equally well.
  Vec<D> approach = Vec<D>::Zero();
  /// How many points flats that lie on each other have.
  FlatCorners corners = FlatCorners::all;
  /// Where the shapes are joined to others of their bodies (null: nowhere). Places inside the body,
  /// and normals that the rest of the body is in the way of, make no contact.
  const Seams* seams_a = nullptr;
  const Seams* seams_b = nullptr;
  /// Two thin walls have no gap, or one that counts from their skin on.
  bool skins = false;
};

/// The distance at which two thin walls touch where they have skins; 0 for other pairs. Walls
/// without thickness have no inside: once they have crossed nothing tells which side was whose. As
/// long as an overlap stays within the skin, they are still where they came from.
template <int D>
double skin_between(const Shape<D>& a, const Shape<D>& b);

/// Appends every gap point with gap <= alert, in the order of features. Pairs that can never touch
/// append nothing.
template <int D>
void find_gaps(const Shape<D>& a, const Pose<D>& pose_a, const Shape<D>& b, const Pose<D>& pose_b,
               double alert, std::vector<GapPoint<D>>& out, const GapOptions<D>& options = {});

/// Whether a gap between these two kinds of shape is defined. Two thin walls, for instance, have no
/// inside to tell apart from outside, and need skins.
template <int D>
bool can_touch(const Shape<D>& a, const Shape<D>& b, bool skins = false);

}  // namespace talus

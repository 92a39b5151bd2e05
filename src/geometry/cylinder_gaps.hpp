// Gaps of cylinders with flat ends and sharp rims.
#pragma once

#include "talus/geometry/gap.hpp"
#include "talus/geometry/placed_polytope.hpp"

#include <cstdint>
#include <vector>

namespace talus {

inline constexpr int rim_count = 8;  ///< fixed points of a rim
/// Names of the points that move round the rims: this one and those after it.
inline constexpr std::uint32_t rim_foremost = 100;

/// Points of a cylinder that may touch what lies against a direction, in its own frame: of an end
/// that faces it points all around the rim, and the foremost ones of both rims.
struct RimPoints {
  std::vector<Vec<3>> point;
  std::vector<std::uint32_t> name;  ///< a place on the cylinder, or "the foremost of this end"
  /// An end that is turned away by next to nothing touches by the fixed points of its rim alone:
  /// the foremost runs around the rim with every rounding. So much lower it lies than the lowest of
  /// them, and all count as lower by that.
  double lowered = 0;
};

/// The points where a cylinder touches a plane with this normal (from the plane to the cylinder).
void rim_points(const Cylinder& cylinder, const Vec<3>& normal, RimPoints& out);

/// Points of both rims that are farthest, among their neighbours, from an axis through `origin`
/// along `axis`: where a cylinder touches a drum.
void rim_points_far_from(const Cylinder& cylinder, const Vec<3>& origin, const Vec<3>& axis,
                         RimPoints& out);

/// Of a cylinder a and a rounded polytope b, placed relative to some origin near both.
void cylinder_gaps(const Cylinder& a, const Pose<3>& pose_a, const PlacedPolytope<3>& b,
                   const GapQuery<3>& query, std::vector<GapPoint<3>>& out);

/// Of a cylinder and a mesh, wherever they are.
void cylinder_gaps(const Cylinder& a, const Pose<3>& pose_a, const TriangleMesh& b,
                   const Pose<3>& pose_b, const GapQuery<3>& query, std::vector<GapPoint<3>>& out);

/// Of two cylinders placed relative to some origin near both.
void cylinder_gaps(const Cylinder& a, const Pose<3>& pose_a, const Cylinder& b,
                   const Pose<3>& pose_b, const GapQuery<3>& query, std::vector<GapPoint<3>>& out);

}  // namespace talus

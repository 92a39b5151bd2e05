#include "talus/geometry/mesh_gaps.hpp"

#include "talus/geometry/contact_places.hpp"
#include "talus/geometry/surface_gaps.hpp"

namespace talus {

namespace {

SurfacePatch& patch_memory(int which) {
  thread_local SurfacePatch memory[2];
  return memory[which];
}

/// A body without thickness is behind a flat mesh as soon as it has crossed it, so it is looked for
/// this part of its size behind: as if it were that thick.
constexpr double thin_reach = 0.1;

AxisBox grown(AxisBox box, double by) {
  box.min().array() -= by;
  box.max().array() += by;
  return box;
}

/// A box that holds another one seen from a different frame.
AxisBox turned(const AxisBox& box, const Mat<3>& turn, const Vec<3>& shift) {
  const Vec<3> centre = turn * box.center() + shift;
  const Vec<3> half = turn.cwiseAbs() * (0.5 * box.sizes());
  return {centre - half, centre + half};
}

}  // namespace

void mesh_gaps(const PlacedPolytope<3>& a, const TriangleMesh& b, const Pose<3>& pose_b,
               const GapQuery<3>& query, std::vector<GapPoint<3>>& out) {
  const Mat<3> turn = matrix(pose_b.r);
  AxisBox near;
  for (const auto& v : a.vertex) near.extend(Vec<3>(turn.transpose() * v));
  auto& of_b = patch_memory(1);
  const bool thin = !a.shape->solid && a.radius == 0;
  of_b.take(*b.surface, pose_b, pose_b.x,
            grown(near, reach_ahead(query) + a.radius + (thin ? thin_reach * query.size : 0)));
  if (of_b.triangle.empty()) return;
  auto& of_a = patch_memory(0);
  of_a.take(a);
  surface_gaps(of_a, of_b, query, out);
}

void mesh_gaps(const TriangleMesh& a, const Pose<3>& pose_a, const TriangleMesh& b,
               const Pose<3>& pose_b, const GapQuery<3>& query, std::vector<GapPoint<3>>& out) {
  const Mat<3> turn_a = matrix(pose_a.r);
  const Mat<3> turn_b = matrix(pose_b.r);
  const Mat<3> a_to_b = turn_b.transpose() * turn_a;
  const Vec<3> shift = turn_b.transpose() * (pose_a.x - pose_b.x);
  const AxisBox common = grown(turned(a.surface->tree.box(), a_to_b, shift), reach_ahead(query))
                             .intersection(b.surface->tree.box());
  if (common.isEmpty()) return;
  auto& of_b = patch_memory(1);
  of_b.take(*b.surface, pose_b, pose_b.x, common);
  if (of_b.triangle.empty()) return;
  const Mat<3> b_to_a = a_to_b.transpose();
  auto& of_a = patch_memory(0);
  of_a.take(*a.surface, pose_a, pose_b.x,
            turned(grown(common, reach_ahead(query)), b_to_a, -(b_to_a * shift)));
  if (of_a.triangle.empty()) return;
  surface_gaps(of_a, of_b, query, out);
}

}  // namespace talus

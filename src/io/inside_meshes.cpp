#include "talus/io/inside_meshes.hpp"

#include "talus/contact/shape_place.hpp"

#include <fmt/format.h>

#include <set>

namespace talus::scenes {

namespace {

/// Some point of a shape, in its own frame. The middle of a mesh may lie outside it.
Vec<3> point_of(const Shape<3>& shape) {
  if (const auto* mesh = std::get_if<TriangleMesh>(&shape)) return mesh->surface->vertex[0];
  return Vec<3>::Zero();
}

/// How deep one shape's point lies in another, which is a closed mesh; not positive: it does not.
double depth_in_mesh(const Shape<3>& shape, const Pose<3>& pose, const Shape<3>& other,
                     const Pose<3>& pose_other) {
  const auto* mesh = std::get_if<TriangleMesh>(&other);
  if (mesh == nullptr || !mesh->surface->closed) return 0;
  const Vec<3> point = unrotate<3>(pose_other.r, to_world(pose, point_of(shape)) - pose_other.x);
  if (point.norm() >= mesh->bounding_radius) return 0;  // also where depth() does not look
  return mesh->surface->depth(point, 2 * mesh->bounding_radius);
}

}  // namespace

void check_inside_meshes(Draft<3>& draft, const DetectScratch<3>& candidates,
                         const Contacts<3>& found) {
  const Model<3>& m = draft.scene.model;
  const auto& state = draft.scene.state;
  const Lattice<3> lattice = m.cell.at(state.t);
  std::set<std::pair<int, int>> known;
  for (std::size_t c = 0; c < found.count(); ++c) {
    known.insert(std::minmax(found.first[c], found.second[c]));
  }
  for (std::size_t i = 0; i < candidates.pairs.size(); ++i) {
    const auto [a, b] = candidates.pairs[i];
    if (m.owner[a] == m.owner[b] || !m.may_touch(m.owner[a], m.owner[b])) continue;
    const Pose<3> pose_a = shape_pose(m, state.x, state.r, a);
    Pose<3> pose_b = shape_pose(m, state.x, state.r, b);
    if (!candidates.image.empty()) pose_b.x += lattice.shift(candidates.image[i]);
    const double depth = std::max(depth_in_mesh(m.shape[a], pose_a, m.shape[b], pose_b),
                                  depth_in_mesh(m.shape[b], pose_b, m.shape[a], pose_a));
    if (!(depth > 0) || !known.insert(std::minmax(m.owner[a], m.owner[b])).second) continue;
    draft.complaints.error(
        draft.place_of_body[static_cast<std::size_t>(std::max(m.owner[a], m.owner[b]))],
        fmt::format("bodies '{}' and '{}': one is wholly inside the other's mesh at the start, "
                    "{:.4g} deep; move them apart, or make the mesh hollow",
                    m.name[static_cast<std::size_t>(std::min(m.owner[a], m.owner[b]))],
                    m.name[static_cast<std::size_t>(std::max(m.owner[a], m.owner[b]))], depth));
  }
}

}  // namespace talus::scenes

#include "talus/geometry/cylinder_corners.hpp"

#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/cylinder_frame.hpp"
#include "talus/geometry/cylinder_gaps.hpp"
#include "talus/geometry/face_clipping.hpp"

#include <numbers>

namespace talus {

namespace {

using Kind = ClippedCorner::Kind;

struct ClippingMemory {
  RimPoints rim;
  std::vector<Vec<3>> corner, loop;
  std::vector<std::size_t> number;
  std::vector<ClippedCorner> common;
};

ClippingMemory& clipping_memory() {
  thread_local ClippingMemory memory;
  memory.corner.clear();
  memory.loop.clear();
  memory.number.clear();
  return memory;
}

}  // namespace

bool lies_over(const PlacedPolytope<3>& b, std::size_t face, const Vec<3>& p, double tie) {
  const auto& loop = b.shape->face[face].vertex;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec<3>& from = b.vertex[static_cast<std::size_t>(loop[k])];
    const Vec<3> along = b.vertex[static_cast<std::size_t>(loop[(k + 1) % loop.size()])] - from;
    if (along.cross(b.normal[face]).dot(p - from) > tie * along.norm()) return false;
  }
  return true;
}

void corners_over_face(const Cylinder& c, const PlacedPolytope<3>& b, std::size_t face,
                       const Vec<3>& n, double tie, std::vector<CylinderCorner>& out) {
  auto& m = clipping_memory();
  const auto& flat = b.shape->face[face];
  const Vec<3>& normal = b.normal[face];
  const double lean = normal.dot(n);
  for (const int i : flat.vertex) m.loop.push_back(b.vertex[static_cast<std::size_t>(i)]);
  rim_points(c, n, m.rim);
  const auto gap_at = [&](const Vec<3>& p) {
    return normal.dot(p - m.loop[0]) / lean - m.rim.lowered;
  };
  // A rim that faces it is a polygon of its fixed points; the foremost ones are looked at apart.
  const bool on_end = m.rim.point.size() > 2;
  for (std::size_t i = 0; i < m.rim.point.size(); ++i) {
    const Vec<3>& p = m.rim.point[i];
    if (!on_end || m.rim.name[i] < rim_foremost) {
      m.corner.push_back(p);
      m.number.push_back(m.rim.name[i]);
      continue;
    }
    const double gap = gap_at(p);
    if (!lies_over(b, face, p - gap * n, tie)) continue;
    out.push_back({p, p - gap * n, gap, feature_of(FeatureKind::vertex_of_a, m.rim.name[i], 0)});
  }
  // Seen from outside the end that faces down runs clockwise; clipping does not mind.
  clip(m.corner, m.loop, n, tie, m.common);
  for (const auto& k : m.common) {
    const double gap = gap_at(k.point);
    const bool crossing = k.kind == Kind::crossing;
    const std::size_t of_a = k.kind == Kind::base_vertex ? 0 : m.number[k.incident];
    const std::size_t of_b = k.kind == Kind::incident_vertex ? 0
                             : crossing ? static_cast<std::size_t>(flat.edge[k.base])
                                        : static_cast<std::size_t>(flat.vertex[k.base]);
    const FeatureKind kind = crossing                      ? FeatureKind::edges
                             : k.kind == Kind::base_vertex ? FeatureKind::vertex_of_b
                                                           : FeatureKind::vertex_of_a;
    out.push_back({k.point, k.point - gap * n, gap, feature_of(kind, of_a, of_b)});
  }
}

void corners_under_end(const Cylinder& c, const PlacedPolytope<3>& b, int face, const Vec<3>& n,
                       double tie, std::vector<CylinderCorner>& out) {
  auto& m = clipping_memory();
  const int end = n[2] > 0 ? 0 : 1;
  const double height = n[2] > 0 ? -c.half_length : c.half_length;
  // Counter-clockwise seen from the other side.
  for (int k = 0; k < rim_count; ++k) {
    m.loop.push_back(rim_point(c, end, (end == 0 ? -1 : 1) * 2 * std::numbers::pi * k / rim_count));
  }
  if (face < 0) {
    for (std::size_t i = 0; i < b.vertex.size(); ++i) m.number.push_back(i);
  } else {
    for (const int i : b.shape->face[static_cast<std::size_t>(face)].vertex) {
      m.number.push_back(static_cast<std::size_t>(i));
    }
  }
  for (const std::size_t i : m.number) m.corner.push_back(b.vertex[i]);
  clip(m.corner, m.loop, -n, tie, m.common);
  for (const auto& k : m.common) {
    const double gap = (height - k.point[2]) / n[2];
    const bool crossing = k.kind == Kind::crossing;
    const std::size_t of_b = k.kind == Kind::base_vertex ? 0 : m.number[k.incident];
    const std::size_t of_a =
        k.kind == Kind::incident_vertex ? 0 : static_cast<std::size_t>(end * rim_count) + k.base;
    const FeatureKind kind = crossing                      ? FeatureKind::edges
                             : k.kind == Kind::base_vertex ? FeatureKind::vertex_of_a
                                                           : FeatureKind::vertex_of_b;
    out.push_back({k.point + gap * n, k.point, gap, feature_of(kind, of_a, of_b)});
  }
}

}  // namespace talus

#include "talus/geometry/facet_overlap.hpp"

#include <algorithm>

namespace talus {

namespace {

using Kind = CommonCorner::Kind;

/// Edges around a facet and the vertices where they turn.
struct Outline {
  std::vector<std::uint32_t> edge;
  std::vector<std::uint32_t> corner;
  std::vector<std::uint8_t> seen;
  std::vector<Vec<3>> direction;  ///< of the first edge seen at a vertex

  void trace(const SurfacePatch& patch, int facet) {
    edge.clear();
    corner.clear();
    seen.assign(patch.vertex.size(), 0);
    direction.resize(patch.vertex.size());
    for (std::uint32_t e = 0; e < patch.edge.size(); ++e) {
      const auto& candidate = patch.edge[e];
      if (candidate.bend == Bend::flat) continue;
      if (facet >= 0 && candidate.left != facet && candidate.right != facet) continue;
      edge.push_back(e);
      pass(patch, candidate.from, candidate.to);
      if (candidate.to != candidate.from) pass(patch, candidate.to, candidate.from);
    }
    corner.erase(std::remove_if(corner.begin(), corner.end(),
                                [&](std::uint32_t v) { return seen[v] == straight; }),
                 corner.end());
    std::sort(corner.begin(), corner.end());
  }

 private:
  static constexpr std::uint8_t once = 1, turning = 2, straight = 3;

  void pass(const SurfacePatch& patch, std::uint32_t v, std::uint32_t to) {
    const Vec<3> along = (patch.vertex[to] - patch.vertex[v]).normalized();
    if (seen[v] == 0) {
      seen[v] = once;
      direction[v] = along;
      corner.push_back(v);
    } else {
      seen[v] = seen[v] == once && (direction[v] + along).norm() < 1e-9 ? straight : turning;
    }
  }
};

}  // namespace

void common_corners(const SurfacePatch& base, int base_facet, const SurfacePatch& incident,
                    int incident_facet, const Vec<3>& n, double tie,
                    std::vector<CommonCorner>& out) {
  thread_local Outline below;
  thread_local Outline above;
  const auto& floor = base.facet[static_cast<std::size_t>(base_facet)];
  const double lean = floor.normal.dot(n);
  below.trace(base, base_facet);
  above.trace(incident, incident_facet);
  out.clear();
  const auto add = [&](const CommonCorner& c) {
    const bool known = std::any_of(out.begin(), out.end(), [&](const CommonCorner& o) {
      return (o.point - c.point).squaredNorm() <= 4 * tie * tie;
    });
    if (!known) out.push_back(c);
  };
  for (const std::uint32_t v : above.corner) {
    const double gap = (floor.normal.dot(incident.vertex[v]) - floor.offset) / lean;
    if (base.covers(floor, incident.vertex[v] - gap * n, tie)) {
      add({Kind::incident_vertex, incident.vertex[v], v, 0});
    }
  }
  for (const std::uint32_t i : above.edge) {
    const Vec<3>& from = incident.vertex[incident.edge[i].from];
    const Vec<3> span = incident.vertex[incident.edge[i].to] - from;
    const Vec<3> across = span.cross(n);
    const double length = across.norm();
    if (length <= tie) continue;  // seen end on
    for (const std::uint32_t j : below.edge) {
      const Vec<3>& start = base.vertex[base.edge[j].from];
      const Vec<3>& end = base.vertex[base.edge[j].to];
      const double start_side = across.dot(start - from) / length;
      const double end_side = across.dot(end - from) / length;
      if (!((start_side > tie && end_side < -tie) || (start_side < -tie && end_side > tie))) {
        continue;
      }
      const Vec<3> wall = (end - start).cross(n).normalized();
      const double d = wall.dot(from - start);
      const double e = wall.dot(from + span - start);
      if (!((d > tie && e < -tie) || (d < -tie && e > tie))) continue;
      add({Kind::crossing, from + d / (d - e) * span, i, j});
    }
  }
  if (incident_facet < 0) return;
  const auto& roof = incident.facet[static_cast<std::size_t>(incident_facet)];
  const double slope = roof.normal.dot(n);
  if (slope > -1e-6) return;  // seen from the side
  for (const std::uint32_t w : below.corner) {
    const Vec<3>& foot = base.vertex[w];
    const Vec<3> point = foot + (roof.offset - roof.normal.dot(foot)) / slope * n;
    if (incident.covers(roof, point, tie)) add({Kind::base_vertex, point, 0, w});
  }
}

}  // namespace talus

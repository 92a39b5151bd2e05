#include "talus/geometry/surface_patch.hpp"

#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/point_triangle.hpp"
#include "talus/math/hash.hpp"

#include <algorithm>

namespace talus {

namespace {

/// Normals within this angle of a cone belong to it.
constexpr double same_direction = 1e-9;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void SurfacePatch::Numbers::fit(std::size_t size) {
  if (stamp.size() >= size) return;
  stamp.resize(size, 0);
  number.resize(size, 0);
}

void SurfacePatch::clear() {
  vertex.clear();
  vertex_normal.clear();
  vertex_name.clear();
  is_smooth.clear();
  first_spoke.clear();
  spoke.clear();
  edge.clear();
  facet.clear();
  triangle.clear();
  mesh_ = nullptr;
}

void SurfacePatch::take(const PlacedPolytope<3>& p) {
  clear();
  convex = true;
  const auto& shape = *p.shape;
  vertex = p.vertex;
  vertex_normal.assign(vertex.size(), Vec<3>::Zero());
  is_smooth.assign(vertex.size(), 0);
  for (std::uint32_t v = 0; v < vertex.size(); ++v) {
    vertex_name.push_back(v);
    first_spoke.push_back(static_cast<std::uint32_t>(spoke.size()));
    for (const auto& e : shape.edge) {
      if (index(e.from) == v) spoke.emplace_back(vertex[index(e.to)] - vertex[v]);
      if (index(e.to) == v) spoke.emplace_back(vertex[index(e.from)] - vertex[v]);
    }
  }
  first_spoke.push_back(static_cast<std::uint32_t>(spoke.size()));
  for (std::uint32_t e = 0; e < shape.edge.size(); ++e) {
    const auto& edge_e = shape.edge[e];
    edge.push_back({static_cast<std::uint32_t>(edge_e.from), static_cast<std::uint32_t>(edge_e.to),
                    edge_e.left, edge_e.right, Bend::convex, e});
  }
  if (edge.empty()) edge.push_back({0, 0, -1, -1, Bend::convex, 0});  // a point
  for (std::uint32_t f = 0; f < shape.face.size(); ++f) {
    const auto& loop = shape.face[f].vertex;
    const auto first = static_cast<std::uint32_t>(triangle.size());
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
      triangle.push_back({static_cast<std::uint32_t>(loop[0]), static_cast<std::uint32_t>(loop[k]),
                          static_cast<std::uint32_t>(loop[k + 1])});
    }
    facet.push_back({p.normal[f], p.normal[f].dot(vertex[index(loop[0])]), first,
                     static_cast<std::uint32_t>(triangle.size()), f});
  }
  vertex_total = static_cast<std::uint32_t>(vertex.size());
  feature_total = vertex_total + static_cast<std::uint32_t>(shape.edge.size());
  radius = p.radius;
  solid = shape.solid;
  one_piece = solid;
}

std::uint32_t SurfacePatch::local_vertex(const MeshSurface& mesh, int v, const Mat<3>& turn,
                                         const Vec<3>& shift) {
  const std::size_t i = index(v);
  if (vertex_number_.stamp[i] == stamp_) return vertex_number_.number[i];
  vertex_number_.stamp[i] = stamp_;
  vertex_number_.number[i] = static_cast<std::uint32_t>(vertex.size());
  vertex.emplace_back(turn * mesh.vertex[i] + shift);
  vertex_normal.emplace_back(turn * mesh.vertex_normal[i]);
  vertex_name.push_back(static_cast<std::uint32_t>(v));
  is_smooth.push_back(mesh.is_smooth[i]);
  first_spoke.push_back(static_cast<std::uint32_t>(spoke.size()));
  for (std::uint32_t k = mesh.first_edge_at[i]; k < mesh.first_edge_at[i + 1]; ++k) {
    const auto& e = mesh.edge[mesh.edge_at[k]];
    spoke.emplace_back(turn * (mesh.vertex[index(e.from == v ? e.to : e.from)] - mesh.vertex[i]));
  }
  return vertex_number_.number[i];
}

void SurfacePatch::take(const MeshSurface& mesh, const Pose<3>& pose, const Vec<3>& origin,
                        const AxisBox& near) {
  clear();
  mesh_ = &mesh;
  convex = mesh.convex;
  one_piece = mesh.one_piece;
  turn_ = matrix(pose.r);
  shift_ = pose.x - origin;
  vertex_number_.fit(mesh.vertex.size());
  edge_number_.fit(mesh.edge.size());
  ++stamp_;
  chosen_.clear();
  mesh.tree.visit([&](const AxisBox& box) { return box.intersects(near); },
                  [&](std::uint32_t t) {
                    AxisBox box;
                    for (const int v : mesh.triangle[t].vertex) box.extend(mesh.vertex[index(v)]);
                    if (box.intersects(near)) chosen_.emplace_back(mesh.triangle[t].facet, t);
                  });
  std::sort(chosen_.begin(), chosen_.end());
  for (const auto& [number, t] : chosen_) {
    const auto& from = mesh.triangle[t];
    if (facet.empty() || facet.back().name != static_cast<std::uint32_t>(number)) {
      const auto& plane = mesh.facet[index(number)];
      const Vec<3> n = turn_ * plane.normal;
      const auto first = static_cast<std::uint32_t>(triangle.size());
      facet.push_back(
          {n, plane.offset + n.dot(shift_), first, first, static_cast<std::uint32_t>(number)});
    }
    auto& corners = triangle.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      corners[k] = local_vertex(mesh, from.vertex[k], turn_, shift_);
    }
    ++facet.back().last_triangle;
    const int here = static_cast<int>(facet.size()) - 1;
    for (const int e : from.edge) {
      const auto& source = mesh.edge[index(e)];
      if (edge_number_.stamp[index(e)] != stamp_) {
        edge_number_.stamp[index(e)] = stamp_;
        edge_number_.number[index(e)] = static_cast<std::uint32_t>(edge.size());
        edge.push_back({local_vertex(mesh, source.from, turn_, shift_),
                        local_vertex(mesh, source.to, turn_, shift_), -1, -1, source.bend,
                        static_cast<std::uint32_t>(e)});
      }
      auto& mine = edge[edge_number_.number[index(e)]];
      (source.left == static_cast<int>(t) ? mine.left : mine.right) = here;
    }
  }
  first_spoke.push_back(static_cast<std::uint32_t>(spoke.size()));
  vertex_total = static_cast<std::uint32_t>(mesh.vertex.size());
  feature_total = vertex_total + static_cast<std::uint32_t>(mesh.edge.size());
  radius = 0;
  solid = true;
}

bool SurfacePatch::normal_at_vertex(std::uint32_t v, const Vec<3>& direction, double slack) const {
  for (std::uint32_t k = first_spoke[v]; k < first_spoke[v + 1]; ++k) {
    if (direction.dot(spoke[k]) > slack) return false;
  }
  // In a pit all neighbours fall back too, but the matter is on the other side.
  return vertex_normal[v].isZero(0) || vertex_normal[v].dot(direction) > 0;
}

bool SurfacePatch::normal_at_edge(const Edge& e, const Vec<3>& direction) const {
  const Vec<3> along = (vertex[e.to] - vertex[e.from]).normalized();
  const auto outside = [&](int f, double side) {
    return f < 0 || side * facet[index(f)].normal.cross(along).dot(direction) <= same_direction;
  };
  if (!outside(e.left, 1) || !outside(e.right, -1)) return false;
  if (e.bend != Bend::border) return true;
  return facet[index(std::max(e.left, e.right))].normal.dot(direction) >= -same_direction;
}

bool SurfacePatch::covers(const Facet& f, const Vec<3>& point, double tie) const {
  for (std::uint32_t t = f.first_triangle; t < f.last_triangle; ++t) {
    bool inside = true;
    for (std::size_t k = 0; k < 3 && inside; ++k) {
      const Vec<3>& from = vertex[triangle[t][k]];
      const Vec<3> along = vertex[triangle[t][(k + 1) % 3]] - from;
      inside = along.cross(f.normal).dot(point - from) <= tie * along.norm();
    }
    if (inside) return true;
  }
  return false;
}

bool SurfacePatch::came_through_hollow(int f, const Vec<3>& point, double gap, double tie) const {
  if (gap >= -tie) return false;
  const auto on_border = [&](const Vec<3>& foot) {
    return std::any_of(edge.begin(), edge.end(), [&](const Edge& e) {
      return e.bend == Bend::border && (vertex[e.from] == foot || vertex[e.to] == foot);
    });
  };
  return std::any_of(edge.begin(), edge.end(), [&](const Edge& e) {
    if (e.bend != Bend::concave || (e.left != f && e.right != f)) return false;
    const Vec<3> foot = nearest_on_segment(point, vertex[e.from], vertex[e.to]);
    const double distance = (foot - point).norm();
    // Farther off only in clefts with walls steeper than 84 degrees. Beside an open surface there
    // is no telling in front from behind.
    return distance <= -10 * gap && deeper_than(point, distance - tie, distance) &&
           !on_border(foot);
  });
}

bool SurfacePatch::deeper_than(const Vec<3>& point, double depth, double within) const {
  if (mesh_ != nullptr) {
    return mesh_->depth(turn_.transpose() * (point - shift_), 1.001 * within) >= depth;
  }
  if (!solid) return true;
  return std::all_of(facet.begin(), facet.end(),
                     [&](const Facet& f) { return f.normal.dot(point) - f.offset <= -depth; });
}

int SurfacePatch::facing(std::uint32_t v, const Vec<3>& direction) const {
  int best = -1;
  for (std::size_t f = 0; f < facet.size(); ++f) {
    if (best >= 0 && facet[f].normal.dot(direction) >= facet[index(best)].normal.dot(direction)) {
      continue;
    }
    for (std::uint32_t t = facet[f].first_triangle; t < facet[f].last_triangle; ++t) {
      if (std::find(triangle[t].begin(), triangle[t].end(), v) == triangle[t].end()) continue;
      best = static_cast<int>(f);
      break;
    }
  }
  return best;
}

bool SurfacePatch::normal_at(const Edge& e, double place, const Vec<3>& direction,
                             double slack) const {
  if (e.from == e.to || place <= 0) return normal_at_vertex(e.from, direction, slack);
  if (place >= 1) return normal_at_vertex(e.to, direction, slack);
  return normal_at_edge(e, direction);
}

std::uint32_t SurfacePatch::name_at(const Edge& e, double place) const {
  if (e.from == e.to || place <= 0) return vertex_name[e.from];
  if (place >= 1) return vertex_name[e.to];
  return vertex_total + e.name;
}

bool SurfacePatch::is_hollow_near(const Vec<3>& point, double reach) const {
  return std::any_of(edge.begin(), edge.end(), [&](const Edge& e) {
    return e.bend == Bend::concave &&
           (nearest_on_segment(point, vertex[e.from], vertex[e.to]) - point).norm() <= reach;
  });
}

std::uint32_t SurfacePatch::squeezed(std::uint32_t number) const {
  if (feature_total <= most_features) return number;
  Hash hash;
  hash.add(std::uint64_t{number});
  return static_cast<std::uint32_t>(hash.value() % most_features);
}

bool pierces(const SurfacePatch& one, const SurfacePatch& other, double tie) {
  return std::any_of(one.edge.begin(), one.edge.end(), [&](const SurfacePatch::Edge& e) {
    const Vec<3>& from = one.vertex[e.from];
    const Vec<3>& to = one.vertex[e.to];
    return std::any_of(other.facet.begin(), other.facet.end(), [&](const auto& f) {
      const double start = f.normal.dot(from) - f.offset;
      const double end = f.normal.dot(to) - f.offset;
      return start * end < 0 &&
             other.covers(f, Vec<3>(from + start / (start - end) * (to - from)), tie);
    });
  });
}

}  // namespace talus

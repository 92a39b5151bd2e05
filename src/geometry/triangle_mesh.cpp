#include "talus/geometry/triangle_mesh.hpp"

#include "talus/geometry/mesh_repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace talus {

namespace {

/// Triangles within this part of the size of one plane are one facet.
constexpr double flat = 1e-10;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

class Builder {
 public:
  Builder(MeshSurface& mesh, double size) : mesh_(mesh), tolerance_(flat * size) {
    for (const auto& t : mesh_.triangle) {
      const Vec<3>& a = corner(t, 0);
      const Vec<3> twice = (corner(t, 1) - a).cross(corner(t, 2) - a);
      area_.push_back(twice.norm());
      normal_.emplace_back(twice / area_.back());
    }
  }

  void facets() {
    std::vector<std::size_t> order(mesh_.triangle.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The largest triangle of a facet tells its plane best.
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return area_[i] > area_[j]; });
    for (auto& t : mesh_.triangle) t.facet = -1;
    for (const std::size_t seed : order) {
      if (mesh_.triangle[seed].facet < 0) grow(seed);
    }
  }

  void bends() {
    for (auto& e : mesh_.edge) {
      if (e.left < 0 || e.right < 0) {
        e.bend = Bend::border;
        continue;
      }
      const auto& left = mesh_.triangle[index(e.left)];
      const auto& right = mesh_.triangle[index(e.right)];
      if (left.facet == right.facet) {
        e.bend = Bend::flat;
        continue;
      }
      const double rise = normal_[index(e.left)].dot(opposite(right, e) - at(e.from));
      e.bend = rise > 0 ? Bend::concave : Bend::convex;
    }
  }

  void vertices() {
    const std::size_t n = mesh_.vertex.size();
    mesh_.vertex_normal.assign(n, Vec<3>::Zero());
    for (std::size_t t = 0; t < mesh_.triangle.size(); ++t) {
      const auto& triangle = mesh_.triangle[t];
      for (int k = 0; k < 3; ++k) {
        const Vec<3> a = corner(triangle, (k + 1) % 3) - corner(triangle, k);
        const Vec<3> b = corner(triangle, (k + 2) % 3) - corner(triangle, k);
        const double angle = std::atan2(a.cross(b).norm(), a.dot(b));
        mesh_.vertex_normal[index(triangle.vertex[index(k)])] += angle * normal_[t];
      }
    }
    mesh_.is_smooth.assign(n, 1);
    mesh_.first_edge_at.assign(n + 1, 0);
    for (const auto& e : mesh_.edge) {
      for (const int v : {e.from, e.to}) {
        ++mesh_.first_edge_at[index(v) + 1];
        if (e.bend != Bend::flat) mesh_.is_smooth[index(v)] = 0;
      }
    }
    std::partial_sum(mesh_.first_edge_at.begin(), mesh_.first_edge_at.end(),
                     mesh_.first_edge_at.begin());
    mesh_.edge_at.resize(2 * mesh_.edge.size());
    std::vector<std::uint32_t> next(mesh_.first_edge_at.begin(), mesh_.first_edge_at.end() - 1);
    for (std::size_t e = 0; e < mesh_.edge.size(); ++e) {
      for (const int v : {mesh_.edge[e].from, mesh_.edge[e].to}) {
        mesh_.edge_at[next[index(v)]++] = static_cast<std::uint32_t>(e);
      }
    }
  }

  /// A closed surface of one piece that nowhere bends inward, and does not cross itself, is convex.
  void convexity() {
    const bool hollow = std::any_of(mesh_.edge.begin(), mesh_.edge.end(),
                                    [](const auto& e) { return e.bend == Bend::concave; });
    mesh_.one_piece = mesh_.closed && is_one_piece();
    mesh_.convex = mesh_.one_piece && !hollow;
  }

  void tree() {
    std::vector<AxisBox> boxes;
    for (const auto& t : mesh_.triangle) {
      AxisBox& box = boxes.emplace_back();
      for (int k = 0; k < 3; ++k) box.extend(corner(t, k));
    }
    mesh_.tree = BoxTree(boxes);
  }

 private:
  const Vec<3>& at(int v) const { return mesh_.vertex[index(v)]; }
  const Vec<3>& corner(const MeshSurface::Triangle& t, int k) const {
    return at(t.vertex[index(k)]);
  }

  const Vec<3>& opposite(const MeshSurface::Triangle& t, const MeshSurface::Edge& e) const {
    for (const int v : t.vertex) {
      if (v != e.from && v != e.to) return at(v);
    }
    return at(e.from);
  }

  int across(int edge, std::size_t triangle) const {
    const auto& e = mesh_.edge[index(edge)];
    return e.left == static_cast<int>(triangle) ? e.right : e.left;
  }

  bool is_one_piece() const {
    std::vector<bool> seen(mesh_.triangle.size(), false);
    std::vector<std::size_t> open = {0};
    seen[0] = true;
    std::size_t count = 0;
    while (!open.empty()) {
      const std::size_t t = open.back();
      open.pop_back();
      ++count;
      for (const int e : mesh_.triangle[t].edge) {
        const int other = across(e, t);
        if (other < 0 || seen[index(other)]) continue;
        seen[index(other)] = true;
        open.push_back(index(other));
      }
    }
    return count == mesh_.triangle.size();
  }

  void grow(std::size_t seed) {
    const int number = static_cast<int>(mesh_.facet.size());
    const Vec<3>& n = normal_[seed];
    const double offset = n.dot(corner(mesh_.triangle[seed], 0));
    mesh_.facet.push_back({n, offset});
    std::vector<std::size_t> open = {seed};
    mesh_.triangle[seed].facet = number;
    while (!open.empty()) {
      const std::size_t t = open.back();
      open.pop_back();
      for (const int e : mesh_.triangle[t].edge) {
        const int other = across(e, t);
        if (other < 0 || mesh_.triangle[index(other)].facet >= 0) continue;
        auto& next = mesh_.triangle[index(other)];
        if (n.dot(normal_[index(other)]) <= 0) continue;
        const bool in_plane = std::all_of(next.vertex.begin(), next.vertex.end(), [&](int v) {
          return std::abs(n.dot(at(v)) - offset) <= tolerance_;
        });
        if (!in_plane) continue;
        next.facet = number;
        open.push_back(index(other));
      }
    }
  }

  MeshSurface& mesh_;
  double tolerance_;
  std::vector<double> area_;
  std::vector<Vec<3>> normal_;
};

double spread(const std::vector<Vec<3>>& points) {
  double size = 0;
  for (const auto& p : points) size = std::max(size, (p - points.front()).norm());
  return size;
}

}  // namespace

double MeshSurface::depth(const Vec<3>& point, double limit) const {
  double best = limit * limit;
  double side = -1;  // of the point: in front of the nearest feature, mean of the triangles there
  tree.visit([&](const AxisBox& box) { return box.squaredExteriorDistance(point) < best; },
             [&](std::uint32_t t) {
               const auto& corner = triangle[t].vertex;
               const NearestOnTriangle nearest =
                   nearest_on_triangle(point, vertex[index(corner[0])], vertex[index(corner[1])],
                                       vertex[index(corner[2])]);
               const double square = (nearest.point - point).squaredNorm();
               if (square >= best) return;
               best = square;
               side = pseudo_normal(t, nearest).dot(point - nearest.point);
             });
  return side < 0 ? std::sqrt(best) : -std::sqrt(best);
}

/// Weighted by angles the mean tells the side right even at a vertex (Baerentzen and Aanaes).
Vec<3> MeshSurface::pseudo_normal(std::uint32_t t, const NearestOnTriangle& nearest) const {
  if (nearest.vertex >= 0) return vertex_normal[index(triangle[t].vertex[index(nearest.vertex)])];
  Vec<3> sum = facet[index(triangle[t].facet)].normal;
  if (nearest.edge < 0) return sum;
  const Edge& e = edge[index(triangle[t].edge[index(nearest.edge)])];
  const int other = e.left == static_cast<int>(t) ? e.right : e.left;
  if (other >= 0) sum += facet[index(triangle[index(other)].facet)].normal;
  return sum;
}

MeshSurface mesh_surface(std::vector<Vec<3>> corners, std::vector<std::array<int, 3>> triangles,
                         const MeshOptions& options, Repairs& repairs) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (!corners[i].allFinite()) throw ShapeError(fmt::format("corner {} is not finite", i + 1));
  }
  if (triangles.empty()) throw ShapeError("the surface has no faces");
  const double size = spread(corners);
  MeshSurface mesh =
      repaired_mesh(std::move(corners), std::move(triangles), size, options, repairs);
  Builder builder(mesh, size);
  builder.facets();
  builder.bends();
  builder.convexity();
  builder.vertices();
  builder.tree();
  return mesh;
}

MeshSurface height_surface(const std::vector<double>& height, int columns, int rows,
                           const Vec<2>& spacing) {
  if (columns < 2 || rows < 2) {
    throw ShapeError(fmt::format(
        "a field of heights needs two rows and columns or more, not {} x {}", rows, columns));
  }
  if (height.size() != index(columns) * index(rows)) {
    throw ShapeError(fmt::format("expected {} heights, {} rows of {}, found {}",
                                 index(columns) * index(rows), rows, columns, height.size()));
  }
  std::vector<Vec<3>> corners;
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      corners.emplace_back((i - 0.5 * (columns - 1)) * spacing[0],
                           (j - 0.5 * (rows - 1)) * spacing[1],
                           height[index(j) * index(columns) + index(i)]);
      if (i + 1 == columns || j + 1 == rows) continue;
      const int here = j * columns + i;
      triangles.push_back({here, here + 1, here + columns + 1});
      triangles.push_back({here, here + columns + 1, here + columns});
    }
  }
  Repairs none;
  return mesh_surface(std::move(corners), std::move(triangles), {.check_crossing = false}, none);
}

MeshSurface moved(const MeshSurface& surface, const Vec<3>& by) {
  MeshSurface out = surface;
  for (auto& v : out.vertex) v += by;
  for (auto& f : out.facet) f.offset += f.normal.dot(by);
  Builder(out, spread(out.vertex)).tree();
  return out;
}

Extent<3> extent(const MeshSurface& surface) {
  if (!surface.closed) return {};
  ExtentSum sum(surface.vertex[0]);
  for (const auto& t : surface.triangle) {
    sum.add(surface.vertex[index(t.vertex[0])], surface.vertex[index(t.vertex[1])],
            surface.vertex[index(t.vertex[2])]);
  }
  return sum.result();
}

}  // namespace talus

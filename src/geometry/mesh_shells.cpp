#include "talus/geometry/mesh_shells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus {

namespace {

struct Shell {
  std::vector<std::size_t> triangle;
  AxisBox box;
  double volume = 0;  ///< negative when it looks inward
};

const Vec<3>& corner(const MeshSurface& mesh, std::size_t t, std::size_t k) {
  return mesh.vertex[static_cast<std::size_t>(mesh.triangle[t].vertex[k])];
}

std::vector<Shell> shells_of(const MeshSurface& mesh) {
  std::vector<Shell> out;
  std::vector<std::uint8_t> seen(mesh.triangle.size(), 0);
  for (std::size_t first = 0; first < mesh.triangle.size(); ++first) {
    if (seen[first] != 0) continue;
    Shell& shell = out.emplace_back();
    shell.triangle.push_back(first);
    seen[first] = 1;
    for (std::size_t i = 0; i < shell.triangle.size(); ++i) {
      for (const int e : mesh.triangle[shell.triangle[i]].edge) {
        const auto& edge = mesh.edge[static_cast<std::size_t>(e)];
        for (const int side : {edge.left, edge.right}) {
          const auto next = static_cast<std::size_t>(side);
          if (seen[next] != 0) continue;
          seen[next] = 1;
          shell.triangle.push_back(next);
        }
      }
    }
    std::sort(shell.triangle.begin(), shell.triangle.end());
    const Vec<3>& origin = corner(mesh, first, 0);
    for (const std::size_t t : shell.triangle) {
      for (std::size_t k = 0; k < 3; ++k) shell.box.extend(corner(mesh, t, k));
      const Vec<3> a = corner(mesh, t, 0) - origin;
      shell.volume +=
          a.dot((corner(mesh, t, 1) - origin).cross(Vec<3>(corner(mesh, t, 2) - origin))) / 6;
    }
  }
  return out;
}

/// How often a shell goes round a point: the sum of the solid angles of its triangles (van Oosterom
/// and Strackee) over that of the sphere.
double winding(const MeshSurface& mesh, const Shell& shell, const Vec<3>& p) {
  double sum = 0;
  for (const std::size_t t : shell.triangle) {
    const Vec<3> a = corner(mesh, t, 0) - p;
    const Vec<3> b = corner(mesh, t, 1) - p;
    const Vec<3> c = corner(mesh, t, 2) - p;
    const double la = a.norm();
    const double lb = b.norm();
    const double lc = c.norm();
    sum += 2 * std::atan2(a.dot(b.cross(c)),
                          la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum / (4 * std::numbers::pi);
}

/// Shells do not cross, so any vertex tells; one that lies on the other shell does not.
bool is_inside(const MeshSurface& mesh, const Shell& inner, const Shell& outer) {
  if (!outer.box.contains(inner.box)) return false;
  for (const std::size_t t : inner.triangle) {
    const double turns = std::abs(winding(mesh, outer, corner(mesh, t, 0)));
    if (std::abs(turns - std::round(turns)) < 0.1) return turns > 0.5;
  }
  return false;
}

void turn_round(MeshSurface& mesh, const Shell& shell) {
  std::vector<std::uint8_t> turned(mesh.edge.size(), 0);
  for (const std::size_t t : shell.triangle) {
    auto& triangle = mesh.triangle[t];
    std::swap(triangle.vertex[1], triangle.vertex[2]);
    std::swap(triangle.edge[0], triangle.edge[2]);
    for (const int e : triangle.edge) {
      const auto i = static_cast<std::size_t>(e);
      if (turned[i] != 0) continue;
      turned[i] = 1;
      std::swap(mesh.edge[i].left, mesh.edge[i].right);
    }
  }
}

}  // namespace

void settle_shells(MeshSurface& mesh, const std::function<std::string(std::size_t)>& face_name,
                   Repairs& repairs) {
  const std::vector<Shell> shells = shells_of(mesh);
  if (shells.size() < 2) return;
  for (const Shell& shell : shells) {
    const Shell* around = nullptr;
    bool in_matter = false;
    for (const Shell& other : shells) {
      if (&other == &shell || !is_inside(mesh, shell, other)) continue;
      in_matter = !in_matter;
      if (around == nullptr || std::abs(other.volume) < std::abs(around->volume)) around = &other;
    }
    const std::string first = face_name(shell.triangle.front());
    if (in_matter && shell.volume > 0) {
      throw ShapeError(
          fmt::format("the closed part with {} lies inside that with {} and looks outward too: its "
                      "matter would count twice; for a cavity let it look inward",
                      first, face_name(around->triangle.front())));
    }
    if (!in_matter && shell.volume < 0) {
      turn_round(mesh, shell);
      repairs.push_back(fmt::format("the closed part with {} was inside out: turned round", first));
    }
  }
}

}  // namespace talus

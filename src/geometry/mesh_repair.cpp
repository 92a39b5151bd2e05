#include "talus/geometry/mesh_repair.hpp"

#include "talus/geometry/mesh_shells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace talus {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The triangles while they are mended. Faces keep the numbers they were given under.
class Soup {
 public:
  Soup(std::vector<Vec<3>> corners, std::vector<std::array<int, 3>> triangles, double size,
       const MeshOptions& options, Repairs& repairs)
      : corner_(std::move(corners)), size_(size), options_(options), repairs_(repairs) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (const int v : triangles[t]) {
        if (v >= 0 && index(v) < corner_.size()) continue;
        throw ShapeError(
            fmt::format("face {} names corner {}, but there are {}", t + 1, v + 1, corner_.size()));
      }
      triangle_.push_back({triangles[t], t});
    }
  }

  /// Equal corners become one, the first of them.
  void weld() {
    const auto before = [](const Vec<3>& a, const Vec<3>& b) {
      return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
    };
    std::map<Vec<3>, int, decltype(before)> first(before);
    std::vector<int> same(corner_.size());
    std::size_t repeated = 0;
    for (std::size_t i = 0; i < corner_.size(); ++i) {
      const Vec<3> key = corner_[i] + Vec<3>::Zero();  // -0 is 0
      same[i] = first.try_emplace(key, static_cast<int>(i)).first->second;
      if (same[i] != static_cast<int>(i)) ++repeated;
    }
    for (auto& t : triangle_) {
      for (int& v : t.vertex) v = same[index(v)];
    }
    welded_ = repeated;
  }

  /// Triangles without area hold nothing, and a second copy nothing new.
  void drop_useless() {
    std::set<std::array<int, 3>> seen;
    std::vector<Face> kept;
    std::size_t empty = 0, first_empty = 0, copies = 0, first_copy = 0;
    for (const auto& t : triangle_) {
      std::array<int, 3> key = t.vertex;
      std::sort(key.begin(), key.end());
      if (doubled_area(t) <= 1e-14 * size_ * size_) {
        if (empty++ == 0) first_empty = t.number;
      } else if (!seen.insert(key).second) {
        if (copies++ == 0) first_copy = t.number;
      } else {
        kept.push_back(t);
      }
    }
    triangle_ = std::move(kept);
    if (empty > 0) repairs_.push_back(faces_text(empty, first_empty, "left out: no area"));
    if (copies > 0) {
      repairs_.push_back(faces_text(copies, first_copy, "left out: given before"));
    }
    if (triangle_.empty()) throw ShapeError("no face of the surface has an area");
  }

  /// Finds edges, and turns triangles so that every edge is run once in each direction.
  void orient() {
    std::map<std::pair<int, int>, std::vector<std::size_t>> around;
    for (std::size_t t = 0; t < triangle_.size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) around[edge_key(t, k)].push_back(t);
    }
    for (const auto& [key, list] : around) {
      if (list.size() <= 2) continue;
      throw ShapeError(
          fmt::format("{}, {} and {} meet at one edge, from ({}) to ({}): a "
                      "surface has two there at most",
                      face(triangle_[list[0]].number), face(triangle_[list[1]].number),
                      face(triangle_[list[2]].number), text(key.first), text(key.second)));
    }
    std::vector<int> side(triangle_.size(), 0);
    std::size_t turned = 0, first_turned = 0;
    for (std::size_t seed = 0; seed < triangle_.size(); ++seed) {
      if (side[seed] != 0) continue;
      std::vector<std::size_t> sheet = {seed};
      side[seed] = 1;
      for (std::size_t i = 0; i < sheet.size(); ++i) {
        const std::size_t t = sheet[i];
        for (std::size_t k = 0; k < 3; ++k) {
          const auto& list = around[edge_key(t, k)];
          if (list.size() < 2) continue;
          const std::size_t other = list[0] == t ? list[1] : list[0];
          const int wanted = runs_same_way(t, k, other) ? -side[t] : side[t];
          if (side[other] == 0) {
            side[other] = wanted;
            sheet.push_back(other);
          } else if (side[other] != wanted) {
            throw ShapeError(
                fmt::format("the surface has one side only: {} cannot be turned "
                            "to agree with all its neighbours",
                            face(triangle_[other].number)));
          }
        }
      }
      // The way most faces of the sheet run is the one that was meant.
      std::size_t against = 0;
      for (const std::size_t t : sheet) against += side[t] < 0 ? 1 : 0;
      const int keep = 2 * against > sheet.size() ? -1 : 1;
      std::sort(sheet.begin(), sheet.end());
      for (const std::size_t t : sheet) {
        if (side[t] == keep) continue;
        if (turned++ == 0) first_turned = triangle_[t].number;
        std::swap(triangle_[t].vertex[1], triangle_[t].vertex[2]);
      }
    }
    if (turned > 0) {
      repairs_.push_back(faces_text(turned, first_turned, "turned round to agree with the rest"));
    }
  }

  /// Where sheets touch by a corner only, each gets a corner of its own.
  void part_corners() {
    std::vector<std::vector<std::size_t>> at(corner_.size());
    for (std::size_t t = 0; t < triangle_.size(); ++t) {
      for (const int v : triangle_[t].vertex) at[index(v)].push_back(t);
    }
    std::size_t parted = 0;
    const std::size_t given = corner_.size();
    for (std::size_t v = 0; v < given; ++v) {
      std::vector<std::size_t> rest = at[v];
      bool first_fan = true;
      while (!rest.empty()) {
        const std::vector<std::size_t> fan = take_fan(static_cast<int>(v), rest);
        if (first_fan) {
          first_fan = false;
          continue;
        }
        ++parted;
        corner_.push_back(corner_[v]);
        for (const std::size_t t : fan) {
          for (int& w : triangle_[t].vertex) {
            if (w == static_cast<int>(v)) w = static_cast<int>(corner_.size()) - 1;
          }
        }
      }
    }
    if (parted > 0) {
      repairs_.push_back(
          fmt::format("{} corners where the surface touches itself made two", parted));
    }
  }

  MeshSurface surface() {
    MeshSurface out;
    std::vector<int> number(corner_.size(), -1);
    for (auto& t : triangle_) {
      for (int& v : t.vertex) {
        if (number[index(v)] < 0) {
          number[index(v)] = static_cast<int>(out.vertex.size());
          out.vertex.push_back(corner_[index(v)]);
        }
        v = number[index(v)];
      }
      out.triangle.push_back({t.vertex, {}, -1});
    }
    join(out);
    const auto open = std::find_if(out.edge.begin(), out.edge.end(),
                                   [](const auto& e) { return e.left < 0 || e.right < 0; });
    out.closed = open == out.edge.end();
    if (out.closed) return out;
    const auto& from = out.vertex[index(open->from)];
    const auto& to = out.vertex[index(open->to)];
    out.open_at =
        fmt::format("an edge of {}, from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g})",
                    face(triangle_[index(std::max(open->left, open->right))].number), from[0],
                    from[1], from[2], to[0], to[1], to[2]);
    if (options_.must_be_closed) throw ShapeError("the surface is open at " + out.open_at);
    return out;
  }

  /// A closed surface looks outward.
  void turn_outward(MeshSurface& mesh) const {
    if (!mesh.closed) return;
    double volume = 0;
    for (const auto& t : mesh.triangle) {
      const Vec<3> a = mesh.vertex[index(t.vertex[0])] - mesh.vertex[0];
      const Vec<3> b = mesh.vertex[index(t.vertex[1])] - mesh.vertex[0];
      const Vec<3> c = mesh.vertex[index(t.vertex[2])] - mesh.vertex[0];
      volume += a.dot(b.cross(c)) / 6;
    }
    if (std::abs(volume) <= 1e-12 * size_ * size_ * size_) {
      throw ShapeError("the surface is closed but encloses no volume");
    }
    if (volume > 0) return;
    for (auto& t : mesh.triangle) {
      std::swap(t.vertex[1], t.vertex[2]);
      std::swap(t.edge[0], t.edge[2]);
    }
    for (auto& e : mesh.edge) std::swap(e.left, e.right);
    repairs_.emplace_back("the surface was inside out: all faces turned round");
  }

  void check_crossing(const MeshSurface& mesh) const {
    std::vector<AxisBox> boxes;
    for (const auto& t : mesh.triangle) {
      AxisBox& box = boxes.emplace_back();
      for (const int v : t.vertex) box.extend(mesh.vertex[index(v)]);
    }
    const BoxTree tree(boxes);
    for (std::uint32_t t = 0; t < mesh.triangle.size(); ++t) {
      std::uint32_t crossed = t;
      tree.visit([&](const AxisBox& box) { return box.intersects(boxes[t]); },
                 [&](std::uint32_t other) {
                   if (other > t && (crossed == t || other < crossed) && cross(mesh, t, other)) {
                     crossed = other;
                   }
                 });
      if (crossed == t) continue;
      throw ShapeError(
          fmt::format("the surface crosses itself: {} passes through {}; give parts that overlap "
                      "as shapes of their own, or unite them where the mesh was made",
                      face(triangle_[t].number), face(triangle_[crossed].number)));
    }
  }

  void settle(MeshSurface& mesh) const {
    if (!mesh.closed) return;
    settle_shells(
        mesh, [this](std::size_t t) { return face(triangle_[t].number); }, repairs_);
  }

  std::size_t welded() const { return welded_; }

 private:
  struct Face {
    std::array<int, 3> vertex;
    std::size_t number;
  };

  std::string face(std::size_t number) const {
    return options_.face_name ? options_.face_name(number) : fmt::format("face {}", number + 1);
  }
  std::string faces_text(std::size_t count, std::size_t first, std::string_view what) const {
    return count == 1 ? fmt::format("{} {}", face(first), what)
                      : fmt::format("{} faces, the first of them {}, {}", count, face(first), what);
  }

  const Vec<3>& at(int v) const { return corner_[index(v)]; }
  std::string text(int v) const {
    return fmt::format("{:.6g}, {:.6g}, {:.6g}", at(v)[0], at(v)[1], at(v)[2]);
  }

  double doubled_area(const Face& t) const {
    return (at(t.vertex[1]) - at(t.vertex[0])).cross(at(t.vertex[2]) - at(t.vertex[0])).norm();
  }

  std::pair<int, int> edge_key(std::size_t t, std::size_t k) const {
    return std::minmax(triangle_[t].vertex[k], triangle_[t].vertex[(k + 1) % 3]);
  }

  bool runs_same_way(std::size_t t, std::size_t k, std::size_t other) const {
    const int from = triangle_[t].vertex[k];
    const int to = triangle_[t].vertex[(k + 1) % 3];
    for (std::size_t j = 0; j < 3; ++j) {
      if (triangle_[other].vertex[j] == from && triangle_[other].vertex[(j + 1) % 3] == to) {
        return true;
      }
    }
    return false;
  }

  /// Takes from the list the triangles around v that hang together by edges at v.
  std::vector<std::size_t> take_fan(int v, std::vector<std::size_t>& rest) const {
    std::vector<std::size_t> fan = {rest.front()};
    rest.erase(rest.begin());
    for (std::size_t i = 0; i < fan.size(); ++i) {
      for (std::size_t j = 0; j < rest.size();) {
        if (share_edge_at(v, fan[i], rest[j])) {
          fan.push_back(rest[j]);
          rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(j));
        } else {
          ++j;
        }
      }
    }
    return fan;
  }

  bool share_edge_at(int v, std::size_t s, std::size_t t) const {
    for (const int w : triangle_[s].vertex) {
      if (w == v) continue;
      const auto& other = triangle_[t].vertex;
      if (std::find(other.begin(), other.end(), w) != other.end()) return true;
    }
    return false;
  }

  static void join(MeshSurface& mesh) {
    std::map<std::pair<int, int>, int> number;
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
      auto& triangle = mesh.triangle[t];
      for (std::size_t k = 0; k < 3; ++k) {
        const int from = triangle.vertex[k];
        const int to = triangle.vertex[(k + 1) % 3];
        const auto [place, fresh] =
            number.try_emplace(std::minmax(from, to), static_cast<int>(mesh.edge.size()));
        if (fresh) mesh.edge.push_back({from, to, -1, -1, Bend::border});
        auto& edge = mesh.edge[index(place->second)];
        (edge.from == from ? edge.left : edge.right) = static_cast<int>(t);
        triangle.edge[k] = place->second;
      }
    }
  }

  /// Whether an edge of one triangle that shares no corner with the other passes through its
  /// inside.
  bool cross(const MeshSurface& mesh, std::uint32_t s, std::uint32_t t) const {
    return pierces(mesh, s, t) || pierces(mesh, t, s);
  }

  bool pierces(const MeshSurface& mesh, std::uint32_t s, std::uint32_t t) const {
    const auto& edges = mesh.triangle[s].vertex;
    const auto& face = mesh.triangle[t].vertex;
    const Vec<3>& a = mesh.vertex[index(face[0])];
    const Vec<3>& b = mesh.vertex[index(face[1])];
    const Vec<3>& c = mesh.vertex[index(face[2])];
    const Vec<3> n = (b - a).cross(c - a).normalized();
    const double tie = 1e-9 * size_;
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = edges[k];
      const int to = edges[(k + 1) % 3];
      const auto shared = [&](int v) {
        return std::find(face.begin(), face.end(), v) != face.end();
      };
      if (shared(from) || shared(to)) continue;
      const Vec<3>& p = mesh.vertex[index(from)];
      const Vec<3>& q = mesh.vertex[index(to)];
      const double d = n.dot(p - a);
      const double e = n.dot(q - a);
      if (!((d > tie && e < -tie) || (d < -tie && e > tie))) continue;
      const Vec<3> x = p + d / (d - e) * (q - p);
      const auto outside = [&](const Vec<3>& u, const Vec<3>& v) {
        return (v - u).cross(n).dot(x - u) > -tie * (v - u).norm();
      };
      if (!outside(a, b) && !outside(b, c) && !outside(c, a)) return true;
    }
    return false;
  }

  std::vector<Vec<3>> corner_;
  std::vector<Face> triangle_;
  double size_;
  const MeshOptions& options_;
  Repairs& repairs_;
  std::size_t welded_ = 0;
};

}  // namespace

MeshSurface repaired_mesh(std::vector<Vec<3>> corners, std::vector<std::array<int, 3>> triangles,
                          double size, const MeshOptions& options, Repairs& repairs) {
  Soup soup(std::move(corners), std::move(triangles), size, options, repairs);
  soup.weld();
  if (soup.welded() > 0 && !options.corners_repeat) {
    repairs.push_back(fmt::format("{} repeated corners made one", soup.welded()));
  }
  soup.drop_useless();
  soup.orient();
  soup.part_corners();
  MeshSurface mesh = soup.surface();
  soup.turn_outward(mesh);
  if (options.check_crossing) {
    soup.check_crossing(mesh);
    soup.settle(mesh);
  }
  return mesh;
}

}  // namespace talus

#include "talus/draw/surface.hpp"

#include "talus/math/overload.hpp"

#include <cmath>
#include <numbers>

namespace talus {

namespace {

using std::numbers::pi;

/// A point of the circle about the last axis of space, or of the plane.
Vec<2> on_circle(int i, int sides) {
  const double angle = 2 * pi * i / sides;
  return {std::cos(angle), std::sin(angle)};
}

std::vector<int> counted(std::size_t n) {
  std::vector<int> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<int>(i);
  return out;
}

/// A capsule, or a disk when it has no length: a half circle about either end.
Surface<2> rounded(double half_length, double radius, int sides) {
  Surface<2> out;
  const int half = sides / 2;
  const bool straight = half_length > 0;
  for (const double end : {1.0, -1.0}) {
    const double from = end > 0 ? 0 : pi;
    for (int i = 0; i < half + (straight ? 1 : 0); ++i) {
      const double angle = from + pi * i / half;
      out.vertex.emplace_back(radius * std::cos(angle),
                              radius * std::sin(angle) + end * half_length);
    }
  }
  out.face = {counted(out.vertex.size())};
  return out;
}

/// Rings of `sides` corners about the last axis, joined by quadrilaterals.
void join_rings(int sides, int first, int second, Surface<3>& out) {
  for (int i = 0; i < sides; ++i) {
    const int j = (i + 1) % sides;
    out.face.push_back({first + i, first + j, second + j, second + i});
  }
}

int add_ring(int sides, double radius, double z, Surface<3>& out) {
  const int first = static_cast<int>(out.vertex.size());
  for (int i = 0; i < sides; ++i) {
    const Vec<2> p = radius * on_circle(i, sides);
    out.vertex.emplace_back(p[0], p[1], z);
  }
  return first;
}

/// The same in space: rings between two poles, the middle ones a straight part apart.
Surface<3> rounded_in_space(double half_length, double radius, int sides) {
  Surface<3> out;
  const int rings = std::max(2, sides / 4);  // from a pole to the equator
  std::vector<int> ring;
  const auto add = [&](int k, double end) {
    const double latitude = 0.5 * pi * k / rings;
    ring.push_back(add_ring(sides, radius * std::cos(latitude),
                            radius * std::sin(latitude) + end * half_length, out));
  };
  for (int k = 1 - rings; k <= 0; ++k) add(k, -1);
  for (int k = half_length > 0 ? 0 : 1; k < rings; ++k) add(k, 1);
  for (std::size_t k = 0; k + 1 < ring.size(); ++k) join_rings(sides, ring[k], ring[k + 1], out);
  const int low = static_cast<int>(out.vertex.size());
  out.vertex.emplace_back(0, 0, -half_length - radius);
  out.vertex.emplace_back(0, 0, half_length + radius);
  for (int i = 0; i < sides; ++i) {
    const int j = (i + 1) % sides;
    out.face.push_back({low, ring.front() + j, ring.front() + i});
    out.face.push_back({low + 1, ring.back() + i, ring.back() + j});
  }
  return out;
}

Surface<2> ball_surface(const Ball<2>& b, int sides) { return rounded(0, b.radius, sides); }
Surface<3> ball_surface(const Ball<3>& b, int sides) {
  return rounded_in_space(0, b.radius, sides);
}
Surface<2> capsule_surface(const Capsule<2>& c, int sides) {
  return rounded(c.half_length, c.radius, sides);
}
Surface<3> capsule_surface(const Capsule<3>& c, int sides) {
  return rounded_in_space(c.half_length, c.radius, sides);
}

Surface<2> wall_surface(const Wall<2>& w) {
  const double a = w.half_extent[0];
  return {{{-a, 0}, {a, 0}}, {{0, 1}}};
}
Surface<3> wall_surface(const Wall<3>& w) {
  const double a = w.half_extent[0];
  const double b = w.half_extent[1];
  return {{{-a, -b, 0}, {a, -b, 0}, {a, b, 0}, {-a, b, 0}}, {{0, 1, 2, 3}}};
}

Surface<2> hull_surface(const Polytope<2>& p) { return {p.vertex, {counted(p.vertex.size())}}; }
Surface<3> hull_surface(const Polytope<3>& p) {
  Surface<3> out;
  out.vertex = p.vertex;
  for (const auto& face : p.face) out.face.push_back(face.vertex);
  return out;
}

Surface<3> cylinder_surface(const Cylinder& c, int sides) {
  Surface<3> out;
  const int low = add_ring(sides, c.radius, -c.half_length, out);
  const int high = add_ring(sides, c.radius, c.half_length, out);
  join_rings(sides, low, high, out);
  std::vector<int> top, bottom;
  for (int i = 0; i < sides; ++i) {
    top.push_back(high + i);
    bottom.push_back(low + sides - 1 - i);
  }
  out.face.push_back(std::move(top));
  out.face.push_back(std::move(bottom));
  return out;
}

Surface<3> mesh_surface_of(const MeshSurface& mesh) {
  Surface<3> out;
  out.vertex = mesh.vertex;
  for (const auto& t : mesh.triangle) out.face.emplace_back(t.vertex.begin(), t.vertex.end());
  return out;
}

}  // namespace

template <int D>
std::optional<Surface<D>> surface_of(const Shape<D>& shape, int sides) {
  using Result = std::optional<Surface<D>>;
  return std::visit(
      Overload{[&](const Ball<D>& b) -> Result { return ball_surface(b, sides); },
               [](const HalfSpace<D>&) -> Result { return std::nullopt; },
               [](const Wall<D>& w) -> Result { return wall_surface(w); },
               [](const Drum<D>&) -> Result { return std::nullopt; },
               [&](const Capsule<D>& c) -> Result { return capsule_surface(c, sides); },
               [](const Hull<D>& h) -> Result { return hull_surface(*h.polytope); },
               [&](const Cylinder& c) -> std::optional<Surface<3>> {
                 return cylinder_surface(c, sides);
               },
               [](const TriangleMesh& m) -> std::optional<Surface<3>> {
                 return mesh_surface_of(*m.surface);
               }},
      shape);
}

template std::optional<Surface<2>> surface_of<2>(const Shape<2>&, int);
template std::optional<Surface<3>> surface_of<3>(const Shape<3>&, int);

}  // namespace talus

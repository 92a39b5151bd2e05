#include "talus/geometry/shape.hpp"

#include "talus/math/overload.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace talus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using std::numbers::pi;

template <int D>
Extent<D> ball_extent(double r) {
  Extent<D> e;
  e.volume = D == 2 ? pi * r * r : 4 * pi / 3 * r * r * r;
  e.inertia = (D == 2 ? 0.5 : 0.4) * r * r * Mat<spin_dim<D>>::Identity();
  return e;
}

Extent<2> thin_extent(const Wall<2>& w) {
  Extent<2> e;
  e.inertia(0, 0) = w.half_extent[0] * w.half_extent[0] / 3;
  return e;
}

Extent<3> thin_extent(const Wall<3>& w) {
  Extent<3> e;
  const double a = w.half_extent[0] * w.half_extent[0] / 3;
  const double b = w.half_extent[1] * w.half_extent[1] / 3;
  e.inertia.diagonal() << b, a, a + b;
  return e;
}

/// A rectangle and two half disks, whose centres are 4r / 3 pi beyond the rectangle's ends.
Extent<2> capsule_extent(const Capsule<2>& c) {
  const double l = c.half_length;
  const double r = c.radius;
  const double rectangle = 4 * l * r;
  const double disk = pi * r * r;
  Extent<2> e;
  e.volume = rectangle + disk;
  e.inertia(0, 0) =
      (rectangle * (l * l + r * r) / 3 + disk * (0.5 * r * r + l * l + 2 * l * 4 * r / (3 * pi))) /
      e.volume;
  return e;
}

/// A cylinder and two half balls, whose centres are 3r / 8 beyond the cylinder's ends.
Extent<3> capsule_extent(const Capsule<3>& c) {
  const double l = c.half_length;
  const double r = c.radius;
  const double cylinder = 2 * l * pi * r * r;
  const double ball = 4 * pi / 3 * r * r * r;
  Extent<3> e;
  e.volume = cylinder + ball;
  const double across =
      (cylinder * (r * r / 4 + l * l / 3) + ball * (0.4 * r * r + l * l + 2 * l * 3 * r / 8)) /
      e.volume;
  const double along = (cylinder * r * r / 2 + ball * 0.4 * r * r) / e.volume;
  e.inertia.diagonal() << across, across, along;
  return e;
}

Extent<3> cylinder_extent(const Cylinder& c) {
  const double l = c.half_length;
  const double r = c.radius;
  Extent<3> e;
  e.volume = 2 * l * pi * r * r;
  e.inertia.diagonal() << r * r / 4 + l * l / 3, r * r / 4 + l * l / 3, r * r / 2;
  return e;
}

double farthest(const std::vector<Vec<3>>& points) {
  double out = 0;
  for (const auto& p : points) out = std::max(out, p.norm());
  return out;
}

Vec<3> recentre_mesh(TriangleMesh& mesh) {
  AxisBox box;
  for (const auto& v : mesh.surface->vertex) box.extend(v);
  const Vec<3> middle = mesh.surface->closed ? extent(*mesh.surface).centre : Vec<3>(box.center());
  if (middle.norm() <= 1e-12 * mesh.bounding_radius) return Vec<3>::Zero();  // go on sharing it
  mesh = TriangleMesh(moved(*mesh.surface, -middle));
  return middle;
}

}  // namespace

TriangleMesh::TriangleMesh(MeshSurface form)
    : surface(std::make_shared<const MeshSurface>(std::move(form))),
      bounding_radius(farthest(surface->vertex)) {}

template <int D>
Hull<D>::Hull(Polytope<D> form)
    : polytope(std::make_shared<const Polytope<D>>(std::move(form))), bounding_radius(0) {
  for (const auto& v : polytope->vertex) bounding_radius = std::max(bounding_radius, v.norm());
}

template <int D>
double bounding_radius(const Shape<D>& shape) {
  return std::visit(Overload{[](const Ball<D>& b) { return b.radius; },
                             [](const HalfSpace<D>&) { return infinity; },
                             [](const Wall<D>& w) { return w.half_extent.norm(); },
                             [](const Drum<D>&) { return infinity; },
                             [](const Capsule<D>& c) { return c.half_length + c.radius; },
                             [](const Hull<D>& h) { return h.bounding_radius; },
                             [](const Cylinder& c) { return std::hypot(c.half_length, c.radius); },
                             [](const TriangleMesh& m) { return m.bounding_radius; }},
                    shape);
}

template <int D>
double characteristic_size(const Shape<D>& shape) {
  return std::visit(
      Overload{[](const Ball<D>& b) { return b.radius; }, [](const HalfSpace<D>&) { return 0.0; },
               [](const Wall<D>& w) { return w.half_extent.norm(); },
               [](const Drum<D>& d) { return d.radius; },
               [](const Capsule<D>& c) { return c.half_length + c.radius; },
               [](const Hull<D>& h) { return h.bounding_radius; },
               [](const Cylinder& c) { return std::hypot(c.half_length, c.radius); },
               // An open surface is ground: like a half-space it is as large as one likes.
               [](const TriangleMesh& m) { return m.surface->closed ? m.bounding_radius : 0; }},
      shape);
}

template <int D>
double volume(const Shape<D>& shape) {
  return extent_of<D>(shape).volume;
}

template <int D>
Extent<D> extent_of(const Shape<D>& shape) {
  return std::visit(Overload{[](const Ball<D>& b) -> Extent<D> { return ball_extent<D>(b.radius); },
                             [](const HalfSpace<D>&) -> Extent<D> { return {}; },
                             [](const Wall<D>& w) -> Extent<D> { return thin_extent(w); },
                             [](const Drum<D>&) -> Extent<D> { return {}; },
                             [](const Capsule<D>& c) -> Extent<D> { return capsule_extent(c); },
                             [](const Hull<D>& h) -> Extent<D> { return extent(*h.polytope); },
                             [](const Cylinder& c) -> Extent<3> { return cylinder_extent(c); },
                             [](const TriangleMesh& m) -> Extent<3> { return extent(*m.surface); }},
                    shape);
}

template <int D>
Vec<D> recentre(Shape<D>& shape) {
  if constexpr (D == 3) {
    if (auto* mesh = std::get_if<TriangleMesh>(&shape)) return recentre_mesh(*mesh);
  }
  auto* hull = std::get_if<Hull<D>>(&shape);
  if (hull == nullptr) return Vec<D>::Zero();
  const Vec<D> middle = extent(*hull->polytope).centre;
  if (middle.norm() <= 1e-12 * hull->bounding_radius) return Vec<D>::Zero();  // go on sharing it
  Polytope<D> moved = *hull->polytope;
  for (auto& v : moved.vertex) v -= middle;
  *hull = Hull<D>(std::move(moved));
  return middle;
}

template <int D>
std::string_view shape_name(const Shape<D>& shape) {
  return std::visit(
      Overload{[](const Ball<D>&) { return D == 2 ? "disk" : "sphere"; },
               [](const HalfSpace<D>&) { return D == 2 ? "half_plane" : "half_space"; },
               [](const Wall<D>&) { return D == 2 ? "segment" : "rectangle"; },
               [](const Drum<D>&) { return "drum"; }, [](const Capsule<D>&) { return "capsule"; },
               [](const Hull<D>&) { return D == 2 ? "polygon" : "polyhedron"; },
               [](const Cylinder&) { return "cylinder"; },
               [](const TriangleMesh&) { return "mesh"; }},
      shape);
}

template struct Hull<2>;
template struct Hull<3>;
template double bounding_radius<2>(const Shape<2>&);
template double bounding_radius<3>(const Shape<3>&);
template double characteristic_size<2>(const Shape<2>&);
template double characteristic_size<3>(const Shape<3>&);
template double volume<2>(const Shape<2>&);
template double volume<3>(const Shape<3>&);
template Extent<2> extent_of<2>(const Shape<2>&);
template Extent<3> extent_of<3>(const Shape<3>&);
template Vec<2> recentre<2>(Shape<2>&);
template Vec<3> recentre<3>(Shape<3>&);
template std::string_view shape_name<2>(const Shape<2>&);
template std::string_view shape_name<3>(const Shape<3>&);

}  // namespace talus

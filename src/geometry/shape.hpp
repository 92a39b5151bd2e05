// The closed set of shapes. Each is written in its own frame; a placement puts it on a body.
#pragma once

#include "talus/geometry/polytope.hpp"
#include "talus/geometry/triangle_mesh.hpp"
#include "talus/math/dim.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <variant>

namespace talus {

/// Disk or sphere about the origin.
template <int D>
struct Ball {
  double radius;
};

/// Matter on the side of the negative last axis; the boundary passes through the origin.
template <int D>
struct HalfSpace {};

/// Thin flat wall about the origin, normal to the last axis, solid on both sides: a segment in the
/// plane, a rectangle in space.
template <int D>
struct Wall {
  Vec<D - 1> half_extent;
};

/// Hollow round vessel about the origin; bodies live inside. In space a cylinder without ends whose
/// axis is the last one.
template <int D>
struct Drum {
  double radius;
};

/// All points within `radius` of a segment of the last axis about the origin.
template <int D>
struct Capsule {
  double half_length;
  double radius;
};

/// Convex polygon or polyhedron. Bodies of the same form share it.
template <int D>
struct Hull {
  explicit Hull(Polytope<D> form);

  std::shared_ptr<const Polytope<D>> polytope;
  double bounding_radius;  ///< about the origin
};

/// Round body with flat ends and sharp rims, about the origin; its axis is the last one. Space
/// only.
struct Cylinder {
  double half_length;
  double radius;
};

/// Surface of triangles, solid behind them. Bodies of the same form share it. A closed one may move
/// freely; an open one is an obstacle, seen from its front. Space only.
struct TriangleMesh {
  explicit TriangleMesh(MeshSurface form);

  std::shared_ptr<const MeshSurface> surface;
  double bounding_radius;  ///< about the origin
};

namespace shapes {

template <int D>
struct Kinds;
template <>
struct Kinds<2> {
  using type = std::variant<Ball<2>, HalfSpace<2>, Wall<2>, Drum<2>, Capsule<2>, Hull<2>>;
};
template <>
struct Kinds<3> {
  using type = std::variant<Ball<3>, HalfSpace<3>, Wall<3>, Drum<3>, Capsule<3>, Hull<3>, Cylinder,
                            TriangleMesh>;
};

}  // namespace shapes

template <int D>
using Shape = typename shapes::Kinds<D>::type;

/// Radius of the smallest ball about the shape's origin that holds it; infinite if none does.
template <int D>
double bounding_radius(const Shape<D>& shape);

/// Length a round-off of the shape's geometry is compared with; 0 where the shape has none.
template <int D>
double characteristic_size(const Shape<D>& shape);

/// Of two characteristic sizes the smaller, of those that are not 0.
inline double smaller_size(double a, double b) {
  if (a == 0) return b;
  return b == 0 ? a : std::min(a, b);
}

/// Volume (area in the plane). Zero for shapes without thickness, which then need a given mass.
template <int D>
double volume(const Shape<D>& shape);

/// Volume, centre and inertia; those of a thin wall for mass spread over its area.
template <int D>
Extent<D> extent_of(const Shape<D>& shape);

/// Moves a shape so that its origin is in its middle and returns where that was: what is far from
/// its own origin would seem large to the search for contacts.
template <int D>
Vec<D> recentre(Shape<D>& shape);

/// The name a scene file uses.
template <int D>
std::string_view shape_name(const Shape<D>& shape);

}  // namespace talus

// The closed set of shapes. Each is written in its own frame; a placement puts it on a body.
#pragma once

#include "talus/math/dim.hpp"

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

template <int D>
using Shape = std::variant<Ball<D>, HalfSpace<D>, Wall<D>, Drum<D>>;

/// Radius of the smallest ball about the shape's origin that holds it; infinite if none does.
template <int D>
double bounding_radius(const Shape<D>& shape);

/// Length a round-off of the shape's geometry is compared with; 0 where the shape has none.
template <int D>
double characteristic_size(const Shape<D>& shape);

/// Volume (area in the plane). Zero for shapes without thickness, which then need a given mass.
template <int D>
double volume(const Shape<D>& shape);

/// Principal moments about the origin for unit mass spread evenly over the shape.
template <int D>
Spin<D> unit_inertia(const Shape<D>& shape);

/// The name a scene file uses.
template <int D>
std::string_view shape_name(const Shape<D>& shape);

}  // namespace talus

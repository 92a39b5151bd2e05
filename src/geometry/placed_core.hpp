// Bodies that are convex, and rounded: what is left when the radius is taken off is a polytope.
#pragma once

#include "talus/geometry/placed_polytope.hpp"
#include "talus/geometry/shape.hpp"

namespace talus {

template <int D>
void place_core(const Ball<D>& s, const Pose<D>& p, const Vec<D>& origin, PlacedPolytope<D>& out) {
  static const Polytope<D> point = point_polytope<D>();
  out.place(point, p, origin, s.radius);
}

template <int D>
void place_core(const Wall<D>& s, const Pose<D>& p, const Vec<D>& origin, PlacedPolytope<D>& out) {
  static const Polytope<D> unit = flat_polytope(Vec<D - 1>(Vec<D - 1>::Ones()));
  Vec<D> scale = Vec<D>::Ones();
  scale.template head<D - 1>() = s.half_extent;
  out.place(unit, p, origin, 0, scale);
}

template <int D>
void place_core(const Capsule<D>& s, const Pose<D>& p, const Vec<D>& origin,
                PlacedPolytope<D>& out) {
  static const Polytope<D> unit = axis_polytope<D>(1);
  out.place(unit, p, origin, s.radius, Vec<D>::Constant(s.half_length));
}

template <int D>
void place_core(const Hull<D>& s, const Pose<D>& p, const Vec<D>& origin, PlacedPolytope<D>& out) {
  out.place(*s.polytope, p, origin);
}

}  // namespace talus

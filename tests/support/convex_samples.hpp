// Random convex shapes, given also by what an independent computation needs of them.
#pragma once

#include "talus/geometry/shape.hpp"

#include "support/samples.hpp"

#include <vector>

namespace talus::samples {

/// The hull of a dozen points near the unit sphere.
template <int D>
Hull<D> hull(Random& random) {
  std::vector<Vec<D>> points;
  for (int i = 0; i < 12; ++i) points.push_back(random.uniform(0.7, 1) * unit<D>(random));
  return Hull<D>(convex_hull(points));
}

/// A convex shape, the corners of its core and its radius.
template <int D>
struct Convex {
  Shape<D> shape = Ball<D>{1};
  std::vector<Vec<D>> corners;
  double radius = 0;
};

enum class ConvexKind { ball, capsule, box, hull, wall };

/// Any of the solid kinds, not a wall.
inline ConvexKind solid_kind(Random& random) { return static_cast<ConvexKind>(random.below(4)); }

/// Of a size between a tenth and two.
template <int D>
Convex<D> convex(Random& random, ConvexKind kind) {
  Convex<D> s;
  const auto take_hull = [&](const Hull<D>& h) {
    s.shape = h;
    s.corners = h.polytope->vertex;
  };
  const auto extents = [&]<int N>(Vec<N> half) {
    for (int i = 0; i < N; ++i) half[i] = random.uniform(0.3, 1);
    return half;
  };
  if (kind == ConvexKind::ball) {
    s.radius = random.uniform(0.05, 0.6);
    s.shape = Ball<D>{s.radius};
    s.corners = {Vec<D>::Zero()};
  } else if (kind == ConvexKind::capsule) {
    s.radius = random.uniform(0.05, 0.4);
    const double half = random.uniform(0.2, 1);
    s.shape = Capsule<D>{half, s.radius};
    s.corners = {-half * last_axis<D>(), half * last_axis<D>()};
  } else if (kind == ConvexKind::wall) {
    const Wall<D> wall{extents(Vec<D - 1>())};
    s.shape = wall;
    s.corners = flat_polytope(wall.half_extent).vertex;
  } else if (kind == ConvexKind::box) {
    take_hull(Hull<D>(box_polytope(extents(Vec<D>()))));
  } else {
    take_hull(hull<D>(random));
  }
  return s;
}

inline Cylinder cylinder(Random& random) {
  return {random.uniform(0.1, 1), random.uniform(0.1, 0.7)};
}

template <int D>
std::vector<Vec<D>> placed(const std::vector<Vec<D>>& corners, const Pose<D>& pose) {
  std::vector<Vec<D>> out;
  for (const auto& c : corners) out.push_back(to_world(pose, c));
  return out;
}

}  // namespace talus::samples

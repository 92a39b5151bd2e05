// How the least gap of two shapes changes while one of them moves on.
#pragma once

#include "talus/geometry/shape.hpp"

namespace talus {

enum class Course {
  convex,   ///< both are convex: a plane that parts them does so for all their points
  concave,  ///< one is inside a drum
  any       ///< a mesh
};

template <int D>
Course course_of(const Shape<D>& a, const Shape<D>& b) {
  const auto drum = [](const Shape<D>& s) { return std::holds_alternative<Drum<D>>(s); };
  if (drum(a) || drum(b)) return Course::concave;
  if constexpr (D == 3) {
    const auto mesh = [](const Shape<3>& s) { return std::holds_alternative<TriangleMesh>(s); };
    if (mesh(a) || mesh(b)) return Course::any;
  }
  return Course::convex;
}

}  // namespace talus

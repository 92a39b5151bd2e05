// Friction with any convex polygon for a section (000 sect. 5.4; space only).
#pragma once

#include "talus/laws/canonical_law.hpp"

#include <algorithm>

namespace talus {

/// Corners counter-clockwise around the origin: friction coefficients along the direction and
/// across it. The direction turns with the body of the pair's first material.
struct PolygonalFriction {
  FrictionPolygon corners;
  Vec<3> direction = Vec<3>::UnitX();
};

template <int D>
void put(const PolygonalFriction& f, const LocalState<D>& /*state*/, CanonicalLaw<D>& law) {
  law.section = Section::polygon;
  law.polygon = &f.corners;
  for (const auto& corner : f.corners) law.mu = std::max(law.mu, corner.norm());
}

}  // namespace talus

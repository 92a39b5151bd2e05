// Friction with an elliptic section (001 sect. 4).
#pragma once

#include "talus/laws/canonical_law.hpp"

#include <algorithm>

namespace talus {

/// mu along the direction, mu_across at right angles to it in the tangent plane. The direction
/// turns with the body of the pair's first material.
struct EllipticFriction {
  double mu = 0;
  double mu_across = 0;
  Vec<3> direction = Vec<3>::UnitX();
};

/// The ellipse r_T = A r^_T of the disk |r^_T| <= mu r_N; the larger axis carries scale 1.
template <int D>
void put(const EllipticFriction& f, const LocalState<D>& /*state*/, CanonicalLaw<D>& law) {
  law.mu = std::max(f.mu, f.mu_across);
  if (law.mu == 0) return;
  law.scale[1] = f.mu / law.mu;
  if constexpr (D == 3) law.scale[2] = f.mu_across / law.mu;
}

}  // namespace talus

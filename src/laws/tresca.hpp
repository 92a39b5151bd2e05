// Tresca's friction: a bound that does not depend on what pushes.
#pragma once

#include "talus/laws/canonical_law.hpp"

namespace talus {

/// Bounded by a force as long as the contact touches, pushed or not: the law of a given contact
/// surface with a given yield stress. Its problem is convex and its answer unique.
struct TrescaFriction {
  double force = 0;
};

template <int D>
void put(const TrescaFriction& f, const LocalState<D>& state, CanonicalLaw<D>& law) {
  law.section = Section::threshold;
  law.threshold = state.touches() ? f.force * state.h : 0;
}

}  // namespace talus

// Attraction with a range, as of a liquid bridge between wet grains.
#pragma once

#include "talus/laws/canonical_law.hpp"

#include <algorithm>

namespace talus {

/// Bodies that have touched pull each other with force (1 - gap / range) until they are `range`
/// apart. While they touch, friction is that of the push and the pull together, as with Cohesion.
struct Attraction {
  double force = 0;
  double range = 0;
};

template <int D>
void put(const Attraction& b, const LocalState<D>& state, CanonicalLaw<D>& law) {
  if (!state.bonded) return;
  law.cohesion = state.h * b.force * (1 - std::clamp(state.gap / b.range, 0.0, 1.0));
}

}  // namespace talus

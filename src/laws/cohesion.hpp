// Cohesion: contacts hold a given tension (002 sect. 1.2), for ever or until they have given way.
#pragma once

#include "talus/laws/canonical_law.hpp"

namespace talus {

/// Coulomb's law between r + k n and u: |r_T| <= mu (r_N + k), r_N >= -k, k = h force.
struct Cohesion {
  /// never: whatever touches sticks, again and again. opening, slip: bonds are those contacts that
  /// touch at the start, and a bond that has opened (or, with slip, has opened or slid) is gone.
  enum class Breaks : std::uint8_t { never, opening, slip };
  double force = 0;
  Breaks breaks = Breaks::never;
};

template <int D>
void put(const Cohesion& b, const LocalState<D>& state, CanonicalLaw<D>& law) {
  const bool holds = b.breaks == Cohesion::Breaks::never ? state.touches() : state.bonded;
  if (holds) law.cohesion = b.force * state.h;
}

}  // namespace talus

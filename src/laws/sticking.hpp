// Friction without bound: what pushes does not slip.
#pragma once

#include "talus/laws/canonical_law.hpp"

namespace talus {

struct StickingFriction {};

/// What solvers take for infinite. A contact slips only where its impulse leans over by all but
/// 1e-8 of a right angle: bodies that jam, for which no coefficient has an answer without slip.
inline constexpr double sticking_mu = 1e8;

template <int D>
void put(const StickingFriction& /*f*/, const LocalState<D>& /*state*/, CanonicalLaw<D>& law) {
  law.mu = sticking_mu;
  law.section = Section::sticking;
}

}  // namespace talus

// Coulomb's friction: one coefficient in every direction (000 (27)); 0 is smooth contact.
#pragma once

#include "talus/laws/canonical_law.hpp"

namespace talus {

struct IsotropicFriction {
  double mu = 0;
};

template <int D>
void put(const IsotropicFriction& f, const LocalState<D>& /*state*/, CanonicalLaw<D>& law) {
  law.mu = f.mu;
}

}  // namespace talus

// Friction that is larger at rest.
#pragma once

#include "talus/laws/canonical_law.hpp"

#include <cmath>

namespace talus {

/// Static coefficient while a contact sticks (and when it is new), dynamic one while it slides.
/// With a speed given, mu falls smoothly from static to dynamic: mu_d + (mu_s - mu_d) exp(-slip
/// speed / speed).
struct StaticDynamicFriction {
  double mu_static = 0;
  double mu_dynamic = 0;
  double speed = 0;  ///< 0: the coefficient drops at once
};

template <int D>
void put(const StaticDynamicFriction& f, const LocalState<D>& state, CanonicalLaw<D>& law) {
  if (f.speed > 0) {
    const double slip_speed = state.u_before.template tail<D - 1>().norm();
    law.mu = f.mu_dynamic + (f.mu_static - f.mu_dynamic) * std::exp(-slip_speed / f.speed);
  } else {
    law.mu = state.status_before == ContactStatus::sliding ? f.mu_dynamic : f.mu_static;
  }
}

}  // namespace talus

// Friction from a table.
#pragma once

#include "talus/laws/canonical_law.hpp"
#include "talus/laws/linear_table.hpp"

namespace talus {

/// Coefficient read from a table of the slip speed, of the slip accumulated since the contact
/// closed, or of time; linear between points, constant outside.
struct TabulatedFriction {
  enum class Of : std::uint8_t { speed, slip, time };
  Of of = Of::speed;
  std::vector<double> x;
  std::vector<double> mu;
};

template <int D>
void put(const TabulatedFriction& f, const LocalState<D>& state, CanonicalLaw<D>& law) {
  const double x = f.of == TabulatedFriction::Of::speed
                       ? state.u_before.template tail<D - 1>().norm()
                   : f.of == TabulatedFriction::Of::slip ? state.slip
                                                         : state.time;
  law.mu = interpolate(f.x, f.mu, x);
}

}  // namespace talus

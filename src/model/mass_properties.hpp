// Mass, centre and principal axes of a body from its shapes (overlaps are counted twice).
#pragma once

#include "talus/model/model.hpp"

namespace talus {

template <int D>
struct MassProperties {
  double mass = 0;
  Spin<D> inertia = Spin<D>::Zero();  ///< principal moments
  Pose<D> principal;                  ///< principal frame seen from the own one
};

/// Throws ModelError when the mass is not positive and finite.
template <int D>
MassProperties<D> mass_properties(const BodyDescription<D>& body);

}  // namespace talus

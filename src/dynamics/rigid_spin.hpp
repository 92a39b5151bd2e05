// Free rotation over a step.
#pragma once

#include "talus/math/dim.hpp"

namespace talus {

/// Spin at the end of the step, in principal axes, of a body that had `w` at its start and received
/// the moment impulse `m` (principal axes at the midpoint). Conserves angular momentum in the world
/// exactly when the orientation follows R_m = R_i exp(h w_i / 2), R_f = R_m exp(h w_f / 2):
///
///     exp(h w_f / 2) I w_f = exp(-h w_i / 2) I w_i + m.
///
/// In the plane, and for equal moments, this is w + m / I.
Spin<2> free_spin(const Spin<2>& w, const Spin<2>& inertia, const Spin<2>& m, double h);
Spin<3> free_spin(const Spin<3>& w, const Spin<3>& inertia, const Spin<3>& m, double h);

}  // namespace talus

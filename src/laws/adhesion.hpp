// Adhesive joint with damage (a cohesive zone; after 000's reference [68]).
#pragma once

#include "talus/laws/joint.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

/// A joint that weakens. Forces are (1 - d) K s in pull and shear, K s in push. With both parts of
/// the stretch measured by where their strengths are reached,
///
///     l = |(max(0, s_N) K_N / strength_N,  |s_T| K_T / strength_T)|,
///
/// damage d begins at l = 1 and grows so that the force falls linearly to 0 at l_end. In pure pull
/// or pure shear l_end = 2 energy K / strength^2, which makes the area under the curve the energy;
/// in between, the parts of the energies given by each add up to 1.
struct Adhesion {
  double stiffness_normal = 0;
  double stiffness_tangential = 0;
  double strength_normal = 0;      ///< force
  double strength_tangential = 0;  ///< force
  double energy_normal = 0;        ///< that breaking by pull takes
  double energy_tangential = 0;    ///< by shear
  double theta = 0.5;

  /// l_end in pure pull and in pure shear; above 1 for a law that makes sense.
  double end_normal() const {
    return 2 * energy_normal * stiffness_normal / (strength_normal * strength_normal);
  }
  double end_tangential() const {
    return 2 * energy_tangential * stiffness_tangential /
           (strength_tangential * strength_tangential);
  }
};

template <int D>
void put(const Adhesion& b, const LocalState<D>& state, CanonicalLaw<D>& law) {
  if (!state.bonded) return;
  law = {};
  law.section = Section::free;
  const double left = 1 - state.damage;
  const double normal = state.stretch[0] > 0 ? left * b.stiffness_normal : b.stiffness_normal;
  put_spring<D>(normal, 0, b.theta, 0, state, law);
  for (int i = 1; i < D; ++i) {
    put_spring<D>(left * b.stiffness_tangential, 0, b.theta, i, state, law);
  }
}

/// Damage after this stretch; it never heals.
template <int D>
double damage_after(const Adhesion& b, const Vec<D>& stretch, double damage) {
  const double pull = std::max(0.0, stretch[0]) * b.stiffness_normal / b.strength_normal;
  const double shear =
      stretch.template tail<D - 1>().norm() * b.stiffness_tangential / b.strength_tangential;
  const double l2 = pull * pull + shear * shear;
  if (l2 <= 1) return damage;
  const double l = std::sqrt(l2);
  const double end = l2 / (pull * pull / b.end_normal() + shear * shear / b.end_tangential());
  if (l >= end) return 1;
  return std::max(damage, end * (l - 1) / (l * (end - 1)));
}

template <int D>
double stored_energy(const Adhesion& b, const Vec<D>& stretch, double damage) {
  const double normal = stretch[0] > 0 ? 1 - damage : 1;
  return 0.5 *
         (normal * b.stiffness_normal * stretch[0] * stretch[0] +
          (1 - damage) * b.stiffness_tangential * stretch.template tail<D - 1>().squaredNorm());
}

}  // namespace talus

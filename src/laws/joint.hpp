// Elastic and viscoelastic joints: mortar between blocks (000 sect. 9, 002 sect. 8).
#pragma once

#include "talus/laws/canonical_law.hpp"

namespace talus {

/// A spring and a damper along the normal and along the tangents, in push, pull and shear alike,
/// between bodies that touch at the start. Over a step the stretch s goes from s_i to
/// s_f = s_i + h (u_i + u_f) / 2, and with its value at theta of the way
///
///     r = -h K (s_i + theta h (u_i + u_f) / 2) - h C (u_i + u_f) / 2:
///
/// implicit and stable for every step. theta = 1/2 keeps the energy of a spring exactly, 1 damps
/// what swings faster than steps can show.
struct Joint {
  double stiffness_normal = 0;
  double stiffness_tangential = 0;
  double damping_normal = 0;
  double damping_tangential = 0;
  double theta = 0.5;
};

/// Solved for u_f: u_f + c + S r = 0 with S = 2 / (h (theta h K + C)), c = u_i + h K s_i S.
template <int D>
void put_spring(double stiffness, double damping, double theta, int i, const LocalState<D>& state,
                CanonicalLaw<D>& law) {
  const double h = state.h;
  law.compliance[i] = 2 / (h * (theta * h * stiffness + damping));
  law.shift[i] = state.u_before[i] + h * stiffness * state.stretch[i] * law.compliance[i];
}

template <int D>
void put(const Joint& b, const LocalState<D>& state, CanonicalLaw<D>& law) {
  if (!state.bonded) return;
  law = {};
  law.section = Section::free;
  put_spring<D>(b.stiffness_normal, b.damping_normal, b.theta, 0, state, law);
  for (int i = 1; i < D; ++i) {
    put_spring<D>(b.stiffness_tangential, b.damping_tangential, b.theta, i, state, law);
  }
}

/// Impulse of the dampers over a step.
template <int D>
Vec<D> viscous_impulse(const Joint& b, const Vec<D>& u_mean, double h) {
  Vec<D> r = -h * b.damping_tangential * u_mean;
  r[0] = -h * b.damping_normal * u_mean[0];
  return r;
}

/// Energy of the springs.
template <int D>
double stored_energy(const Joint& b, const Vec<D>& stretch, double /*damage*/) {
  return 0.5 * (b.stiffness_normal * stretch[0] * stretch[0] +
                b.stiffness_tangential * stretch.template tail<D - 1>().squaredNorm());
}

}  // namespace talus

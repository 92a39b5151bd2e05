// A contact law as the user states it, and the canonical problem it becomes.
//
// The solver knows one problem (architecture, "laws are changes of variables"):
//
//     r^ in K(mu),  u^ + mu |u^_T| n  in K*(mu),  orthogonal;
//     u^ = A^T (u + c) + S r^,   r = A r^ - k n.
//
// A law only fills these numbers for one contact of one step; it never iterates.
#pragma once

#include "talus/math/vec.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace talus {

/// Discrete forms of Signorini's condition (002 (22)-(25)).
enum class Signorini : std::uint8_t {
  velocity,        ///< (23): closed contacts must not approach
  gap,             ///< (24): the gap at the next midpoint must not be negative
  quasi_inelastic  ///< (25): as `gap` while apart, as `velocity` once closed
};

/// One coefficient in every direction.
struct IsotropicFriction {
  double mu = 0;
};

/// Elliptic section (001 sect. 4): mu along the direction, mu_across at right angles to it in the
/// tangent plane. The direction turns with the body of the pair's first material.
struct EllipticFriction {
  double mu = 0;
  double mu_across = 0;
  Vec<3> direction = Vec<3>::UnitX();
};

/// Static coefficient while a contact sticks (and when it is new), dynamic one while it slides.
/// With a speed given, mu falls smoothly from static to dynamic: mu_d + (mu_s - mu_d) exp(-slip
/// speed / speed).
struct StaticDynamicFriction {
  double mu_static = 0;
  double mu_dynamic = 0;
  double speed = 0;  ///< 0: the coefficient drops at once
};

/// Coefficient read from a table of the slip speed, of the slip accumulated since the contact
/// closed, or of time; linear between points, constant outside.
struct TabulatedFriction {
  enum class Of : std::uint8_t { speed, slip, time };
  Of of = Of::speed;
  std::vector<double> x;
  std::vector<double> mu;
};

using Friction =
    std::variant<IsotropicFriction, EllipticFriction, StaticDynamicFriction, TabulatedFriction>;

struct ContactLaw {
  Signorini form = Signorini::velocity;
  Friction friction;
  double e_n = 0;  ///< normal restitution rho of 000 (43)
  double e_t = 0;  ///< tangential restitution tau of 000 (44)
};

/// Restitution equal to a dissipation index: e = (1 - delta) / (1 + delta) (001 sect. 6).
double restitution_from_dissipation_index(double delta);

enum class ContactStatus : std::uint8_t { open, sticking, sliding };

/// What a law may look at.
template <int D>
struct LocalState {
  double gap = 0;       ///< at the midpoint
  bool closed = false;  ///< gap not above the round-off of the geometry
  Vec<D> u_before;      ///< relative velocity at the start of the step, normal first
  ContactStatus status_before = ContactStatus::open;
  double slip = 0;  ///< length slipped since the contact closed
  double time = 0;
  double h = 0;
};

/// The change of variables for one contact. A is diagonal in the contact frame (1 for the normal),
/// and so is S.
template <int D>
struct CanonicalLaw {
  Vec<D> shift = Vec<D>::Zero();       ///< c
  Vec<D> scale = Vec<D>::Ones();       ///< diagonal of A
  Vec<D> compliance = Vec<D>::Zero();  ///< diagonal of S
  double mu = 0;
  double cohesion = 0;  ///< k
};

/// Fills every number of `out`.
template <int D>
void canonical_form(const ContactLaw& law, const LocalState<D>& state, CanonicalLaw<D>& out);
template <int D>
CanonicalLaw<D> canonical_form(const ContactLaw& law, const LocalState<D>& state) {
  CanonicalLaw<D> out;
  canonical_form<D>(law, state, out);
  return out;
}

/// Whether a contact with this gap takes part in the step at all.
inline bool takes_part(Signorini form, bool closed) {
  return closed || form != Signorini::velocity;
}

/// Direction the contact frame's first tangent must follow; null when any will do.
const Vec<3>* preferred_direction(const ContactLaw& law);

}  // namespace talus

// A contact law as the user states it, and the canonical problem it becomes.
//
// The solver knows one problem (docs/laws/README.md, "laws are changes of variables"):
//
//     r^ in K(mu),  u^ + mu |u^_T| n  in K*(mu),  orthogonal;
//     u^ = A^T (u + c) + S r^,   r = A r^ - k n.
//
// A law only fills these numbers for one contact of one step; it never iterates. Each is one file
// beside this one and one line of law_book.cpp.
#pragma once

#include "talus/laws/adhesion.hpp"
#include "talus/laws/attraction.hpp"
#include "talus/laws/canonical_law.hpp"
#include "talus/laws/cohesion.hpp"
#include "talus/laws/coulomb.hpp"
#include "talus/laws/elliptic.hpp"
#include "talus/laws/joint.hpp"
#include "talus/laws/polygonal.hpp"
#include "talus/laws/restitution.hpp"
#include "talus/laws/static_dynamic.hpp"
#include "talus/laws/sticking.hpp"
#include "talus/laws/tabulated.hpp"
#include "talus/laws/tresca.hpp"

#include <variant>

namespace talus {

/// Discrete forms of Signorini's condition (002 (22)-(25)).
enum class Signorini : std::uint8_t {
  velocity,        ///< (23): closed contacts must not approach
  gap,             ///< (24): the gap at the next midpoint must not be negative
  quasi_inelastic  ///< (25): as `gap` while apart, as `velocity` once closed
};

using Friction =
    std::variant<IsotropicFriction, EllipticFriction, StaticDynamicFriction, TabulatedFriction,
                 StickingFriction, TrescaFriction, PolygonalFriction>;

/// What holds bodies together.
struct NoBond {};
using Bond = std::variant<NoBond, Cohesion, Attraction, Joint, Adhesion>;

struct ContactLaw {
  Signorini form = Signorini::velocity;
  Friction friction;
  double e_n = 0;                      ///< normal restitution rho of 000 (43)
  double e_t = 0;                      ///< tangential restitution tau of 000 (44)
  RestitutionTable e_n_of_speed = {};  ///< takes the place of e_n unless empty
  Bond bond = {};
  /// Levers of the push against turning (problem/turning.hpp): about the tangents, and in space
  /// about the normal. Contacts that joints hold turn freely.
  double rolling = 0;
  double spinning = 0;
};

/// Normal restitution at this normal velocity before the shock.
inline double normal_restitution(const ContactLaw& law, double u_n_before) {
  return law.e_n_of_speed.e.empty() ? law.e_n : law.e_n_of_speed(u_n_before);
}

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

/// Whether bonds of this law remember: contacts of laws without need no more than their impulse.
bool remembers(const Bond& bond);
/// Whether a contact without a bond gets one: when it touches at the start, or whenever it touches.
bool makes_bond(const Bond& bond, bool closed, bool at_start);
/// Beyond this gap a bond is gone without further ado; detection must look as far.
double bond_reach(const Bond& bond);

/// What the end of a step tells a bond.
template <int D>
struct BondEnd {
  Vec<D> u_mean;  ///< of the relative velocities at both ends of the step
  double h = 0;
  double normal_impulse = 0;  ///< canonical
  ContactStatus status = ContactStatus::open;
};

/// Takes a bond's stretch and damage to the end of the step; false when it has broken.
template <int D>
bool carry_bond(const Bond& bond, const BondEnd<D>& end, Vec<D>& stretch, double& damage);

/// Energy a bond holds.
template <int D>
double bond_energy(const Bond& bond, const Vec<D>& stretch, double damage);

}  // namespace talus

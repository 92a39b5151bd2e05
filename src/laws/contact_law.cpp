#include "talus/laws/contact_law.hpp"

#include <algorithm>
#include <limits>

namespace talus {

namespace {

template <int D>
void put(const NoBond& /*bond*/, const LocalState<D>& /*state*/, CanonicalLaw<D>& /*law*/) {}

}  // namespace

template <int D>
void canonical_form(const ContactLaw& law, const LocalState<D>& state, CanonicalLaw<D>& out) {
  out = {};
  std::visit([&](const auto& friction) { put<D>(friction, state, out); }, law.friction);
  // 000 (43), (44): the law connects r with weighted means of the velocities before and after.
  // Positive factors do not change it, so only the weights' ratio enters.
  if (state.closed) {
    out.shift[0] = normal_restitution(law, state.u_before[0]) * state.u_before[0];
    out.shift.template tail<D - 1>() = law.e_t * state.u_before.template tail<D - 1>();
  }
  // 002 (24), (25). A contact in velocity form that is apart is one that pushed a step ago.
  if (law.form == Signorini::gap) {
    out.shift[0] += state.gap / state.h;
  } else if (!state.closed) {
    out.shift[0] += std::max(0.0, state.gap) / state.h;
  }
  if (law.bond.index() != 0) {  // a joint replaces what was put before
    std::visit([&](const auto& bond) { put<D>(bond, state, out); }, law.bond);
  }
}

const Vec<3>* preferred_direction(const ContactLaw& law) {
  if (const auto* f = std::get_if<EllipticFriction>(&law.friction)) return &f->direction;
  if (const auto* f = std::get_if<PolygonalFriction>(&law.friction)) return &f->direction;
  return nullptr;
}

bool remembers(const Bond& bond) {
  if (const auto* b = std::get_if<Cohesion>(&bond)) return b->breaks != Cohesion::Breaks::never;
  return bond.index() != 0;
}

bool makes_bond(const Bond& bond, bool closed, bool at_start) {
  return closed && remembers(bond) && (at_start || std::holds_alternative<Attraction>(bond));
}

double bond_reach(const Bond& bond) {
  if (const auto* b = std::get_if<Attraction>(&bond)) return b->range;
  if (const auto* b = std::get_if<Adhesion>(&bond))
    return 2 * b->energy_normal / b->strength_normal;
  return std::numeric_limits<double>::infinity();
}

template <int D>
bool carry_bond(const Bond& bond, const BondEnd<D>& end, Vec<D>& stretch, double& damage) {
  if (const auto* b = std::get_if<Cohesion>(&bond)) {
    const bool slid = end.status == ContactStatus::sliding;
    return end.normal_impulse > 0 && !(slid && b->breaks == Cohesion::Breaks::slip);
  }
  if (std::holds_alternative<Attraction>(bond)) return true;  // until its range ends
  stretch += end.h * end.u_mean;
  if (const auto* b = std::get_if<Adhesion>(&bond)) damage = damage_after(*b, stretch, damage);
  return damage < 1;
}

template <int D>
double bond_energy(const Bond& bond, const Vec<D>& stretch, double damage) {
  if (const auto* b = std::get_if<Joint>(&bond)) return stored_energy(*b, stretch, damage);
  if (const auto* b = std::get_if<Adhesion>(&bond)) return stored_energy(*b, stretch, damage);
  return 0;
}

template void canonical_form<2>(const ContactLaw&, const LocalState<2>&, CanonicalLaw<2>&);
template void canonical_form<3>(const ContactLaw&, const LocalState<3>&, CanonicalLaw<3>&);
template bool carry_bond<2>(const Bond&, const BondEnd<2>&, Vec<2>&, double&);
template bool carry_bond<3>(const Bond&, const BondEnd<3>&, Vec<3>&, double&);
template double bond_energy<2>(const Bond&, const Vec<2>&, double);
template double bond_energy<3>(const Bond&, const Vec<3>&, double);

}  // namespace talus

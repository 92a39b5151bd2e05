// What contacts carry to the next step: impulses for the warm start, statuses and slip for the
// laws.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/contact/contacts.hpp"
#include "talus/model/model.hpp"
#include "talus/model/state.hpp"

#include <vector>

namespace talus {

/// A solved step as its contacts see it, all local.
template <int D>
struct SolvedContacts {
  std::vector<Vec<D>> r_canonical;  ///< impulses of the whole step, shocks included
  std::vector<Vec<D>> r;            ///< the same as true impulses
  std::vector<Vec<D>> u;            ///< relative velocities at the end
  // Of the contacts that resist turning.
  std::vector<Spin<D>> moment;
  std::vector<Spin<D>> spin;  ///< relative, at the end
};

/// Status of a solved contact: inside the cone it sticks; on the cone's side it slides if it slips
/// faster than `noise`. (Without slip it may be on the side by chance of a plural answer, or by
/// what a solver leaves; to call that sliding would hand it the dynamic coefficient and let it go.)
template <int D>
ContactStatus status_of(const CanonicalLaw<D>& law, const Vec<D>& r_canonical, const Vec<D>& u,
                        double noise);

/// Replaces all that the state remembers of contacts: impulses, statuses and slip, bonds, moments.
/// Takes the bonds of the conditions to the end of the step, for the energy. law: the one solved;
/// noise: slip speed the solver's error accounts for.
template <int D>
void remember(const Model<D>& model, const Contacts<D>& contacts,
              const std::vector<CanonicalLaw<D>>& law, const SolvedContacts<D>& solved,
              double noise, double h, Conditions<D>& conditions, State<D>& state);

}  // namespace talus

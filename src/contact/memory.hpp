// What contacts carry to the next step: impulses for the warm start, statuses and slip for the
// laws.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/contact/contacts.hpp"
#include "talus/model/state.hpp"

#include <vector>

namespace talus {

/// Status of a solved contact: inside the cone it sticks; on the cone's side it slides if it slips
/// faster than `noise`. (Without slip it may be on the side by chance of a plural answer, or by
/// what a solver leaves; to call that sliding would hand it the dynamic coefficient and let it go.)
template <int D>
ContactStatus status_of(const CanonicalLaw<D>& law, const Vec<D>& r_canonical, const Vec<D>& u,
                        double noise);

/// Replaces the state's contact memory. law: the one solved; r: true impulses; r_canonical and u:
/// as solved; noise: slip speed the solver's error accounts for.
template <int D>
void remember(const Contacts<D>& contacts, const Conditions<D>& conditions,
              const std::vector<CanonicalLaw<D>>& law, const std::vector<Vec<D>>& r_canonical,
              const std::vector<Vec<D>>& r, const std::vector<Vec<D>>& u, double noise, double h,
              State<D>& state);

}  // namespace talus

// What contacts carry to the next step: impulses for the warm start, statuses and slip for the
// laws.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/contact/contacts.hpp"
#include "talus/model/state.hpp"

#include <vector>

namespace talus {

/// Status a canonical impulse shows: on the cone's side a contact slides, inside it sticks.
template <int D>
ContactStatus status_of(const CanonicalLaw<D>& law, const Vec<D>& r_canonical);

/// Replaces the state's contact memory. r: true impulses; r_canonical and u: as solved.
template <int D>
void remember(const Contacts<D>& contacts, const Conditions<D>& conditions,
              const std::vector<Vec<D>>& r_canonical, const std::vector<Vec<D>>& r,
              const std::vector<Vec<D>>& u, double h, State<D>& state);

}  // namespace talus

// Contacts that resist turning: what their laws and the bodies' spins give, and the moments they
// carry to the next step.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/contact/contacts.hpp"

#include <vector>

namespace talus {

/// Fills `turning`, but for the maps of spins, and `moment_guess`; asks for `spin_begin` and
/// `bonds`. A contact that a joint holds has no push to resist with: it turns freely about its
/// point.
template <int D>
void find_turning(const Model<D>& model, const State<D>& state, const FreeMotion<D>& free,
                  const Contacts<D>& contacts, Conditions<D>& out);

/// Replaces the moments the state remembers.
template <int D>
void keep_moments(const Contacts<D>& contacts, const std::vector<TurningContact<D>>& turning,
                  const std::vector<Spin<D>>& moment, State<D>& state);

}  // namespace talus

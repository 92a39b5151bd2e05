// Bonds from step to step: which contact of a step goes on with which bond of the state.
//
// A contact keeps the bond of its id. When features change names a bond passes to the nearest
// contact of the same two shapes that has none, however far: two shapes stay as strongly bonded as
// they were as long as they have as many contacts. A bond whose contact is found no more, by its
// name or by its place, is lost.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/contact/contacts.hpp"
#include "talus/contact/detect.hpp"
#include "talus/contact/memory.hpp"
#include "talus/model/model.hpp"

#include <vector>

namespace talus {

/// Gives the state of a start (no step led to it) the bonds of all that touches there.
template <int D>
void make_first_bonds(const Model<D>& model, const DetectOptions& options, State<D>& state);

/// Bonds of this step, with the stretch in the frames of their contacts.
template <int D>
void find_bonds(const Model<D>& model, const State<D>& state, const Contacts<D>& contacts,
                std::vector<BondedContact<D>>& out);

/// Takes the bonds to the end of the solved step, for `keep_bonds` and for the energy.
template <int D>
void carry_bonds(const Model<D>& model, const Contacts<D>& contacts,
                 const std::vector<CanonicalLaw<D>>& law, const SolvedContacts<D>& solved,
                 double noise, double h, Conditions<D>& conditions);

/// Replaces the state's bonds by those that hold.
template <int D>
void keep_bonds(const Contacts<D>& contacts, const std::vector<BondedContact<D>>& bonds,
                State<D>& state);

/// Whether shapes of this id have a bond with each other, at whatever feature.
template <int D>
bool has_bond(const State<D>& state, const ContactId& id);

/// How far apart shapes may be that a bond still holds together; 0 where no law has a reach.
template <int D>
double longest_bond(const Model<D>& model);

}  // namespace talus

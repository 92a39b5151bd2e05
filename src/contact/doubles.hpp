// Contacts that two bodies have twice because one of them is made of several shapes.
#pragma once

#include "talus/contact/contacts.hpp"
#include "talus/model/model.hpp"

#include <vector>

namespace talus {

/// Where shapes of a body meet, each of them reports what touches there: a corner two parts of a
/// polygon share, a corner on the joint of a chain. Of contacts of the same two bodies in the same
/// place, with the same law and about the same normal, the one with the lowest id is kept. `memory`
/// is working memory.
template <int D>
void drop_doubles(const Model<D>& model, Contacts<D>& contacts, std::vector<std::size_t>& memory);

/// The same among rows to be added to contacts that stay as they are.
template <int D>
void drop_doubles(const Model<D>& model, const Contacts<D>& listed,
                  std::vector<FoundContact<D>>& rows);

}  // namespace talus

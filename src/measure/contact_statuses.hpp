// What the contacts of a state do, and whether other impulses could do the same.
#pragma once

#include "talus/model/model.hpp"

namespace talus {

struct ContactStatuses {
  std::size_t open = 0, sticking = 0, sliding = 0;
  /// By how many the numbers that impulses of these statuses are free to choose (one a sliding
  /// contact, all of a sticking one) exceed the degrees of freedom of the bodies they act on: so
  /// many ways, at least, to have other impulses with the same motion. 0 says nothing.
  std::size_t redundant = 0;
};

/// Those of the step that led to the state.
template <int D>
ContactStatuses contact_statuses(const Model<D>& model, const State<D>& state);

}  // namespace talus

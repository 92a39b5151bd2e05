// What `condition` gives: each contact's law as a change of variables, and the impulse it
// remembers.
#pragma once

#include "talus/contact/contacts.hpp"
#include "talus/laws/contact_law.hpp"
#include "talus/model/free_motion.hpp"

#include <vector>

namespace talus {

template <int D>
struct Conditions {
  std::vector<CanonicalLaw<D>> law;
  std::vector<Vec<D>> u_before;       ///< relative velocity at t_i, the obstacle's included
  std::vector<Vec<D>> offset_before;  ///< the obstacle's part of it
  /// The obstacle's part of u at t_f: its exact velocity (A11), and that of a sheared cell's layer.
  std::vector<Vec<D>> offset;
  std::vector<Vec<D>> guess;        ///< canonical impulse of the step before, 0 for new contacts
  std::vector<double> slip;         ///< accumulated so far
  std::vector<double> slack;        ///< remembered
  std::vector<double> approach;     ///< normal velocity before the first forecast of the contact
  std::vector<Spin<D>> spin_begin;  ///< of each body at t_i, in world axes
};

template <int D>
void condition(const Model<D>& model, const State<D>& state, const FreeMotion<D>& free,
               const Contacts<D>& contacts, Conditions<D>& out);

}  // namespace talus

// What `condition` gives: each contact's law as a change of variables, and the impulse it
// remembers.
#pragma once

#include "talus/contact/contacts.hpp"
#include "talus/laws/contact_law.hpp"
#include "talus/model/free_motion.hpp"
#include "talus/problem/turning.hpp"

#include <vector>

namespace talus {

/// A contact with a bond (laws/contact_law.hpp) in this step.
template <int D>
struct BondedContact {
  std::size_t contact = 0;
  Vec<D> stretch = Vec<D>::Zero();  ///< at the start of the step, normal first
  double damage = 0;
  // At the end of the step, once it is solved.
  Vec<D> stretch_end = Vec<D>::Zero();
  double damage_end = 0;
  bool holds = true;
};

template <int D>
struct Conditions {
  std::vector<CanonicalLaw<D>> law;
  std::vector<Vec<D>> u_before;       ///< relative velocity at t_i, the obstacle's included
  std::vector<Vec<D>> offset_before;  ///< the obstacle's part of it
  /// The obstacle's part of u at t_f: its exact velocity (A11), and that of a sheared cell's layer.
  std::vector<Vec<D>> offset;
  std::vector<Vec<D>> guess;     ///< canonical impulse of the step before, 0 for new contacts
  std::vector<double> slip;      ///< accumulated so far
  std::vector<double> slack;     ///< remembered
  std::vector<double> approach;  ///< normal velocity before the first forecast of the contact
  std::vector<BondedContact<D>> bonds;     ///< in the order of contacts
  std::vector<TurningContact<D>> turning;  ///< those that resist it, in the order of contacts
  std::vector<Spin<D>> moment_guess;       ///< of each, in the contact frame
  std::vector<Spin<D>> spin_begin;         ///< of each body at t_i, in world axes
};

template <int D>
void condition(const Model<D>& model, const State<D>& state, const FreeMotion<D>& free,
               const Contacts<D>& contacts, Conditions<D>& out);

}  // namespace talus

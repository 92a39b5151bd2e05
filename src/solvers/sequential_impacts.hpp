// Shocks of several contacts one after the other: Newton's cradle as it is usually told. Contacts
// that approach are let bounce by themselves, the fastest first, until none approaches. Outcomes
// depend on the order, and differ from those of shocks taken together (laws/restitution.hpp).
#pragma once

#include "talus/laws/impact_law.hpp"
#include "talus/problem/contact_problem.hpp"

#include <cstddef>
#include <vector>

namespace talus {

template <int D>
struct SequentialImpacts {
  std::vector<Vec<D>> r;    ///< canonical impulses, of all hits of a contact together
  std::vector<Twist<D>> v;  ///< block velocities after
  std::size_t impacts = 0;
  bool finished = true;  ///< no contact approaches by more than `rest` of the fastest at first
};

/// From the problem's v_free, each hit by Newton's law with friction, whatever shifts the problem's
/// laws have. Where e < 1 bodies may hit each other without end, ever more softly: `rest` and
/// `most` bound that.
template <int D>
SequentialImpacts<D> bounce_one_by_one(const ContactProblem<D>& problem,
                                       const std::vector<Restitution>& e, double rest = 1e-12,
                                       std::size_t most = 100'000);

}  // namespace talus

// Proof that a problem has no answer (Farkas' lemma). Pushes p >= 0 that move nothing, W^T p = 0,
// against contacts that approach, q_N . p < 0: whatever the impulses r,
//
//     p . u_N = (W^T p) . r + p . q_N = p . q_N < 0,
//
// so some u_N is negative. That asks nothing of the friction. Numbers are rounded, so W^T p is 0 as
// far as W's entries are known: then an answer would have impulses some 1e9 times those that stop
// the contacts one by one, and W r + q would be all rounding.
//
// Impulses d in Coulomb's cones with W^T d = 0 and q . d < 0 prove less: no velocities are in the
// dual cones, which the relaxed law asks for and Coulomb's does not (problem/pinch.hpp).
#pragma once

#include "talus/problem/assembled_problem.hpp"

#include <vector>

namespace talus {

struct NoWayOut {
  /// Mean approach that no impulses can stop, weighed by the pushes, over the root mean square of
  /// the velocities without impulses; 0: nothing is proved.
  double approach = 0;
  std::vector<std::size_t> contacts;  ///< that take part, those pushed hardest first

  bool proved() const { return approach > 0; }
};

/// What pushes, one a contact, prove.
template <int D>
NoWayOut no_way_out(const AssembledProblem<D>& problem, const std::vector<double>& push);

}  // namespace talus

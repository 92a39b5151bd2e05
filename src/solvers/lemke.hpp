// Lemke's method (003 sect. 6.6): pivots along the edges of z0 >= 0, M z + b + z0 d until z0 is
// gone. Contact problems are degenerate (equal stones hang and lean alike), so b is displaced a
// little: ties are then rare and no basis comes back. Whole tableaus: for problems of some hundred
// contacts, as a witness for other solvers.
#pragma once

#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/polyhedral_lcp.hpp"

namespace talus {

/// Not solved: z0 can grow for ever along the last edge (no answer is known to exist), rounding has
/// led astray, or the time is up.
LcpAnswer lemke(const Lcp& lcp, const Deadline& deadline = {});

}  // namespace talus

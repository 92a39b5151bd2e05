// Looks for pushes that prove that a problem has no answer (problem/no_way_out.hpp). Without
// friction the impulses of such a problem grow for ever: those of the projection
// (solvers/projection.hpp), repeated, soon point along the pushes sought. What they leave moving is
// taken off by solving with W, and a little on its diagonal, again and again.
#pragma once

#include "talus/problem/no_way_out.hpp"
#include "talus/solvers/deadline.hpp"

namespace talus {

/// Nothing is proved where there is a way out, and where none was found to be lacking.
template <int D>
NoWayOut look_for_way_out(const AssembledProblem<D>& problem, const Deadline& deadline = {});

}  // namespace talus

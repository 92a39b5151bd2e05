// Recognises problems of balls among those given by matrices, so that they can be solved by bodies.
#pragma once

#include "talus/problem/global_problem.hpp"

#include <memory>

namespace talus {

/// The problem told by bodies, where M and H are those of balls (or disks): M diagonal, for each
/// body as many equal masses as there are directions, then equal moments of inertia; and at each
/// contact one or two bodies, with arms along the normal. Null where they are not, to round-off.
template <int D>
std::shared_ptr<const ContactProblem<D>> balls_of(const GlobalProblem& problem,
                                                  const std::vector<ContactCone<D>>& cone);

}  // namespace talus

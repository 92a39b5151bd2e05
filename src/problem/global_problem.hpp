// The contact problem of bodies with any mass matrix, deformable ones too:
//
//     M v = H r + f,     u = H^T v + w.
#pragma once

#include "talus/problem/assembled_problem.hpp"

namespace talus {

struct GlobalProblem {
  SparseRows m;  ///< square, nearly symmetric
  SparseRows h;  ///< a column for each component of each contact
  Eigen::VectorXd f, w;
};

/// W = H^T M^-1 H and q = H^T M^-1 f + w; D components a contact. Throws ProblemError when sizes do
/// not fit or M is singular. Parts of M that are not coupled are inverted apart, so that rigid
/// bodies cost next to nothing.
template <int D>
AssembledProblem<D> assembled(const GlobalProblem& problem, std::vector<ContactCone<D>> cone);

}  // namespace talus

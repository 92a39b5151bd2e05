// The contact problem of bodies with any mass matrix, deformable ones too:
//
//     M v = H r + f,     u = H^T v + w,
//
// and, where there are joints beside the contacts, M v = H r + G l + f with G^T v + b = 0.
#pragma once

#include "talus/problem/assembled_problem.hpp"

namespace talus {

struct GlobalProblem {
  SparseRows m;  ///< square, nearly symmetric
  SparseRows h;  ///< a column for each component of each contact
  Eigen::VectorXd f, w;
  SparseRows g{};       ///< a column for each equation of the joints
  Eigen::VectorXd b{};  ///< a number for each of these
};

/// W = H^T M^-1 H and q = H^T M^-1 f + w, the joints' impulses eliminated (problem/joints.hpp); D
/// components a contact. Throws ProblemError when sizes do
/// not fit or M is singular. Parts of M that are not coupled are inverted apart, so that rigid
/// bodies cost next to nothing.
template <int D>
AssembledProblem<D> assembled(const GlobalProblem& problem, std::vector<ContactCone<D>> cone);

}  // namespace talus

// Joints beside the contacts: impulses l that may be of any sign, as many as there are equations
//
//     u = W r + V l + q,     C r + R l + s = 0.
//
// C is V^T where W is symmetric.
#pragma once

#include "talus/math/block_sparse.hpp"

namespace talus {

struct Joints {
  SparseRows v;  ///< a row for each component of each contact
  SparseRows c;  ///< a column for each of these
  SparseRows r;
  Eigen::VectorXd s;
};

/// Takes the joints' impulses out: W - V R^-1 C and q - V R^-1 s remain. Joints that say the same
/// twice share their impulses in some way, which motion does not depend on. Throws ProblemError
/// where sizes do not fit ("V", "R", "s"), joints contradict each other ("s"), or R leaves
/// undetermined what contacts act on ("R").
void eliminate_joints(const Joints& joints, SparseRows& w, Eigen::VectorXd& q);

}  // namespace talus

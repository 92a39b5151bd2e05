// The contact problem with W written out, for problems that come without bodies and for solvers
// that need W's blocks:
//
//     u = W r + q,   r in K,   u~ in K*,   u~ . r = 0,   u~ = u + mu |u_T| n,
//
// two components a contact in the plane, three in space, five where contacts resist rolling too.
// W need not be symmetric: files written by other programs are so only to some digits.
#pragma once

#include "talus/math/block_sparse.hpp"
#include "talus/math/contact_cone.hpp"
#include "talus/problem/contact_problem.hpp"

#include <memory>
#include <vector>

namespace talus {

template <int D>
struct AssembledProblem {
  BlockSparse<D> w;
  std::vector<Vec<D>> q;
  std::vector<ContactCone<D>> cone;
  /// The same problem told by bodies where they are known to be balls, else null: sweeps by bodies
  /// are cheaper than by rows of W.
  std::shared_ptr<const ContactProblem<D>> balls;

  std::size_t contact_count() const { return q.size(); }

  /// W r + q.
  void velocities(const std::vector<Vec<D>>& r, std::vector<Vec<D>>& u) const;

  /// Largest difference between entries of W across its diagonal, each beside the root of the two
  /// diagonal entries it stands between.
  double asymmetry() const;

  /// Throws ProblemError: sizes that differ, numbers that are none, negative friction, a contact
  /// that pushes itself inwards (W_NN < 0), or one no impulse acts on though its bodies approach;
  /// numbers whose squares overflow or vanish.
  void check() const;
};

/// The problem of bodies in its canonical variables: u^ = W r^ + q, with one block for every two
/// contacts that share a body.
template <int D>
AssembledProblem<D> assembled(const ContactProblem<D>& problem);

}  // namespace talus

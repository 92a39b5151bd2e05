// What contacts do in an answer, and what that tells about other answers.
#pragma once

#include "talus/problem/assembled_problem.hpp"

#include <vector>

namespace talus {

struct Statuses {
  std::size_t open = 0;      ///< no impulse
  std::size_t sticking = 0;  ///< an impulse inside the cone
  std::size_t sliding = 0;   ///< one on its side: they slide or are about to
  /// Contacts where mu |W_NT| / W_NN >= 1: rigid-body theory promises no unique velocities (002
  /// (33)). Only in two and three components.
  std::size_t painleve_contacts = 0;
  /// Numbers that impulses of these statuses are free to choose: one a sliding contact, all of a
  /// sticking one.
  std::size_t free_components = 0;

  /// By how many these exceed the degrees of freedom, which is so many other impulses at least that
  /// give the same motion.
  std::size_t redundant(std::size_t dofs) const {
    return free_components > dofs ? free_components - dofs : 0;
  }
};

template <int D>
Statuses statuses(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& r);

}  // namespace talus

// Whether other impulses give the same motion as those of an answer: contacts that stick may change
// all of their impulse, contacts that slide its size only, and of these numbers W lets as many
// determine the motion as its rank, restricted to them, says. The rest is free (as far as cones
// go: statuses stay what they are for changes small enough).
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/problem/global_problem.hpp"

#include <optional>
#include <vector>

namespace talus {

struct Redundancy {
  std::size_t numbers = 0;  ///< so many of the impulses' numbers could be others
  bool exact = false;       ///< else so many at least
};

/// Nothing where it is not known. Up to some size the rank is worked out. Beyond, bodies that can
/// move in fewer ways than the impulses on them have numbers tell some of it: rows of H where it is
/// given (`matrices`, or null), else the bodies of problems known to be of balls.
template <int D>
std::optional<Redundancy> redundancy(const AssembledProblem<D>& problem,
                                     const std::vector<Vec<D>>& r,
                                     const GlobalProblem* matrices = nullptr);

/// The directions in which a contact's impulse may change, a column each; none where it is open,
/// which is where r_N <= nothing.
template <int D>
Eigen::Matrix<double, D, Eigen::Dynamic, 0, D, D> free_directions(const ContactCone<D>& cone,
                                                                  const Vec<D>& r, double nothing);

/// What is below the rounding of the largest normal impulse is none.
template <int D>
double negligible_impulse(const std::vector<Vec<D>>& r);

}  // namespace talus

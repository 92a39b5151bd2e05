// What contacts do in an answer.
#pragma once

#include "talus/problem/assembled_problem.hpp"

#include <cstdint>
#include <vector>

namespace talus {

enum class AnswerStatus : std::uint8_t {
  open,      ///< no impulse
  sticking,  ///< an impulse inside the cone
  sliding    ///< one on its side: they slide or are about to
};

struct Statuses {
  std::size_t open = 0, sticking = 0, sliding = 0;
  /// Contacts where mu |W_NT| / W_NN >= 1: rigid-body theory promises no unique velocities (002
  /// (33)). Only in two and three components.
  std::size_t painleve_contacts = 0;
  /// Contacts that alone could both stick and slide under some load. In the plane those of
  /// Painleve. In space more: also where one tangent is much easier to push along than the other
  /// (SingleContact<3>::uniqueness_number, of which this is the count from 1 on).
  std::size_t ambiguous_contacts = 0;
  /// Numbers that impulses of these statuses are free to choose (problem/redundancy.hpp).
  std::size_t free_components = 0;
};

/// Of each contact.
template <int D>
std::vector<AnswerStatus> answer_statuses(const AssembledProblem<D>& problem,
                                          const std::vector<Vec<D>>& r);

template <int D>
Statuses statuses(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& r);

}  // namespace talus

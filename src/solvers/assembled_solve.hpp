// The solvers of assembled problems: one line of the registry each, and the automatic choice among
// them (docs/decisions/012-problems-of-others.md).
#pragma once

#include "talus/solvers/assembled_solver.hpp"

#include <array>
#include <string_view>

namespace talus {

struct AssembledMethodName {
  std::string_view name;
  AssembledMethod method;
};

/// Every method by the name users give it.
inline constexpr std::array assembled_methods{
    AssembledMethodName{"auto", AssembledMethod::automatic},
    AssembledMethodName{"nlgs", AssembledMethod::nlgs},
    AssembledMethodName{"seeded", AssembledMethod::seeded},
    AssembledMethodName{"interior_point", AssembledMethod::interior_point},
    AssembledMethodName{"newton", AssembledMethod::newton},
};

/// Solves from no impulses at all. r: the best impulses met. Rolling contacts (D = 5) know sweeps
/// only.
template <int D>
AssembledReport solve_assembled(const AssembledProblem<D>& problem, const AssembledOptions& options,
                                std::vector<Vec<D>>& r);

/// Whether a method applies to problems of D components a contact.
template <int D>
constexpr bool applies(AssembledMethod method) {
  return D != 5 || method == AssembledMethod::automatic || method == AssembledMethod::nlgs;
}

}  // namespace talus

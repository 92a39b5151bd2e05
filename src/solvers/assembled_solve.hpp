// The solvers of assembled problems: one line of the registry each, and the automatic choice among
// them (docs/decisions/012-problems-of-others.md).
#pragma once

#include "talus/solvers/assembled_solver.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace talus {

/// What a method's answer is an answer to.
enum class MethodKind : std::uint8_t {
  exact,
  polyhedral,    ///< exact in the plane; in space cones have facets
  frictionless,  ///< for problems without friction only
  relaxation     ///< the associated law, in which sliding opens contacts; exact without friction
};

struct AssembledMethodName {
  std::string_view name;
  AssembledMethod method;
  MethodKind kind;
};

/// Every method by the name users give it.
inline constexpr std::array assembled_methods{
    AssembledMethodName{"auto", AssembledMethod::automatic, MethodKind::exact},
    AssembledMethodName{"nlgs", AssembledMethod::nlgs, MethodKind::exact},
    AssembledMethodName{"seeded", AssembledMethod::seeded, MethodKind::exact},
    AssembledMethodName{"interior_point", AssembledMethod::interior_point, MethodKind::exact},
    AssembledMethodName{"newton", AssembledMethod::newton, MethodKind::exact},
    AssembledMethodName{"lemke", AssembledMethod::lemke, MethodKind::polyhedral},
    AssembledMethodName{"pivoting", AssembledMethod::pivoting, MethodKind::polyhedral},
    AssembledMethodName{"projection", AssembledMethod::projection, MethodKind::frictionless},
    AssembledMethodName{"apgd", AssembledMethod::apgd, MethodKind::relaxation},
    AssembledMethodName{"admm", AssembledMethod::admm, MethodKind::relaxation},
};

/// Why a method is not for a problem; empty where it is.
template <int D>
std::string unsuitable(const AssembledProblem<D>& problem, const AssembledOptions& options);

/// Solves from `start`, or from no impulses at all where that is empty or worse by the judge.
/// Sweeps go on from there; methods that begin inside the cones, with a seed or with pivots only
/// keep it until they have something better. r: the best impulses met, by the judge of the exact
/// law whatever the method's kind. Throws ProblemError where the method is unsuitable.
template <int D>
AssembledReport solve_assembled(const AssembledProblem<D>& problem, const AssembledOptions& options,
                                std::vector<Vec<D>>& r, const std::vector<Vec<D>>& start = {});

}  // namespace talus

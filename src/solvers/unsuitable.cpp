#include "talus/solvers/assembled_solve.hpp"
#include "talus/solvers/polyhedral_lcp.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace talus {

namespace {
/// Unknowns of tableaus and dense matrices: beyond, they take hundreds of megabytes.
constexpr std::size_t most_dense_unknowns = 3000;
}  // namespace

template <int D>
std::string unsuitable(const AssembledProblem<D>& problem, const AssembledOptions& options) {
  const auto method = options.method;
  if constexpr (D == 5) {
    if (method == AssembledMethod::automatic || method == AssembledMethod::nlgs ||
        method == AssembledMethod::interior_point) {
      return {};
    }
    return "rolling contacts are solved by auto, nlgs and interior_point only";
  } else {
    std::size_t unknowns = 0;
    if (method == AssembledMethod::lemke) {
      unknowns = PolyhedralLcp<D>::size(problem.contact_count(), options.facets);
    }
    if (method == AssembledMethod::pivoting) unknowns = D * problem.contact_count();
    if (unknowns > most_dense_unknowns) {
      return fmt::format("{} unknowns are too many for a dense method: {} at most", unknowns,
                         most_dense_unknowns);
    }
    const bool slippery = std::all_of(problem.cone.begin(), problem.cone.end(),
                                      [](const ContactCone<D>& cone) { return cone.mu == 0; });
    if (method == AssembledMethod::projection && !slippery) {
      return "it has friction: a projection solves frictionless problems only";
    }
    return {};
  }
}

template std::string unsuitable<2>(const AssembledProblem<2>&, const AssembledOptions&);
template std::string unsuitable<3>(const AssembledProblem<3>&, const AssembledOptions&);
template std::string unsuitable<5>(const AssembledProblem<5>&, const AssembledOptions&);

}  // namespace talus

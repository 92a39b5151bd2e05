// Contact problems in the files of FCLIB (Acary, Bremond, Huber), a format of HDF5 that several
// programs write. docs/solvers.md has the schema.
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/problem/global_problem.hpp"

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

namespace talus {

/// A problem file that cannot be used: the message names file, object in it and what is wrong.
class ProblemFileError : public std::runtime_error {
 public:
  ProblemFileError(const std::filesystem::path& file, const std::string& object,
                   const std::string& what);
};

/// Problems in the plane, in space, and in space with resistance to rolling.
using AnyAssembledProblem =
    std::variant<AssembledProblem<2>, AssembledProblem<3>, AssembledProblem<5>>;

struct ProblemFile {
  std::string title;
  bool global = false;             ///< came as M, H, f, w
  std::size_t dofs = 0;            ///< rows of M, or of W where there is no M
  std::vector<std::string> notes;  ///< what was read otherwise than written
  AnyAssembledProblem problem;
  /// Impulses to start from, the file's first guess: as many numbers as q has, or none.
  std::vector<double> guess;
  std::optional<GlobalProblem> matrices;  ///< M, H, f, w where the file holds these
};

/// Reads a local problem (W, q) or a global one (M, H, f, w; W is formed), with or without rolling
/// and joints, which are eliminated. Throws ProblemFileError.
ProblemFile read_fclib(const std::filesystem::path& file);

/// Writes a local problem, with a guess unless that is empty; throws WriteError.
template <int D>
void write_fclib(const std::filesystem::path& file, const AssembledProblem<D>& problem,
                 const std::string& title, const std::string& description,
                 const std::vector<Vec<D>>& guess = {});

/// Writes a global problem, its mass and maps and joints as they are; throws WriteError.
template <int D>
void write_fclib(const std::filesystem::path& file, const GlobalProblem& problem,
                 const std::vector<ContactCone<D>>& cones, const std::string& title,
                 const std::string& description);

}  // namespace talus

// The contact problems of a run's steps as FCLIB files, as --dump-problems asks.
#pragma once

#include "talus/step/simulation.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace talus::app {

/// Which steps are dumped.
struct DumpChoice {
  bool unconverged = false;  ///< those that missed the tolerance
  std::int64_t every = 0;    ///< each Nth; 0: none
};

/// Reads when=unconverged or every=N; throws BadInput.
DumpChoice parse_dump_choice(const std::string& text);

/// Writes the problem of the step just taken into the folder if it is chosen: problem-STEP.hdf5.
template <int D>
void dump_problem(const DumpChoice& choice, const std::filesystem::path& folder,
                  const Simulation<D>& simulation, const StepResult<D>& result);

/// Whether a file of this name was written by dump_problem.
bool is_problem_dump(const std::filesystem::path& file);

}  // namespace talus::app

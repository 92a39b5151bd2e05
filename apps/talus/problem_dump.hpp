// The contact problems of a run's steps as FCLIB files, as --dump-problems asks.
#pragma once

#include "talus/step/simulation.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace talus::app {

/// Which steps are dumped.
struct DumpChoice {
  bool unconverged = false;  ///< those that missed the tolerance
  std::int64_t every = 0;    ///< each Nth; 0: none
};

/// Reads when=unconverged or every=N; throws BadInput.
DumpChoice parse_dump_choice(const std::string& text);

/// Writes the problems of chosen steps into a folder: problem-STEP.hdf5. Those that FCLIB's files
/// cannot hold are counted: a run goes on whatever its laws.
template <int D>
class ProblemDump {
 public:
  ProblemDump(const DumpChoice& choice, std::filesystem::path folder)
      : choice_(choice), folder_(std::move(folder)) {}

  /// The step just taken.
  void offer(const Simulation<D>& simulation, const StepResult<D>& result);
  /// Says, once, how many were left out and why; nothing when none was.
  void warn_of_skipped() const;

 private:
  DumpChoice choice_;
  std::filesystem::path folder_;
  std::int64_t skipped_ = 0;
  std::int64_t first_skipped_ = 0;  ///< step
};

/// Whether a file of this name was written by a ProblemDump.
bool is_problem_dump(const std::filesystem::path& file);

}  // namespace talus::app

// Checkpoints: all that a run needs to go on, bit for bit, as if it had never stopped. Two are kept
// in its folder, so that one is whole whatever happens while the other is written.
#pragma once

#include "talus/io/history_recorder.hpp"
#include "talus/io/results_writer.hpp"
#include "talus/problem/bipotential.hpp"
#include "talus/step/run_totals.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace talus {

template <int D>
struct Checkpoint {
  // Whose it is.
  std::string scene_name;             ///< as the run was asked for it
  std::string scene_path;             ///< where it was; tables are looked up beside it
  std::vector<std::string> settings;  ///< values replaced from outside, as path=value
  std::uint64_t fingerprint = 0;      ///< of the scene and all it was made of
  std::int64_t steps_asked = 0;       ///< where the run was to end

  // What the next step depends on, and what is reported at the end.
  Snapshot<D> snapshot;
  RunTotals totals;
  Bipotential last_step;  ///< what its answer was worth: the state does not tell
  double wall_seconds = 0;

  // How much of the files belongs to it.
  HistoryPosition histories;
  ResultsPosition results;
};

using AnyCheckpoint = std::variant<Checkpoint<2>, Checkpoint<3>>;

/// A checkpoint that cannot be used, or none; the message says why.
class CheckpointError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Replaces the older of the two in the folder: a temporary file, written to the disk, then
/// renamed. Throws WriteError, and leaves both as they were.
template <int D>
void write_checkpoint(const std::filesystem::path& folder, const Checkpoint<D>& checkpoint);

/// The newest good one. `notes` tells of those that are not good. Throws CheckpointError when none
/// is.
AnyCheckpoint read_checkpoint(const std::filesystem::path& folder, std::vector<std::string>& notes);

/// One file's content; throws CheckpointError.
AnyCheckpoint parse_checkpoint(std::string_view bytes);

/// Files a run may have left: both checkpoints.
std::vector<std::filesystem::path> checkpoint_files(const std::filesystem::path& folder);

}  // namespace talus

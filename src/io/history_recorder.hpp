// CSV histories of a run: energy.csv, solver.csv, bodies.csv. docs/results.md explains the columns.
#pragma once

#include "talus/io/history_file.hpp"
#include "talus/io/scene.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace talus {

/// Numbers of bodies by their names; throws ModelError when there is none of a name.
template <int D>
std::vector<int> body_numbers(const std::vector<std::string>& names, const Model<D>& model);

/// Bodies whose motion is recorded: the chosen ones, or all when none is chosen and they are few.
template <int D>
std::vector<int> recorded_bodies(const RecordOptions& record, const Model<D>& model);

/// Where the histories of a run stand: bytes of the files, and what the next row will tell.
struct HistoryPosition {
  /// The worst since the row before, so that rows every n steps hide no bad step.
  struct Worst {
    int sweeps = 0;
    double law_error = 0;
    std::int64_t unconverged = 0;
    Penetration penetration;
    std::size_t painleve = 0;
    double clip_error = 0;
  };
  std::int64_t energy_bytes = 0, solver_bytes = 0, body_bytes = 0;
  std::int64_t last_row = 0;  ///< step of it
  Worst worst;
};

template <int D>
class HistoryRecorder {
 public:
  /// Creates the files in `folder` and writes the row of the starting state.
  HistoryRecorder(const std::filesystem::path& folder, const RecordOptions& record,
                  const Simulation<D>& simulation);

  /// Goes on with the files of an earlier run; what they hold beyond the position is dropped.
  HistoryRecorder(const std::filesystem::path& folder, const RecordOptions& record,
                  const Simulation<D>& simulation, const HistoryPosition& position);

  /// To be called after every step; writes a row when one is due, and to disk once a second.
  void record(const Simulation<D>& simulation, const StepResult<D>& result);

  /// Writes the row of the last step if it is missing and closes the files.
  void finish(const Simulation<D>& simulation);

  /// Brings everything to the disk and says where the files are.
  HistoryPosition sync();

 private:
  void add_rows(const Simulation<D>& simulation);
  void add_energy_row(const Simulation<D>& simulation);
  void add_solver_row(const Simulation<D>& simulation);
  void add_body_rows(const Simulation<D>& simulation);
  void flush();

  std::int64_t every_;
  std::int64_t last_row_;
  std::vector<int> bodies_;
  HistoryFile energy_, solver_;
  std::optional<HistoryFile> body_file_;
  HistoryPosition::Worst worst_;
  std::chrono::steady_clock::time_point flushed_;
};

}  // namespace talus

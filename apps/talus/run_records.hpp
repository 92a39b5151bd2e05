// What a run writes into its folder while it goes on: histories, results, checkpoints.
#pragma once

#include "talus/io/checkpoint.hpp"

#include "summary.hpp"

#include <chrono>
#include <filesystem>

namespace talus::app {

/// Seconds since a run was started, those before a stop included.
class RunClock {
 public:
  explicit RunClock(double before) : before_(before) {}
  double seconds() const {
    return before_ + std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  double before_;
  Clock::time_point start_ = Clock::now();
};

/// Marks what goes on with files that are there.
struct GoOn {};

template <int D>
class RunRecords {
 public:
  /// A run that begins. `whose` has the checkpoint's scene, settings and end.
  RunRecords(const std::filesystem::path& folder, const ResultsHeader& header,
             const RecordOptions& options, const Simulation<D>& simulation, Checkpoint<D> whose)
      : folder_(folder),
        options_(options.checkpoints),
        results_(folder / "results.h5", header, options.frames, simulation),
        histories_(folder, options, simulation),
        checkpoint_(std::move(whose)) {}

  /// A run that goes on from a checkpoint.
  RunRecords(GoOn, const std::filesystem::path& folder, const ResultsHeader& header,
             const RecordOptions& options, const Simulation<D>& simulation, Checkpoint<D> from)
      : folder_(folder),
        options_(options.checkpoints),
        results_(folder / "results.h5", header, options.frames, simulation, from.results),
        histories_(folder, options, simulation, from.histories),
        checkpoint_(std::move(from)),
        kept_(checkpoint_.wall_seconds) {}

  void record(const Simulation<D>& simulation, const StepResult<D>& result) {
    histories_.record(simulation, result);
    results_.record(simulation);
  }

  /// Keeps a checkpoint if it is time to.
  void keep_if_due(const Simulation<D>& simulation, const RunTotals& totals,
                   const RunClock& clock) {
    const auto step = simulation.state().step;
    const bool by_steps = options_.every > 0 && step % options_.every == 0;
    const bool by_clock = options_.seconds > 0 && clock.seconds() - kept_ >= options_.seconds;
    if (by_steps || by_clock) keep(simulation, totals, clock);
  }

  void keep(const Simulation<D>& simulation, const RunTotals& totals, const RunClock& clock) {
    if (!keeps()) return;
    take(simulation, totals, clock);
    write_checkpoint(folder_, checkpoint_);
    kept_ = clock.seconds();
  }

  /// Writes what is left and closes the files. A run that can go on then keeps where it was,
  /// without the rows and the frame that only an end has.
  void finish(const Simulation<D>& simulation, const RunTotals& totals, const RunClock& clock,
              bool can_go_on) {
    const bool keep_last = can_go_on && keeps();
    if (keep_last) take(simulation, totals, clock);
    histories_.finish(simulation);
    results_.finish(simulation);
    if (keep_last) write_checkpoint(folder_, checkpoint_);
  }

 private:
  bool keeps() const { return options_.every > 0 || options_.seconds > 0; }

  /// What a checkpoint counts on is on the disk before it.
  void take(const Simulation<D>& simulation, const RunTotals& totals, const RunClock& clock) {
    checkpoint_.snapshot = {simulation.state(), simulation.balance(), simulation.last()};
    checkpoint_.totals = totals;
    checkpoint_.last_step = worth_of_last_step(simulation);
    checkpoint_.wall_seconds = clock.seconds();
    checkpoint_.histories = histories_.sync();
    checkpoint_.results = results_.sync();
  }

  std::filesystem::path folder_;
  CheckpointOptions options_;
  ResultsWriter<D> results_;  // first: it complains about files that are not as they were
  HistoryRecorder<D> histories_;
  Checkpoint<D> checkpoint_;
  double kept_ = 0;  ///< when the last checkpoint was, on the run's clock
};

}  // namespace talus::app

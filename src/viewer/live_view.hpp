// A run that still computes, for the page: frames of now and then in memory, and a hand on the run.
#pragma once

#include "talus/step/simulation.hpp"
#include "talus/viewer/run_packs.hpp"
#include "talus/viewer/view_source.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace talus::viewer {

/// What results would hold of the simulation as it is now.
template <int D>
RecordedFrame<D> record_frame(const Simulation<D>& simulation);

/// The run calls `observe` after each step; the server asks from its own thread. Nothing is changed
/// in the simulation: with and without a viewer it goes through the same bits.
template <int D>
class LiveView final : public ViewSource {
 public:
  LiveView(const Simulation<D>& simulation, HeadNotes notes);

  /// Takes note of the step, and of a frame a few times a second. Waits while the page asks for a
  /// pause, until `interrupted` says so. False when the page asked to stop.
  bool observe(const Simulation<D>& simulation, const std::function<bool()>& interrupted);
  /// The last frame, whatever the time since the one before.
  void finish(const Simulation<D>& simulation);
  /// Waits until no page looks any more: at once when none ever did.
  void wait_for_goodbye(const std::function<bool()>& interrupted);

  std::string head() override;
  std::string history() override;
  std::string frame(std::size_t number) override;
  ViewStatus status() override;
  bool control(std::string_view what) override;

 private:
  using Clock = std::chrono::steady_clock;

  struct Kept {
    double time;
    std::string pack;
  };
  void add_step(const Simulation<D>& simulation);
  void add_frame(const Simulation<D>& simulation);
  void thin();

  const Model<D> model_;
  const ViewBox<D> box_;
  HeadNotes notes_;

  std::mutex guard_;  ///< of all below
  std::condition_variable woken_;
  HistoryRows history_;
  std::deque<Kept> frames_;
  std::size_t bytes_ = 0;
  std::uint64_t generation_ = 0;
  Clock::time_point due_;
  Clock::duration pace_;
  Clock::time_point seen_, left_;  ///< when a page last asked, and last said goodbye
  bool watched_ = false;
  bool running_ = true, paused_ = false, stop_ = false;
};

}  // namespace talus::viewer

// The end of a budget of time. Nothing else looks at the clock: what a solve does before depends on
// the problem alone.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace talus {

class Deadline {
 public:
  /// Seconds since some moment.
  using Clock = std::function<double()>;

  Deadline() = default;  ///< never
  explicit Deadline(double seconds, Clock clock = steady_seconds)
      : clock_(std::move(clock)), end_(clock_() + seconds) {}
  bool passed() const { return clock_ && clock_() >= end_; }

 private:
  static double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  Clock clock_;
  double end_ = 0;
};

}  // namespace talus

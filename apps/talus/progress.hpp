// How far a run is, on stderr: a line redrawn in place on a terminal, a plain line now and then
// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace talus::app {

struct ProgressReport {
  std::int64_t step = 0;
  std::int64_t steps = 0;
  double time = 0;
  double end = 0;
  std::size_t contacts = 0;
  int sweeps = 0;
  double law_error = 0;
};

/// Of work that is so many equal parts.
struct PartReport {
  std::size_t done = 0;
  std::size_t all = 0;
  const char* name = "";  ///< of the parts
};

class Progress {
 public:
  explicit Progress(bool quiet);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  /// Shows the report if it is time to.
  void show(const ProgressReport& report);
  void show(const PartReport& report);
  /// Leaves the terminal's line empty for what comes next.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  /// Writes `text(elapsed, width, with_bar)` if it is time to.
  template <class Text>
  void draw(const Text& text);

  enum class Style { none, line, bar };
  Style style_;
  bool drawn_ = false;
  Clock::time_point start_, due_;
};

/// "12 s", "3:04", "2:05:09".
std::string duration_text(double seconds);

/// The report as text, at most `width` wide; whole parts are left out to fit.
std::string progress_text(const ProgressReport& report, double elapsed, std::size_t width,
                          bool with_bar);
std::string progress_text(const PartReport& report, double elapsed, std::size_t width,
                          bool with_bar);

}  // namespace talus::app

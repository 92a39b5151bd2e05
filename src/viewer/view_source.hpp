// What the page asks for, wherever it comes from: results on disk, or a run that still computes.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace talus::viewer {

struct ViewStatus {
  bool running = false;
  bool paused = false;
  std::size_t frames = 0;
  std::uint64_t generation = 0;  ///< grows when frames get other numbers
  std::int64_t steps = 0;
  std::int64_t unconverged = 0;
};

/// Asked for something that is not there.
class NoSuchFrame : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Packs as docs/viewer.md describes them. Calls come from one thread at a time, which need not be
/// always the same.
class ViewSource {
 public:
  virtual ~ViewSource() = default;

  virtual std::string head() = 0;
  virtual std::string history() = 0;
  /// Throws NoSuchFrame.
  virtual std::string frame(std::size_t number) = 0;
  virtual ViewStatus status() = 0;
  /// pause, resume or stop; false where it is nothing this source can do.
  virtual bool control(std::string_view what) = 0;
};

}  // namespace talus::viewer

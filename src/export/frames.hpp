// Which frames of a run are exported, and how the work is followed.
#pragma once

#include "talus/io/interrupted.hpp"
#include "talus/io/results_reader.hpp"

#include <functional>
#include <limits>
#include <vector>

namespace talus {

struct FrameChoice {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
  std::size_t every = 1;  ///< only every so many of them, the first included
};

/// Numbers of the frames at these times (to a part in 10^9 of the run). Throws ResultsError when
/// there are none.
std::vector<std::size_t> chosen_frames(const ResultsReader& reader, const FrameChoice& choice);

/// Told how many of how many frames are done; answers false to end the work, which is then thrown
/// as Interrupted.
using FrameProgress = std::function<bool(std::size_t done, std::size_t all)>;

/// What an export wrote.
struct ExportReport {
  std::size_t frames = 0;
  std::size_t bytes = 0;
};

}  // namespace talus

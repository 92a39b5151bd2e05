#include "talus/export/frames.hpp"

#include <fmt/format.h>

#include <cmath>

namespace talus {

std::vector<std::size_t> chosen_frames(const ResultsReader& reader, const FrameChoice& choice) {
  const auto& times = reader.frame_times();
  if (times.empty()) throw ResultsError(reader.file(), "frames", "no frame was recorded");
  const double round_off = 1e-9 * (times.back() - times.front());
  std::vector<std::size_t> out;
  std::size_t met = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] < choice.from - round_off || times[i] > choice.to + round_off) continue;
    if (met++ % choice.every == 0) out.push_back(i);
  }
  if (out.empty()) {
    throw ResultsError(reader.file(), "frames",
                       fmt::format("none from {} to {}: there are {} from {} to {}", choice.from,
                                   choice.to, times.size(), times.front(), times.back()));
  }
  return out;
}

}  // namespace talus

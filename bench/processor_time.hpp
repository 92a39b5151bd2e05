// How long work takes, in processor time: other programs on the machine disturb it little.
#pragma once

#include <chrono>
#include <ctime>

namespace talus::bench {

template <class Work>
double processor_seconds(const Work& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The same where it is long; of short work the time on the wall, as clocks of the processor may
/// tick a hundred times a second only.
template <class Work>
double seconds_of(const Work& work) {
  using Wall = std::chrono::steady_clock;
  constexpr double many_ticks = 0.1;
  const auto start = Wall::now();
  const double on_processor = processor_seconds(work);
  const double on_wall = std::chrono::duration<double>(Wall::now() - start).count();
  return on_processor > many_ticks ? on_processor : on_wall;
}

}  // namespace talus::bench

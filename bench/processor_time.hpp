// How long work takes, in processor time: other programs on the machine disturb it little.
#pragma once

#include <ctime>

namespace talus::bench {

template <class Work>
double processor_seconds(const Work& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace talus::bench

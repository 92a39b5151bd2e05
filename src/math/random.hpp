// Seeded random numbers that are the same on every machine (the standard library's distributions
// are not). xoshiro256** of Blackman and Vigna, seeded by splitmix64.
#pragma once

#include <array>
#include <cstdint>

namespace talus {

class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t bits();
  /// Uniform in [0, 1).
  double uniform();
  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Uniform integer in [0, n).
  std::uint64_t below(std::uint64_t n);
  /// Standard normal deviate.
  double normal();

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace talus

// A 64-bit fingerprint of numbers, bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace talus {

class Hash {
 public:
  void add(const void* data, std::size_t bytes);
  void add(double value) { add(&value, sizeof value); }
  void add(std::uint64_t value) { add(&value, sizeof value); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace talus

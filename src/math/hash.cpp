#include "talus/math/hash.hpp"

#include <bit>
#include <cstring>

namespace talus {

void Hash::add(const void* data, std::size_t bytes) {
  const auto* p = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < bytes; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p + i, bytes - i < 8 ? bytes - i : 8);
    // FNV-1a on words, with a final mix so that high bits reach low ones.
    value_ = (value_ ^ word) * 0x100000001b3ULL;
    value_ ^= std::rotr(value_, 29);
  }
}

}  // namespace talus

// Checkpoints made up: as files, which their hash guards, and as contents behind a good hash, the
// first byte of the input telling the dimension. Whatever comes is read or refused.
#include "talus/io/checkpoint.hpp"

#include "talus/io/checkpoint_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    talus::parse_checkpoint(bytes);
  } catch (const talus::CheckpointError&) {
  }
  if (bytes.empty()) return 0;
  try {
    talus::parse_content(bytes.substr(1), bytes[0] % 2 == 0 ? 2 : 3);
  } catch (const talus::CheckpointError&) {
  }
  return 0;
}

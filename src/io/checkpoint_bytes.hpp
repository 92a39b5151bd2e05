// The bytes of a checkpoint file.
#pragma once

#include "talus/io/checkpoint.hpp"

#include <string>
#include <string_view>

namespace talus {

template <int D>
std::string checkpoint_bytes(const Checkpoint<D>& checkpoint);

/// What stands behind the front of the file, whose hash is not asked for: for tests that make up
/// contents. Throws CheckpointError.
AnyCheckpoint parse_content(std::string_view bytes, int dimension);

}  // namespace talus

// A single file a command writes.
#pragma once

#include <filesystem>

namespace talus::app {

/// Refuses, early, what is there already and may not be replaced. `option` is how the user named
/// it.
void check_target(const char* option, const std::filesystem::path& file, bool force);

}  // namespace talus::app

#include "output_file.hpp"

#include "exit_code.hpp"

#include <fmt/format.h>

namespace fs = std::filesystem;

namespace talus::app {

void check_target(const char* option, const fs::path& file, bool force) {
  const auto status = fs::symlink_status(file);
  if (!fs::exists(status)) return;
  if (!fs::is_regular_file(fs::status(file))) {
    throw BadInput(fmt::format("{} {}: there already, and not a file", option, file.string()));
  }
  if (!force) {
    throw BadInput(fmt::format("{} {}: the file exists; choose another, or --force to replace it",
                               option, file.string()));
  }
}

}  // namespace talus::app

#include "gallery.hpp"

#include "exit_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace fs = std::filesystem;

namespace talus::app {

fs::path gallery_folder() {
  if (const char* chosen = std::getenv("TALUS_SCENES"); chosen != nullptr && *chosen != '\0') {
    if (!fs::is_directory(chosen)) {
      throw BadInput(fmt::format("TALUS_SCENES is '{}', which is not a folder", chosen));
    }
    return chosen;
  }
  std::error_code unreadable;
  const fs::path program = fs::read_symlink("/proc/self/exe", unreadable);
  for (const fs::path& folder :
       {fs::path(TALUS_SCENES_DIR), program.parent_path().parent_path() / "share/talus/scenes"}) {
    if (fs::is_directory(folder, unreadable)) return folder;
  }
  return {};
}

std::vector<std::string> gallery_names() {
  std::vector<std::string> names;
  const fs::path folder = gallery_folder();
  if (folder.empty()) return names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

fs::path gallery_file(const std::string& name) { return gallery_folder() / (name + ".yaml"); }

}  // namespace talus::app

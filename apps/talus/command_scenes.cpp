// talus scenes

#include "commands.hpp"
#include "exit_code.hpp"
#include "gallery.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace talus::app {

namespace {

/// The title alone, without building the scene: the gallery has big ones.
std::string title_of(const std::string& name) {
  try {
    const auto document = YAML::LoadFile(gallery_file(name).string());
    const auto title = document["title"];
    return title ? title.as<std::string>() : "(no title)";
  } catch (const YAML::Exception& error) {
    return fmt::format("(cannot be read: {})", error.what());
  }
}

}  // namespace

int list_scenes(bool names_only) {
  const auto names = gallery_names();
  if (names.empty()) {
    throw BadInput("no gallery found; TALUS_SCENES may name a folder of scenes (*.yaml)");
  }
  std::size_t width = 0;
  for (const auto& name : names) width = std::max(width, name.size());
  for (const auto& name : names) {
    if (names_only) {
      fmt::print("{}\n", name);
    } else {
      fmt::print("{:<{}}  {}\n", name, width, title_of(name));
    }
  }
  return exit_done;
}

}  // namespace talus::app

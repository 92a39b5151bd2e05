// Finding and reading the scene a command is asked for.
#pragma once

#include "talus/io/scene.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace talus::app {

struct SceneSource {
  std::filesystem::path path;  ///< as messages name it; tables are looked up beside it
  std::string text;            ///< as given
};

/// `scene` is a file, a name of the gallery, or - for standard input.
SceneSource read_source(const std::string& scene);

/// The overrides of `--set path=value`.
std::vector<Override> overrides(const std::vector<std::string>& settings);

/// Reads the scene and prints its warnings.
AnyScene load(const SceneSource& source, const std::vector<std::string>& settings);

}  // namespace talus::app

// Values replaced from the command line before a scene is read.
#pragma once

#include "talus/io/document.hpp"

#include <string>
#include <vector>

namespace talus::scenes {

/// One part of a path such as bodies[3].position: a key, or a number in a list.
struct PathStep {
  std::string key;
  bool is_index = false;  ///< written in brackets
};

/// Splits "a.b[2].c"; empty when the path is not well formed.
std::vector<PathStep> split_path(const std::string& path);

/// Puts the values into the document. Missing keys are created (unknown ones are complained about
/// when the scene is read); lists take a number or the `name` of an entry. The file of what comes
/// from an override is "--set path".
void apply_overrides(const std::vector<Override>& overrides, Node& root, Complaints& complaints);

}  // namespace talus::scenes

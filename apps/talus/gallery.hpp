// The scenes that come with talus.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace talus::app {

/// Where they are: TALUS_SCENES, the source tree, or beside the installed program, in this order.
/// Empty when none of them is there.
std::filesystem::path gallery_folder();

/// Names in alphabetical order.
std::vector<std::string> gallery_names();

/// The file of a name of the gallery.
std::filesystem::path gallery_file(const std::string& name);

}  // namespace talus::app

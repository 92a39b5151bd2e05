// The folder `--out` names.
#pragma once

#include <filesystem>
#include <string>

namespace talus::app {

/// Creates the folder, parents too. One that holds files is refused unless `force`, which removes
/// earlier results of talus and nothing else. `scene` is spared: it may lie in that very folder.
void prepare_output(const std::filesystem::path& folder, bool force,
                    const std::filesystem::path& scene);

/// Puts the scene's text, as given, beside the results.
void keep_scene(const std::filesystem::path& folder, const std::filesystem::path& scene,
                const std::string& text);

}  // namespace talus::app

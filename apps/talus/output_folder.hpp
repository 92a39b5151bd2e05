// The folder `--out` names.
#pragma once

#include <filesystem>
#include <string>

namespace talus::app {

/// A folder that one run writes to; another is told so. Given up when the program ends, however it
/// does.
class FolderLock {
 public:
  /// Throws BadInput when another run has it; `option` is how the user named it.
  FolderLock(const std::filesystem::path& folder, const std::string& option);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  int descriptor_ = -1;
};

/// Creates the folder, parents too. One that holds files is refused unless `force`.
void create_output(const std::filesystem::path& folder, bool force);

/// Removes earlier results of talus from the folder and nothing else. `scene` is spared: it may lie
/// in that very folder.
void remove_results(const std::filesystem::path& folder, const std::filesystem::path& scene);

/// Removes what a run that was killed had begun to write beside its files.
void remove_unfinished(const std::filesystem::path& folder);

/// Puts the scene's text, as given, beside the results.
void keep_scene(const std::filesystem::path& folder, const std::filesystem::path& scene,
                const std::string& text);

}  // namespace talus::app

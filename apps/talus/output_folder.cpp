#include "output_folder.hpp"

#include "talus/io/checkpoint.hpp"

#include "exit_code.hpp"
#include "problem_dump.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;

namespace talus::app {

namespace {

constexpr const char* our_files[] = {"results.h5", "energy.csv", "solver.csv",
                                     "bodies.csv", "scene.yaml", "summary.json"};

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code missing;
  return fs::equivalent(a, b, missing) && !missing;
}

void remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) throw BadInput(fmt::format("cannot replace {}: {}", file.string(), error.message()));
}

/// Half a file, by the names results and checkpoints have until they are whole.
bool is_unfinished(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "results.h5.new" ||
         (name.starts_with("checkpoint-") && file.extension() == ".new");
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder, const std::string& option) {
  descriptor_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // File systems without locks have none: then nobody is refused.
  if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor_);
    throw BadInput(
        fmt::format("{} {}: another run is writing to this folder", option, folder.string()));
  }
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void create_output(const fs::path& folder, bool force) {
  std::error_code error;
  if (fs::exists(folder) && !fs::is_directory(folder)) {
    throw BadInput(fmt::format("--out {}: a file, not a folder", folder.string()));
  }
  fs::create_directories(folder, error);
  if (error) {
    throw BadInput(
        fmt::format("--out {}: cannot be created: {}", folder.string(), error.message()));
  }
  const bool empty = fs::is_empty(folder, error);
  if (error) throw BadInput(fmt::format("--out {}: {}", folder.string(), error.message()));
  if (!empty && !force) {
    throw BadInput(
        fmt::format("--out {}: the folder is not empty; choose another, or --force to replace the "
                    "results in it",
                    folder.string()));
  }
}

void remove_results(const fs::path& folder, const fs::path& scene) {
  auto earlier = checkpoint_files(folder);
  for (const char* name : our_files) earlier.push_back(folder / name);
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (is_problem_dump(entry.path())) earlier.push_back(entry.path());
  }
  for (const auto& file : earlier) {
    if (!same_file(file, scene)) remove_file(file);
  }
  remove_unfinished(folder);
}

void remove_unfinished(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (is_unfinished(entry.path())) found.push_back(entry.path());
  }
  for (const auto& file : found) remove_file(file);
}

void keep_scene(const fs::path& folder, const fs::path& scene, const std::string& text) {
  const fs::path copy = folder / "scene.yaml";
  if (!same_file(copy, scene)) write_file(copy, text);
}

}  // namespace talus::app

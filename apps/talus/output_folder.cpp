#include "output_folder.hpp"

#include "talus/io/history_file.hpp"

#include "exit_code.hpp"
#include "problem_dump.hpp"

#include <fmt/format.h>

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

}  // namespace

void prepare_output(const fs::path& folder, bool force, const fs::path& scene) {
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
  std::vector<fs::path> earlier;
  for (const char* name : our_files) earlier.push_back(folder / name);
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (is_problem_dump(entry.path())) earlier.push_back(entry.path());
  }
  for (const auto& file : earlier) {
    if (same_file(file, scene)) continue;
    fs::remove(file, error);
    if (error) {
      throw BadInput(fmt::format("cannot replace {}: {}", file.string(), error.message()));
    }
  }
}

void keep_scene(const fs::path& folder, const fs::path& scene, const std::string& text) {
  const fs::path copy = folder / "scene.yaml";
  if (!same_file(copy, scene)) write_file(copy, text);
}

}  // namespace talus::app

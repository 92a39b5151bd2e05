#include "scene_source.hpp"

#include "talus/io/suggestions.hpp"

#include "exit_code.hpp"
#include "gallery.hpp"
#include "messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace fs = std::filesystem;

namespace talus::app {

namespace {

bool looks_like_file(const std::string& scene) {
  const auto extension = fs::path(scene).extension();
  return scene.find('/') != std::string::npos || extension == ".yaml" || extension == ".yml" ||
         extension == ".json";
}

/// The file meant by `scene`; complains with what would have been understood.
fs::path find_file(const std::string& scene) {
  if (fs::exists(scene) && !fs::is_directory(scene)) return scene;
  if (fs::is_directory(scene) && scene.find('/') != std::string::npos) {
    throw BadInput(fmt::format("'{}' is a folder, not a scene", scene));
  }
  const auto names = gallery_names();
  if (looks_like_file(scene)) {
    const std::string stem = fs::path(scene).stem().string();
    const bool in_gallery = std::find(names.begin(), names.end(), stem) != names.end();
    throw BadInput(fmt::format(
        "no file '{}'{}", scene,
        in_gallery ? fmt::format("; the gallery has a scene of that name: talus run {}", stem)
                   : ""));
  }
  if (std::find(names.begin(), names.end(), scene) != names.end()) return gallery_file(scene);
  std::string known;
  for (const auto& name : names) known += "\n  " + name;
  throw BadInput(fmt::format("no scene '{}', neither a file nor in the gallery{}{}", scene,
                             scenes::did_you_mean(scene, names),
                             names.empty() ? "" : "\nthe gallery has:" + known));
}

std::string read_all(std::FILE* file, const fs::path& path) {
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) {
    text.append(buffer, count);
  }
  if (std::ferror(file) != 0) {
    throw BadInput(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  }
  return text;
}

}  // namespace

SceneSource read_source(const std::string& scene) {
  if (scene == "-") return {"stdin", read_all(stdin, "standard input")};
  const fs::path path = find_file(scene);
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    throw BadInput(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  }
  try {
    SceneSource source{path, read_all(file, path)};
    std::fclose(file);
    return source;
  } catch (const BadInput&) {
    std::fclose(file);
    throw;
  }
}

std::vector<Override> overrides(const std::vector<std::string>& settings) {
  std::vector<Override> out;
  for (const auto& setting : settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw BadInput(
          fmt::format("--set {}: expected path=value, as in --set solver.tolerance=1e-6", setting));
    }
    out.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  return out;
}

AnyScene load(const SceneSource& source, const std::vector<std::string>& settings) {
  AnyScene scene = parse_scene(source.text, source.path, overrides(settings));
  const auto& warnings =
      std::visit([](const auto& s) -> const std::vector<Diagnostic>& { return s.warnings; }, scene);
  for (const auto& warning : warnings) warn(warning.text());
  return scene;
}

}  // namespace talus::app

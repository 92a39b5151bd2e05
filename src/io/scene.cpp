#include "talus/io/scene.hpp"

#include "talus/io/document.hpp"
#include "talus/io/overrides.hpp"
#include "talus/io/reader.hpp"
#include "talus/io/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace talus {

namespace {

using namespace scenes;

const std::vector<std::string_view> sections = {
    "talus",  "dimension", "title",      "gravity",          "time",    "materials", "contacts",
    "bodies", "generate",  "periodic",   "collision_groups", "exclude", "loads",     "start",
    "solver", "detection", "projection", "impact",           "record",  "limits"};

/// The document in the order of the manual, with what reading it found out above it.
template <int D>
std::string completed_text(Node& root, const Scene<D>& scene) {
  const auto rank = [](const Entry& e) {
    return std::find(sections.begin(), sections.end(), e.key);
  };
  root.entries.sort([&](const Entry& a, const Entry& b) { return rank(a) < rank(b); });
  const Model<D>& m = scene.model;
  const auto prescribed = std::count_if(m.prescribed.begin(), m.prescribed.end(),
                                        [](std::uint8_t p) { return p != 0; });
  return fmt::format("# {} bodies, {} of them free; {} shapes, {} materials, {} laws\n",
                     m.body_count(), m.body_count() - static_cast<std::size_t>(prescribed),
                     m.shape_count(), m.material_name.size(), m.laws.size()) +
         to_yaml(root);
}

template <int D>
AnyScene read_scene(const Reader& root, const std::filesystem::path& folder) {
  Draft<D> draft(root.complaints(), folder);
  read_materials(root, draft);
  read_contacts(root, draft);
  read_bodies(root, draft);
  read_generators(root, draft);
  read_periodic(root, draft);
  read_collisions(root, draft);
  read_loads(root, draft);
  read_settings(root, draft);
  read_start(root, draft);
  check_scene(root, draft);
  root.complaints().throw_if_any();
  draft.scene.warnings = root.complaints().take_warnings();
  draft.scene.completed = completed_text(root.node(), draft.scene);
  return std::move(draft.scene);
}

/// The dimension, once version and dimension are right; 0 otherwise.
int read_dimension(const Reader& scene) {
  if (const auto version = scene.require("talus", "write talus: 1, the version of the format")) {
    version->choice<int>({{"1", 1}});
  }
  const auto dimension = scene.require("dimension", "2 (the plane) or 3 (space)");
  return dimension ? dimension->choice<int>({{"2", 2}, {"3", 3}}) : 0;
}

}  // namespace

AnyScene parse_scene(const std::string& text, const std::filesystem::path& name,
                     const std::vector<Override>& overrides) {
  Complaints complaints;
  Node root = parse_document(text, name.string(), complaints);
  if (root.kind != Node::Kind::map) {
    if (complaints.errors() == 0) {
      complaints.error(root.place, root.kind == Node::Kind::nothing
                                       ? "the scene is empty"
                                       : "a scene is a map: talus: 1, dimension: 2, ...");
    }
    complaints.throw_if_any();
  }
  apply_overrides(overrides, root, complaints);
  const Reader scene(root, "", complaints);
  scene.map(sections);
  const std::size_t before = complaints.errors();
  const int dimension = read_dimension(scene);
  if (dimension == 0 || complaints.errors() > before) complaints.throw_if_any();
  const auto folder = name.parent_path();
  return dimension == 2 ? read_scene<2>(scene, folder) : read_scene<3>(scene, folder);
}

AnyScene load_scene(const std::filesystem::path& file, const std::vector<Override>& overrides) {
  std::ostringstream text;
  std::ifstream input(file, std::ios::binary);
  const bool readable = input && !std::filesystem::is_directory(file);
  if (readable) text << input.rdbuf();
  if (!readable || input.bad()) {
    const std::string why = std::filesystem::is_directory(file)
                                ? "it is a folder"
                                : std::generic_category().message(errno);
    throw SceneError({{file.string(), 0, 0, fmt::format("cannot read the scene: {}", why)}});
  }
  return parse_scene(text.str(), file, overrides);
}

std::string describe(const AnyScene& scene) {
  return std::visit([](const auto& s) { return s.completed; }, scene);
}

}  // namespace talus

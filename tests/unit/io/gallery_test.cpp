// The gallery: every scene loads without a word, is described in full, and is the same when what
// was described is read.
#include "talus/io/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace talus;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> gallery() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(TALUS_SCENES_DIR)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Gallery : public testing::TestWithParam<fs::path> {};

std::uint64_t hash_of(const AnyScene& scene) {
  return std::visit([](const auto& s) { return state_hash(s.state); }, scene);
}

}  // namespace

TEST_P(Gallery, Scene_LoadsWithoutWarnings_AndHasATitle) {
  const auto scene = load_scene(GetParam());
  std::visit(
      [](const auto& s) {
        EXPECT_TRUE(s.warnings.empty()) << s.warnings.front().text();
        EXPECT_FALSE(s.title.empty());
      },
      scene);
  std::ifstream file(GetParam());
  EXPECT_EQ(file.get(), '#') << "a scene opens with a comment on what it shows";
}

TEST_P(Gallery, Description_GivesTheSameScene) {
  const auto scene = load_scene(GetParam());
  const auto again = parse_scene(describe(scene), GetParam());
  EXPECT_EQ(hash_of(again), hash_of(scene));
  EXPECT_EQ(describe(again), describe(scene));
}

INSTANTIATE_TEST_SUITE_P(Scenes, Gallery, testing::ValuesIn(gallery()), [](const auto& scene) {
  std::string name = scene.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(SceneManual, FirstExample_IsAScene) {
  std::ostringstream manual;
  manual << std::ifstream(fs::path(TALUS_SOURCE_DIR) / "docs/scene.md").rdbuf();
  const std::string text = manual.str();
  const std::string fence = "```yaml\n";
  const auto begin = text.find(fence) + fence.size();
  const auto scene = parse_scene(text.substr(begin, text.find("```", begin) - begin), "scene.md");
  EXPECT_EQ(std::get<Scene<2>>(scene).model.body_count(), 2U);
}

// The includes of src/ and apps/ go down only, and nothing in the sources makes results depend on
// the machine.
#include "architecture/include_rules.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;
using namespace talus::architecture;

namespace {

const fs::path project = TALUS_SOURCE_DIR;

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

Rooms rooms() { return read_rooms(read(project / "cmake/rooms.txt")); }

/// Regular files below the folders (or the files themselves), relative to the project.
std::vector<std::string> files(const std::vector<std::string>& places) {
  std::vector<std::string> found;
  for (const auto& place : places) {
    if (fs::is_regular_file(project / place)) found.push_back(place);
    if (!fs::is_directory(project / place)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(project / place)) {
      if (entry.is_regular_file()) found.push_back(fs::relative(entry.path(), project).string());
    }
  }
  return found;
}

bool is_source(const std::string& path) {
  const auto extension = fs::path(path).extension();
  return extension == ".cpp" || extension == ".hpp";
}

std::string joined(const std::vector<std::string>& complaints) {
  std::string text;
  for (const auto& complaint : complaints) text += complaint + "\n";
  return text;
}

}  // namespace

TEST(Architecture, Includes_GoDownOnly) {
  int checked = 0;
  for (const auto& path : files({"src", "apps"})) {
    if (!is_source(path)) continue;
    ++checked;
    const auto complaints = check_source(rooms(), path, read(project / path));
    EXPECT_TRUE(complaints.empty()) << joined(complaints);
  }
  EXPECT_GT(checked, 0);
}

TEST(Architecture, Folders_AreRooms) {
  for (const auto& entry : fs::directory_iterator(project / "src")) {
    if (!entry.is_directory()) continue;
    EXPECT_EQ(rooms().count(entry.path().filename().string()), 1U)
        << entry.path() << " is not in cmake/rooms.txt";
  }
}

TEST(Architecture, Words_KeepResultsReproducible) {
  for (const auto& path : files({"src", "apps", "bench", "cmake", "CMakeLists.txt",
                                 "CMakePresets.json", "tests/CMakeLists.txt"})) {
    const auto complaints = check_words(path, read(project / path));
    EXPECT_TRUE(complaints.empty()) << joined(complaints);
  }
}

// The test of the test: each rule catches what it is there for, at the right line, and nothing
// else.

TEST(Architecture, PlantedBadEdge_IsCaught) {
  const auto caught = [](const std::string& path, const std::string& text) {
    return joined(check_source(rooms(), path, text));
  };
  EXPECT_EQ(caught("src/math/a.cpp", "// up\n#include \"talus/model/b.hpp\"\n"),
            "src/math/a.cpp:2: includes talus/model/b.hpp: upward edge math (0) -> model (2)\n");
  EXPECT_EQ(
      caught("src/laws/a.hpp", "#  include <talus/geometry/b.hpp>"),
      "src/laws/a.hpp:1: includes talus/geometry/b.hpp: sideways edge laws (1) -> geometry (1)\n");
  EXPECT_NE(caught("src/attic/a.cpp", ""), "");
  EXPECT_NE(caught("src/a.cpp", ""), "");
  EXPECT_NE(caught("src/step/a.cpp", "#include \"talus/attic/b.hpp\""), "");
  EXPECT_NE(caught("src/step/a.cpp", "#include \"talus/talus.hpp\""), "");
  EXPECT_NE(caught("src/step/a.cpp", "#include \"../math/vec.hpp\""), "");
  EXPECT_NE(caught("src/step/a.cpp", "#include <yaml-cpp/yaml.h>"), "");
  EXPECT_NE(caught("src/io/a.hpp", "#include <yaml-cpp/yaml.h>"), "");
}

TEST(Architecture, GoodEdge_IsNotCaught) {
  const auto caught = [](const std::string& path, const std::string& text) {
    return joined(check_source(rooms(), path, text));
  };
  EXPECT_EQ(
      caught("src/laws/a.cpp", "#include \"talus/laws/a.hpp\"\n#include \"talus/math/b.hpp\""), "");
  EXPECT_EQ(caught("src/io/a.cpp", "#include <yaml-cpp/yaml.h>\n#include <vector>"), "");
  EXPECT_EQ(caught("src/math/a.cpp", "// #include \"talus/io/b.hpp\""), "");
  EXPECT_EQ(caught("src/talus.hpp", "#include \"talus/io/b.hpp\""), "");
  EXPECT_EQ(caught("apps/talus/main.cpp", "#include \"talus/talus.hpp\"\n#include \"options.hpp\""),
            "");
}

TEST(Architecture, PlantedWord_IsCaught) {
  EXPECT_NE(joined(check_words("src/math/a.cpp", "int i = std::rand();")), "");
  EXPECT_NE(joined(check_words("CMakeLists.txt", "add_compile_options(-march=native)")), "");
  EXPECT_NE(joined(check_words("src/math/utils.hpp", "")), "");
  EXPECT_EQ(joined(check_words("src/math/random.hpp", "double operand(int i);")), "");
}

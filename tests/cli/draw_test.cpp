// talus draw: a picture of a scene before it runs.

#include "cli/program.hpp"

#include <algorithm>
#include <sstream>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

std::ptrdiff_t files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

TEST_F(Program, Draw_WritesAPicture_AndNothingElse) {
  write("fall.yaml", falling_disk());
  write("pictures/other", "");
  const auto f = talus({"draw", "fall.yaml", "--svg", "pictures/fall.svg"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_EQ(f.out, "");
  EXPECT_EQ(f.err, "");
  const std::string svg = read(folder() / "pictures/fall.svg");
  EXPECT_EQ(svg.rfind("<svg ", 0), 0U);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  EXPECT_NE(svg.find("<title>a disk falls</title>"), std::string::npos);
  EXPECT_NE(svg.find("<circle cx=\"0\" cy=\"0.5\" r=\"0.1\""), std::string::npos);
  EXPECT_EQ(files_in(folder() / "pictures"), 2);
  EXPECT_EQ(talus({"draw", "fall.yaml", "--svg", "-"}).out, svg);
}

TEST_F(Program, Draw_ReplacesAFileOnlyWhenForced) {
  write("fall.yaml", falling_disk());
  write("fall.svg", "mine");
  const auto refused = talus({"draw", "fall.yaml", "--svg", "fall.svg"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("the file exists"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("--force"), std::string::npos) << refused.err;
  EXPECT_EQ(read(folder() / "fall.svg"), "mine");
  EXPECT_EQ(talus({"draw", "fall.yaml", "--svg", "fall.svg", "--force"}).code, 0);
  EXPECT_EQ(read(folder() / "fall.svg").rfind("<svg ", 0), 0U);
}

TEST_F(Program, Draw_TakesOverridesAndContacts) {
  write("fall.yaml", falling_disk());
  const auto at_rest = [&](const std::string& contacts) {
    return talus({"draw", "fall.yaml", "--set", "bodies.disk.position=[0, 0.1]", "--contacts",
                  contacts, "--svg", "-"})
        .out;
  };
  EXPECT_NE(at_rest("touching").find("1 contact at t = 0"), std::string::npos);
  EXPECT_NE(at_rest("none").find("2 shapes at t = 0"), std::string::npos);
  // 0.0005 above the ground: no contact yet, but the law looks ahead.
  const std::string ahead = "contacts[0].form=gap";
  const auto above = [&](const std::string& contacts) {
    return talus({"draw", "fall.yaml", "--set", "bodies.disk.position=[0, 0.1005]", "--set", ahead,
                  "--contacts", contacts, "--svg", "-"})
        .out;
  };
  EXPECT_NE(above("touching").find("0 contacts at t = 0"), std::string::npos);
  EXPECT_NE(above("all").find("1 contact at t = 0"), std::string::npos);
}

TEST_F(Program, Draw_ExplainsMistakes) {
  write("fall.yaml", falling_disk());
  write("bad.yaml", "talus: 1\ndimension: 2\n");
  write("folder/file", "");
  struct DrawMistake {
    std::vector<std::string> arguments;
    const char* told;
  };
  const DrawMistake mistakes[] = {
      {{"draw", "fall.yaml"}, "--svg"},
      {{"draw", "fall.yaml", "--svg", "a.svg", "--view", "behind"},
       "--view behind: expected front"},
      {{"draw", "fall.yaml", "--svg", "a.svg", "--view", "0,100"}, "elevation from -90 to 90"},
      {{"draw", "fall.yaml", "--svg", "a.svg", "--contacts", "some"}, "--contacts"},
      {{"draw", "fall.yaml", "--svg", "folder"}, "not a file"},
      {{"draw", "fall.yaml", "--svg", "folder", "--force"}, "not a file"},
      {{"draw", "fall.yaml", "--svg", "nowhere/a.svg"}, "cannot write nowhere/a.svg"},
      {{"draw", "bad.yaml", "--svg", "a.svg"}, "bad.yaml:1:1: missing key 'gravity'"},
      {{"draw", "nothing.yaml", "--svg", "a.svg"}, "no file 'nothing.yaml'"},
  };
  for (const auto& mistake : mistakes) {
    const auto f = talus(mistake.arguments);
    EXPECT_EQ(f.code, 2) << mistake.told;
    EXPECT_EQ(f.out, "") << mistake.told;
    EXPECT_NE(f.err.find(mistake.told), std::string::npos) << mistake.told << ", but\n" << f.err;
  }
  EXPECT_FALSE(fs::exists(folder() / "a.svg"));
}

TEST_F(Program, Draw_TheWholeGallery) {
  std::istringstream names(talus({"scenes", "--names"}).out);
  int count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    const auto f = talus({"draw", name, "--svg", name + ".svg"});
    EXPECT_EQ(f.code, 0) << name << ": " << f.err;
    EXPECT_EQ(f.err, "") << name;
    EXPECT_GT(fs::file_size(folder() / (name + ".svg")), 2000U) << name;
  }
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace talus::cli

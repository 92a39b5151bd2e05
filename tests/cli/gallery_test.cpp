// Every scene of the gallery runs, and its energy balance closes.

#include "cli/program.hpp"

#include <sstream>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

TEST_F(Program, Gallery_RunsAndBalances) {
  std::istringstream names(talus({"scenes", "--names"}).out);
  int count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    SCOPED_TRACE(name);
    const auto f = talus({"run", name, "--json", "--steps", "20"});
    EXPECT_EQ(f.code, 0) << f.err;
    const auto j = f.json();
    EXPECT_EQ(j["steps"], 20);
    // Row A16: an identity of algebra, to round-off.
    EXPECT_LE(j["energy"]["balance_error_max"].get<double>(), 1e-12);
    EXPECT_EQ(f.err, "");
  }
  EXPECT_GT(count, 0);
}

TEST_F(Program, Gallery_HasTitles) {
  const auto f = talus({"scenes"});
  EXPECT_EQ(f.code, 0);
  EXPECT_EQ(f.out.find("(no title)"), std::string::npos) << f.out;
  EXPECT_EQ(f.out.find("cannot be read"), std::string::npos) << f.out;
}

TEST_F(Program, Gallery_HasAPictureOfEachScene_AndTheyAreSmall) {
  const fs::path docs = fs::path(TALUS_SOURCE_DIR) / "docs";
  const std::string page = read(docs / "gallery.md");
  std::istringstream names(talus({"scenes", "--names"}).out);
  for (std::string name; std::getline(names, name);) {
    SCOPED_TRACE(name);
    const std::string link = "](pictures/gallery/" + name + ".";
    const auto at = page.find(link);
    ASSERT_NE(at, std::string::npos) << "docs/gallery.md shows no picture of it";
    const auto file = docs / page.substr(at + 2, page.find(')', at) - at - 2);
    ASSERT_TRUE(fs::exists(file)) << file;
    EXPECT_LE(fs::file_size(file), 60'000U);
  }
}

}  // namespace
}  // namespace talus::cli

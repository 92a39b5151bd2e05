// The committed page is made of the committed sources.

#include "talus/viewer/page.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;

namespace talus::viewer {
namespace {

std::string read(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file, std::ios::binary).rdbuf();
  return out.str();
}

/// What viewer/build.mjs computes.
std::uint64_t fnv(std::uint64_t hash, const std::string& text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

TEST(Page, IsMadeOfTheSourcesBesideIt) {
  const fs::path folder = fs::path(TALUS_SOURCE_DIR) / "viewer";
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder / "src")) {
    names.push_back("src/" + entry.path().filename().string());
  }
  ASSERT_GT(names.size(), 10U);
  std::sort(names.begin(), names.end());
  names.insert(names.end(), {"build.mjs", "package-lock.json"});
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const auto& name : names) hash = fnv(hash, name + "\n" + read(folder / name));
  const std::string wanted = fmt::format("name=\"talus-sources\" content=\"{:016x}\"", hash);
  EXPECT_NE(page_text().find(wanted), std::string_view::npos)
      << "the page is older than its sources: in viewer/ run npm ci && npm run build, and commit "
         "dist/viewer.html";
  EXPECT_TRUE(read(folder / "dist/viewer.html") == page_text()) << "build the program anew";
}

}  // namespace
}  // namespace talus::viewer

// talus view and talus run --live.

#include "cli/program.hpp"

#include <csignal>
#include <fstream>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

class View : public Program {
 protected:
  View() {
    write("fall.yaml", falling_disk());
    EXPECT_EQ(talus({"run", "fall.yaml", "--out", "results", "--quiet"}).code, 0);
  }
};

TEST_F(View, Html_HoldsEveryFrame_AndIsReplacedOnlyWhenForced) {
  const auto f = talus({"view", "results", "--html", "fall.html"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_EQ(f.err, "");
  const std::string page = read(folder() / "fall.html");
  EXPECT_EQ(page.rfind("<!doctype html>", 0), 0U);
  EXPECT_EQ(count(page, "id=\"talus-head\""), 1U);
  EXPECT_EQ(count(page, "id=\"talus-history\""), 1U);
  const auto frames = count(page, "id=\"talus-frame-");
  EXPECT_GT(frames, 100U);
  EXPECT_NE(f.out.find(std::to_string(frames) + " frames"), std::string::npos) << f.out;

  const auto again = talus({"view", "results", "--html", "fall.html"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--force"), std::string::npos) << again.err;
  EXPECT_EQ(talus({"view", "results", "--html", "fall.html", "--force"}).code, 0);
  EXPECT_TRUE(read(folder() / "fall.html") == page);  // the same run makes the same page
}

TEST_F(View, Html_TooLarge_IsThinnedAndSaysSo) {
  const auto f = talus({"view", "results", "--html", "fall.html", "--max-mb", "0.02"});
  EXPECT_EQ(f.code, 0);
  EXPECT_NE(f.err.find("frames fit into 0.02 MB"), std::string::npos) << f.err;
  EXPECT_NE(f.err.find("seven digits"), std::string::npos) << f.err;
  const std::string page = read(folder() / "fall.html");
  EXPECT_GE(count(page, "id=\"talus-frame-"), 2U);
  EXPECT_LT(count(page, "id=\"talus-frame-"), 60U);
}

TEST_F(View, MissingOrDamagedResults_AreNamed) {
  const auto missing = talus({"view", "nowhere"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("nowhere"), std::string::npos) << missing.err;
  EXPECT_NE(missing.err.find("talus run"), std::string::npos) << missing.err;

  const fs::path file = folder() / "results/results.h5";
  fs::resize_file(file, fs::file_size(file) / 2);
  for (const auto& arguments :
       {Arguments{"view", "results", "--no-open"}, Arguments{"view", "results", "--html", "a"}}) {
    const auto cut = talus(arguments);
    EXPECT_EQ(cut.code, 2);
    EXPECT_NE(cut.err.find("results.h5"), std::string::npos) << cut.err;
  }
  EXPECT_FALSE(fs::exists(folder() / "a"));

  std::ofstream(file) << "not HDF5 at all";
  EXPECT_EQ(talus({"view", "results", "--no-open"}).code, 2);
}

TEST_F(View, Server_PrintsItsAddressAndEndsOnInterrupt) {
  const auto process = start({"view", "results", "--no-open"});
  const fs::path out = folder().parent_path() / "stdout";
  EXPECT_TRUE(wait_until([&] { return read(out).find('\n') != std::string::npos; }));
  ::kill(process, SIGINT);
  const auto f = finish(process);
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_EQ(f.out.rfind("http://127.0.0.1:", 0), 0U) << f.out;
  EXPECT_EQ(count(f.out, "\n"), 1U);
}

TEST_F(View, Options_ThatDoNotGoTogether_AreRefused) {
  EXPECT_EQ(talus({"view", "results", "--port", "0"}).code, 2);
  EXPECT_EQ(talus({"view", "results", "--port", "8080", "--html", "a"}).code, 2);
  EXPECT_EQ(talus({"view", "results", "--html", "a", "--max-mb", "-1"}).code, 2);
  EXPECT_EQ(talus({"run", "fall.yaml", "--port", "8080"}).code, 2);
}

TEST_F(View, LiveRun_GivesTheSameBits) {
  const auto alone = talus({"run", "fall.yaml", "--json"}).json();
  const auto live = talus({"run", "fall.yaml", "--json", "--live", "--no-open", "--out", "live"});
  EXPECT_EQ(live.code, 0);
  EXPECT_NE(live.err.find("http://127.0.0.1:"), std::string::npos) << live.err;
  EXPECT_EQ(live.json()["state_hash"], alone["state_hash"]);
  for (const char* file : {"energy.csv", "solver.csv", "bodies.csv"}) {
    EXPECT_EQ(read(folder() / "live" / file), read(folder() / "results" / file)) << file;
  }
}

}  // namespace
}  // namespace talus::cli

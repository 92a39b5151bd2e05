// talus draw and talus plot of a run: what the results say, as pictures.

#include "cli/program.hpp"

#include <cmath>
#include <regex>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

class Picture : public Program {
 protected:
  void SetUp() override {
    write("fall.yaml", falling_disk());
    ASSERT_EQ(talus({"run", "fall.yaml", "--out", "results", "--quiet"}).code, 0);
  }
  std::string drawn(const Arguments& more) const {
    Arguments all = {"draw", "results", "--svg", "-"};
    all.insert(all.end(), more.begin(), more.end());
    const auto f = talus(all);
    EXPECT_EQ(f.code, 0) << f.err;
    return f.out;
  }
  static int count(const std::string& text, const std::string& what) {
    int n = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
  }
};

TEST_F(Picture, OfARun_ShowsTheForceThatCarriesTheWeight) {
  const std::string end = drawn({});
  EXPECT_NE(end.find("a disk falls"), std::string::npos);
  EXPECT_NE(end.find("at t = 1"), std::string::npos);
  std::smatch line;
  ASSERT_TRUE(std::regex_search(
      end, line, std::regex("<polyline points=\"([^,]+),([^ ]+) ([^,]+),([^\"]+)\"")));
  // From the centre of the disk to the ground, where it ends. It falls by 0.4 and overlaps the
  // ground by what it travels in a step at most.
  const double overlap = 1e-3 * std::sqrt(2 * 9.81 * 0.4);
  EXPECT_NEAR(std::stod(line[2]), 0.1, overlap);
  EXPECT_NEAR(std::stod(line[4]), 0, overlap);
  EXPECT_NEAR(std::stod(line[3]), 0, 1e-9);
  EXPECT_NE(end.find("force of "), std::string::npos);
  EXPECT_EQ(count(end, "class=\"force\""), 1);
  const std::string flying = drawn({"--at", "0.1"});
  EXPECT_EQ(count(flying, "class=\"force\""), 0);
  EXPECT_NE(flying.find("at t = 0.1"), std::string::npos);
  EXPECT_EQ(count(drawn({"--contacts", "none"}), "class=\"force\""), 0);
}

TEST_F(Picture, Mistakes_AreTold) {
  const struct {
    Arguments arguments;
    const char* told;
  } mistakes[] = {
      {{"draw", "results", "--svg", "a.svg", "--at", "7"}, "from 0 to 1"},
      {{"draw", "fall.yaml", "--svg", "a.svg", "--at", "0.5"}, "the folder of a run"},
      {{"draw", "results", "--svg", "a.svg", "--set", "time.end=2"}, "cannot be changed"},
      {{"draw", "results", "--svg", "a.svg", "--png", "a.png"}, "--png"},
      {{"draw", "."}, "--svg"},
      {{"draw", ".", "--svg", "a.svg"}, "results.h5"},
      {{"plot", "results", "--svg", "a.svg", "--body", "desk"}, "no such body"},
      {{"plot", "results"}, "--svg"},
      {{"plot", "nowhere", "--svg", "a.svg"}, "no such file"},
  };
  for (const auto& mistake : mistakes) {
    const auto f = talus(mistake.arguments);
    EXPECT_EQ(f.code, 2) << mistake.told;
    EXPECT_NE(f.err.find(mistake.told), std::string::npos) << mistake.told << ", but\n" << f.err;
  }
  EXPECT_FALSE(fs::exists(folder() / "a.svg"));
}

TEST_F(Picture, FolderWithTheNameOfAScene_IsARunOnlyIfItHoldsOne) {
  fs::create_directory(folder() / "arch");
  const auto scene = talus({"draw", "arch", "--svg", "-"});
  EXPECT_EQ(scene.code, 0) << scene.err;
  EXPECT_NE(scene.out.find("at t = 0"), std::string::npos);
  ASSERT_EQ(talus({"run", "arch", "--steps", "5", "--out", "arch", "--quiet"}).code, 0);
  const auto run = talus({"draw", "arch", "--svg", "-"});
  EXPECT_NE(run.out.find("at t = 0.01"), std::string::npos);
}

TEST_F(Picture, Plot_HasAPanelForEachQuestion) {
  const auto f = talus({"plot", "results", "--svg", "-", "--body", "disk"});
  ASSERT_EQ(f.code, 0) << f.err;
  for (const char* title :
       {"Energy", "Work and dissipation", "Contacts", "Deepest overlap", "Sweeps",
        "Error in the contact laws", "disk: centre of mass", "disk: velocity"}) {
    EXPECT_NE(f.out.find(title), std::string::npos) << title;
  }
  EXPECT_EQ(count(f.out, "class=\"mark\""), 0);
  EXPECT_EQ(f.out.find("missed"), std::string::npos);
}

TEST_F(Picture, StepsThatMissedTheirTolerance_AreTold) {
  ASSERT_EQ(talus({"run", "box-of-disks", "--steps", "40", "--set",
                   "solver={tolerance: 1e-14, max_sweeps: 1, method: nlgs}", "--set",
                   "record.frames.every=1", "--out", "bad", "--quiet"})
                .code,
            0);
  const auto plot = talus({"plot", "bad", "--svg", "-"});
  EXPECT_NE(plot.out.find("steps missed the solver"), std::string::npos);
  EXPECT_GT(count(plot.out, "class=\"mark\""), 0);
  const auto last = talus({"draw", "bad", "--svg", "-"});
  EXPECT_NE(last.out.find("missed the solver"), std::string::npos);
}

TEST_F(Picture, Png_IsMadeWhereTheConverterIs) {
  if (shell("command -v rsvg-convert").code != 0) GTEST_SKIP() << "librsvg2-bin is missing";
  const auto f = talus({"draw", "results", "--png", "end.png"});
  ASSERT_EQ(f.code, 0) << f.err;
  EXPECT_EQ(read(folder() / "end.png").substr(1, 3), "PNG");
  EXPECT_EQ(talus({"draw", "results", "--png", "end.png"}).code, 2);
  ASSERT_EQ(talus({"plot", "results", "--png", "end.png", "--force"}).code, 0);
  EXPECT_EQ(talus({"draw", "results", "--png", "nowhere/end.png"}).code, 2);
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder()))
    files += entry.is_regular_file() ? 1 : 0;
  EXPECT_EQ(files, 2);  // nothing is left beside the scene and the picture
}

TEST_F(Picture, WithoutTheConverter_SaysWhatToInstall) {
  const auto f = shell(R"(PATH=/nowhere exec "$0" draw results --png end.png)");
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find("librsvg2-bin"), std::string::npos) << f.err;
  EXPECT_FALSE(fs::exists(folder() / "end.png"));
}

}  // namespace
}  // namespace talus::cli

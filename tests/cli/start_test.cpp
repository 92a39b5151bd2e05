// start: {from: DIR}: scenes that begin where another run left off.

#include "talus/io/results_reader.hpp"

#include "cli/program.hpp"

#include <algorithm>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

/// The block of YAML in the manual that begins with this comment.
std::string manual(const std::string& comment) {
  const std::string text = read(fs::path(TALUS_SOURCE_DIR) / "docs/scene.md");
  const auto begin = text.find("```yaml\n# " + comment);
  EXPECT_NE(begin, std::string::npos) << comment;
  const auto first = text.find('\n', begin) + 1;
  return text.substr(first, text.find("```", first) - first);
}

class Start : public Program {
 protected:
  Start() : fill_(manual("fill.yaml")) {
    write("fill.yaml", fill_);
    // What the manual calls the same, but.
    const std::string open = manual("open.yaml");
    open_ = fill_.substr(0, fill_.find("bodies:")) + open.substr(open.find("bodies:")) +
            fill_.substr(fill_.find("generate:"));
    write("open.yaml", open_);
  }
  void fill(const Arguments& more = {}) const {
    Arguments arguments = {"run", "fill.yaml", "--out", "filled", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto f = talus(arguments);
    EXPECT_EQ(f.code, 0) << f.err;
  }
  /// The scene, starting from the filled box with another start section.
  std::string checked(const std::string& start, const std::string& from, const std::string& to) {
    std::string text = open_;
    text.replace(text.find("start: {from: filled}"), 21, start);
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    write("other.yaml", text);
    const auto f = talus({"check", "other.yaml"});
    return f.code == 0 ? f.err : f.err + "refused";
  }

  std::string fill_, open_;
};

template <int D>
RecordedFrame<D> frame(const fs::path& folder, std::size_t number) {
  const ResultsReader reader(folder);
  RecordedFrame<D> f;
  reader.read_frame(std::min(number, reader.frame_times().size() - 1), f);
  return f;
}

TEST_F(Start, FilledBoxThatOpens_LetsSandOut) {
  fill();
  const auto f = talus({"run", "open.yaml", "--out", "opened", "--json"});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto filled = frame<2>(folder() / "filled", 1 << 20);
  const auto begun = frame<2>(folder() / "opened", 0);
  const auto opened = frame<2>(folder() / "opened", 1 << 20);
  double reach_before = -1;
  double reach = -1;
  for (std::size_t b = 3; b < filled.state.x.size(); ++b) {
    EXPECT_EQ(begun.state.x[b], filled.state.x[b]);
    EXPECT_EQ(begun.state.v[b], filled.state.v[b]);
    reach_before = std::max(reach_before, filled.state.x[b][0]);
    reach = std::max(reach, opened.state.x[b][0]);
  }
  EXPECT_LT(reach_before, 0);
  EXPECT_GT(reach, 0.1);
}

TEST_F(Start, SameSceneAgain_IsTheRunThatNeverStopped) {
  write("on.yaml", fill_ + "start: {from: half}\n");
  const auto whole = talus({"run", "fill.yaml", "--json", "--steps", "700"}).json();
  EXPECT_EQ(talus({"run", "fill.yaml", "--out", "half", "--steps", "400", "--quiet"}).code, 0);
  const auto rest = talus({"run", "on.yaml", "--json", "--steps", "300"}).json();
  EXPECT_TRUE(rest["bodies"] == whole["bodies"]);
  EXPECT_EQ(rest["energy"]["kinetic"], whole["energy"]["kinetic"]);
  EXPECT_EQ(rest["steps"], 300);
}

/// Frames lack only what contacts remember beside impulses; the sand is at rest and stays there.
TEST_F(Start, FromAFrame_BeginsThereAndRests) {
  fill({"--set", "record.checkpoints=none"});
  write("on.yaml", fill_ + "start: {from: filled/results.h5, at: 1.401}\n");
  const auto f = talus({"run", "on.yaml", "--out", "on", "--json", "--steps", "100"});
  ASSERT_EQ(f.code, 0) << f.err;
  // Every fifteenth step has a frame.
  EXPECT_NE(f.err.find("no frame at 1.401; the one at 1.395"), std::string::npos) << f.err;
  const ResultsReader filled(folder() / "filled");
  const auto begun = frame<2>(folder() / "on", 0);
  const auto source = frame<2>(folder() / "filled", filled.frame_at(1.401));
  for (std::size_t b = 3; b < begun.state.x.size(); ++b) {
    EXPECT_EQ(begun.state.x[b], source.state.x[b]);
  }
  // Warm starts came along: without them the first step takes more sweeps.
  const auto first_sweeps = [&](const char* out) {
    const auto columns = ResultsReader(folder() / out).steps();
    const auto sweeps = std::find_if(columns.begin(), columns.end(),
                                     [](const StepHistory& h) { return h.name == "sweeps"; });
    return sweeps->values[1];
  };
  const auto cold =
      talus({"run", "on.yaml", "--out", "cold", "--steps", "1", "--set", "solver.guess=zero"});
  ASSERT_EQ(cold.code, 0) << cold.err;
  EXPECT_LT(first_sweeps("on"), first_sweeps("cold"));
}

TEST_F(Start, WhatDoesNotMatch_IsToldByName) {
  fill({"--steps", "20"});
  const auto said = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos && text.find("refused") != std::string::npos;
  };
  const std::string good = "start: {from: filled}";
  EXPECT_EQ(checked(good, "", ""), "");
  std::string text = checked(good, "name: sand, material", "name: grit, material");
  EXPECT_TRUE(said(text, "the run has no body 'grit_0'")) << text;
  EXPECT_TRUE(said(text, "and 115 more")) << text;
  EXPECT_TRUE(said(text, "other.yaml:")) << text;
  text = checked(good, "[0.01, 0.015]", "[0.01, 0.014]");
  EXPECT_TRUE(said(text, "are different in the run")) << text;
  text = checked("start: {from: nowhere}", "", "");
  EXPECT_TRUE(said(text, "no such file")) << text;
  text = checked("start: {from: filled, bodies: [gate]}", "", "");
  EXPECT_TRUE(said(text, "body 'gate' is fixed or moved as given")) << text;
  text = checked("start: {from: filled, bodies: [sand_1, sand_x]}", "", "");
  EXPECT_TRUE(said(text, "unknown body or group 'sand_x'")) << text;
  text = checked("start: {at: 1}", "", "");
  EXPECT_TRUE(said(text, "from")) << text;
}

}  // namespace
}  // namespace talus::cli

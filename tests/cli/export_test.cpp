// Runs written for other programs: every number is that of results.h5, and no export that was
// stopped looks like a whole one.

#include "cli/program.hpp"

#include <array>
#include <csignal>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

constexpr const char* interpreter = "/usr/bin/python3 ";

std::string helper(const std::string& name) {
  return (fs::path(TALUS_SOURCE_DIR) / "tests/cli" / name).string();
}

class Export : public Program {
 protected:
  void SetUp() override {
    if (shell(std::string(interpreter) + "-c 'import h5py'").code != 0) {
      GTEST_SKIP() << "python3-h5py is missing";
    }
  }
  void run(const std::string& scene, const Arguments& more) const {
    Arguments all = {"run", scene, "--out", "results", "--quiet"};
    all.insert(all.end(), more.begin(), more.end());
    ASSERT_EQ(talus(all).code, 0);
  }
  /// Frames, contacts and corners that were compared.
  std::array<long, 3> compare_vtk(const std::string& reader, const std::string& out) const {
    const auto f = shell(interpreter + helper("compare_vtk.py") + " results " + out + " " + reader);
    EXPECT_EQ(f.code, 0) << f.err;
    std::array<long, 3> counts{};
    std::istringstream words(f.out);
    words >> counts[0] >> counts[1] >> counts[2];
    return counts;
  }
  std::set<std::string> files(const std::string& in) const {
    std::set<std::string> out;
    for (const auto& entry : fs::directory_iterator(folder() / in)) {
      out.insert(entry.path().filename().string());
    }
    return out;
  }
};

/// In the plane: polygons and segments, in a drum.
constexpr const char* mixed_plane = R"(talus: 1
dimension: 2
gravity: [0, -9.81]
time: {step: 1e-2, end: 0.5}
materials: {stone: {density: 2500}, "wall, <old>": {}}
contacts: [{between: [[stone, "wall, <old>"], [stone, "wall, <old>"]], friction: 0.5}]
bodies:
  - {name: drum, shape: {drum: {radius: 1}}, material: "wall, <old>", motion: {spin: 1}}
  - {name: shelf, shape: {segment: {from: [-0.5, -0.5], to: [0.5, -0.5]}}, material: "wall, <old>", fixed: true}
  - {name: block, shape: {box: {size: [0.3, 0.2]}}, material: stone, position: [0, -0.2]}
  - {name: pill, shape: {capsule: {length: 0.2, radius: 0.1}}, material: stone, position: [0.35, 0]}
  - {name: disk, shape: {disk: {radius: 0.1}}, material: stone, position: [-0.35, 0]}
)";

/// In space: one of each kind, on the ground, and something whose centre is not its shape's.
constexpr const char* mixed_space = R"(talus: 1
dimension: 3
gravity: [0, 0, -9.81]
time: {step: 1e-2, end: 0.5}
materials: {stone: {density: 2500}}
contacts: [{between: [stone, stone], friction: 0.5}]
bodies:
  - {name: ground, shape: half_space, material: stone, fixed: true}
  - {name: wall, shape: {half_space: {normal: [1, 0, 0], through: [-1, 0, 0]}}, material: stone, fixed: true}
  - {name: tray, shape: {rectangle: {size: [1, 1]}}, material: stone, fixed: true, position: [2, 0, 0.2]}
  - {name: ball, shape: {sphere: {radius: 0.1}}, material: stone, position: [0, 0, 0.2], spin: [1, 2, 3]}
  - {name: block, shape: {box: {size: [0.3, 0.2, 0.1]}}, material: stone, position: [0.5, 0, 0.2]}
  - {name: pill, shape: {capsule: {length: 0.2, radius: 0.1}}, material: stone, position: [1, 0, 0.3]}
  - {name: can, shape: {cylinder: {length: 0.2, radius: 0.1}}, material: stone, position: [2, 0, 0.4]}
  - name: dumb_bell
    material: stone
    position: [0, 1, 0.2]
    shapes: [{sphere: {radius: 0.1}, at: [-0.2, 0, 0]}, {sphere: {radius: 0.15}, at: [0.2, 0, 0]}]
)";

TEST_F(Export, VtkOfThePlane_HoldsTheNumbersOfTheRun) {
  write("scene.yaml", mixed_plane);
  run("scene.yaml", {"--set", "record.frames.every=10"});
  const auto f = talus({"export", "results", "--vtk"});
  ASSERT_EQ(f.code, 0) << f.err;
  EXPECT_NE(f.out.find("6 frames"), std::string::npos) << f.out;
  const auto counts = compare_vtk("read_vtp", "results/export");
  EXPECT_EQ(counts[0], 6);
  EXPECT_GT(counts[1], 10);
  EXPECT_GT(counts[2], 6 * 64);
}

TEST_F(Export, VtkOfSpace_HoldsTheNumbersOfTheRun) {
  write("scene.yaml", mixed_space);
  run("scene.yaml", {"--set", "record.frames.every=10"});
  ASSERT_EQ(talus({"export", "results", "--vtk", "--out", "elsewhere/deep", "--quiet"}).code, 0);
  const auto counts = compare_vtk("read_vtp", "elsewhere/deep");
  EXPECT_EQ(counts[0], 6);
  EXPECT_GT(counts[1], 10);
}

TEST_F(Export, Frames_AreChosenByTimeAndNumber) {
  write("fall.yaml", falling_disk());
  run("fall.yaml", {"--set", "record.frames.every=100"});
  ASSERT_EQ(
      talus({"export", "results", "--vtk", "--from", "0.3", "--to", "0.7", "--every", "2"}).code,
      0);
  const auto names = files("results/export/vtk");
  EXPECT_EQ(names.size(), 12U);
  for (const char* name : {"shapes_000003.vtp", "bodies_000005.vtp", "forces_000007.vtp"}) {
    EXPECT_EQ(names.count(name), 1U) << name;
  }
  EXPECT_EQ(compare_vtk("read_vtp", "results/export")[0], 3);
  const auto none = talus({"export", "results", "--vtk", "--from", "2", "--out", "none"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("none from 2"), std::string::npos) << none.err;
  EXPECT_EQ(talus({"export", "results", "--vtk", "--from", "2", "--to", "1"}).code, 2);
  EXPECT_EQ(talus({"export", "results", "--vtk", "--every", "0"}).code, 2);
}

TEST_F(Export, EarlierOne_IsReplacedOnlyByForceAndAsAWhole) {
  write("fall.yaml", falling_disk());
  run("fall.yaml", {"--set", "record.frames.every=100"});
  ASSERT_EQ(talus({"export", "results", "--vtk", "--quiet"}).code, 0);
  const auto again = talus({"export", "results", "--vtk", "--quiet"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--force"), std::string::npos) << again.err;
  write("results/export/vtk/mine.txt", "kept");
  ASSERT_EQ(talus({"export", "results", "--vtk", "--quiet", "--every", "5", "--force"}).code, 0);
  const auto names = files("results/export/vtk");
  EXPECT_EQ(names.size(), 4U * 3 + 1);
  EXPECT_EQ(names.count("mine.txt"), 1U);
}

TEST_F(Export, WithoutFormatOrResults_SaysWhatIsWanted) {
  EXPECT_EQ(talus({"export", "results"}).code, 2);
  const auto f = talus({"export", "results", "--vtk"});
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find("talus run"), std::string::npos) << f.err;
  EXPECT_FALSE(fs::exists(folder() / "results"));
  write("fall.yaml", falling_disk());
  run("fall.yaml", {"--steps", "3"});
  const auto same = talus({"export", "results", "--vtk", "--out", "results"});
  EXPECT_EQ(same.code, 2);
  EXPECT_NE(same.err.find("the run itself"), std::string::npos) << same.err;
}

TEST_F(Export, Interrupted_LeavesNothingThatLooksWhole) {
  write("fall.yaml", falling_disk());
  run("fall.yaml", {"--set", "record.frames.every=1"});
  const auto process = start({"export", "results", "--vtk", "--quiet"});
  EXPECT_TRUE(
      wait_until([&] { return fs::exists(folder() / "results/export/vtk/bodies_000001.vtp"); }));
  ::kill(process, SIGINT);
  EXPECT_EQ(finish(process).code, 4);
  for (const auto& name : files("results/export")) EXPECT_EQ(name, "vtk");
  EXPECT_EQ(talus({"export", "results", "--vtk", "--quiet", "--every", "100"}).code, 0);
  EXPECT_EQ(files("results/export").size(), 5U);
  const auto tables = start({"export", "results", "--csv", "--npz", "--quiet", "--out", "tables"});
  EXPECT_TRUE(wait_until([&] { return fs::exists(folder() / "tables"); }));
  ::kill(tables, SIGINT);
  finish(tables);
  // Whenever it came: whole files or none.
  for (const auto& name : files("tables")) EXPECT_EQ(name.find(".new"), std::string::npos) << name;
}

TEST_F(Export, TablesAndArrays_HoldTheNumbersOfTheRun) {
  write("plane.yaml", mixed_plane);
  write("space.yaml", mixed_space);
  for (const char* scene : {"plane.yaml", "space.yaml"}) {
    run(scene, {"--set", "record.frames.every=5", "--force"});
    const auto f = talus({"export", "results", "--csv", "--npz", "--every", "2", "--force"});
    ASSERT_EQ(f.code, 0) << f.err;
    EXPECT_EQ(files("results/export"),
              (std::set<std::string>{"bodies.csv", "contacts.csv", "properties.csv", "results.npz",
                                     "steps.csv"}));
    const auto compared =
        shell(interpreter + helper("compare_tables.py") + " results results/export");
    EXPECT_EQ(compared.code, 0) << compared.err;
    EXPECT_EQ(compared.out.substr(0, 2), "6 ");
  }
}

TEST_F(Export, WhatWasNotRecorded_IsLeftOut) {
  write("plane.yaml", mixed_plane);
  run("plane.yaml",
      {"--set", "record={frames: {every: 25, bodies: [disk, pill], fields: [contacts]}}"});
  ASSERT_EQ(talus({"export", "results", "--vtk", "--csv", "--npz", "--quiet"}).code, 0);
  const auto header = [&](const std::string& file) {
    const auto text = read(folder() / "results/export" / file);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(header("bodies.csv"), "frame,step,time,body,x,y,angle");
  write("look.py",
        "import numpy, sys; sys.path.insert(0, sys.argv[1]); import read_vtp\n"
        "z = numpy.load('results/export/results.npz')\n"
        "d = read_vtp.read('results/export/vtk/bodies_000001.vtp')\n"
        "s = read_vtp.read('results/export/vtk/shapes_000001.vtp')\n"
        "print(list(z['body_name']), z['position'].shape, 'velocity' in z, d['point_data']['name'],"
        " 'velocity' in d['point_data'], sorted(set(s['cell_data']['body'])))\n");
  const auto f = shell(interpreter + std::string("look.py ") + helper(""));
  EXPECT_EQ(f.out, "['disk', 'pill'] (3, 2, 2) False ['disk', 'pill'] False [3, 4]\n") << f.err;
}

TEST_F(Export, FullDisk_IsToldAndLeavesNoHalfFile) {
  write("fall.yaml", falling_disk());
  run("fall.yaml", {"--set", "record.frames.every=1"});
  for (const char* format : {"--csv", "--npz", "--vtk"}) {
    // A block of 512 or 1024 bytes: less than any of them needs.
    const auto f =
        shell("ulimit -f 1; exec \"$0\" export results --quiet --out small " + std::string(format));
    EXPECT_EQ(f.code, 2) << format << f.err;
    EXPECT_NE(f.err.find("cannot write"), std::string::npos) << f.err;
    for (const auto& name : files("small")) EXPECT_EQ(name, "vtk");
  }
}

using FullExport = Export;

TEST_F(FullExport, Vtk_ReadsWhatIsWritten) {
  if (shell(std::string(interpreter) + "-c 'import vtkmodules.vtkIOXML'").code != 0) {
    GTEST_SKIP() << "python3-vtk9 is missing";
  }
  write("plane.yaml", mixed_plane);
  write("space.yaml", mixed_space);
  for (const char* scene : {"plane.yaml", "space.yaml"}) {
    run(scene, {"--set", "record.frames.every=10", "--force"});
    ASSERT_EQ(talus({"export", "results", "--vtk", "--quiet", "--force"}).code, 0);
    const auto counts = compare_vtk("read_with_vtk", "results/export");
    EXPECT_EQ(counts[0], 6);
    EXPECT_GT(counts[1], 10);
  }
}

}  // namespace
}  // namespace talus::cli

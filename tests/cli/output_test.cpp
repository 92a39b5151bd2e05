// talus run --out: the files, and what becomes of them when things go wrong.

#include "cli/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <sstream>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

using Row = std::vector<std::string>;

/// Rows of a CSV file; the test fails unless each is whole.
std::vector<Row> rows(const fs::path& file) {
  const std::string text = read(file);
  EXPECT_FALSE(text.empty()) << file;
  EXPECT_EQ(text.back(), '\n') << file;
  std::vector<Row> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Row row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    if (!all.empty()) {
      EXPECT_EQ(row.size(), all[0].size()) << file << ": " << line;
    }
    all.push_back(row);
  }
  return all;
}

constexpr std::array<const char*, 3> histories{"energy.csv", "solver.csv", "bodies.csv"};

/// Falls and rests for longer than any test waits.
std::string endless() {
  std::string scene = falling_disk();
  scene.replace(scene.find("end: 1}"), 7, "end: 1e9}");
  return scene + "record: {every: 1000}\n";
}

TEST_F(Program, Out_HoldsEverything) {
  write("fall.yaml", falling_disk());
  const auto f =
      talus({"run", "fall.yaml", "--json", "--out", "deep/results", "--set", "record.every=30"});
  EXPECT_EQ(f.code, 0) << f.err;
  const fs::path out = folder() / "deep/results";
  EXPECT_EQ(read(out / "scene.yaml"), falling_disk());
  EXPECT_EQ(nlohmann::json::parse(read(out / "summary.json")), f.json());
  const auto energy = rows(out / "energy.csv");
  // The header, the start, 33 rows thirty steps apart, and the last step.
  EXPECT_EQ(energy.size(), 36U);
  EXPECT_EQ(energy[1][0], "0");
  EXPECT_EQ(energy[2][0], "30");
  EXPECT_EQ(energy.back()[0], "1000");
  EXPECT_EQ(rows(out / "solver.csv").size(), 35U);  // nothing is solved at the start
  const auto bodies = rows(out / "bodies.csv");
  EXPECT_EQ(bodies.size(), 1U + 35U * 2U);
  const double y = f.json()["bodies"]["disk"]["position"][1];
  EXPECT_EQ(bodies.back()[2], "disk");
  EXPECT_EQ(std::strtod(bodies.back()[4].c_str(), nullptr), y);  // every digit survives
}

TEST_F(Program, Out_RecordsChosenBodiesOnly) {
  write("fall.yaml", falling_disk() + "record: {every: 500, bodies: [disk]}\n");
  ASSERT_EQ(talus({"run", "fall.yaml", "--quiet", "--out", "results"}).code, 0);
  EXPECT_EQ(rows(folder() / "results/bodies.csv").size(), 1U + 3U);
}

TEST_F(Program, Out_DoesNotOverwriteUnlessForced) {
  write("fall.yaml", falling_disk());
  write("results/diary.txt", "precious");
  write("results/energy.csv", "old");
  write("results/bodies.csv", "old");
  const auto refused = talus({"run", "fall.yaml", "--out", "results"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find("--force"), std::string::npos);
  EXPECT_EQ(read(folder() / "results/energy.csv"), "old");
  const auto forced = talus({"run", "fall.yaml", "--out", "results", "--force"});
  EXPECT_EQ(forced.code, 0) << forced.err;
  EXPECT_EQ(read(folder() / "results/diary.txt"), "precious");
  EXPECT_GT(rows(folder() / "results/energy.csv").size(), 1000U);
}

TEST_F(Program, Out_BadSceneTouchesNothing) {
  write("bad.yaml", "talus: 1\n");
  write("results/energy.csv", "old");
  EXPECT_EQ(talus({"run", "bad.yaml", "--out", "results", "--force"}).code, 2);
  EXPECT_EQ(talus({"run", "bad.yaml", "--out", "fresh"}).code, 2);
  EXPECT_EQ(read(folder() / "results/energy.csv"), "old");
  EXPECT_FALSE(fs::exists(folder() / "fresh"));
}

TEST_F(Program, Out_SparesTheSceneItself) {
  write("place/scene.yaml", falling_disk());
  const auto f = talus({"run", "place/scene.yaml", "--out", "place", "--force", "--quiet"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_EQ(read(folder() / "place/scene.yaml"), falling_disk());
}

TEST_F(Program, Out_ImpossibleFoldersAreTold) {
  write("fall.yaml", falling_disk());
  EXPECT_EQ(talus({"run", "fall.yaml", "--out", "fall.yaml"}).code, 2);
  EXPECT_EQ(talus({"run", "fall.yaml", "--out", "fall.yaml/below"}).code, 2);
}

TEST_F(Program, FullDisk_StopsTheRunAndKeepsWholeRows) {
  write("fall.yaml", endless());
  // 1024 blocks of 512 bytes a file stand for a full disk.
  const auto f = shell(R"(ulimit -f 1024; exec "$0" "$@")", {"run", "fall.yaml", "--json", "--out",
                                                             "results", "--set", "record.every=1"});
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find(": File too large"), std::string::npos) << f.err;
  EXPECT_EQ(f.json()["outcome"], "write_failed");
  for (const char* name : histories) EXPECT_GT(rows(folder() / "results" / name).size(), 50U);
}

class Interrupted : public Program, public ::testing::WithParamInterface<int> {};

TEST_P(Interrupted, Run_EndsCleanlyWithItsResults) {
  write("fall.yaml", endless());
  const auto process = start({"run", "fall.yaml", "--json", "--out", "results"});
  // Rows reach the disk while the run goes on.
  EXPECT_TRUE(wait_until([&] { return read(folder() / "results/energy.csv").size() > 1000; }));
  ::kill(process, GetParam());
  const auto f = finish(process);
  EXPECT_EQ(f.code, 4);
  const auto j = f.json();
  EXPECT_EQ(j["outcome"], "interrupted");
  EXPECT_EQ(nlohmann::json::parse(read(folder() / "results/summary.json")), j);
  for (const char* name : histories) {
    EXPECT_EQ(rows(folder() / "results" / name).back()[0], std::to_string(j["steps"].get<long>()));
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupted, ::testing::Values(SIGINT, SIGTERM));

TEST_F(Program, Killed_LeavesWholeRows) {
  write("fall.yaml", endless());
  const auto process = start({"run", "fall.yaml", "--out", "results"});
  EXPECT_TRUE(wait_until([&] { return read(folder() / "results/bodies.csv").size() > 1000; }));
  ::kill(process, SIGKILL);
  EXPECT_EQ(finish(process).code, -SIGKILL);
  for (const char* name : histories) EXPECT_GT(rows(folder() / "results" / name).size(), 1U);
}

TEST_F(Program, Progress_StaysOffStandardOutput) {
  write("fall.yaml", endless());
  const auto process = start({"run", "fall.yaml", "--json"});
  const fs::path err = folder().parent_path() / "stderr";
  EXPECT_TRUE(wait_until([&] { return read(err).find("ETA") != std::string::npos; }));
  ::kill(process, SIGINT);
  const auto f = finish(process);
  EXPECT_EQ(f.code, 4);
  EXPECT_EQ(f.err.find('\r'), std::string::npos);
  EXPECT_EQ(f.json()["outcome"], "interrupted");
}

TEST_F(Program, Progress_IsRedrawnOnATerminal) {
  write("fall.yaml", endless());
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  ASSERT_GE(terminal, 0);
  ASSERT_EQ(::grantpt(terminal), 0);
  ASSERT_EQ(::unlockpt(terminal), 0);
  const int line = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
  ASSERT_GE(line, 0);
  const auto process = start({"run", "fall.yaml", "--json"}, line);
  std::string seen;
  EXPECT_TRUE(wait_until([&] {
    char buffer[512];
    const auto count = ::read(terminal, buffer, sizeof buffer);
    if (count > 0) seen.append(buffer, static_cast<std::size_t>(count));
    return seen.find("\r[", seen.find("ETA")) != std::string::npos;
  })) << seen;
  ::kill(process, SIGINT);
  const auto f = finish(process);
  ::close(line);
  ::close(terminal);
  EXPECT_EQ(f.code, 4);
  EXPECT_EQ(f.json()["outcome"], "interrupted");
  EXPECT_NE(seen.find("contacts"), std::string::npos);
  EXPECT_NE(seen.find("error"), std::string::npos);
}

}  // namespace
}  // namespace talus::cli

// talus run --resume: whatever stopped a run, it goes on as if nothing had.

#include "talus/io/results_reader.hpp"
#include "talus/math/random.hpp"

#include "cli/program.hpp"

#include <sys/mount.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

/// Grains that fall into a heap: impacts, friction, restitution, rolling.
constexpr const char* heap = R"(talus: 1
dimension: 2
gravity: [0, -9.81]
time: {step: 2e-3, end: 1.6}
materials: {sand: {density: 2500}}
contacts: [{between: [sand, sand], friction: {static: 0.5, dynamic: 0.3}, restitution: 0.3}]
bodies:
  - {name: ground, shape: half_plane, material: sand, fixed: true}
  - {name: block, shape: {box: {size: [0.3, 0.2]}}, material: sand, position: [0, 0.4], angle: 0.4}
generate:
  - random: {name: sand, count: 30, radius: {uniform: [0.03, 0.06]}, box: {from: [-0.4, 0.7], to: [0.4, 1.6]}}
record: {every: 7, frames: {every: 30}, checkpoints: {every: 50}}
projection: on
)";

/// The same in space: spins that turn with their bodies, faces, edges and rims.
constexpr const char* heap_in_space = R"(talus: 1
dimension: 3
gravity: [0, 0, -9.81]
time: {step: 2e-3, end: 0.6}
materials: {sand: {density: 2500}}
contacts: [{between: [sand, sand], friction: 0.4, restitution: 0.2}]
bodies:
  - {name: ground, shape: half_space, material: sand, fixed: true}
  - {name: block, shape: {box: {size: [0.3, 0.2, 0.1]}}, material: sand, position: [0, 0, 0.2], orientation: {axis: [1, 1, 0], angle: 0.4}, spin: [1, 2, 3]}
  - {name: can, shape: {cylinder: {length: 0.2, radius: 0.1}}, material: sand, position: [0.35, 0, 0.25], orientation: {axis: [0, 1, 0], angle: 1}}
generate:
  - random: {name: sand, count: 30, radius: {uniform: [0.03, 0.06]}, box: {from: [-0.25, -0.25, 0.4], to: [0.25, 0.25, 0.9]}}
record: {every: 7, frames: {every: 30}, checkpoints: {every: 50}}
)";

std::string kept(const fs::path& folder, const char* name) { return read(folder / name); }

/// The summary without what may differ.
nlohmann::json summary(const fs::path& folder) {
  auto j = nlohmann::json::parse(kept(folder, "summary.json"));
  j.erase("wall_seconds");
  j.erase("threads");
  return j;
}

void expect_same_results(const fs::path& a, const fs::path& b) {
  const ResultsReader one(a);
  const ResultsReader other(b);
  EXPECT_EQ(one.header().complete, other.header().complete);
  EXPECT_EQ(one.header().scene, other.header().scene);
  ASSERT_EQ(one.frame_steps(), other.frame_steps());
  for (std::size_t i = 0; i < one.frame_steps().size(); ++i) {
    RecordedFrame<2> f;
    RecordedFrame<2> g;
    one.read_frame(i, f);
    other.read_frame(i, g);
    ASSERT_EQ(f.state_hash, g.state_hash) << i;
    ASSERT_EQ(f.state.x, g.state.x);
    ASSERT_EQ(f.state.v, g.state.v);
    ASSERT_EQ(f.contacts.id, g.contacts.id);
    ASSERT_EQ(f.contacts.impulse, g.contacts.impulse);
    ASSERT_EQ(f.contacts.point, g.contacts.point);
    ASSERT_EQ(f.contacts.status, g.contacts.status);
  }
  const auto steps = one.steps();
  const auto others = other.steps();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].values, others[i].values) << steps[i].name;
  }
}

class Resume : public Program {
 protected:
  Resume() { write("heap.yaml", heap); }

  /// The run that is never stopped.
  void run_whole() {
    const auto begin = std::chrono::steady_clock::now();
    const auto f = talus({"run", "heap.yaml", "--out", "whole", "--quiet"});
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    ASSERT_EQ(f.code, 0) << f.err;
  }
  void expect_whole(const std::string& folder_name) const {
    const fs::path whole = folder() / "whole";
    const fs::path other = folder() / folder_name;
    EXPECT_EQ(summary(other), summary(whole));
    for (const char* name : {"energy.csv", "solver.csv", "scene.yaml"}) {
      EXPECT_TRUE(kept(other, name) == kept(whole, name)) << name;
    }
    expect_same_results(other, whole);
  }
  Finished stopped_at(const std::string& out, const char* steps) const {
    return talus({"run", "heap.yaml", "--out", out, "--quiet", "--steps", steps});
  }
  Finished resume(const std::string& out, Arguments more = {}) const {
    more.insert(more.begin(), {"run", "--resume", out, "--quiet"});
    return talus(more);
  }
  double seconds() const { return seconds_; }

 private:
  double seconds_ = 0;
};

TEST_F(Resume, KilledTwentyTimes_TheOutcomeIsTheSame) {
  run_whole();
  Random random(5);
  int run = 0;
  int kills = 0;
  while (kills < 20) {
    const std::string out = "out" + std::to_string(run++);
    Arguments arguments = {"run", "heap.yaml", "--out", out, "--quiet"};
    while (true) {
      const auto process = start(arguments);
      const double wait = kills < 20 ? random.uniform(0, 0.6 * seconds()) : 1e3;
      if (wait < 1e2) {
        std::this_thread::sleep_for(std::chrono::duration<double>(wait));
        ::kill(process, SIGKILL);
      }
      const auto f = finish(process);
      if (f.code == 0) break;
      ASSERT_EQ(f.code, -SIGKILL) << f.err;
      ++kills;
      // Killed before it had anything to go on from, it is run anew.
      const bool has_begun = fs::exists(folder() / out / "checkpoint-a");
      arguments = has_begun ? Arguments{"run",     "--resume",  out,
                                        "--quiet", "--threads", std::to_string(1 + kills % 2)}
                            : Arguments{"run", "heap.yaml", "--out", out, "--quiet", "--force"};
    }
    expect_whole(out);
  }
}

TEST_F(Resume, AnotherNumberOfThreadsAndFurther_IsTheSame) {
  run_whole();
  EXPECT_EQ(stopped_at("part", "333").code, 0);
  EXPECT_EQ(resume("part", {"--threads", "2", "--steps", "555"}).code, 0);
  EXPECT_EQ(resume("part", {"--threads", "1", "--until", "1.6"}).code, 0);
  expect_whole("part");
}

TEST_F(Resume, Interrupted_GoesOnToWhereItWasToGo) {
  run_whole();
  const auto process = start({"run", "heap.yaml", "--out", "part", "--quiet"});
  EXPECT_TRUE(wait_until([&] { return fs::exists(folder() / "part/checkpoint-b"); }));
  ::kill(process, SIGINT);
  const int code = finish(process).code;
  EXPECT_TRUE(code == 4 || code == 0) << code;  // it may have been quicker
  EXPECT_EQ(resume("part").code, 0);
  expect_whole("part");
}

TEST_F(Resume, FinishedRun_IsLeftAsItIs) {
  run_whole();
  const auto before = kept(folder() / "whole", "summary.json");
  const auto f = resume("whole", {"--json"});
  EXPECT_EQ(f.code, 0);
  EXPECT_NE(f.err.find("nothing to do"), std::string::npos) << f.err;
  EXPECT_EQ(f.json()["state_hash"], summary(folder() / "whole")["state_hash"]);
  EXPECT_EQ(kept(folder() / "whole", "summary.json"), before);
}

/// Killed between its last checkpoint and its summary: what the last step's answer was worth is not
/// in the state, and was told as 0.
TEST_F(Resume, FinishedRunWithoutSummary_TellsTheSame) {
  run_whole();
  const auto before = summary(folder() / "whole");
  fs::remove(folder() / "whole" / "summary.json");
  EXPECT_EQ(resume("whole").code, 0);
  EXPECT_EQ(summary(folder() / "whole"), before);
}

TEST_F(Resume, DamagedCheckpoint_TheOlderIsTaken) {
  run_whole();
  EXPECT_EQ(stopped_at("part", "333").code, 0);
  // The newest is of step 333, the older of step 300.
  const fs::path a = folder() / "part/checkpoint-a";
  const fs::path b = folder() / "part/checkpoint-b";
  const fs::path newest = fs::last_write_time(a) > fs::last_write_time(b) ? a : b;
  fs::resize_file(newest, fs::file_size(newest) / 2);
  const auto f = resume("part", {"--until", "1.6"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_NE(f.err.find("were written; going on from the other checkpoint"), std::string::npos)
      << f.err;
  expect_whole("part");
}

TEST_F(Resume, NothingGoodToGoOnFrom_IsToldWithReasons) {
  EXPECT_EQ(stopped_at("part", "60").code, 0);
  for (const char* name : {"part/checkpoint-a", "part/checkpoint-b"}) {
    std::fstream file(folder() / name, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(400);
    file.put('x').put('y').put('z');
  }
  const auto f = resume("part");
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find("no checkpoint is good"), std::string::npos) << f.err;
  EXPECT_NE(f.err.find("checkpoint-a: its bytes have changed"), std::string::npos) << f.err;
  fs::create_directory(folder() / "empty");
  EXPECT_NE(resume("empty").err.find("no checkpoint to go on from"), std::string::npos);
  EXPECT_EQ(resume("nowhere").code, 2);
}

TEST_F(Resume, ChangedScene_IsRefused) {
  EXPECT_EQ(stopped_at("part", "60").code, 0);
  std::string text = heap;
  text.replace(text.find("restitution: 0.3"), 16, "restitution: 0.4");
  write("part/scene.yaml", text);
  const auto f = resume("part");
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find("the scene is not what the run was started with"), std::string::npos)
      << f.err;
}

TEST_F(Resume, MissingOrShortenedFiles_AreTold) {
  EXPECT_EQ(stopped_at("part", "60").code, 0);
  fs::resize_file(folder() / "part/energy.csv", 100);
  auto f = resume("part", {"--until", "1.6"});
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find("energy.csv"), std::string::npos) << f.err;
  fs::remove(folder() / "part/results.h5");
  f = resume("part", {"--until", "1.6"});
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find("results.h5"), std::string::npos) << f.err;
}

TEST_F(Resume, OtherOptionsThatContradict_AreRefused) {
  EXPECT_EQ(talus({"run", "heap.yaml", "--resume", "x"}).code, 2);
  EXPECT_EQ(talus({"run", "--resume", "x", "--out", "y"}).code, 2);
  EXPECT_EQ(talus({"run"}).code, 2);
}

TEST_F(Resume, FolderOfALivingRun_IsRefused) {
  std::string text = heap;
  text.replace(text.find("end: 1.6"), 8, "end: 1e6");
  write("long.yaml", text);
  const auto process = start({"run", "long.yaml", "--out", "busy", "--quiet"});
  EXPECT_TRUE(wait_until([&] { return fs::exists(folder() / "busy/checkpoint-a"); }));
  for (const auto& f : {resume("busy"), talus({"run", "heap.yaml", "--out", "busy", "--force"})}) {
    EXPECT_EQ(f.code, 2);
    EXPECT_NE(f.err.find("another run is writing"), std::string::npos) << f.err;
  }
  ::kill(process, SIGKILL);
  finish(process);
}

/// What the files of a folder take on a disk that gives away pages.
std::size_t pages_of(const fs::path& folder) {
  constexpr std::size_t page = 4096;
  std::size_t pages = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    pages += (entry.file_size() + page - 1) / page;
  }
  return pages;
}

TEST_F(Resume, FullDisk_WithSpaceAgainItGoesOn) {
  run_whole();
  EXPECT_EQ(stopped_at("begun", "0").code, 0);
  const std::size_t least = pages_of(folder() / "begun");
  const std::size_t most = pages_of(folder() / "whole");
  ASSERT_GT(most, least + 20);
  const fs::path disk = folder() / "disk";
  fs::create_directory(disk);
  // Room for the beginning and for a part of the rest: what is full first differs.
  for (const double part : {0.2, 0.4, 0.6, 0.7, 0.8}) {
    const auto pages = least + static_cast<std::size_t>(part * static_cast<double>(most - least));
    const std::string size = "size=" + std::to_string(4 * pages) + "k";
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, size.c_str()) != 0) {
      GTEST_SKIP() << "no small disk to fill: only root may mount one";
    }
    const auto f = talus({"run", "heap.yaml", "--out", "disk/out", "--json", "--quiet"});
    EXPECT_EQ(f.code, 2) << size;
    EXPECT_NE(f.err.find("No space left on device"), std::string::npos) << f.err;
    EXPECT_EQ(::mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=50m"), 0);
    const auto g = resume("disk/out");
    EXPECT_EQ(g.code, 0) << size << g.err;
    if (g.code == 0) expect_whole("disk/out");
    EXPECT_EQ(::umount2(disk.c_str(), MNT_DETACH), 0);
  }
}

TEST_F(Resume, GoldenHash) {
  EXPECT_EQ(stopped_at("part", "123").code, 0);
  EXPECT_EQ(resume("part", {"--until", "1.6"}).code, 0);
  EXPECT_EQ(summary(folder() / "part")["state_hash"], "9d125ff2fba49746");
}

TEST_F(Resume, GoldenHashInSpace) {
  write("space.yaml", heap_in_space);
  const auto run = [&](const Arguments& more) {
    Arguments all = {"run", "space.yaml", "--quiet"};
    all.insert(all.end(), more.begin(), more.end());
    EXPECT_EQ(talus(all).code, 0);
  };
  run({"--out", "whole", "--threads", "1"});
  run({"--out", "part", "--steps", "123", "--threads", "2"});
  EXPECT_EQ(resume("part", {"--until", "0.6"}).code, 0);
  EXPECT_EQ(summary(folder() / "part")["state_hash"], "dc0ed1b8008480f8");
  EXPECT_EQ(summary(folder() / "whole")["state_hash"], "dc0ed1b8008480f8");
}

}  // namespace
}  // namespace talus::cli

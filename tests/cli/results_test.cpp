// results.h5 as the program leaves it: read in Python as docs/results.md shows, and after a kill.

#include "cli/program.hpp"

#include <chrono>
#include <csignal>
#include <thread>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

constexpr const char* python = "/usr/bin/python3";

class Results : public Program {
 protected:
  void SetUp() override {
    if (shell(std::string(python) + " -c 'import h5py'").code != 0) {
      GTEST_SKIP() << "python3-h5py is missing";
    }
  }
  /// What a script prints, run where results/results.h5 is.
  std::string in_python(const std::string& script) const {
    write("script.py", script);
    const auto f = shell(std::string(python) + " script.py");
    EXPECT_EQ(f.code, 0) << f.err;
    return f.out;
  }
  /// The block of Python in the manual.
  static std::string manual() {
    const std::string text = read(fs::path(TALUS_SOURCE_DIR) / "docs/results.md");
    const std::string open = "```python\n";
    const auto begin = text.find(open) + open.size();
    return text.substr(begin, text.find("```", begin) - begin);
  }
};

TEST_F(Results, Python_ReadsThemAsTheManualShows) {
  write("fall.yaml", falling_disk());
  const auto f = talus({"run", "fall.yaml", "--json", "--out", "results"});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto out = nlohmann::json::parse(in_python(manual() + R"(
import json
disk = list(f["bodies/name"][:]).index(b"disk")
print(json.dumps({"frames": len(t), "end": t[-1], "x": list(x[disk]), "angle": f["frames/angle"][-1][disk],
                  "hash": "%016x" % f["frames/state_hash"][-1], "force": list(force.sum(0)),
                  "mass": f["bodies/mass"][disk], "steps": len(energy), "kinetic": energy[-1],
                  "given": f["scene/given"][()].decode()}))
)"));
  const auto j = f.json();
  EXPECT_EQ(out["frames"], 201);
  EXPECT_EQ(out["end"], j["time"]);
  EXPECT_EQ(out["x"], j["bodies"]["disk"]["position"]);
  EXPECT_EQ(out["angle"], j["bodies"]["disk"]["orientation"]);
  EXPECT_EQ(out["hash"], j["state_hash"]);
  EXPECT_EQ(out["steps"], 1001);
  EXPECT_EQ(out["kinetic"], j["energy"]["kinetic"]);
  EXPECT_EQ(out["given"], falling_disk());
  // At rest the ground carries the weight, to the solver's tolerance.
  const double weight = 9.81 * out["mass"].get<double>();
  EXPECT_NEAR(out["force"][1].get<double>(), weight, 1e-3 * weight);
}

TEST_F(Results, AfterAKill_FramesThatReachedTheDiskCanBeRead) {
  std::string scene = falling_disk();
  scene.replace(scene.find("end: 1}"), 7, "end: 1e9}");
  write("fall.yaml", scene + "record: {every: 1000, frames: {every: 100}}\n");
  const auto process = start({"run", "fall.yaml", "--out", "results", "--quiet"});
  const fs::path file = folder() / "results/results.h5";
  EXPECT_TRUE(wait_until([&] { return fs::exists(file) && fs::file_size(file) > 1'000'000; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));  // longer than they are kept back
  ::kill(process, SIGKILL);
  EXPECT_EQ(finish(process).code, -SIGKILL);
  const auto out = in_python(manual() + R"(
import numpy
whole = lambda step: 1 + numpy.argmin(numpy.append(numpy.diff(step) > 0, False))
n, m = whole(f["frames/step"][:]), whole(f["steps/step"][:])
assert n > 10 and m > 1000
t = t[:n]
assert (energy[:m] >= 0).all() and (f["steps/time"][1:m] > 0).all()
assert numpy.allclose(t, 0.1 * numpy.arange(len(t)))
assert numpy.isfinite(f["frames/position"][:len(t)]).all()
print("good")
)");
  EXPECT_EQ(out, "good\n");
}

}  // namespace
}  // namespace talus::cli

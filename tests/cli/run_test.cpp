// talus run: what it prints and when it ends.

#include "cli/program.hpp"

#include <csignal>
#include <cstdlib>

namespace talus::cli {
namespace {

TEST_F(Program, Json_IsOneObjectWithEveryKey) {
  write("fall.yaml", falling_disk());
  const auto f = talus({"run", "fall.yaml", "--json"});
  EXPECT_EQ(f.code, 0);
  EXPECT_EQ(f.err, "");
  const auto j = f.json();
  for (const char* key : {"steps", "time", "bodies", "body_count", "contacts", "sweeps_mean",
                          "sweeps_max", "direct_steps", "law_error_max", "unconverged_steps",
                          "penetration_max", "penetration_max_relative", "energy", "state_hash",
                          "wall_seconds", "outcome", "painleve_contacts_max"}) {
    EXPECT_TRUE(j.contains(key)) << key;
  }
  for (const char* key : {"kinetic", "potential", "work", "dissipated", "balance_error_max",
                          "dissipated_structural", "dissipated_friction", "dissipated_viscous"}) {
    EXPECT_TRUE(j["energy"][key].is_number()) << key;
  }
  EXPECT_EQ(j["steps"], 1000);
  EXPECT_EQ(j["outcome"], "done");
  EXPECT_EQ(j["body_count"], 2);
  EXPECT_EQ(j["state_hash"].get<std::string>().size(), 16U);
  const auto& disk = j["bodies"]["disk"];
  EXPECT_EQ(disk["position"].size(), 2U);
  EXPECT_TRUE(disk["orientation"].is_number());
  EXPECT_EQ(disk["velocity"].size(), 2U);
  EXPECT_TRUE(disk["spin"].is_number());
}

/// The balance a reader will try: kinetic + potential = start + work - dissipated + scheme.
TEST_F(Program, Json_EnergiesAddUp) {
  write("fall.yaml", falling_disk());
  const auto e = talus({"run", "fall.yaml", "--json", "--set", "contacts[0].restitution=0.5"})
                     .json()["energy"]
                     .get<std::map<std::string, double>>();
  const double left = e.at("kinetic") + e.at("potential");
  const double right = e.at("kinetic_start") + e.at("potential_start") + e.at("work") -
                       e.at("dissipated") + e.at("scheme") + e.at("projected");
  EXPECT_GT(e.at("dissipated"), 0);
  // A thousand steps, each rounding a handful of times: 1e3 * 10 * 1e-16.
  EXPECT_NEAR(left, right, 1e-12 * e.at("potential_start"));
}

TEST_F(Program, Summary_IsReadable) {
  write("fall.yaml", falling_disk());
  const auto f = talus({"run", "fall.yaml"});
  EXPECT_EQ(f.code, 0);
  for (const char* word : {"a disk falls", "1000 steps", "overlap", "dissipated", "state"}) {
    EXPECT_NE(f.out.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(talus({"run", "fall.yaml", "--quiet"}).out, "");
}

TEST_F(Program, Ends_AreThoseAskedFor) {
  write("fall.yaml", falling_disk());
  EXPECT_EQ(talus({"run", "fall.yaml", "--json", "--steps", "7"}).json()["steps"], 7);
  EXPECT_EQ(talus({"run", "fall.yaml", "--json", "--steps", "0"}).json()["steps"], 0);
  EXPECT_EQ(talus({"run", "fall.yaml", "--json", "--until", "0.25"}).json()["steps"], 250);
  const auto both = talus({"run", "fall.yaml", "--json", "--until", "0.25", "--steps", "7"});
  EXPECT_EQ(both.json()["steps"], 7);
  const auto odd = talus({"run", "fall.yaml", "--json", "--until", "0.2507"});
  EXPECT_EQ(odd.json()["steps"], 251);
  EXPECT_NE(odd.err.find("warning"), std::string::npos);
}

TEST_F(Program, Set_ReplacesValues) {
  write("fall.yaml", falling_disk());
  // Free flight without gravity: x = v t, exact to the rounding of 10 sums.
  const auto j = talus({"run", "fall.yaml", "--json", "--steps", "10", "--set", "gravity=[0, 0]",
                        "--set", "bodies[1].velocity=[2, 0]", "--set", "time.step=0.5"})
                     .json();
  EXPECT_NEAR(j["bodies"]["disk"]["position"][0].get<double>(), 10.0, 1e-14);
  EXPECT_EQ(j["settings"].size(), 3U);
}

TEST_F(Program, Scene_ComesFromStandardInputToo) {
  write("fall.yaml", falling_disk());
  const auto piped = shell(R"("$0" run - --json < fall.yaml)");
  EXPECT_EQ(piped.code, 0) << piped.err;
  EXPECT_EQ(piped.json()["state_hash"], talus({"run", "fall.yaml", "--json"}).json()["state_hash"]);
}

TEST_F(Program, Tables_LieBesideTheScene) {
  write("far/away/scene.yaml", R"(talus: 1
dimension: 2
gravity: [0, 0]
time: {step: 0.1, end: 1}
materials: {stone: {density: 2500}}
contacts:
  - {between: [stone, stone], friction: 0}
bodies:
  - name: floor
    shape: {half_plane: {}}
    material: stone
    motion: {table: {file: moves.csv, interpolation: linear}}
  - {name: disk, shape: {disk: {radius: 0.1}}, material: stone, position: [0, 9]}
)");
  write("far/away/moves.csv", "t,x,y\n0,0,0\n2,6,0\n");
  const auto f = talus({"run", "far/away/scene.yaml", "--json"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_NEAR(f.json()["bodies"]["floor"]["position"][0].get<double>(), 3, 1e-14);
}

/// A stack that one sweep cannot solve.
std::string stack() {
  std::string scene = falling_disk();
  for (int i = 0; i < 6; ++i) {
    scene += "  - {shape: {disk: {radius: 0.1}}, material: stone, position: [" +
             std::to_string(0.02 * (i % 2)) + ", " + std::to_string(0.7 + 0.2 * i) + "]}\n";
  }
  return scene;
}

TEST_F(Program, Strict_AnswersForTheSolver) {
  write("stack.yaml", stack());
  const std::vector<std::string> run{"run",
                                     "stack.yaml",
                                     "--json",
                                     "--set",
                                     "solver.max_sweeps=1",
                                     "--set",
                                     "solver.tolerance=1e-12"};
  const auto lax = talus(run);
  EXPECT_EQ(lax.code, 0);
  EXPECT_GT(lax.json()["unconverged_steps"], 0);
  EXPECT_EQ(lax.json()["outcome"], "unconverged");
  auto strict_run = run;
  strict_run.push_back("--strict");
  const auto strict = talus(strict_run);
  EXPECT_EQ(strict.code, 3);
  EXPECT_NE(strict.err.find("--strict"), std::string::npos);
  EXPECT_EQ(strict.json()["state_hash"], lax.json()["state_hash"]);
  EXPECT_EQ(talus({"run", "stack.yaml", "--quiet", "--strict"}).code, 0);

  strict_run.erase(strict_run.begin() + 2);  // --json
  EXPECT_NE(talus(strict_run).out.find("missed the tolerance"), std::string::npos);
}

TEST_F(Program, MotionBeyondNumbers_Stops) {
  write("fall.yaml", falling_disk());
  const auto f = talus({"run", "fall.yaml", "--json", "--set", "gravity=[1e160, 0]", "--set",
                        "time={step: 1, end: 50}"});
  EXPECT_EQ(f.code, 3);
  EXPECT_NE(f.err.find("'disk'"), std::string::npos) << f.err;
  EXPECT_EQ(f.json()["outcome"], "not_finite");
}

TEST_F(Program, FullStandardOutput_IsNoticed) {
  write("fall.yaml", falling_disk());
  for (const char* command : {"run", "check", "equilibrium"}) {
    const auto f = shell(R"("$0" "$@" > /dev/full)", {command, "fall.yaml"});
    EXPECT_NE(f.code, 0) << command;
    EXPECT_NE(f.err.find("standard output"), std::string::npos) << f.err;
  }
}

TEST_F(Program, Threads_DoNotShow) {
  write("stack.yaml", stack());
  const auto one = talus({"run", "stack.yaml", "--json", "--threads", "1"}).json();
  const auto four = talus({"run", "stack.yaml", "--json", "--threads", "4"}).json();
  EXPECT_EQ(one["threads"], 1);
  EXPECT_EQ(one["state_hash"], four["state_hash"]);
}

}  // namespace
}  // namespace talus::cli

// What a run says about its solver: the path taken, steps that missed the tolerance, what is
// pinched, statuses of the contacts and whether their impulses are the only ones.

#include "cli/program.hpp"

namespace talus::cli {
namespace {

/// A disk between two walls that come together; they touch it in the step after `t = 0.05`.
std::string closing_walls() {
  return R"(
talus: 1
dimension: 2
gravity: [0, 0]
time: {step: 1e-3, end: 0.1}
materials: {steel: {density: 1000}}
contacts: [{between: [steel, steel], friction: 0.3}]
bodies:
  - name: left
    material: steel
    shape: {half_plane: {normal: [1, 0]}}
    position: [-0.105, 0]
    motion: {velocity: [0.1, 0]}
  - name: right
    material: steel
    shape: {half_plane: {normal: [-1, 0]}}
    position: [0.105, 0]
    motion: {velocity: [-0.1, 0]}
  - {name: grain, material: steel, shape: {disk: {radius: 0.1}}}
)";
}

/// Two boxes on each other and on the ground.
std::string column(const std::string& law) {
  return R"(
talus: 1
dimension: 2
gravity: [0, -9.81]
time: {step: 1e-3, end: 0.02}
materials: {stone: {density: 1000}}
bodies:
  - {name: ground, fixed: true, material: stone, shape: {half_plane: {normal: [0, 1]}}}
  - {name: low, material: stone, shape: {box: {size: [0.2, 0.2]}}, position: [0, 0.1]}
  - {name: high, material: stone, shape: {box: {size: [0.2, 0.2]}}, position: [0, 0.3]}
contacts: [{between: [stone, stone], )" +
         law + "}]\n";
}

TEST_F(Program, PinchedGrain_IsNamedInTheSummary) {
  write("press.yaml", closing_walls());
  const auto f = talus({"run", "press.yaml", "--json"});
  EXPECT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  EXPECT_EQ(j["outcome"], "unconverged");
  const auto& pinched = j["pinched"];
  ASSERT_EQ(pinched["grains"].size(), 1U) << pinched;
  const auto& grain = pinched["grains"][0];
  EXPECT_EQ(grain["body"], "grain");
  EXPECT_EQ(grain["between"], (nlohmann::json{"left", "right"}));
  EXPECT_EQ(grain["others"], 0);
  EXPECT_NEAR(grain["first_time"].get<double>(), 0.051, 1e-9);
  EXPECT_EQ(grain["steps"], pinched["steps"]);
  EXPECT_EQ(pinched["steps"], j["unconverged_steps"]);
  EXPECT_LE(j["sweeps_max"].get<int>(), 100);
  const auto text = talus({"run", "press.yaml"}).out;
  EXPECT_NE(text.find("'grain' is pinched between 'left' and 'right' from t = 0.051 on"),
            std::string::npos)
      << text;
}

TEST_F(Program, PinchedGrain_IsSeenByEveryMeasureOfItsLaws) {
  // Its impulses are as large as sweeps made them; they excuse nothing.
  write("press.yaml", closing_walls());
  const auto j = talus({"run", "press.yaml", "--json"}).json();
  EXPECT_GE(j["law_error_max"].get<double>(), 0.5);
  EXPECT_GE(j["bipotential"].get<double>(), 0.1);
  write("column.yaml", column("friction: 0.5"));
  const auto stands = talus({"run", "column.yaml", "--json"}).json();
  for (const char* measure : {"bipotential", "complementarity", "cone_violation"}) {
    EXPECT_GE(stands[measure].get<double>(), 0) << measure;
    EXPECT_LE(stands[measure].get<double>(), 1e-3) << measure;
  }
}

TEST_F(Program, PinchedGrain_IsAFailureWhenStrict) {
  write("press.yaml", closing_walls());
  EXPECT_EQ(talus({"run", "press.yaml", "--strict", "--quiet"}).code, 3);
}

TEST_F(Program, PinchedGrain_IsRememberedAcrossACheckpoint) {
  write("press.yaml", closing_walls());
  const auto whole = talus({"run", "press.yaml", "--json"}).json();
  EXPECT_EQ(talus({"run", "press.yaml", "--out", "half", "--steps", "70", "--quiet"}).code, 0);
  const auto f = talus({"run", "--resume", "half", "--until", "0.1", "--json"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_EQ(f.json()["pinched"], whole["pinched"]);
  EXPECT_EQ(f.json()["state_hash"], whole["state_hash"]);
}

TEST_F(Program, Summary_NamesTheSolverAndItsPath) {
  write("column.yaml", column("friction: 0.5"));
  const auto text = talus({"run", "column.yaml", "--set", "solver.method=nlgs"}).out;
  EXPECT_NE(text.find("solver   nlgs: "), std::string::npos) << text;
  EXPECT_NE(text.find("sweeps alone"), std::string::npos) << text;
  const auto j =
      talus({"run", "column.yaml", "--set", "solver.method=interior_point", "--json"}).json();
  EXPECT_EQ(j["solver"], "interior_point");
  EXPECT_EQ(j["direct_steps"], j["steps"]);
  EXPECT_EQ(j["sweeps_instead_steps"], 0);
}

TEST_F(Program, InteriorPointThatCannot_IsSaid) {
  write("column.yaml", column("friction: 0.5, rolling: 0.01"));
  const auto j =
      talus({"run", "column.yaml", "--set", "solver.method=interior_point", "--json"}).json();
  EXPECT_EQ(j["sweeps_instead_steps"], j["steps"]);
  EXPECT_EQ(j["direct_steps"], 0);
  const auto text = talus({"run", "column.yaml", "--set", "solver.method=interior_point"}).out;
  EXPECT_NE(text.find("sweeps instead of the interior point in 20 steps"), std::string::npos)
      << text;
}

TEST_F(Program, Summary_TellsStatusesAndWhetherImpulsesAreUnique) {
  write("column.yaml", column("friction: 0.5"));
  const auto j = talus({"run", "column.yaml", "--json"}).json();
  // Two corners a joint, all sticking: eight numbers for two boxes of three degrees of freedom.
  EXPECT_EQ(j["sticking"], 4);
  EXPECT_EQ(j["sliding"], 0);
  EXPECT_EQ(j["open"], 0);
  EXPECT_EQ(j["redundant_impulses"], 2);
  const auto text = talus({"run", "column.yaml"}).out;
  EXPECT_NE(text.find("sticking 4, sliding 0, open 0; impulses are not unique: 2 at least"),
            std::string::npos)
      << text;
  write("fall.yaml", falling_disk());
  EXPECT_EQ(talus({"run", "fall.yaml", "--json"}).json()["redundant_impulses"], 0);
}

}  // namespace
}  // namespace talus::cli

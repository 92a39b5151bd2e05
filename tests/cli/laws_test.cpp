// What runs say of their laws: energy that shocks create, contacts without a unique answer, bonds
// that go on in another run.

#include "cli/program.hpp"

namespace talus::cli::laws_test {
namespace {

/// A slanting rod that hits the ground with one end.
std::string rod(const std::string& law, const std::string& velocity, const std::string& more = "") {
  std::string scene = R"(talus: 1
dimension: 2
gravity: none
time: {step: 1e-3, end: 0.003}
materials: {steel: {density: 100}, ground: {}}
contacts: [{between: [steel, ground], LAW}]
bodies:
  - {name: floor, shape: half_plane, material: ground, fixed: true}
  - {name: rod, shape: {box: {size: [1, 0.01]}}, material: steel, position: [0, 0.4242], angle: 1, velocity: VELOCITY}
)";
  scene.replace(scene.find("LAW"), 3, law);
  scene.replace(scene.find("VELOCITY"), 8, velocity);
  scene += more;
  return scene;
}

class Laws : public Program {};

TEST_F(Laws, ShocksThatCreateEnergy_AreToldAndClipped) {
  write("rod.yaml", rod("friction: 0.9, restitution: 1", "[0.3, -1]"));
  const auto free = talus({"run", "rod.yaml", "--json"}).json();
  const double created = free["energy"]["created"];
  EXPECT_GT(created, 0.01);
  EXPECT_EQ(free["impact"]["law"], "newton");
  EXPECT_EQ(free["impact"]["created_steps"], 1);
  EXPECT_EQ(free["impact"]["worst"]["bodies"][0], "rod");
  EXPECT_EQ(free["impact"]["worst"]["bodies"][1], "floor");
  EXPECT_NEAR(free["energy"]["kinetic"].get<double>(),
              free["energy"]["kinetic_start"].get<double>() + created, 1e-9);
  const auto text = talus({"run", "rod.yaml"}).out;
  EXPECT_NE(text.find("shocks created"), std::string::npos) << text;
  EXPECT_NE(text.find("between 'rod' and 'floor'"), std::string::npos) << text;

  const auto f = talus(
      {"run", "rod.yaml", "--json", "--out", "held", "--set", "impact={energy: never_created}"});
  const auto held = f.json();
  EXPECT_EQ(held["energy"]["created"], 0);
  EXPECT_NEAR(held["energy"]["clipped"].get<double>(), created, 1e-9);
  EXPECT_NEAR(held["energy"]["kinetic"].get<double>(),
              held["energy"]["kinetic_start"].get<double>(), 1e-9);
  EXPECT_EQ(held["impact"]["clipped_steps"], 1);
  EXPECT_GT(held["impact"]["clip_law_error_max"], 0);
  EXPECT_NE(read(folder() / "held" / "energy.csv").find(",created,clipped\n"), std::string::npos);
  EXPECT_NE(read(folder() / "held" / "solver.csv").find(",clip_law_error_max\n"),
            std::string::npos);

  const auto poisson = talus({"run", "rod.yaml", "--json", "--set", "impact=poisson"}).json();
  EXPECT_EQ(poisson["impact"]["law"], "poisson");
  EXPECT_EQ(poisson["energy"]["created"], 0);
}

TEST_F(Laws, ImpactsThatMakeNoSense_AreRefused) {
  write("rod.yaml", rod("friction: 0.9, restitution: {normal: 0.2, tangential: 0.5}", "[0, -1]",
                        "impact: poisson\n"));
  auto f = talus({"check", "rod.yaml"});
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find("rod.yaml:10:9: impact: poisson gives back no more"), std::string::npos)
      << f.err;
  write("rod.yaml", rod("friction: 0.9", "[0, -1]", "impact: {law: hertz}\n"));
  f = talus({"check", "rod.yaml"});
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find("newton, poisson, lotstedt, sequential"), std::string::npos) << f.err;
}

TEST_F(Laws, ContactsWithoutAUniqueAnswer_AreToldByName) {
  write("rod.yaml", rod("friction: 3", "[-2, -1]"));
  const auto j = talus({"run", "rod.yaml", "--json"}).json();
  ASSERT_EQ(j["painleve"]["pairs"].size(), 1U) << j;
  const auto& pair = j["painleve"]["pairs"][0];
  EXPECT_EQ(pair["bodies"][0], "rod");
  EXPECT_EQ(pair["bodies"][1], "floor");
  EXPECT_GE(pair["contacts"], 1);
  EXPECT_EQ(pair["first_step"], 2);  // 0.0008 above the ground at the start
  EXPECT_GT(pair["worst"], 1);
  EXPECT_EQ(j["painleve"]["contacts_of_others"], 0);
  const auto text = talus({"run", "rod.yaml"}).out;
  EXPECT_NE(text.find("'rod' and 'floor': "), std::string::npos) << text;
}

TEST_F(Laws, SweepsThatStallOnRolling_SayThatNoOtherSolverKnowsIt) {
  std::string scene = R"(talus: 1
dimension: 2
gravity: [0, -9.81]
time: {step: 1e-3, end: 0.01}
solver: {tolerance: 1e-14, max_sweeps: 2}
materials: {stone: {density: 100}, ground: {}}
contacts: [{between: [[stone, ground], stone], friction: 0.5, rolling: 0.01}]
bodies:
  - {shape: half_plane, material: ground, fixed: true}
)";
  for (int i = 0; i < 5; ++i) {
    scene += "  - {shape: {disk: {radius: 0.1}}, material: stone, position: [" +
             std::to_string(0.01 * (i % 2)) + ", " + std::to_string(0.1 + 0.1995 * i) + "]}\n";
  }
  write("stack.yaml", scene);
  const auto j = talus({"run", "stack.yaml", "--json"}).json();
  EXPECT_GT(j["unconverged_steps"], 0);
  EXPECT_EQ(j["unconverged_sweeps_only"], j["unconverged_steps"]);
  const auto text = talus({"run", "stack.yaml"}).out;
  EXPECT_NE(text.find("left to sweeps"), std::string::npos) << text;
}

TEST_F(Laws, Laws_ListImpactLaws) {
  const auto f = talus({"laws"});
  EXPECT_EQ(f.code, 0);
  for (const char* word :
       {"impact:", "poisson", "lotstedt", "sequential", "never creates energy"}) {
    EXPECT_NE(f.out.find(word), std::string::npos) << word;
  }
}

/// A block that hangs from a roof and damages its bonds.
const std::string hanging =
    "talus: 1\n"
    "dimension: 2\n"
    "gravity: [0, -9.81]\n"
    "time: {step: 1e-3, end: 1}\n"
    "materials: {stone: {density: 100}, roof: {}}\n"
    "contacts:\n"
    "  - between: [stone, roof]\n"
    "    friction: 0.5\n"
    "    adhesion: {normal_stiffness: 1e4, tangential_stiffness: 1e4, normal_strength: 6, "
    "tangential_strength: 6, normal_energy: 1, tangential_energy: 1}\n"
    "bodies:\n"
    "  - {name: roof, shape: {box: {size: [1, 0.1]}}, material: roof, position: [0, 0.05], fixed: "
    "true}\n"
    "  - {name: block, shape: {box: {size: [0.1, 0.1]}}, material: stone, position: [0, -0.05]}\n";

TEST_F(Laws, StartFromARunWithBonds_GoesOnWithTheirDamage) {
  write("hang.yaml", hanging);
  write("on.yaml", hanging + "start: {from: half}\n");
  const auto whole = talus({"run", "hang.yaml", "--json", "--steps", "200"}).json();
  const auto half = talus({"run", "hang.yaml", "--out", "half", "--steps", "100", "--json"}).json();
  EXPECT_GT(half["energy"]["dissipated_damage"], 0);  // there is something to take along
  EXPECT_EQ(half["bonds"], 2);
  const auto rest = talus({"run", "on.yaml", "--json", "--steps", "100"}).json();
  EXPECT_EQ(rest["bonds"], 2);
  EXPECT_TRUE(rest["bodies"] == whole["bodies"]) << rest["bodies"] << whole["bodies"];
}

TEST_F(Laws, StartFromAFrame_SaysThatBondsAreNew) {
  write("hang.yaml", hanging);
  write("on.yaml", hanging + "start: {from: half, at: 0.05}\n");
  ASSERT_EQ(talus({"run", "hang.yaml", "--out", "half", "--steps", "100", "--quiet"}).code, 0);
  const auto f = talus({"run", "on.yaml", "--json", "--steps", "1"});
  EXPECT_NE(f.err.find("frames do not hold bonds"), std::string::npos) << f.err;
}

}  // namespace
}  // namespace talus::cli::laws_test

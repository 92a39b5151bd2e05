// talus equilibrium: verdicts that statics gives by hand.

#include "cli/program.hpp"

#include <cmath>
#include <sstream>

namespace talus::cli {
namespace {

/// A disk that touches a plane through the origin dipping by `degrees`.
std::string disk_on_plane(double degrees, double friction) {
  const double a = degrees * M_PI / 180;
  std::ostringstream scene;
  scene.precision(17);
  scene << "talus: 1\ndimension: 2\ngravity: [0, -10]\ntime: {step: 1e-3, end: 1}\n"
        << "materials: {stone: {}}\ncontacts:\n  - {between: [stone, stone], friction: " << friction
        << "}\nbodies:\n"
        << "  - {name: plane, shape: {half_plane: {normal: [" << std::sin(a) << ", " << std::cos(a)
        << "]}}, material: stone, fixed: true}\n"
        << "  - {name: disk, shape: {disk: {radius: 0.1}}, mass: 2, material: stone, position: ["
        << 0.1 * std::sin(a) << ", " << 0.1 * std::cos(a) << "]}\n";
  return scene.str();
}

TEST_F(Program, DiskOnLevelGround_CanRest) {
  write("scene.yaml", disk_on_plane(0, 0.5));
  const auto f = talus({"equilibrium", "scene.yaml"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_EQ(f.out.find("equilibrium possible"), 0U) << f.out;
  const auto j = talus({"equilibrium", "scene.yaml", "--json"}).json();
  EXPECT_EQ(j["verdict"], "possible");
  ASSERT_EQ(j["forces"].size(), 1U);
  EXPECT_EQ(j["forces"][0]["on"], "disk");
  EXPECT_EQ(j["forces"][0]["from"], "plane");
  // The weight 2 * 10, to the tolerance of the test's solver, 1e-10.
  EXPECT_NEAR(j["forces"][0]["normal"].get<double>(), 20, 20 * 1e-10);
  EXPECT_NEAR(j["forces"][0]["force"][1].get<double>(), 20, 20 * 1e-10);
}

TEST_F(Program, DiskBetweenWalls_MayHoldOrFall) {
  // Pressed together by nothing it falls; pushes of any size, with friction to match, hold it.
  write("scene.yaml",
        "talus: 1\ndimension: 2\ngravity: [0, -10]\ntime: {step: 1e-3, end: 1}\n"
        "materials: {m: {}}\ncontacts: [{between: [m, m], friction: 0.5}]\nbodies:\n"
        "  - {shape: {half_plane: {normal: [1, 0], through: [-0.1, 0]}}, fixed: true}\n"
        "  - {shape: {half_plane: {normal: [-1, 0], through: [0.1, 0]}}, fixed: true}\n"
        "  - {name: disk, shape: {disk: {radius: 0.1}}, mass: 2}\n");
  const auto j = talus({"equilibrium", "scene.yaml", "--all", "--json"}).json();
  ASSERT_EQ(j["answers"].size(), 2U);
  EXPECT_EQ(j["answers"][0]["holds"], false);
  EXPECT_EQ(j["answers"][0]["statuses"][0], "open");
  EXPECT_EQ(j["answers"][1]["holds"], true);
  EXPECT_EQ(j["answers"][1]["statuses"][0], "sticking");
  EXPECT_NE(talus({"equilibrium", "scene.yaml", "--all"}).out.find("2 answers in all"),
            std::string::npos);
}

TEST_F(Program, AllAnswers_AreRefusedWhereTheyCannotBeListed) {
  write("scene.yaml", disk_on_plane(10, 0.5));
  EXPECT_EQ(talus({"equilibrium", "scene.yaml", "--all"}).code, 1);
  const auto f =
      talus({"equilibrium", "scene.yaml", "--all", "--set", "contacts[0].friction={tresca: 1}"});
  EXPECT_EQ(f.code, 2);
  EXPECT_NE(f.err.find("--all: all answers are found for contacts with Coulomb's friction only"),
            std::string::npos)
      << f.err;
}

TEST_F(Program, DiskOnIcyIncline_Moves) {
  write("scene.yaml", disk_on_plane(20, 0));
  const auto f = talus({"equilibrium", "scene.yaml"});
  EXPECT_EQ(f.code, 1);
  EXPECT_EQ(f.out.find("no equilibrium: body 'disk' starts to move"), 0U) << f.out;
  const auto j = talus({"equilibrium", "scene.yaml", "--json"}).json();
  EXPECT_EQ(j["verdict"], "impossible");
  EXPECT_EQ(j["fastest_body"], "disk");
  // Without friction the part of gravity along the incline is left: sin 20 deg.
  EXPECT_NEAR(j["motion"].get<double>(), std::sin(20 * M_PI / 180), 1e-9);
}

TEST_F(Program, Set_ReachesEquilibriumToo) {
  write("scene.yaml", disk_on_plane(0, 0.5));
  const auto pulled = talus({"equilibrium", "scene.yaml", "--set", "gravity=[1, -10]"});
  EXPECT_EQ(pulled.code, 1) << "a disk pulled sideways rolls";
}

}  // namespace
}  // namespace talus::cli

#include "talus/io/overrides.hpp"

#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

using namespace talus;
using namespace talus::test;

TEST(Overrides, Paths_AreSplit) {
  const auto joined = [](const std::string& path) {
    std::string out;
    for (const auto& step : scenes::split_path(path)) {
      out += step.is_index ? "[" + step.key + "]" : "(" + step.key + ")";
    }
    return out;
  };
  EXPECT_EQ(joined("solver.tolerance"), "(solver)(tolerance)");
  EXPECT_EQ(joined("bodies[3].position[0]"), "(bodies)[3](position)[0]");
  EXPECT_EQ(joined("bodies.3.position"), "(bodies)(3)(position)");
  for (const char* bad : {"", ".", "a..b", "a.", "a[", "a[]", "a[1]b", ".a"}) {
    EXPECT_EQ(joined(bad), "") << bad;
  }
}

TEST(Overrides, Values_AreReplacedOrAdded) {
  const auto scene = plane(plane_scene, {{"solver.tolerance", "1e-7"},
                                         {"time.end", "3"},
                                         {"bodies[1].position[0]", "4"},
                                         {"bodies.1.spin", "5"},
                                         {"bodies.ball.velocity", "[6, 0]"},
                                         {"contacts[0].friction", "{static: 1, dynamic: 0.5}"}});
  EXPECT_EQ(scene.step.solver.tolerance, 1e-7);
  EXPECT_EQ(scene.end, 3);
  EXPECT_EQ(scene.state.x[1], Vec<2>(4, 2));
  EXPECT_EQ(scene.state.w[1][0], 5);
  EXPECT_EQ(scene.state.v[1], Vec<2>(6, 0));
  EXPECT_TRUE(std::holds_alternative<StaticDynamicFriction>(scene.model.laws[0].friction));
}

TEST(Overrides, Mistakes_AreNamedByTheirPath) {
  const auto said = [](const std::string& path, const std::string& value) {
    return complaints(plane_scene, {{path, value}});
  };
  EXPECT_EQ(said("solver.tolerence", "1"),
            "--set solver.tolerence: unknown key 'tolerence' in solver; did you mean 'tolerance'?");
  EXPECT_EQ(said("sover.tolerance", "1"),
            "--set sover.tolerance: unknown key 'sover' in the scene; did you mean 'solver'?");
  EXPECT_EQ(said("time.step", "-1"),
            "--set time.step: time.step: expected a positive number, found '-1'");
  EXPECT_EQ(said("bodies[7].mass", "1"),
            "--set bodies[7].mass: bodies has 2 entries, counted from 0; there is no [7]");
  EXPECT_EQ(said("bodies.bell.mass", "1"),
            "--set bodies.bell.mass: no entry of bodies has the name 'bell'");
  EXPECT_EQ(said("time[0]", "1"), "--set time[0]: time is a map, not a list; it has no [0]");
  EXPECT_EQ(said("dimension.x", "1"),
            "--set dimension.x: dimension is a single value, it has no 'x'");
  EXPECT_EQ(said("a..b", "1"),
            "--set a..b: not a path; write it as solver.tolerance or bodies[3].position");
  EXPECT_EQ(said("gravity", "[0, 1"), "--set gravity: the value '[0, 1' is not valid YAML");
}

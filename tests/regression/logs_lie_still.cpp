// Once here: logs side by side were held where they are nearest, in one place, which runs from end
// to end when a log turns by next to nothing. Each step held another end, and a pile of fifteen
// sank into itself by a quarter of its size. Both ends of what logs share hold them now.
#include "talus/io/scene.hpp"
#include "talus/talus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace talus::logs_lie_still_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 5e-3;
constexpr double radius = 0.1;
constexpr int steps = 400;
constexpr int last_second = 200;

const std::string cylinder = "{cylinder: {length: 1, radius: 0.1, axis: [0, 1, 0]}}";
const std::string capsule = "{capsule: {length: 0.8, radius: 0.1, axis: [0, 1, 0]}}";

std::string header() {
  return "talus: 1\ndimension: 3\ngravity: [0, 0, -9.81]\ntime: {step: 5e-3, end: 2}\n"
         "materials: {s: {density: 700}}\ncontacts: [{between: [s, s], friction: 0.4}]\nbodies:\n";
}

std::string fixed(const std::string& name, const std::string& shape, const std::string& place) {
  return "  - {name: " + name + ", fixed: true, material: s, shape: " + shape + place + "}\n";
}

std::string log(const std::string& name, const std::string& shape, double x, double y, double z,
                const std::string& turn = "") {
  return "  - {name: " + name + ", material: s, shape: " + shape + ", position: [" +
         std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + "]" + turn +
         "}\n";
}

/// Runs a scene whose logs fall by `drop` at most before they land: overlaps are what a step of
/// that speed goes in, and in the last second nothing moves, comes or goes.
void expect_still(const std::string& text, double drop) {
  const auto scene = std::get<Scene<3>>(parse_scene(text, "logs.yaml", {}));
  Simulation<3> simulation(scene.model, scene.state, scene.step);
  // A contact that closes within a step is seen at the next midpoint; with it a step of gravity.
  const double deepest = h * (std::sqrt(2 * g * drop) + g * h);
  std::vector<Vec<3>> settled;
  std::set<ContactId> ids;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    const auto& contacts = simulation.detail().contacts;
    std::set<ContactId> now;
    for (std::size_t c = 0; c < contacts.count(); ++c) {
      ASSERT_GE(contacts.gap[c], -deepest) << "step " << i;
      now.insert(contacts.id[c]);
    }
    if (i < steps - last_second) continue;
    if (ids.empty()) {
      ids = now;
      settled = simulation.state().x;
    }
    ASSERT_EQ(now, ids) << "step " << i;
  }
  ASSERT_FALSE(ids.empty());
  for (std::size_t b = 0; b < settled.size(); ++b) {
    EXPECT_LE((simulation.state().x[b] - settled[b]).norm(), 1e-3 * 2 * radius) << b;
  }
}

/// Five rows between two stops, each log in the hollow of two below.
std::string pile(const std::string& shape, const std::string& other) {
  std::string text = header() + fixed("ground", "half_space", "");
  text += fixed("left", "{box: {size: [0.1, 2, 0.3]}}", ", position: [-0.155, 0, 0.15]");
  text += fixed("right", "{box: {size: [0.1, 2, 0.3]}}", ", position: [0.955, 0, 0.15]");
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i < 5 - row; ++i) {
      text += log("log_" + std::to_string(row) + "_" + std::to_string(i),
                  i % 2 == 0 ? shape : other, 1.0005 * (0.1 * row + 0.2 * i),
                  0.003 * i - 0.002 * row, 0.1 + 1.001 * std::sqrt(0.03) * row);
    }
  }
  return text;
}

constexpr double drop_of_pile = 0.005;  // the lowest rows are 5 mm wide apart between the stops

TEST(LogsLieStill, PileOfCylinders) { expect_still(pile(cylinder, cylinder), drop_of_pile); }
TEST(LogsLieStill, PileOfCapsules) { expect_still(pile(capsule, capsule), drop_of_pile); }
TEST(LogsLieStill, PileOfBoth) { expect_still(pile(cylinder, capsule), drop_of_pile); }

/// Along the edges of a trench, turned a little against them.
void expect_still_over(const std::string& bank) {
  for (const auto& shape : {cylinder, capsule}) {
    for (const std::string turn : {"0", "0.2", "-0.2"}) {
      std::string text = header();
      text += fixed("left", bank, ", position: [-0.56, 0, 0]");
      text += fixed("right", bank, ", position: [0.56, 0, 0]");
      text += log("log", shape, 0, 0.01, 0.1 + 0.08 + 0.002,
                  ", orientation: {axis: [0, 0, 1], angle: " + turn + " deg}");
      expect_still(text, 0.003);
    }
  }
}

TEST(LogsLieStill, OverATrench) { expect_still_over("{box: {size: [1, 2, 0.2]}}"); }

TEST(LogsLieStill, OverATrenchOfMeshes) {
  expect_still_over(
      "{mesh: {points: [[-.5,-1,-.1],[.5,-1,-.1],[.5,1,-.1],[-.5,1,-.1],[-.5,-1,.1],[.5,-1,.1],"
      "[.5,1,.1],[-.5,1,.1]], faces: [[1,3,2],[1,4,3],[5,6,7],[5,7,8],[1,2,6],[1,6,5],[2,3,7],"
      "[2,7,6],[3,4,8],[3,8,7],[4,1,5],[4,5,8]]}}");
}

}  // namespace

}  // namespace talus::logs_lie_still_test

// Once here: a chain of rings fell to pieces, and bodies with corners that look inward sank into
// each other by most of their size. Where two surfaces ran through each other next to a vertex, or
// in two places at once, no feature counted, or one at the far end of the overlap did. Rings hold
// rings now, and what falls into a hollow goes in no deeper than a step of its speed.
#include "talus/io/scene.hpp"
#include "talus/math/random.hpp"
#include "talus/talus.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace talus::hollow_bodies_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 2e-3;

std::string mesh(const std::vector<Vec<3>>& points, const std::vector<std::array<int, 3>>& faces) {
  std::string text = "{mesh: {points: [";
  for (const auto& p : points) text += fmt::format("[{},{},{}],", p[0], p[1], p[2]);
  text += "], faces: [";
  for (const auto& f : faces) text += fmt::format("[{},{},{}],", f[0] + 1, f[1] + 1, f[2] + 1);
  return text.append("]}}");
}

constexpr double ring_radius = 0.1;
constexpr double tube_radius = 0.03;

std::string ring() {
  constexpr int around = 24;
  constexpr int across = 10;
  std::vector<Vec<3>> points;
  std::vector<std::array<int, 3>> faces;
  const auto at = [&](int i, int j) { return i % around * across + j % across; };
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < across; ++j) {
      const double a = 2 * M_PI * i / around;
      const double b = 2 * M_PI * j / across;
      const double r = ring_radius + tube_radius * std::cos(b);
      points.emplace_back(r * std::cos(a), r * std::sin(a), tube_radius * std::sin(b));
      faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      faces.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh(points, faces);
}

/// A prism over an L whose arms are as long as they are thick.
std::string corner_piece() {
  const std::array<std::array<double, 2>, 6> outline = {
      {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}};
  std::vector<Vec<3>> points;
  for (const double z : {-0.04, 0.04}) {
    for (const auto& p : outline) points.emplace_back(0.08 * (p[0] - 0.8), 0.08 * (p[1] - 0.8), z);
  }
  std::vector<std::array<int, 3>> faces;
  for (int k = 1; k < 5; ++k) {
    faces.push_back({6, k + 6, k + 7});
    faces.push_back({0, k + 1, k});
  }
  for (int k = 0; k < 6; ++k) {
    const int next = (k + 1) % 6;
    faces.push_back({k, next, next + 6});
    faces.push_back({k, next + 6, k + 6});
  }
  return mesh(points, faces);
}

std::string header() {
  return "talus: 1\ndimension: 3\ngravity: [0, 0, -9.81]\ntime: {step: 2e-3, end: 1}\n"
         "materials: {s: {density: 2000}}\ncontacts: [{between: [s, s], friction: 0.4}]\nbodies:\n";
}

std::string body(const std::string& name, const std::string& shape, const Vec<3>& x,
                 const Eigen::Vector4d& turn) {
  return fmt::format(
      "  - {{name: {}, material: s, shape: {}, position: [{},{},{}], orientation: [{},{},{},{}]",
      name, shape, x[0], x[1], x[2], turn[0], turn[1], turn[2], turn[3]);
}

/// How far two of these bodies may go into each other in a step when all energy there can be is in
/// one point of each: v^2 + (rho w)^2 <= (1 + rho^2 m / I) 2 E / m.
double deepest(const Model<3>& model, std::size_t b, double drop) {
  const double mass = model.mass[b];
  const double inertia = model.inertia[b].minCoeff();
  const double rho = model.radius[b];
  return h * std::sqrt(1 + rho * rho * mass / inertia) * std::sqrt(2 * g * drop);
}

void expect_no_deeper(Simulation<3>& simulation, int steps, double most) {
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    for (const double gap : simulation.detail().contacts.gap) {
      ASSERT_GE(gap, -most) << "step " << i;
    }
  }
}

TEST(HollowBodies, ChainOfRings_HoldsTogether) {
  constexpr int links = 4;
  constexpr double apart = 0.13;
  std::string text = header();
  for (int k = 0; k < links; ++k) {
    const Eigen::Vector4d turn =
        k % 2 == 0 ? Eigen::Vector4d(1, 0, 0, 0) : Eigen::Vector4d(M_SQRT1_2, M_SQRT1_2, 0, 0);
    text += body(fmt::format("ring_{}", k), ring(), {k * apart, 0, 0}, turn) +
            (k == 0 ? ", fixed: true}\n" : "}\n");
  }
  const auto scene = std::get<Scene<3>>(parse_scene(text, "chain.yaml", {}));
  Simulation<3> simulation(scene.model, scene.state, scene.step);
  // Each falls by its distance from the first at most; that all of it ends in two of them is far
  // above what they will see.
  double drop = 0;
  for (int k = 1; k < links; ++k) drop += k * 2 * (ring_radius - tube_radius);
  const double most = std::sqrt(2) * deepest(scene.model, 1, drop);
  expect_no_deeper(simulation, 500, most);
  const auto& x = simulation.state().x;
  for (std::size_t k = 1; k < links; ++k) {
    EXPECT_LE((x[k] - x[k - 1]).norm(), 2 * (ring_radius - tube_radius) + most) << k;
  }
}

/// A body falls on another of its kind that lies fixed, both turned at random.
void expect_held(const std::string& shape, std::uint64_t seed, int drops) {
  Random random(seed);
  for (int i = 0; i < drops; ++i) {
    Eigen::Vector4d turn[2];
    for (auto& q : turn) {
      do {
        for (int k = 0; k < 4; ++k) q[k] = random.uniform(-1, 1);
      } while (q.norm() > 1 || q.norm() < 0.1);
      q.normalize();
    }
    const std::string text = header() + body("below", shape, {0, 0, 0}, turn[0]) +
                             ", fixed: true}\n" + body("above", shape, {0.02, 0.01, 0.3}, turn[1]) +
                             "}\n";
    const auto scene = std::get<Scene<3>>(parse_scene(text, "drop.yaml", {}));
    Simulation<3> simulation(scene.model, scene.state, scene.step);
    // It may slide off and fall on: then by no more than while it is beside the other.
    const double fallen = 0.3 + 2 * scene.model.radius[1];
    expect_no_deeper(simulation, 300, deepest(scene.model, 1, fallen));
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "drop " << i;
      return;
    }
  }
}

TEST(HollowBodies, RingsOnRings_GoInNoDeeperThanAStep) { expect_held(ring(), 5, 8); }
TEST(HollowBodies, CornersInCorners_GoInNoDeeperThanAStep) { expect_held(corner_piece(), 6, 15); }

}  // namespace
}  // namespace talus::hollow_bodies_test

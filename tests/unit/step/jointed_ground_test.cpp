// Bodies that slide over straight joints of a chain go as they do on one segment, and blocks of a
// wall keep the names of their contacts.
#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace talus::test {

namespace {

constexpr double h = 1e-3;
constexpr int steps = 2000;

/// A chain along the first axis with points at equal distances; one segment when `count` is 1.
BodyDescription<2> straight_chain(double from, double to, int count) {
  BodyDescription<2> out;
  out.prescribed = true;
  const double length = (to - from) / count;
  for (int i = 0; i < count; ++i) {
    out.shapes.push_back(
        {Wall<2>{Vec<1>(0.5 * length)}, {Vec<2>(from + (i + 0.5) * length, 0), {}}, 0, 0});
  }
  return out;
}

struct Moment {
  Vec<2> v, x;
  double spin, angle;
};

/// What a body does that is dropped on a chain of so many segments and slides along it.
std::vector<Moment> path(const Shape<2>& shape, double height, int count) {
  Scene<2> scene(simple_law(0.1), h);
  scene.options.solver.tolerance = 1e-13;
  scene.set_gravity(9.81);
  BodyDescription<2> mover;
  mover.shapes.push_back({shape, {}, 0, 1000});
  mover.pose.x = Vec<2>(-4.1, height + 0.05);
  mover.velocity = Vec<2>(4, 0);
  const auto number = scene.add(mover);
  scene.add(straight_chain(-5, 5, count));
  auto sim = scene.simulation();
  std::vector<Moment> out;
  for (int i = 0; i < steps; ++i) {
    sim.step();
    const auto& s = sim.state();
    out.push_back({s.v[number], s.x[number], s.w[number][0], s.r[number].angle});
  }
  return out;
}

/// It lands with an overlap of v h / 2 = 5e-4, and a corner comes within that of some joint.
void expect_same_path(const Shape<2>& shape, double height) {
  const auto jointed = path(shape, height, 400);
  const auto whole = path(shape, height, 1);
  EXPECT_GT(jointed.back().x[0] - jointed.front().x[0], 4);  // over some 160 joints
  // Gaps and places agree to the rounding of places of size 5, 1e-15; each step may leave the
  // solver's residue, 1e-13 of g h, in velocities, and what it was pushed with in places.
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const double drift = static_cast<double>(i + 1) * (1e-14 + 1e-12 * 9.81 * h);
    ASSERT_NEAR((jointed[i].v - whole[i].v).norm(), 0, drift) << i;
    ASSERT_NEAR(jointed[i].spin, whole[i].spin, drift / 0.1) << i;
    ASSERT_NEAR((jointed[i].x - whole[i].x).norm(), 0, drift) << i;
  }
}

}  // namespace

TEST(JointedGround, Box_GoesAsOnOneSegment) {
  expect_same_path(Hull<2>(box_polytope(Vec<2>(0.3, 0.1))), 0.1);
}

TEST(JointedGround, Disk_GoesAsOnOneSegment) { expect_same_path(Ball<2>{0.12}, 0.12); }

namespace {

/// Names of the contacts of each pair of shapes.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> names(
    const std::vector<ContactId>& ids) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> out;
  for (const auto& id : ids) out[{id.shape_a, id.shape_b}].push_back(id.feature);
  return out;
}

/// How often pairs get other names for as many contacts in 600 steps of a wall of five rows that
/// has settled. (Blocks that meet corner on corner may touch or not, by rounding.) Its blocks stand
/// over the joints of those below, or on top of each other.
int changes_of_names(bool running) {
  Scene<2> scene(simple_law(0.5), h);
  scene.set_gravity(9.81);
  scene.add_ground();
  const double a = 0.4;
  const double b = 0.2;
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i < (running ? 5 - row : 5); ++i) {
      BodyDescription<2> block;
      block.shapes.push_back({Hull<2>(box_polytope(Vec<2>(0.5 * a, 0.5 * b))), {}, 0, 2000});
      block.pose.x = Vec<2>(a * (i + (running ? 0.5 * row : 0)), b * (row + 0.5));
      scene.add(block);
    }
  }
  auto sim = scene.simulation();
  int changes = 0;
  for (int i = 0; i < 200; ++i) sim.step();
  auto before = names(sim.detail().contacts.id);
  for (int i = 0; i < 600; ++i) {
    sim.step();
    auto now = names(sim.detail().contacts.id);
    for (const auto& [pair, list] : now) {
      const auto known = before.find(pair);
      if (known == before.end() || known->second.size() != list.size()) continue;
      if (known->second != list) ++changes;
    }
    before = std::move(now);
  }
  return changes;
}

}  // namespace

TEST(JointedGround, SettledWall_KeepsItsNames) {
  EXPECT_EQ(changes_of_names(true), 0);
  EXPECT_EQ(changes_of_names(false), 0);
}

}  // namespace talus::test

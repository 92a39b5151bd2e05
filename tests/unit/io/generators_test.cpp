#include "talus/io/placement.hpp"
#include "talus/io/radii.hpp"

#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace talus;
using namespace talus::scenes;
using namespace talus::test;

namespace {

Scene<2> generated(const std::string& group) {
  return plane(plane_scene + "generate:\n  - " + group);
}

/// The smallest gap between two balls of a scene.
template <int D>
double least_gap(const Scene<D>& scene) {
  double least = 1e300;
  const auto& m = scene.model;
  for (std::size_t a = 0; a < m.shape_count(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto* ball_a = std::get_if<Ball<D>>(&m.shape[a]);
      const auto* ball_b = std::get_if<Ball<D>>(&m.shape[b]);
      if (ball_a == nullptr || ball_b == nullptr) continue;
      const double distance = (scene.state.x[static_cast<std::size_t>(m.owner[a])] -
                               scene.state.x[static_cast<std::size_t>(m.owner[b])])
                                  .norm();
      least = std::min(least, distance - ball_a->radius - ball_b->radius);
    }
  }
  return least;
}

const std::string group_of_400 =
    "random: {name: sand, material: stone, count: 400, radius: {uniform: [0.05, 0.4]}, "
    "box: {from: [-10, 4], to: [10, 24]}, velocity: [1, 0], velocity_jitter: 0.5, seed: ";

}  // namespace

TEST(Lattice, Bodies_StandOnItsPoints) {
  const auto scene = generated(
      "lattice: {name: row, shape: {disk: {radius: 0.4}}, material: stone, from: [2, 1], "
      "spacing: [1, 2], count: [3, 2], velocity: [0, -1]}\n");
  ASSERT_EQ(scene.model.body_count(), 8U);
  EXPECT_EQ(scene.model.name[2], "row_0");
  EXPECT_EQ(scene.state.x[2], Vec<2>(2, 1));
  EXPECT_EQ(scene.state.x[4], Vec<2>(4, 1));
  EXPECT_EQ(scene.state.x[5], Vec<2>(2, 3));
  EXPECT_EQ(scene.state.v[7], Vec<2>(0, -1));
}

TEST(Lattice, Jitter_StaysWithinItsPart_AndFollowsTheSeed) {
  const auto with_seed = [](int seed) {
    return generated(
        "lattice: {shape: {disk: {radius: 0.4}}, material: stone, from: [2, 5], spacing: 2, "
        "count: [10, 10], jitter: 0.1, velocity_jitter: 0.2, seed: " +
        std::to_string(seed) + "}\n");
  };
  const auto scene = with_seed(3);
  for (std::size_t i = 0; i < 100; ++i) {
    const Vec<2> point(2 + 2.0 * static_cast<double>(i % 10),
                       5 + 2.0 * static_cast<double>(i / 10));
    // 0.1 of the spacing 2, and the rounding of numbers near 25.
    EXPECT_LE((scene.state.x[i + 2] - point).cwiseAbs().maxCoeff(), 0.2 + 1e-14);
    EXPECT_LE(scene.state.v[i + 2].cwiseAbs().maxCoeff(), 0.2);
  }
  EXPECT_EQ(state_hash(with_seed(3).state), state_hash(scene.state));
  EXPECT_NE(state_hash(with_seed(4).state), state_hash(scene.state));
}

TEST(RandomGroup, Grains_DoNotOverlap_AndStayInTheBox) {
  const auto scene = generated(group_of_400 + "5}\n");
  ASSERT_EQ(scene.model.body_count(), 402U);
  EXPECT_GE(least_gap(scene), 0);
  for (std::size_t b = 2; b < 402; ++b) {
    const double r = std::get<Ball<2>>(scene.model.shape[b]).radius;
    EXPECT_GE(scene.state.x[b][0] - r, -10);
    EXPECT_LE(scene.state.x[b][0] + r, 10);
    EXPECT_GE(scene.state.x[b][1] - r, 4);
    EXPECT_LE(scene.state.x[b][1] + r, 24);
    EXPECT_LE((scene.state.v[b] - Vec<2>(1, 0)).cwiseAbs().maxCoeff(), 0.5);
  }
}

TEST(RandomGroup, Seeds_Reproduce) {
  const auto hash = [](const std::string& seed) {
    return state_hash(generated(group_of_400 + seed + "}\n").state);
  };
  EXPECT_EQ(hash("5"), hash("5"));
  EXPECT_NE(hash("5"), hash("6"));
}

TEST(RandomGroup, Groups_KeepClearOfEachOther_AndOfBodies) {
  const std::string box = "box: {from: [-2, 0, 0], to: [2, 4, 4]}}\n";
  const auto scene = space(
      with(space_scene, "[0, 0, 2]", "[0, 2, 2]") +
      "generate:\n"
      "  - random: {name: big, material: stone, count: 10, radius: 0.3, " +
      box +
      "  - random: {name: small, material: stone, count: 300, radius: {uniform: [0.02, 0.15]}, " +
      box);
  ASSERT_EQ(scene.model.body_count(), 312U);
  EXPECT_GE(least_gap(scene), 0);
}

TEST(RandomGroup, InsideADrum_GrainsStayInIt) {
  const std::string with_drum = with(
      plane_scene, "{name: ball, shape: {disk: {radius: 1}}, material: stone, position: [0, 2]}",
      "{name: drum, shape: {drum: {radius: 2}}, material: ground, position: [9, 4], fixed: "
      "true}");
  const auto filled = [&](const std::string& region) {
    return plane(with_drum +
                 "generate:\n  - random: {material: stone, count: 60, radius: {uniform: [0.05, "
                 "0.2]}, " +
                 region + "}\n");
  };
  for (const std::string inside : {"inside: drum", "inside: {drum: drum}"}) {
    const auto scene = filled(inside);
    ASSERT_EQ(scene.model.body_count(), 62U);
    EXPECT_GE(least_gap(scene), 0);
    double highest = 0;
    for (std::size_t b = 2; b < 62; ++b) {
      const double r = std::get<Ball<2>>(scene.model.shape[b]).radius;
      // Grains that touch by round-off are none the worse for it.
      EXPECT_LE((scene.state.x[b] - Vec<2>(9, 4)).norm() + r, 2 * (1 + 1e-9));
      highest = std::max(highest, scene.state.x[b][1]);
    }
    EXPECT_GT(highest, 4);
  }
  // A box cuts off a part of it.
  const auto lower = filled("inside: drum, box: {from: [0, 0], to: [20, 4]}");
  for (std::size_t b = 2; b < 62; ++b) EXPECT_LE(lower.state.x[b][1], 4);
}

TEST(RandomGroup, InsideADrumInSpace_GrainsStayWithinItsLength) {
  const auto scene = space(
      with(space_scene,
           "{name: ball, shape: {sphere: {radius: 1}}, material: stone, position: [0, 0, 2]}",
           "{name: drum, shape: {drum: {radius: 1}}, material: ground, position: [9, 4, 3], "
           "orientation: {axis: [1, 2, 3], angle: 40 deg}, fixed: true}") +
      "generate:\n  - random: {material: stone, count: 100, radius: 0.1, inside: {drum: drum, "
      "length: 1.5}}\n");
  const Pose<3> pose = scene.state.pose(1);
  double farthest = 0;
  double widest = 0;
  for (std::size_t b = 2; b < scene.model.body_count(); ++b) {
    const Vec<3> local = unrotate<3>(pose.r, scene.state.x[b] - pose.x);
    farthest = std::max(farthest, std::abs(local[2]));
    widest = std::max(widest, std::hypot(local[0], local[1]));
  }
  EXPECT_EQ(scene.model.body_count(), 102U);
  // Of a hundred grains some come near to every wall.
  EXPECT_LE(farthest + 0.1, 0.75 + 1e-12);
  EXPECT_GT(farthest + 0.1, 0.65);
  EXPECT_LE(widest + 0.1, 1 + 1e-9);
  EXPECT_GT(widest + 0.1, 0.9);
}

TEST(RandomGroup, InsideWhatIsNoDrum_IsExplained) {
  const auto said = [](const std::string& scene, const std::string& region) {
    return complaints(scene + "generate:\n  - random: {material: stone, count: 2, radius: 0.1, " +
                      region + "}\n");
  };
  EXPECT_EQ(said(plane_scene, "inside: ball"),
            "s.yaml:13:62: generate[0].random.inside: body 'ball' has no drum; grains can be put "
            "inside a drum only");
  EXPECT_EQ(said(plane_scene, "inside: bell"),
            "s.yaml:13:62: generate[0].random.inside: unknown body or group 'bell'; did you mean "
            "'ball'?");
  EXPECT_NE(said(space_scene, "inside: {drum: ball}").find("length"), std::string::npos);
  EXPECT_NE(said(plane_scene, "seed: 3").find("or 'inside', a drum"), std::string::npos);
}

TEST(RandomGroup, ThatCannotFit_SaysHowFarItGot) {
  const std::string text = complaints(
      plane_scene +
      "generate:\n"
      "  - random: {material: stone, count: 100, radius: 1, box: {from: [5, 5], to: [20, 20]}}\n");
  EXPECT_EQ(text,
            "s.yaml:13:13: generate[0].random: the grains do not fit: 0 of 100 were placed at "
            "random, filling 0 of the box, 1.4 was asked for; enlarge the box and let them settle");
  const std::string tight = complaints(
      plane_scene +
      "generate:\n"
      "  - random: {material: stone, count: 50, radius: 1, box: {from: [5, 5], to: [20, 20]}}\n");
  EXPECT_NE(tight.find("of 50 were placed at random, filling 0."), std::string::npos) << tight;
  EXPECT_NE(tight.find("0.698 was asked for"), std::string::npos) << tight;
}

TEST(RandomGroup, Mistakes_AreExplained) {
  const auto said = [](const std::string& radius, const std::string& box) {
    return complaints(plane_scene + "generate:\n  - random: {material: stone, count: 2, radius: " +
                      radius + ", box: " + box + "}\n");
  };
  const std::string box = "{from: [5, 5], to: [9, 9]}";
  const std::string at = "s.yaml:13:";
  EXPECT_EQ(said("-1", box),
            at + "49: generate[0].random.radius: expected a positive number, found '-1'");
  EXPECT_EQ(said("{uniform: [2, 1]}", box),
            at + "59: generate[0].random.radius.uniform: expected two positive radii, the smaller "
                 "first");
  EXPECT_EQ(said("{grading: [[1, 0], [2, 0.5]]}", box),
            at + "59: generate[0].random.radius.grading: expected rows [radius, fraction passing], "
                 "from a fraction of 0 to 1");
  EXPECT_EQ(said("{grading: [[1, 0], [1, 1]]}", box),
            at + "68: generate[0].random.radius.grading[1]: radii must increase");
  EXPECT_EQ(said("0.1", "{from: [5, 5], to: [9, 5]}"),
            at + "59: generate[0].random.box: 'to' must lie beyond 'from' along every axis");
  EXPECT_EQ(
      complaints(plane_scene + "generate:\n  - ring: {}\n"),
      at + "5: unknown key 'ring' in generate[0]; keys here: lattice, random, table, wall, arch, "
           "pillar, pyramid, membrane");
}

TEST(Radii, UniformOnes_FillTheirRangeEvenly) {
  Random random(1);
  const auto radii = draw_radii<2>(UniformRadii{1, 3}, 1000, random);
  ASSERT_EQ(radii.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(radii.rbegin(), radii.rend()));
  // One radius lies in each of the 1000 equal parts, so the i-th is within a part of its place.
  for (std::size_t i = 0; i < 1000; ++i) {
    EXPECT_NEAR(radii[999 - i], 1 + 2 * (static_cast<double>(i) + 0.5) / 1000, 2.0 / 1000);
  }
}

template <int D>
void expect_grading_recovered() {
  const Grading curve{{1, 2, 3, 5}, {0, 0.3, 0.8, 1}};
  Random random(2);
  const std::size_t count = 20000;
  const auto radii = draw_radii<D>(curve, count, random);
  double total = 0;
  for (const double r : radii) total += std::pow(r, D);
  // Each of the `count` grains stands for an equal part of the grains' number, drawn within that
  // part: the volume below a radius is off by less than one grain's share of the total, plus the
  // spread of the grains around their parts' means, below one largest grain in all.
  const double tolerance = 2 * std::pow(5, D) / total;
  EXPECT_LT(tolerance, 0.005);
  for (std::size_t k = 1; k < 3; ++k) {
    double passing = 0;
    for (const double r : radii) passing += r < curve.radius[k] ? std::pow(r, D) : 0;
    EXPECT_NEAR(passing / total, curve.passing[k], tolerance) << "radius " << curve.radius[k];
  }
}

TEST(Radii, Grading_IsRecovered) {
  expect_grading_recovered<2>();
  expect_grading_recovered<3>();
}

TEST(Placement, HugeRatios_AndFlatBoxes_AreHandled) {
  Random random(3);
  const Box<3> flat{Vec<3>(0, 0, 0), Vec<3>(1000, 1000, 0.01)};
  RandomPlacement<3> placement(flat, 1000);
  Vec<3> centre;
  placement.add(Vec<3>(500, 500, 300), 299.996);  // reaches into the box by 0.006 in its middle
  EXPECT_EQ(placement.place(0.006, 1000, random, centre), 0);
  int placed = 0;
  for (int i = 0; i < 1000; ++i) placed += placement.place(0.004, 1000, random, centre) > 0 ? 1 : 0;
  EXPECT_EQ(placed, 1000);
}

// Structures of blocks: so many, so heavy, and touching without gaps.
#include "talus/io/masonry.hpp"

#include "talus/contact/detect.hpp"

#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

using namespace talus;
using namespace talus::scenes;
using namespace talus::test;

namespace {

constexpr double pi = std::numbers::pi;
constexpr double density = 2500;

/// A floor and the groups.
std::string head(int dimension) {
  const std::string text = dimension == 2 ? plane_scene : space_scene;
  return text.substr(0, text.find("  - {name: ball")) + "generate:\n";
}

template <int D>
Scene<D> built(const std::string& groups) {
  return std::get<Scene<D>>(parse_scene(head(D) + groups, "s.yaml"));
}

template <int D>
double mass_of(const Scene<D>& scene) {
  double sum = 0;
  for (std::size_t b = 0; b < scene.model.body_count(); ++b) {
    if (scene.model.prescribed[b] == 0) sum += scene.model.mass[b];
  }
  return sum;
}

/// The number of closed contacts; all gaps must be round-off of coordinates up to `reach`: a few
/// roundings each when corners are turned, moved and compared.
template <int D>
std::size_t contacts_without_gaps(const Scene<D>& scene, double reach) {
  Contacts<D> contacts;
  DetectScratch<D> scratch;
  const DetectOptions options{.closed_only = true};
  detect<D>(scene.model, scene.state.x, scene.state.r, {}, options, scratch, contacts);
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    EXPECT_LE(std::abs(contacts.gap[c]), 32 * std::numeric_limits<double>::epsilon() * reach)
        << scene.model.name[static_cast<std::size_t>(contacts.first[c])] << ", "
        << scene.model.name[static_cast<std::size_t>(contacts.second[c])];
  }
  return contacts.count();
}

/// Two contacts for each pair of blocks with a common side: on the floor, beside each other, above
/// each other.
std::size_t running_wall_contacts(std::size_t rows, std::size_t columns) {
  std::size_t pairs = columns;
  for (std::size_t k = 0; k < rows; ++k) {
    pairs += k % 2 == 0 ? columns - 1 : columns;  // halves make one more block
    if (k > 0) pairs += 2 * columns;
  }
  return 2 * pairs;
}

}  // namespace

TEST(MasonryWall, RunningBond_HasHalfBlocksAtTheEnds) {
  const auto scene =
      built<2>("  - wall: {name: w, material: stone, block: [0.4, 0.2], rows: 7, columns: 6}\n");
  ASSERT_EQ(scene.model.body_count(), 1U + 4 * 6 + 3 * 7);
  EXPECT_NEAR(mass_of(scene), density * 7 * 6 * 0.4 * 0.2, 1e-9);
  // The second row: half a block, five whole ones, half a block.
  EXPECT_NEAR(scene.model.mass[7], density * 0.2 * 0.2, 1e-10);
  EXPECT_NEAR((scene.state.x[7] - Vec<2>(-1.1, 0.3)).norm(), 0, 1e-15);
  EXPECT_NEAR((scene.state.x[8] - Vec<2>(-0.8, 0.3)).norm(), 0, 1e-15);
  EXPECT_NEAR((scene.state.x[13] - Vec<2>(1.1, 0.3)).norm(), 0, 1e-15);
  EXPECT_EQ(contacts_without_gaps(scene, 1.4), running_wall_contacts(7, 6));
}

TEST(MasonryWall, StackBond_HasWholeBlocksOnly) {
  const auto scene = built<2>(
      "  - wall: {name: w, material: stone, block: [0.4, 0.2], rows: 3, columns: 4, bond: stack, "
      "position: [10, 1], angle: 20 deg}\n");
  ASSERT_EQ(scene.model.body_count(), 13U);
  for (std::size_t b = 1; b < 13; ++b) {
    EXPECT_NEAR(scene.model.mass[b], density * 0.08, 1e-10);
  }
  const Vec<2> first = Vec<2>(10, 1) + rotate<2>({20 * pi / 180}, Vec<2>(-0.6, 0.1));
  EXPECT_NEAR((scene.state.x[1] - first).norm(), 0, 1e-14);
  // Two for each of 3 x 3 + 2 x 4 common sides; corners that meet may add theirs.
  EXPECT_GE(contacts_without_gaps(scene, 12), 2U * 17);
}

TEST(MasonryWall, OddSizes_LeaveNoGaps) {
  // Sides that binary numbers do not hold, far from the origin.
  const auto scene = built<2>(
      "  - wall: {material: stone, block: [0.1, 0.07], rows: 40, columns: 31, position: [3.3, "
      "0]}\n");
  EXPECT_EQ(contacts_without_gaps(scene, 5), running_wall_contacts(40, 31));
}

TEST(MasonryWall, InSpace_HasTheSameFaces) {
  const auto scene =
      built<3>("  - wall: {material: stone, block: [0.4, 0.15, 0.2], rows: 5, columns: 4}\n");
  EXPECT_NEAR(mass_of(scene), density * 5 * 4 * 0.4 * 0.15 * 0.2, 1e-9);
  // Four corners of a common rectangle instead of two ends of a side.
  EXPECT_EQ(contacts_without_gaps(scene, 1.2), 2 * running_wall_contacts(5, 4));
}

TEST(MasonryArch, Voussoirs_LieBetweenTheCircles) {
  const auto scene =
      built<2>("  - arch: {name: a, material: stone, span: 2, thickness: 0.3, voussoirs: 15}\n");
  ASSERT_EQ(scene.model.body_count(), 16U);
  // Two triangles between radii R and r and an angle a: (R^2 - r^2) sin(a) / 2.
  const double area = 0.5 * (1.3 * 1.3 - 1) * std::sin(pi / 15);
  for (std::size_t b = 1; b < 16; ++b) EXPECT_NEAR(scene.model.mass[b], density * area, 1e-10);
  for (std::size_t s = 1; s < 16; ++s) {
    const auto& hull = std::get<Hull<2>>(scene.model.shape[s]);
    ASSERT_EQ(hull.polytope->vertex.size(), 4U);
    const Pose<2> pose = compose(scene.state.pose(s), scene.model.placement[s]);
    for (const auto& v : hull.polytope->vertex) {
      const double r = to_world(pose, v).norm();
      EXPECT_NEAR(std::min(std::abs(r - 1), std::abs(r - 1.3)), 0, 1e-14);
    }
  }
  EXPECT_LT(scene.state.x[1][0], scene.state.x[2][0]);  // from left to right
  EXPECT_NEAR(scene.state.x[8][0], 0, 1e-15);           // the keystone
  // 14 joints, and two springings on the floor.
  EXPECT_EQ(contacts_without_gaps(scene, 1.3), 2U * 16);
}

TEST(MasonryArch, Springers_AreFixedAndTouch) {
  const auto scene = built<2>(
      "  - arch: {name: a, material: stone, span: 1.6, thickness: 0.2, voussoirs: 11, embrace: 120 "
      "deg, springers: true, position: [0.3, 2]}\n");
  ASSERT_EQ(scene.model.body_count(), 14U);
  EXPECT_EQ(scene.model.name[12], "a_left");
  EXPECT_EQ(scene.model.name[13], "a_right");
  EXPECT_EQ(scene.model.prescribed[12], 1);
  EXPECT_EQ(contacts_without_gaps(scene, 3), 2U * 12);
  // The intrados springs from the ends of the span, at the height of the position.
  const auto& hull = std::get<Hull<2>>(scene.model.shape[1]);
  const Pose<2> pose = compose(scene.state.pose(1), scene.model.placement[1]);
  double nearest = 1;
  for (const auto& v : hull.polytope->vertex) {
    nearest = std::min(nearest, (to_world(pose, v) - Vec<2>(-0.5, 2)).norm());
  }
  EXPECT_NEAR(nearest, 0, 1e-14);
}

TEST(MasonryVault, Rings_FillTheDepth) {
  for (const std::string bond : {"stack", "running"}) {
    const auto scene = built<3>(
        "  - vault: {name: v, material: stone, span: 2, thickness: 0.3, voussoirs: 9, depth: 2, "
        "rings: 4, springers: true, bond: " +
        bond + "}\n");
    // In running bond two of four rings have a block more.
    ASSERT_EQ(scene.model.body_count(), 3U + 36 + (bond == "running" ? 2 : 0));
    EXPECT_GT(contacts_without_gaps(scene, 2), 4U * 8 * 4);
    double low = 1e9;
    double high = -1e9;
    for (std::size_t s = 1; s < scene.model.shape_count(); ++s) {
      const auto body = static_cast<std::size_t>(scene.model.owner[s]);
      const Pose<3> pose = compose(scene.state.pose(body), scene.model.placement[s]);
      for (const auto& v : std::get<Hull<3>>(scene.model.shape[s]).polytope->vertex) {
        low = std::min(low, to_world(pose, v)[1]);
        high = std::max(high, to_world(pose, v)[1]);
      }
    }
    EXPECT_NEAR(low, -1, 1e-14);
    EXPECT_NEAR(high, 1, 1e-14);
    const double half = 0.5 * (1.3 * 1.3 - 1) * std::sin(pi / 18);
    const double whole = 0.5 * (1.3 * 1.3 - 1) * std::sin(pi / 9);
    const double rings =
        bond == "running" ? 2 * 9 * whole + 2 * (8 * whole + 2 * half) : 36 * whole;
    EXPECT_NEAR(mass_of(scene), density * 0.5 * rings, 1e-9);
  }
}

TEST(MasonryPillar, Blocks_AndDrums) {
  const auto plane = built<2>("  - pillar: {material: stone, block: [0.4, 0.3], count: 6}\n");
  EXPECT_EQ(plane.model.body_count(), 7U);
  EXPECT_EQ(contacts_without_gaps(plane, 1.8), 12U);
  const auto blocks = built<3>("  - pillar: {material: stone, block: [0.4, 0.4, 0.3], count: 6}\n");
  EXPECT_EQ(contacts_without_gaps(blocks, 1.8), 24U);
  const auto drums = built<3>(
      "  - pillar: {material: stone, drum: {radius: 0.25, height: 0.4, sides: 12}, count: 5}\n");
  EXPECT_EQ(contacts_without_gaps(drums, 2), 5U * 12);
  // A regular polygon has the area n r^2 sin(2 pi / n) / 2.
  EXPECT_NEAR(mass_of(drums), density * 5 * 0.4 * 6 * 0.0625 * std::sin(pi / 6), 1e-9);
}

TEST(MasonryPyramid, Rows_GetShorter) {
  const auto plane = built<2>("  - pyramid: {material: stone, block: [0.3, 0.2], rows: 7}\n");
  EXPECT_EQ(plane.model.body_count(), 1U + 28);
  // Common sides: 7 on the floor, 21 within rows, 2 below each of the upper 21 blocks.
  EXPECT_EQ(contacts_without_gaps(plane, 1.4), 2U * (7 + 21 + 42));
  const auto flat =
      built<3>("  - pyramid: {material: stone, block: [0.3, 0.3, 0.2], rows: 7, square: false}\n");
  EXPECT_EQ(contacts_without_gaps(flat, 1.4), 4U * (7 + 21 + 42));
  const auto square = built<3>("  - pyramid: {material: stone, block: [0.3, 0.3, 0.2], rows: 4}\n");
  EXPECT_EQ(square.model.body_count(), 1U + 16 + 9 + 4 + 1);
  EXPECT_GE(contacts_without_gaps(square, 1), 4U * (16 + 4 * 14));
}

TEST(MasonryTower, Planks_CrossEachOther) {
  const auto scene = built<3>(
      "  - crossed_tower: {name: t, material: stone, plank: [1, 0.2, 0.07], layers: 10, planks: "
      "3}\n");
  ASSERT_EQ(scene.model.body_count(), 31U);
  EXPECT_NEAR(mass_of(scene), density * 30 * 0.014, 1e-9);
  EXPECT_NEAR((scene.state.x[1] - Vec<3>(0, -0.4, 0.035)).norm(), 0, 1e-15);
  EXPECT_NEAR((scene.state.x[6] - Vec<3>(0.4, 0, 0.105)).norm(), 0, 1e-15);
  EXPECT_EQ(contacts_without_gaps(scene, 1), 4U * (3 + 9 * 9));
}

TEST(Masonry, Description_GivesTheSameScene) {
  const auto scene = parse_scene(
      head(3) +
          "  - vault: {material: stone, span: 2, thickness: 0.3, voussoirs: 5, depth: 1}\n"
          "  - wall: {material: stone, block: [1, 1, 1], rows: 2, columns: 2, position: [9, 0, "
          "0]}\n",
      "s.yaml");
  const auto again = parse_scene(describe(scene), "s.yaml");
  EXPECT_EQ(describe(again), describe(scene));
  EXPECT_EQ(state_hash(std::get<Scene<3>>(again).state),
            state_hash(std::get<Scene<3>>(scene).state));
}

TEST(Masonry, Mistakes_AreExplained) {
  const auto said = [](int dimension, const std::string& group) {
    const std::string text = complaints(head(dimension) + "  - " + group + "\n");
    EXPECT_EQ(text.rfind("s.yaml:12:", 0), 0U) << text;
    return text.substr(text.find(": generate") == std::string::npos ? 0
                                                                    : text.find(": generate") + 2);
  };
  EXPECT_EQ(said(2, "wall: {material: stone, block: [1, 0], rows: 2, columns: 2}"),
            "generate[0].wall.block: all sides of a block must be positive");
  EXPECT_EQ(said(2, "wall: {material: stone, block: [1, 1], rows: 0, columns: 2}"),
            "generate[0].wall.rows: expected a whole number from 1 on, found '0'");
  EXPECT_EQ(said(2, "wall: {material: stone, block: [1, 1], rows: 100000, columns: 2000}"),
            "generate[0].wall.columns: more than 1e8 bodies");
  EXPECT_NE(said(2, "wall: {material: stone, block: [1, 1], rows: 2, columns: 2, bond: english}")
                .find("running"),
            std::string::npos);
  EXPECT_NE(
      said(2, "arch: {material: stone, span: 2, thickness: 0.2, voussoirs: 5, embrace: 400 deg}")
          .find("between 0 and 360 deg"),
      std::string::npos);
  EXPECT_NE(said(2, "arch: {material: stone, span: 2, thickness: 0.2, voussoirs: 1}")
                .find("take more voussoirs"),
            std::string::npos);
  EXPECT_NE(said(2, "arch: {material: stone, span: 2, voussoirs: 5}").find("'thickness'"),
            std::string::npos);
  EXPECT_NE(
      said(3, "arch: {material: stone, span: 2, thickness: 0.2, voussoirs: 5}").find("'depth'"),
      std::string::npos);
  EXPECT_EQ(
      said(3, "crossed_tower: {material: stone, plank: [1, 0.4, 0.1], layers: 4}"),
      "generate[0].crossed_tower: 3 planks 0.4 wide do not fit side by side on planks 1 long; "
      "take fewer, or longer ones");
  EXPECT_NE(said(3,
                 "pillar: {material: stone, count: 3, block: [1, 1, 1], drum: {radius: 1, height: "
                 "1}}")
                .find("drum"),
            std::string::npos);
  EXPECT_NE(said(2, "crossed_tower: {}").find("unknown key 'crossed_tower'"), std::string::npos);
  EXPECT_NE(said(2, "wall: {material: ground, block: [1, 1], rows: 2, columns: 2}").find("density"),
            std::string::npos);
}

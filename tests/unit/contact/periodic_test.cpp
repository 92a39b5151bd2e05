// Contacts of a periodic world against the gaps of all pairs of shapes over all images.

#include "talus/contact/detect.hpp"

#include "support/samples.hpp"
#include "support/world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace talus {
namespace {

using samples::eps;

template <class T>
class PeriodicDetectTest : public ::testing::Test {};
TYPED_TEST_SUITE(PeriodicDetectTest, samples::Dimensions);

struct Found {
  ContactId id;
  double gap;
};

/// All gaps that are not positive, image by image; the cell is cubic and tilted.
template <int D>
std::vector<Found> brute_force(const samples::World<D>& world, double t) {
  const auto& m = world.model;
  const Lattice<D> lattice = m.cell.at(t);
  std::vector<Found> out;
  const auto pose = [&](std::uint32_t s) {
    return compose(world.state.pose(static_cast<std::size_t>(m.owner[s])), m.placement[s]);
  };
  const int most = 5;
  const int span = 2 * most + 1;
  for (std::uint32_t a = 0; a < m.shape_count(); ++a) {
    for (std::uint32_t b = a + 1; b < m.shape_count(); ++b) {
      if (m.owner[a] == m.owner[b]) continue;
      for (int k = 0; k < (D == 2 ? span * span : span * span * span); ++k) {
        Image<D> n;
        for (int i = 0, rest = k; i < D; ++i, rest /= span) {
          n[static_cast<std::size_t>(i)] = rest % span - most;
        }
        Pose<D> moved = pose(b);
        moved.x += lattice.shift(n);
        std::vector<GapPoint<D>> gaps;
        find_gaps<D>(m.shape[a], pose(a), m.shape[b], moved, 0, gaps);
        for (const auto& g : gaps) out.push_back({{a, b, g.feature, image_key<D>(n)}, g.gap});
      }
    }
  }
  std::sort(out.begin(), out.end(), [](const Found& p, const Found& q) { return p.id < q.id; });
  return out;
}

TYPED_TEST(PeriodicDetectTest, RandomScenes_EqualAllImages) {
  constexpr int D = TypeParam::value;
  Random random(1);
  std::size_t across = 0;
  for (int scene = 0; scene < 20; ++scene) {
    samples::World<D> world;
    auto& cell = world.model.cell;
    cell.period = Vec<D>::Constant(2);
    cell.flow = D - 1;
    cell.gradient = 0;
    cell.offset.terms = {Linear{0.7}};
    for (int i = 0; i < 12; ++i) {
      BodyDescription<D> b;
      b.pose = samples::pose<D>(random, 2);
      if (random.below(2) == 0) {
        b.shapes.push_back({Ball<D>{random.uniform(0.1, 0.5)}, {}, 0, 1});
      } else {
        b.shapes.push_back({Ball<D>{0.2}, samples::pose<D>(random, 0.1), 0, 1});
        b.shapes.push_back({Capsule<D>{0.2, 0.1}, samples::pose<D>(random, 0.1), 0, 1});
      }
      world.model.add(b, world.state);
    }
    const double t = random.uniform(-2, 2);
    const auto expected = brute_force(world, t);
    DetectScratch<D> scratch;
    Contacts<D> found;
    detect<D>(world.model, world.state.x, world.state.r, {}, {.closure = 0}, scratch, found,
              nullptr, t);
    ASSERT_EQ(found.count(), expected.size());
    for (std::size_t c = 0; c < expected.size(); ++c) {
      ASSERT_EQ(found.id[c], expected[c].id);
      ASSERT_NEAR(found.gap[c], expected[c].gap, 64 * eps);
      across += found.id[c].image != 0 ? 1 : 0;
      // The point is on both: as far from the first body as from the image of the second.
      const auto& m = world.model;
      const auto radius = [&](std::uint32_t s) { return m.radius[s]; };
      ASSERT_LE(found.arm_first(c, world.state.x).norm(), radius(found.id[c].shape_a) + 0.3);
      ASSERT_LE(found.arm_second(c, world.state.x).norm(), radius(found.id[c].shape_b) + 0.3);
    }
  }
  EXPECT_GT(across, 50U);
}

/// Seen from a free body on either side of the pair: a prescribed one is always the second.
TYPED_TEST(PeriodicDetectTest, ImageOfAnObstacle_IsSeenFromTheFreeBody) {
  constexpr int D = TypeParam::value;
  for (const bool obstacle_first : {true, false}) {
    samples::World<D> world;
    world.model.cell.period[0] = 4;
    Pose<D> left;
    Pose<D> right;
    left.x[0] = 0.4;
    right.x[0] = 3.5;
    world.add(Ball<D>{0.5}, left, obstacle_first);
    world.add(Ball<D>{0.5}, right, !obstacle_first);
    DetectScratch<D> scratch;
    Contacts<D> found;
    detect(world.model, world.state.x, world.state.r, {}, {}, scratch, found);
    ASSERT_EQ(found.count(), 1U);
    EXPECT_NEAR(found.gap[0], -0.1, 8 * eps);
    const int free = obstacle_first ? 1 : 0;
    EXPECT_EQ(found.first[0], free);
    // Half way between the surfaces: 0.45 from both centres, towards the seam.
    const double side = free == 0 ? -1 : 1;
    EXPECT_NEAR(found.arm_first(0, world.state.x)[0], 0.45 * side, 8 * eps);
    EXPECT_NEAR(found.arm_second(0, world.state.x)[0], -0.45 * side, 8 * eps);
    EXPECT_NEAR(found.frame[0](0, 0), -side, eps);
  }
}

TYPED_TEST(PeriodicDetectTest, CellsThatDoNotFit_AreRefused) {
  constexpr int D = TypeParam::value;
  const auto complaint = [](const samples::World<D>& world) -> std::string {
    try {
      check_cell(world.model);
      return "";
    } catch (const ModelError& e) {
      return e.what();
    }
  };
  samples::World<D> world;
  world.add(Ball<D>{0.5});
  world.model.name[0] = "ball";
  EXPECT_EQ(complaint(world), "");
  world.model.cell.period[0] = 2;
  EXPECT_EQ(complaint(world), "");
  world.model.cell.period[0] = 1.9;
  EXPECT_EQ(complaint(world),
            "the period 1.9 along x is less than twice the width of body 'ball', 1");
  world.model.cell.period[0] = 2;
  world.add(HalfSpace<D>{}, {}, true);
  EXPECT_EQ(complaint(world), "");  // its boundary is along the period
  world.model.cell.period[D - 1] = 2;
  EXPECT_NE(complaint(world), "");
  world.model.cell.period[D - 1] = 0;
  world.model.cell.gradient = D - 1;
  world.model.cell.flow = 0;
  EXPECT_EQ(complaint(world),
            "a sheared cell is periodic along its flow and, across it, its gradient");
  world.model.cell.gradient = -1;
  Motion<D> turning;
  turning.angle.terms = {Linear{1}};
  if constexpr (D == 3) turning.axis = Vec<3>::UnitX();
  world.model.motion[1] = turning;
  EXPECT_NE(complaint(world), "");
}

TEST(PeriodicDetectSpace, DrumAlongThePeriod_Fits) {
  samples::World<3> world;
  world.add(Drum<3>{1}, {}, true);
  world.model.cell.period[2] = 1;
  EXPECT_NO_THROW(check_cell(world.model));
  world.model.cell.period[0] = 1;
  EXPECT_THROW(check_cell(world.model), ModelError);
}

}  // namespace
}  // namespace talus

// Contacts that change their names each step lose the impulses they are to start from. An id lasts
// as long as the same features touch, and only so long, while bodies slide, tumble and roll.
#include "support/scene_builder.hpp"

#include <map>
#include <set>

namespace talus::test::ids_follow_features_test {
namespace {

constexpr double half = 0.5;

template <class Dimension>
class IdsFollowFeatures : public ::testing::Test {};
TYPED_TEST_SUITE(IdsFollowFeatures, Dimensions);

/// A half-space, or the top of a large block.
template <int D>
void add_floor(Scene<D>& scene, bool of_block) {
  if (!of_block) {
    scene.add_ground();
    return;
  }
  BodyDescription<D> block;
  block.shapes = {{Hull<D>(box_polytope(Vec<D>(Vec<D>::Constant(20)))), {}, scene.material, 0}};
  block.pose.x = -20 * last_axis<D>();
  block.prescribed = true;
  scene.add(block);
}

template <int D>
BodyDescription<D> cube() {
  BodyDescription<D> out;
  out.shapes = {{Hull<D>(box_polytope(Vec<D>(Vec<D>::Constant(half)))), {}, 0, 1}};
  out.pose.x = half * last_axis<D>();
  return out;
}

/// Number of the cube's corner nearest to a point, as bits.
template <int D>
int corner_at(const Pose<D>& pose, const Vec<D>& point) {
  const Vec<D> local = unrotate<D>(pose.r, point - pose.x);
  int number = 0;
  for (int i = 0; i < D; ++i) number |= local[i] > 0 ? 1 << i : 0;
  return number;
}

/// Corners and ids that went together.
struct Names {
  std::map<int, std::set<std::uint32_t>> of_corner;
  std::map<std::uint32_t, std::set<int>> of_id;
  std::set<std::set<int>> touching;  ///< sets of corners that touched together

  template <int D>
  void look(const Simulation<D>& s) {
    const std::size_t body = s.model().body_count() - 1;
    const auto& contacts = s.detail().contacts;
    const Pose<D> pose = s.state().pose(body);
    std::set<int> now;
    for (std::size_t c = 0; c < contacts.count(); ++c) {
      const int corner = corner_at<D>(pose, contacts.point[c]);
      now.insert(corner);
      of_corner[corner].insert(contacts.id[c].feature);
      of_id[contacts.id[c].feature].insert(corner);
    }
    EXPECT_EQ(now.size(), contacts.count());
    touching.insert(now);
  }

  void expect_one_to_one() const {
    for (const auto& [corner, ids] : of_corner) EXPECT_EQ(ids.size(), 1U) << "corner " << corner;
    for (const auto& [id, corners] : of_id) EXPECT_EQ(corners.size(), 1U) << "id " << id;
  }
};

TYPED_TEST(IdsFollowFeatures, SlidingBlock_KeepsThem) {
  constexpr int D = TypeParam::value;
  for (const bool of_block : {false, true}) {
    Scene<D> scene(simple_law(0.1), 1e-2);
    scene.set_gravity(9.81);
    add_floor(scene, of_block);
    auto block = cube<D>();
    block.velocity = vector<D>(4, 0);
    scene.add(block);
    auto s = scene.simulation();
    Names names;
    for (int i = 0; i < 300; ++i) {
      s.step();
      names.look(s);
    }
    EXPECT_GT(s.state().x[1][0], 4);  // v^2 / (2 mu g) = 8.2 in all
    EXPECT_EQ(names.touching.size(), 1U);
    EXPECT_EQ(names.of_id.size(), D == 2 ? 2U : 4U);
    names.expect_one_to_one();
  }
}

/// It rolls over its edges until friction and shocks have stopped it. Each corner has one name all
/// the way, so that ids come and go with corners only.
TYPED_TEST(IdsFollowFeatures, TumblingCube_ChangesThemWithItsCorners) {
  constexpr int D = TypeParam::value;
  for (const bool of_block : {false, true}) {
    Scene<D> scene(simple_law(0.8), 2e-3);
    scene.set_gravity(9.81);
    add_floor(scene, of_block);
    auto thrown = cube<D>();
    thrown.pose.x[D - 1] += 0.3;
    thrown.velocity = vector<D>(6, 0);
    thrown.spin = rolling_spin<D>(12);
    if constexpr (D == 3) thrown.spin[0] = 0.5;  // not along its axes
    scene.add(thrown);
    auto s = scene.simulation();
    Names names;
    for (int i = 0; i < 2500; ++i) {
      s.step();
      if (s.detail().contacts.count() > 0) names.look(s);
    }
    EXPECT_GT(names.of_corner.size(), D == 2 ? 2U : 4U);  // more than one side touched
    EXPECT_GT(names.touching.size(), 3U);
    names.expect_one_to_one();
    EXPECT_EQ(s.last().contacts, D == 2 ? 2U : 4U);  // it lies
  }
}

/// One name on the flat, another one on the edge where it ends, and no third.
TYPED_TEST(IdsFollowFeatures, RollingBall_ChangesItWhereTheFlatEnds) {
  constexpr int D = TypeParam::value;
  for (const bool of_block : {false, true}) {
    Scene<D> scene(simple_law(0.5), 2e-3);
    scene.set_gravity(9.81);
    add_floor(scene, of_block);
    const double start = of_block ? 19 : 0;
    const auto ball =
        scene.add_ball(half, 1, vector<D>(start, half), vector<D>(1, 0), rolling_spin<D>(1 / half));
    auto s = scene.simulation();
    std::set<std::uint32_t> on_flat, on_edge;
    while (s.state().t < 2) {
      // Contacts are those of the midpoint.
      const double x = s.state().x[ball][0] + 0.5 * 2e-3 * s.state().v[ball][0];
      s.step();
      const auto& contacts = s.detail().contacts;
      if (contacts.count() == 0) continue;
      ASSERT_EQ(contacts.count(), 1U);
      (of_block && x > 20 ? on_edge : on_flat).insert(contacts.id[0].feature);
    }
    EXPECT_EQ(on_flat.size(), 1U);
    if (!of_block) continue;
    EXPECT_EQ(on_edge.size(), 1U);
    EXPECT_NE(on_edge, on_flat);
  }
}

}  // namespace
}  // namespace talus::test::ids_follow_features_test

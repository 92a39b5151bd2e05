// Memories of contacts are looked up in the order of ids: several contacts of one pair must be in
// this order too. Those of two parallel capsules in the plane once were not, and lost their
// impulses.
#include "support/scene_builder.hpp"

#include <algorithm>

namespace talus::test::ids_are_in_order_test {
namespace {

TEST(Regression, ContactsOfOnePair_AreInOrderOfIds) {
  Scene<2> scene(simple_law(0.4), 1e-3);
  scene.set_gravity(10);
  scene.add_ground();
  BodyDescription<2> log;
  log.shapes = {{Capsule<2>{1, 0.1}, {}, 0, 1}};
  log.pose.r.angle = std::numbers::pi / 2;
  log.pose.x = {0, 0.1};
  scene.add(log);
  log.pose.x = {0.3, 0.3};
  scene.add(log);
  auto s = scene.simulation();
  for (int n = 0; n < 20; ++n) {
    s.step();
    const auto& id = s.detail().contacts.id;
    ASSERT_EQ(id.size(), 4U);
    ASSERT_TRUE(std::is_sorted(id.begin(), id.end()));
    if (n == 0) continue;
    for (const auto& guess : s.detail().conditions.guess) EXPECT_GT(guess[0], 0);
  }
}

}  // namespace
}  // namespace talus::test::ids_are_in_order_test

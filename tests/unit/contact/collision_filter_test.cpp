// Groups, masks and excluded pairs: who is left out of the list of contacts.

#include "talus/contact/detect.hpp"

#include "support/samples.hpp"
#include "support/world.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

template <class T>
class CollisionFilterTest : public ::testing::Test {};
TYPED_TEST_SUITE(CollisionFilterTest, samples::Dimensions);

template <int D>
Contacts<D> contacts_of(const samples::World<D>& world) {
  DetectScratch<D> scratch;
  Contacts<D> out;
  detect(world.model, world.state.x, world.state.r, {}, {}, scratch, out);
  return out;
}

/// Balls of random groups and masks heaped on each other, some pairs excluded: what is found is
/// what is found without filters, less the pairs that do not meet.
TYPED_TEST(CollisionFilterTest, RandomFilters_LeaveOutWhatDoesNotMeet) {
  constexpr int D = TypeParam::value;
  Random random(7);
  samples::World<D> world;
  for (int i = 0; i < 60; ++i) {
    world.add(Ball<D>{random.uniform(0.2, 0.5)}, samples::pose<D>(random, 1), random.below(5) == 0);
  }
  const Contacts<D> all = contacts_of(world);
  ASSERT_GT(all.count(), 100U);
  for (auto& f : world.model.collision) {
    f.groups = static_cast<std::uint32_t>(random.below(8));
    f.meets = static_cast<std::uint32_t>(random.below(8));
  }
  std::vector<std::pair<int, int>> excluded;
  for (int k = 0; k < 300; ++k) {
    const int a = static_cast<int>(random.below(60));
    const int b = static_cast<int>(random.below(60));
    excluded.emplace_back(a, b);
    world.model.excluded.add(b, a);
  }
  const auto meets = [&](int a, int b) {
    const auto& f = world.model.collision[static_cast<std::size_t>(a)];
    const auto& g = world.model.collision[static_cast<std::size_t>(b)];
    for (const auto& p : excluded) {
      if (p == std::pair(a, b) || p == std::pair(b, a)) return false;
    }
    return (f.groups & g.meets) > 0 && (g.groups & f.meets) > 0;
  };
  std::vector<ContactId> expected;
  for (std::size_t c = 0; c < all.count(); ++c) {
    if (meets(all.first[c], all.second[c])) expected.push_back(all.id[c]);
  }
  const Contacts<D> found = contacts_of(world);
  EXPECT_EQ(found.id, expected);
  EXPECT_GT(expected.size(), 5U);
  EXPECT_LT(expected.size(), all.count());
}

TYPED_TEST(CollisionFilterTest, LawsAreAskedForOnlyWhereBodiesMeet) {
  constexpr int D = TypeParam::value;
  samples::World<D> world;
  const int other = world.model.add_material("other");
  world.add(Ball<D>{1});
  BodyDescription<D> b;
  b.shapes.push_back({Ball<D>{1}, {}, other, 1});
  b.collision.groups = 2;
  world.model.add(b, world.state);
  const std::pair<int, int> pair(0, other);
  EXPECT_EQ(world.model.missing_laws(), std::vector{pair});
  world.model.collision[0].meets = 1;
  EXPECT_TRUE(world.model.missing_laws().empty());
}

}  // namespace
}  // namespace talus

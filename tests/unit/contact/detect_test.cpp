// Contacts of a model against the gaps of all its pairs of shapes.

#include "talus/contact/detect.hpp"

#include "talus/contact/recall.hpp"

#include "support/samples.hpp"
#include "support/world.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus {
namespace {

using samples::eps;

template <int D>
struct World : samples::World<D> {
  using samples::World<D>::model;
  using samples::World<D>::state;

  explicit World(Signorini form = Signorini::velocity) : samples::World<D>(law_of(form)) {}

  static ContactLaw law_of(Signorini form) {
    ContactLaw law;
    law.form = form;
    return law;
  }

  Contacts<D> contacts(const DetectOptions& options = {}, const std::vector<double>& reach = {},
                       const State<D>* before = nullptr) {
    DetectScratch<D> scratch;
    Contacts<D> out;
    detect(model, state.x, state.r, reach, options, scratch, out, before);
    return out;
  }
};

/// Balls, compounds, walls, planes and a drum, free and prescribed, in random order.
template <int D>
void fill(World<D>& world, Random& random, int bodies) {
  for (int i = 0; i < bodies; ++i) {
    BodyDescription<D> b;
    b.pose = samples::pose<D>(random, 1.5);
    b.prescribed = random.below(4) == 0;
    b.mass = 1;
    b.inertia = Spin<D>::Ones();
    switch (random.below(8)) {
      case 0:
        b.shapes.push_back({Wall<D>{Vec<D - 1>::Constant(random.uniform(0.1, 1))}, {}, 0, 1});
        break;
      case 1:
        b.prescribed = true;
        b.shapes.push_back({HalfSpace<D>{}, {}, 0, 1});
        break;
      case 2:
        b.shapes.push_back({Drum<D>{random.uniform(1, 3)}, {}, 0, 1});
        b.prescribed = true;
        break;
      case 3:
      case 4:
        for (int k = 0; k < 3; ++k) {
          b.shapes.push_back(
              {Ball<D>{random.uniform(0.1, 0.3)}, samples::pose<D>(random, 0.3), 0, 1});
        }
        break;
      default: b.shapes.push_back({Ball<D>{samples::scale(random, 0.01, 0.5)}, {}, 0, 1}); break;
    }
    world.model.add(b, world.state);
  }
}

/// Ids and gaps of everything with gap <= alert(a, b), from all pairs.
template <int D, class Alert>
std::vector<std::pair<ContactId, double>> brute_force(const World<D>& world, const Alert& alert) {
  std::vector<std::pair<ContactId, double>> out;
  const auto& m = world.model;
  const auto pose = [&](std::uint32_t s) {
    return compose(world.state.pose(static_cast<std::size_t>(m.owner[s])), m.placement[s]);
  };
  for (std::uint32_t a = 0; a < m.shape_count(); ++a) {
    for (std::uint32_t b = a + 1; b < m.shape_count(); ++b) {
      const auto body_a = static_cast<std::size_t>(m.owner[a]);
      const auto body_b = static_cast<std::size_t>(m.owner[b]);
      if (body_a == body_b || (m.prescribed[body_a] != 0 && m.prescribed[body_b] != 0)) continue;
      std::vector<GapPoint<D>> gaps;
      find_gaps<D>(m.shape[a], pose(a), m.shape[b], pose(b), alert(a, b), gaps);
      for (const auto& g : gaps) out.push_back({{a, b, g.feature}, g.gap});
    }
  }
  return out;
}

/// A ball of radius 1/2 a gap above the ground, in velocity form, whose contact the state remembers
/// with some status. Within the default alert of 0.01 are gaps up to 0.005.
template <int D>
struct Hovering : World<D> {
  static constexpr double alert_gap = 0.005;

  Hovering(double gap, ContactStatus status) {
    this->add(HalfSpace<D>{}, {}, true);
    Pose<D> above;
    above.x = (0.5 + gap) * last_axis<D>();
    this->add(Ball<D>{0.5}, above);
    ContactMemory<D> memory;
    memory.id = {0, 1, 0};
    memory.status = status;
    this->state.contacts = {memory};
  }

  Contacts<D> listed(const DetectOptions& options = {}) {
    return this->contacts(options, {}, &this->state);
  }
};

template <class T>
class DetectTest : public ::testing::Test {};
TYPED_TEST_SUITE(DetectTest, samples::Dimensions);

TYPED_TEST(DetectTest, RandomScenes_EqualAllPairs) {
  constexpr int D = TypeParam::value;
  Random random(1);
  std::size_t total = 0;
  for (int scene = 0; scene < 40; ++scene) {
    World<D> world;
    fill(world, random, 60);
    const auto expected = brute_force(world, [](auto, auto) { return 0.0; });
    const auto found = world.contacts({.closure = 0});
    ASSERT_EQ(found.count(), expected.size());
    for (std::size_t c = 0; c < expected.size(); ++c) {
      ASSERT_EQ(found.id[c], expected[c].first);
      ASSERT_NEAR(found.gap[c], expected[c].second, 32 * eps);
    }
    total += found.count();
  }
  EXPECT_GT(total, 5000U);
}

TYPED_TEST(DetectTest, LawsThatLookAhead_SeeGapsWithinTheirAlert) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int scene = 0; scene < 20; ++scene) {
    World<D> world(Signorini::gap);
    fill(world, random, 40);
    std::vector<double> reach;
    for (std::size_t b = 0; b < world.model.body_count(); ++b)
      reach.push_back(random.uniform(0, 0.1));
    const DetectOptions options{.alert = 0.05, .closure = 1e-10};
    const auto& m = world.model;
    const auto margin = [&](std::uint32_t s) {
      return (options.alert + options.closure) * m.size[s] +
             reach[static_cast<std::size_t>(m.owner[s])];
    };
    const auto expected =
        brute_force(world, [&](std::uint32_t a, std::uint32_t b) { return margin(a) + margin(b); });
    const auto found = world.contacts(options, reach);
    ASSERT_EQ(found.count(), expected.size());
    for (std::size_t c = 0; c < expected.size(); ++c) ASSERT_EQ(found.id[c], expected[c].first);
    // Asked for closed ones only, it leaves the others out.
    DetectOptions closed = options;
    closed.closed_only = true;
    const auto touching = world.contacts(closed, reach);
    std::size_t overlapping = 0;
    for (const auto& e : expected) overlapping += e.second <= 0 ? 1 : 0;
    ASSERT_EQ(touching.count(), overlapping);
  }
}

TYPED_TEST(DetectTest, Contacts_AreSortedAndPointToAFreeBody) {
  constexpr int D = TypeParam::value;
  Random random(3);
  World<D> world;
  fill(world, random, 150);
  const auto c = world.contacts();
  EXPECT_TRUE(std::is_sorted(c.id.begin(), c.id.end()));
  EXPECT_EQ(std::adjacent_find(c.id.begin(), c.id.end()), c.id.end());
  bool saw_flipped = false;
  for (std::size_t i = 0; i < c.count(); ++i) {
    EXPECT_LT(c.id[i].shape_a, c.id[i].shape_b);
    EXPECT_EQ(world.model.prescribed[static_cast<std::size_t>(c.first[i])], 0);
    const auto owner_a = world.model.owner[c.id[i].shape_a];
    EXPECT_EQ(c.flipped[i] != 0, c.first[i] != owner_a);
    saw_flipped = saw_flipped || c.flipped[i] != 0;
    EXPECT_LE((c.frame[i].transpose() * c.frame[i] - Mat<D>::Identity()).norm(), 32 * eps);
    EXPECT_NEAR(c.frame[i].determinant(), 1, 32 * eps);
  }
  EXPECT_TRUE(saw_flipped);
}

TYPED_TEST(DetectTest, NormalsOfFlippedContacts_PointToTheFreeBody) {
  constexpr int D = TypeParam::value;
  for (const bool ground_first : {true, false}) {
    World<D> world;
    Pose<D> above;
    above.x = 0.9 * last_axis<D>();
    if (ground_first) world.add(HalfSpace<D>{}, {}, true);
    const int ball = world.add(Ball<D>{1}, above);
    if (!ground_first) world.add(HalfSpace<D>{}, {}, true);
    const auto c = world.contacts();
    ASSERT_EQ(c.count(), 1U);
    EXPECT_EQ(c.first[0], ball);
    EXPECT_EQ(Vec<D>(c.frame[0].col(0)), last_axis<D>());
    EXPECT_EQ(c.flipped[0] != 0, ground_first);
    EXPECT_NEAR(c.gap[0], -0.1, 2 * eps);
  }
}

TYPED_TEST(DetectTest, ClosedTolerance_IsAPartOfTheSmallerBody) {
  constexpr int D = TypeParam::value;
  const auto closed_at = [](double gap) {
    World<D> world(Signorini::gap);
    Pose<D> above;
    above.x = (0.5 + gap) * last_axis<D>();
    world.add(HalfSpace<D>{}, {}, true);
    world.add(Ball<D>{0.5}, above);
    const auto c = world.contacts({.alert = 0.01, .closure = 1e-6});
    return c.count() == 0 ? -1 : static_cast<int>(c.closed[0]);
  };
  EXPECT_EQ(closed_at(-0.01), 1);
  EXPECT_EQ(closed_at(0), 1);
  EXPECT_EQ(closed_at(0.49e-6), 1);
  EXPECT_EQ(closed_at(0.51e-6), 0);
  EXPECT_EQ(closed_at(0.0049), 0);
  EXPECT_EQ(closed_at(0.0051), -1);
}

TYPED_TEST(DetectTest, ContactThatPushed_IsListedAsOpenWithinTheAlert) {
  constexpr int D = TypeParam::value;
  for (const auto status : {ContactStatus::sticking, ContactStatus::sliding}) {
    for (const double gap : {1e-9, 1e-6, 0.99 * Hovering<D>::alert_gap}) {
      const auto c = Hovering<D>(gap, status).listed();
      ASSERT_EQ(c.count(), 1U) << "gap " << gap;
      EXPECT_EQ(c.closed[0], 0);
      EXPECT_NEAR(c.gap[0], gap, 2 * eps);
    }
    EXPECT_EQ(Hovering<D>(1.01 * Hovering<D>::alert_gap, status).listed().count(), 0U);
    // Touching again it is closed as any other.
    EXPECT_EQ(Hovering<D>(0, status).listed().closed, std::vector<std::uint8_t>{1});
  }
}

TYPED_TEST(DetectTest, ContactThatDidNotPush_IsListedWhileTheSolversResidueMayHaveOpenedIt) {
  constexpr int D = TypeParam::value;
  const double gap = 1e-4;
  const auto listed_with = [&](double slack) {
    Hovering<D> world(gap, ContactStatus::open);
    world.state.contacts[0].slack = slack;
    const auto c = world.listed();
    for (const auto closed : c.closed) EXPECT_EQ(closed, 0);
    return c.count();
  };
  EXPECT_EQ(listed_with(1.01 * gap), 1U);
  EXPECT_EQ(listed_with(0.99 * gap), 0U);
  EXPECT_EQ(listed_with(0), 0U);
}

TYPED_TEST(DetectTest, ContactThatChangedItsName_IsKnownByItsPlace) {
  constexpr int D = TypeParam::value;
  const double gap = 1e-6;
  for (const double off : {0.0, 0.9 * same_place * 0.5, 1.1 * same_place * 0.5}) {
    Hovering<D> world(gap, ContactStatus::sticking);
    world.state.contacts[0].id.feature = 7;
    world.state.contacts[0].place = 0.5 * gap * last_axis<D>();  // half way, seen from the ground
    world.state.contacts[0].place[0] += off;                     // the ball is of size 0.5
    EXPECT_EQ(world.listed().count(), off < same_place * 0.5 ? 1U : 0U) << off;
  }
}

TYPED_TEST(DetectTest, ContactNotRemembered_IsNotListedUntilItCloses) {
  // Another contact's memory does not hold it: ids differ in either shape, or the feature in
  // another place.
  constexpr int D = TypeParam::value;
  for (const ContactId id : {ContactId{0, 1, 1}, ContactId{0, 2, 0}, ContactId{1, 2, 0}}) {
    for (const double gap : {1e-9, 1e-4}) {
      Hovering<D> world(gap, ContactStatus::sticking);
      world.state.contacts[0].id = id;
      world.state.contacts[0].slack = 1;
      world.state.contacts[0].place = Vec<D>::Constant(1);
      EXPECT_EQ(world.listed().count(), 0U);
      world.state.contacts.clear();
      EXPECT_EQ(world.listed().count(), 0U);
    }
    Hovering<D> touching(0, ContactStatus::sticking);
    touching.state.contacts[0].id = id;
    EXPECT_EQ(touching.listed().count(), 1U);
  }
}

TYPED_TEST(DetectTest, ClosedOnly_IgnoresMemory) {
  constexpr int D = TypeParam::value;
  const DetectOptions closed{.closed_only = true};
  Hovering<D> world(1e-9, ContactStatus::sticking);
  world.state.contacts[0].slack = 1;
  EXPECT_EQ(world.listed().count(), 1U);
  EXPECT_EQ(world.listed(closed).count(), 0U);
  EXPECT_EQ(Hovering<D>(0, ContactStatus::sticking).listed(closed).count(), 1U);
}

TYPED_TEST(DetectTest, MemoryOfSome_KeepsThoseAndTheirOrder) {
  // Balls side by side, each a hair above the ground and a hair from the next; every other contact
  // of the full list is remembered, so the search must tell neighbours in the list apart.
  constexpr int D = TypeParam::value;
  World<D> world;
  world.add(HalfSpace<D>{}, {}, true);
  for (int i = 0; i < 20; ++i) {
    Pose<D> pose;
    pose.x = 0.501 * last_axis<D>();
    pose.x[0] = 1.001 * i;
    world.add(Ball<D>{0.5}, pose);
  }
  const auto all = brute_force(world, [](auto, auto) { return 0.0015; });
  ASSERT_EQ(all.size(), 20U + 19U);
  std::vector<ContactId> remembered;
  for (std::size_t i = 0; i < all.size(); i += 2) {
    remembered.push_back(all[i].first);
    auto& memory = world.state.contacts.emplace_back();
    memory.id = all[i].first;
    memory.status = ContactStatus::sticking;
  }
  EXPECT_EQ(world.contacts({}, {}, &world.state).id, remembered);
  EXPECT_EQ(world.contacts().count(), 0U);
}

TYPED_TEST(DetectTest, FarFromTheOrigin_TouchingStaysClosed) {
  // Coordinates of 1e6 are known to 1e-10 only: a ball put down there is not left hanging.
  constexpr int D = TypeParam::value;
  World<D> world;
  Pose<D> ground;
  ground.x = Vec<D>::Constant(1e6 / 3);
  world.add(HalfSpace<D>{}, ground, true);
  Pose<D> ball;
  ball.x = ground.x + 0.1 * last_axis<D>();
  world.add(Ball<D>{0.1}, ball);
  EXPECT_EQ(world.contacts({.closure = 0}).count(), 1U);
}

TYPED_TEST(DetectTest, Ids_StayWhenBodiesMoveAndScratchIsReused) {
  constexpr int D = TypeParam::value;
  Random random(4);
  World<D> world;
  fill(world, random, 80);
  DetectScratch<D> scratch;
  Contacts<D> before, after, fresh;
  detect(world.model, world.state.x, world.state.r, {}, DetectOptions{}, scratch, before);
  for (auto& x : world.state.x) x += 1e-9 * samples::vector<D>(random);
  detect(world.model, world.state.x, world.state.r, {}, DetectOptions{}, scratch, after);
  std::size_t kept = 0;
  for (const auto& id : after.id) {
    kept += std::binary_search(before.id.begin(), before.id.end(), id) ? 1 : 0;
  }
  EXPECT_EQ(kept, after.count());
  DetectScratch<D> other;
  detect(world.model, world.state.x, world.state.r, {}, DetectOptions{}, other, fresh);
  EXPECT_EQ(after.id, fresh.id);
  EXPECT_EQ(after.gap, fresh.gap);
}

}  // namespace
}  // namespace talus

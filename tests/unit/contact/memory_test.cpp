// What contacts remember: impulses survive turned frames, flipped contacts and changed steps.

#include "talus/contact/memory.hpp"

#include "talus/contact/detect.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace talus {
namespace {

using samples::eps;

/// A free ball touching ground; ground_first says which shape has the lower number.
template <int D>
struct BallOnGround {
  Model<D> model;
  State<D> state;
  int ball = 0;

  explicit BallOnGround(bool ground_first, const Friction& friction = IsotropicFriction{0.5}) {
    model.add_material("m");
    ContactLaw law;
    law.friction = friction;
    model.set_law(0, 0, law);
    if (ground_first) add_ground();
    BodyDescription<D> b;
    b.shapes.push_back({Ball<D>{1}, {}, 0, 1});
    b.pose.x = (1 - 1e-6) * last_axis<D>();
    b.velocity = Vec<D>::Constant(0.5);
    ball = model.add(b, state);
    if (!ground_first) add_ground();
  }

  void add_ground() {
    BodyDescription<D> g;
    g.shapes.push_back({HalfSpace<D>{}, {}, 0, 0});
    g.prescribed = true;
    model.add(g, state);
  }

  /// One contact, solved with the impulse r and the velocity u at the end.
  void keep(const Contacts<D>& contacts, Conditions<D> conditions, const Vec<D>& r, const Vec<D>& u,
            double noise, double h) {
    SolvedContacts<D> solved;
    solved.r_canonical = solved.r = {r};
    solved.u = {u};
    const auto law = conditions.law;
    remember<D>(model, contacts, law, solved, noise, h, conditions, state);
  }

  Contacts<D> contacts() const {
    DetectScratch<D> scratch;
    Contacts<D> out;
    detect(model, state.x, state.r, {}, {}, scratch, out);
    return out;
  }

  FreeMotion<D> still(double h) const {
    FreeMotion<D> free;
    free.h = h;
    free.x_mid = state.x;
    free.r_mid = state.r;
    for (std::size_t b = 0; b < state.x.size(); ++b) {
      Twist<D> v;
      v << state.v[b], state.w[b];
      free.v_begin.push_back(v);
      free.v_free.push_back(v);
    }
    return free;
  }

  Conditions<D> conditions(const Contacts<D>& c, double h) const {
    Conditions<D> out;
    condition(model, state, still(h), c, out);
    return out;
  }
};

template <class T>
class MemoryTest : public ::testing::Test {};
TYPED_TEST_SUITE(MemoryTest, samples::Dimensions);

TYPED_TEST(MemoryTest, Impulses_ComeBackAsGuesses) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (const bool ground_first : {true, false}) {
    BallOnGround<D> world(ground_first);
    auto contacts = world.contacts();
    ASSERT_EQ(contacts.count(), 1U);
    world.state.h_before = 0.01;
    const auto conditions = world.conditions(contacts, 0.01);
    EXPECT_TRUE(conditions.guess[0].isZero(0));  // new contact
    Vec<D> r = 0.2 * samples::vector<D>(random);
    r[0] = 2;
    world.keep(contacts, conditions, r, Vec<D>::Zero(), 0, 0.01);
    EXPECT_LE((world.conditions(contacts, 0.01).guess[0] - r).norm(), 16 * eps);
    // Half the step needs half the impulse.
    EXPECT_LE((world.conditions(contacts, 0.005).guess[0] - 0.5 * r).norm(), 16 * eps);
    // Turned tangents see the same impulse.
    if constexpr (D == 3) {
      const double angle = 0.7;
      Mat<3> turn = Mat<3>::Identity();
      turn.block<2, 2>(1, 1) << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
      contacts.frame[0] = (contacts.frame[0] * turn).eval();
      const Vec<3> expected = turn.transpose() * r;
      EXPECT_LE((world.conditions(contacts, 0.01).guess[0] - expected).norm(), 32 * eps);
    }
  }
}

TYPED_TEST(MemoryTest, TangentImpulse_IsOnTheBodyOfShapeA) {
  constexpr int D = TypeParam::value;
  for (const bool ground_first : {true, false}) {
    BallOnGround<D> world(ground_first);
    const auto contacts = world.contacts();
    const auto conditions = world.conditions(contacts, 0.01);
    Vec<D> r = Vec<D>::Zero();
    r[0] = 1;
    r[1] = 0.25;
    world.keep(contacts, conditions, r, Vec<D>::Zero(), 0, 0.01);
    const Vec<D> on_ball = 0.25 * contacts.frame[0].col(1);
    const double side = ground_first ? -1 : 1;  // shape a is the ground's, or the ball's
    EXPECT_LE((world.state.contacts[0].tangent_impulse - side * on_ball).norm(), 4 * eps);
  }
}

TYPED_TEST(MemoryTest, OtherContactsComingAndGoing_DoNotConfuseIt) {
  constexpr int D = TypeParam::value;
  BallOnGround<D> world(true);
  const auto contacts = world.contacts();
  world.state.h_before = 0.01;
  const auto mine = contacts.id[0];
  for (const std::uint32_t feature : {0U, 1U, 5U}) {
    ContactMemory<D> other;
    other.id = {mine.shape_a, mine.shape_b, feature};
    other.normal_impulse = 10.0 + feature;
    other.place = Vec<D>::Constant(feature);  // those with other features are elsewhere
    world.state.contacts.push_back(other);
  }
  EXPECT_EQ(world.conditions(contacts, 0.01).guess[0][0], 10);
  world.state.contacts.erase(world.state.contacts.begin());
  EXPECT_EQ(world.conditions(contacts, 0.01).guess[0][0], 0);
}

TYPED_TEST(MemoryTest, StatusAndSlip_FollowTheImpulse) {
  constexpr int D = TypeParam::value;
  CanonicalLaw<D> law;
  law.mu = 0.5;
  Vec<D> r = Vec<D>::Zero();
  Vec<D> slip = Vec<D>::Zero();
  slip[1] = -1e-3;
  EXPECT_EQ(status_of<D>(law, r, slip, 0), ContactStatus::open);
  r[0] = 1;
  EXPECT_EQ(status_of<D>(law, r, slip, 0), ContactStatus::sticking);
  r[1] = 0.4999;
  EXPECT_EQ(status_of<D>(law, r, slip, 0), ContactStatus::sticking);
  r[1] = 0.5;
  EXPECT_EQ(status_of<D>(law, r, slip, 0), ContactStatus::sliding);
  EXPECT_EQ(status_of<D>(law, r, slip, 2e-3), ContactStatus::sticking);
  EXPECT_EQ(status_of<D>(law, r, Vec<D>::Zero(), 0), ContactStatus::sticking);

  BallOnGround<D> world(true);
  const auto contacts = world.contacts();
  Vec<D> u = Vec<D>::Zero();
  u[1] = -3;
  for (int step = 1; step <= 3; ++step) {
    const auto conditions = world.conditions(contacts, 0.01);
    world.keep(contacts, conditions, r, u, 0, 0.01);
    EXPECT_NEAR(world.state.contacts[0].slip, 0.03 * step, 4 * eps);
  }
  r[1] = 0;
  const auto last = world.conditions(contacts, 0.01);
  world.keep(contacts, last, r, u, 0, 0.01);
  EXPECT_NEAR(world.state.contacts[0].slip, 0.09, 4 * eps);  // sticking adds nothing
  EXPECT_EQ(world.state.contacts[0].status, ContactStatus::sticking);
}

TYPED_TEST(MemoryTest, Slack_GrowsByTheNoiseSinceTheContactPushed) {
  constexpr int D = TypeParam::value;
  BallOnGround<D> world(true);
  auto contacts = world.contacts();
  const double h = 0.01;
  const double noise = 1e-3;
  const Vec<D> open = Vec<D>::Zero();
  Vec<D> pushing = open;
  pushing[0] = 1;
  const auto slack_after = [&](const Vec<D>& r, double gap) {
    contacts.gap[0] = gap;
    const auto conditions = world.conditions(contacts, h);
    world.keep(contacts, conditions, r, open, noise, h);
    return world.state.contacts[0].slack;
  };
  EXPECT_NEAR(slack_after(pushing, -1e-6), h * noise, eps);  // an overlap opens nothing
  EXPECT_NEAR(slack_after(open, 1e-6), 2 * h * noise, eps);
  EXPECT_NEAR(slack_after(open, 2e-6), 3 * h * noise, eps);
  EXPECT_NEAR(slack_after(pushing, 5e-6), 5e-6 + h * noise, eps);  // it pushed over this gap
}

TYPED_TEST(MemoryTest, StaticFriction_GivesWayToDynamicWhileSliding) {
  constexpr int D = TypeParam::value;
  BallOnGround<D> world(true, StaticDynamicFriction{0.6, 0.2, 0});
  const auto contacts = world.contacts();
  const auto fresh = world.conditions(contacts, 0.01);
  EXPECT_EQ(fresh.law[0].mu, 0.6);
  Vec<D> r = Vec<D>::Zero();
  r[0] = 1;
  r[1] = 0.6;
  Vec<D> slip = Vec<D>::Zero();
  slip[1] = -0.1;
  world.keep(contacts, fresh, r, slip, 0, 0.01);
  const auto sliding = world.conditions(contacts, 0.01);
  EXPECT_EQ(sliding.law[0].mu, 0.2);
  r[1] = 0.1;
  world.keep(contacts, sliding, r, Vec<D>::Zero(), 0, 0.01);
  EXPECT_EQ(world.conditions(contacts, 0.01).law[0].mu, 0.6);
}

TYPED_TEST(MemoryTest, VelocityBefore_IsThatOfTheTouchingPoints) {
  constexpr int D = TypeParam::value;
  Random random(2);
  BallOnGround<D> world(true);
  const auto ball = static_cast<std::size_t>(world.ball);
  world.state.v[ball] = samples::vector<D>(random);
  world.state.w[ball] = samples::vector<spin_dim<D>>(random);
  const auto contacts = world.contacts();
  const auto conditions = world.conditions(contacts, 0.01);
  const Vec<D> arm = contacts.point[0] - world.state.x[ball];
  const Vec<D> expected =
      contacts.frame[0].transpose() *
      (world.state.v[ball] + cross(world.model.world_spin(world.ball, world.state), arm));
  EXPECT_LE((conditions.u_before[0] - expected).norm(), 16 * eps);
}

TEST(Memory3, EllipticFriction_LaysItsDirectionInTheFrame) {
  for (const bool ground_first : {true, false}) {
    BallOnGround<3> world(ground_first, EllipticFriction{0.6, 0.2, Vec<3>(0, 2, 1)});
    const auto contacts = world.contacts();
    EXPECT_LE((Vec<3>(contacts.frame[0].col(1)) - Vec<3>::UnitY()).norm(), 4 * eps);
    const auto conditions = world.conditions(contacts, 0.01);
    EXPECT_EQ(conditions.law[0].scale[1], 1);
    EXPECT_NEAR(conditions.law[0].scale[2], 1.0 / 3, 2 * eps);
  }
}

}  // namespace
}  // namespace talus

#include "talus/model/model.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;

template <int D>
BodyDescription<D> ball(int material, bool prescribed = false) {
  BodyDescription<D> b;
  b.shapes.push_back({Ball<D>{1}, {}, material, 1});
  b.prescribed = prescribed;
  return b;
}

template <int D>
BodyDescription<D> ground(int material) {
  BodyDescription<D> b;
  b.shapes.push_back({HalfSpace<D>{}, {}, material, 0});
  b.prescribed = true;
  return b;
}

template <int D>
BodyDescription<D> lopsided(Random& random) {
  BodyDescription<D> b;
  b.shapes.push_back({Ball<D>{0.5}, samples::pose<D>(random), 0, 2});
  b.shapes.push_back({Ball<D>{0.3}, samples::pose<D>(random), 0, 1});
  b.shapes.push_back({Wall<D>{Vec<D - 1>::Ones()}, samples::pose<D>(random), 0, 0});
  b.pose = samples::pose<D>(random);
  b.velocity = samples::vector<D>(random);
  b.spin = samples::vector<spin_dim<D>>(random);
  return b;
}

template <class T>
class ModelTest : public ::testing::Test {};
TYPED_TEST_SUITE(ModelTest, samples::Dimensions);

TYPED_TEST(ModelTest, OwnFrames_RoundTrip) {
  constexpr int D = TypeParam::value;
  Random random(1);
  Model<D> model;
  State<D> state;
  model.add_material("m");
  for (int i = 0; i < 50; ++i) {
    const auto body = lopsided<D>(random);
    const int b = model.add(body, state);
    const auto pose = model.own_pose(b, state);
    // A few composed rotations and arms of length up to 3.
    EXPECT_LE((pose.x - body.pose.x).norm(), 100 * eps);
    EXPECT_LE((matrix(pose.r) - matrix(body.pose.r)).norm(), 100 * eps);
    EXPECT_LE((model.own_velocity(b, state) - body.velocity).norm(), 100 * eps);
    EXPECT_LE((model.world_spin(b, state) - body.spin).norm(), 100 * eps);
    // Shapes are where the user put them.
    const auto first = model.shape_count() - 3;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto placed =
          compose(state.pose(static_cast<std::size_t>(b)), model.placement[first + k]);
      const auto expected = compose(body.pose, body.shapes[k].placement);
      EXPECT_LE((placed.x - expected.x).norm(), 100 * eps);
      EXPECT_LE((matrix(placed.r) - matrix(expected.r)).norm(), 100 * eps);
    }
  }
}

TYPED_TEST(ModelTest, CentreOfMass_CarriesTheMomentum) {
  constexpr int D = TypeParam::value;
  Random random(2);
  Model<D> model;
  State<D> state;
  model.add_material("m");
  const auto body = lopsided<D>(random);
  model.add(body, state);
  const Vec<D> arm = state.x[0] - body.pose.x;
  EXPECT_LE((state.v[0] - body.velocity - cross(body.spin, arm)).norm(), 32 * eps);
}

TYPED_TEST(ModelTest, PrescribedBodies_StartOnTheirMotion) {
  constexpr int D = TypeParam::value;
  Model<D> model;
  State<D> state;
  model.add_material("m");
  auto body = ground<D>(0);
  body.pose.x = Vec<D>::Ones();
  body.velocity = Vec<D>::Constant(99);  // the motion decides, not this
  Motion<D> motion;
  motion.translation[0].terms = {Sinusoid{0.5, 2, 0}};
  motion.angle.terms = {Linear{3}};
  body.motion = motion;
  const int b = model.add(body, state);
  EXPECT_EQ(state.x[0], body.pose.x);
  EXPECT_NEAR(state.v[0][0], 2 * std::numbers::pi, 8 * eps);
  EXPECT_EQ(state.v[0][1], 0);
  EXPECT_NEAR(state.w[0].norm(), 3, 8 * eps);
  EXPECT_EQ(model.inv_mass[0], 0);
  EXPECT_TRUE(model.inv_inertia[0].isZero(0));
  const double t = 0.3;
  EXPECT_EQ(model.prescribed_pose(b, t).x, motion.pose(body.pose, t).x);
  EXPECT_EQ(model.prescribed_velocity(b, t), motion.velocity(t));
  EXPECT_EQ(model.prescribed_spin(b, t), motion.spin(t));
}

TYPED_TEST(ModelTest, MissingLaws_AreThosePairsThatMayTouch) {
  constexpr int D = TypeParam::value;
  Model<D> model;
  State<D> state;
  const int a = model.add_material("a");
  const int b = model.add_material("b");
  const int c = model.add_material("c");
  model.add(ball<D>(a), state);
  EXPECT_TRUE(model.missing_laws().empty());  // nobody to touch
  model.add(ground<D>(b), state);
  using Pairs = std::vector<std::pair<int, int>>;
  EXPECT_EQ(model.missing_laws(), (Pairs{{a, b}}));
  model.set_law(b, a, {});
  EXPECT_TRUE(model.missing_laws().empty());
  model.add(ground<D>(c), state);  // b and c never meet: both stand still
  EXPECT_EQ(model.missing_laws(), (Pairs{{a, c}}));
  model.set_law(a, c, {});
  model.add(ball<D>(a), state);
  EXPECT_EQ(model.missing_laws(), (Pairs{{a, a}}));
  model.set_law(a, a, {});
  EXPECT_TRUE(model.missing_laws().empty());
}

TYPED_TEST(ModelTest, MissingLaws_WithinOneBodyAreNotMissed) {
  constexpr int D = TypeParam::value;
  Model<D> model;
  State<D> state;
  const int a = model.add_material("a");
  const int b = model.add_material("b");
  auto two = ball<D>(a);
  two.shapes.push_back({Ball<D>{1}, {}, b, 1});
  model.add(two, state);
  EXPECT_TRUE(model.missing_laws().empty());
  model.add(two, state);
  EXPECT_EQ(model.missing_laws().size(), 3U);  // aa, ab, bb
}

TYPED_TEST(ModelTest, Laws_AreFoundInEitherOrderAndReplaced) {
  constexpr int D = TypeParam::value;
  Model<D> model;
  const int a = model.add_material("a");
  const int b = model.add_material("b");
  EXPECT_EQ(model.law_of(a, b), -1);
  ContactLaw law;
  law.e_n = 0.5;
  model.set_law(a, b, law);
  const int c = model.add_material("c");  // growing the table keeps it
  EXPECT_EQ(model.law_of(b, a), model.law_of(a, b));
  EXPECT_EQ(model.laws[static_cast<std::size_t>(model.law_of(b, a))].e_n, 0.5);
  EXPECT_EQ(model.law_of(a, c), -1);
  law.e_n = 0.25;
  model.set_law(b, a, law);
  EXPECT_EQ(model.laws[static_cast<std::size_t>(model.law_of(a, b))].e_n, 0.25);
  EXPECT_EQ(model.leading_material(model.law_of(a, b)), b);
}

TYPED_TEST(ModelTest, BallLike_AreSingleBallsOfEqualMoments) {
  constexpr int D = TypeParam::value;
  Model<D> model;
  State<D> state;
  Random random(3);
  model.add_material("m");
  model.add(ball<D>(0), state);
  auto off_centre = ball<D>(0);
  off_centre.shapes[0].placement = samples::pose<D>(random);
  model.add(off_centre, state);
  model.add(lopsided<D>(random), state);
  model.add(ball<D>(0, true), state);
  EXPECT_EQ(model.ball_like, (std::vector<std::uint8_t>{1, 1, 0, 0}));
  auto spindle = ball<D>(0);
  spindle.inertia = Spin<D>::LinSpaced(1, 2);
  model.add(spindle, state);
  EXPECT_EQ(model.ball_like[4], D == 2 ? 1 : 0);
  // The ball sits at the centre of mass, wherever the user's frame is.
  EXPECT_LE(model.placement[1].x.norm(), 8 * eps);
}

TYPED_TEST(ModelTest, FormsFarFromTheirOrigin_AreMovedToTheirMiddle) {
  // Else their size, by which round-off is measured, would be their distance.
  constexpr int D = TypeParam::value;
  const Vec<D> away = Vec<D>::Constant(100);
  Polytope<D> box = box_polytope(Vec<D>(Vec<D>::Constant(0.5)));
  const double radius = Hull<D>(box).bounding_radius;
  for (auto& v : box.vertex) v += away;
  Model<D> model;
  State<D> state;
  BodyDescription<D> body;
  body.shapes = {{Hull<D>(box), {}, 0, 1}};
  model.add(body, state);
  // A hundred sums of numbers of size 100.
  const double round_off = 100 * 100 * eps;
  EXPECT_NEAR((state.x[0] - away).norm(), 0, round_off);
  EXPECT_NEAR(model.placement[0].x.norm(), 0, round_off);
  EXPECT_NEAR(model.size[0], radius, round_off);
  EXPECT_NEAR(bounding_radius<D>(model.shape[0]), radius, round_off);
  EXPECT_NEAR(model.mass[0], 1, 100 * round_off);
}

TYPED_TEST(ModelTest, StateHash_SeesEveryNumber) {
  constexpr int D = TypeParam::value;
  Random random(4);
  Model<D> model;
  State<D> state;
  model.add_material("m");
  model.add(lopsided<D>(random), state);
  state.contacts.push_back({.id = {1, 2, 3},
                            .normal_impulse = 0.5,
                            .tangent_impulse = Vec<D>::Ones(),
                            .slip = 0.25,
                            .slack = 0.1,
                            .approach = -1,
                            .status = ContactStatus::sticking});
  const auto start = state_hash(state);
  EXPECT_EQ(state_hash(state), start);
  const auto changed = [&](auto&& change) {
    State<D> other = state;
    change(other);
    return state_hash(other) != start;
  };
  EXPECT_TRUE(changed([](auto& s) { s.t = 1; }));
  EXPECT_TRUE(changed([](auto& s) { s.step = 1; }));
  EXPECT_TRUE(changed([](auto& s) { s.h_before = 1; }));  // it scales the next guess
  EXPECT_TRUE(changed([](auto& s) { s.noise = 1; }));
  EXPECT_TRUE(changed([](auto& s) { s.x[0][D - 1] *= 1 + 2 * eps; }));
  EXPECT_TRUE(changed([](auto& s) { s.v[0][0] *= 1 + 2 * eps; }));
  EXPECT_TRUE(changed([](auto& s) { s.w[0][0] *= 1 + 2 * eps; }));
  EXPECT_TRUE(changed([](auto& s) { s.r[0] = {}; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts[0].id.feature = 4; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts[0].id.image = 1; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts[0].normal_impulse = 0.6; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts[0].tangent_impulse[0] = 2; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts[0].place[0] = 2; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts[0].slip = 0.3; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts[0].slack = 0.3; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts[0].approach = 0; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts[0].status = ContactStatus::sliding; }));
  EXPECT_TRUE(changed([](auto& s) { s.contacts.clear(); }));
}

}  // namespace
}  // namespace talus

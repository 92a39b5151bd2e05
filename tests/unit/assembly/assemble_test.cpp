// The bridge: blocks and contacts of the problem against the bodies they stand for.

#include "talus/assembly/assemble.hpp"

#include "talus/contact/detect.hpp"
#include "talus/dynamics/predict.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace talus {
namespace {

using samples::eps;

/// A heap of overlapping balls and compounds over a turning floor.
template <int D>
struct Heap {
  Model<D> model;
  State<D> state;
  FreeMotion<D> free;
  Contacts<D> contacts;
  Conditions<D> conditions;
  std::vector<int> block_of;
  ContactProblem<D> problem;

  explicit Heap(std::uint64_t seed) {
    Random random(seed);
    model.add_material("m");
    ContactLaw law;
    law.friction = IsotropicFriction{0.4};
    law.e_n = 0.3;
    model.set_law(0, 0, law);
    model.loads.gravity = -9.81 * last_axis<D>();
    add_floor();
    for (int i = 0; i < 25; ++i) add_body(random, i % 2 == 0);
    predict(model, state, 0.01, free);
    DetectScratch<D> scratch;
    detect(model, free.x_mid, free.r_mid, {}, {}, scratch, contacts);
    condition(model, state, free, contacts, conditions);
    block_of = number_blocks(model);
    assemble(model, free, contacts, conditions, block_of, problem);
  }

  void add_floor() {
    BodyDescription<D> floor;
    floor.shapes.push_back({HalfSpace<D>{}, {}, 0, 0});
    floor.prescribed = true;
    Motion<D> motion;
    motion.translation[0].terms = {Sinusoid{0.1, 1, 0.4}};
    motion.angle.terms = {Linear{0.3}};
    floor.motion = motion;
    model.add(floor, state);
  }

  void add_body(Random& random, bool compound) {
    BodyDescription<D> b;
    b.shapes.push_back({Ball<D>{random.uniform(0.2, 0.4)}, samples::pose<D>(random, 0.2), 0, 1});
    if (compound) {
      b.shapes.push_back({Ball<D>{0.3}, samples::pose<D>(random, 0.4), 0, 1});
      b.shapes.push_back({Ball<D>{0.2}, samples::pose<D>(random, 0.4), 0, 1});
    }
    b.pose = samples::pose<D>(random, 0.8);
    b.velocity = samples::vector<D>(random);
    b.spin = samples::vector<spin_dim<D>>(random);
    model.add(b, state);
  }

  /// Velocity of a body's point for twists with the spin in principal axes at the midpoint.
  Vec<D> point_velocity(int body, const std::vector<Twist<D>>& v, const Vec<D>& point) const {
    const auto b = static_cast<std::size_t>(body);
    const Spin<D> w = spin_to_world(free.r_mid[b], Spin<D>(v[b].template tail<spin_dim<D>>()));
    return v[b].template head<D>() + cross(w, Vec<D>(point - free.x_mid[b]));
  }
};

template <class T>
class AssembleTest : public ::testing::Test {};
TYPED_TEST_SUITE(AssembleTest, samples::Dimensions);

TYPED_TEST(AssembleTest, LocalVelocities_AreThoseOfTheTouchingPoints) {
  constexpr int D = TypeParam::value;
  const Heap<D> heap(1);
  ASSERT_GT(heap.contacts.count(), 30U);
  int radial = 0;
  for (std::size_t c = 0; c < heap.contacts.count(); ++c) {
    const auto& point = heap.contacts.point[c];
    const Vec<D> expected = heap.contacts.frame[c].transpose() *
                            (heap.point_velocity(heap.contacts.first[c], heap.free.v_free, point) -
                             heap.point_velocity(heap.contacts.second[c], heap.free.v_free, point));
    EXPECT_LE((heap.problem.local_velocity(c, heap.problem.v_free) - expected).norm(), 100 * eps);
    radial += heap.problem.general[c] < 0 ? 1 : 0;
  }
  EXPECT_GT(radial, 3);
  EXPECT_LT(radial, static_cast<int>(heap.contacts.count()));
}

TYPED_TEST(AssembleTest, Impulses_ChangeWorldMomentaAsActionAndReaction) {
  constexpr int D = TypeParam::value;
  const Heap<D> heap(2);
  Random random(3);
  std::vector<Twist<D>> before;
  body_velocities(heap.model, heap.free, heap.block_of, heap.problem.v_free, before);
  for (std::size_t c = 0; c < heap.contacts.count(); ++c) {
    const Vec<D> r = samples::vector<D>(random);
    auto v = heap.problem.v_free;
    heap.problem.apply_impulse(c, r, v);
    std::vector<Twist<D>> after;
    body_velocities(heap.model, heap.free, heap.block_of, v, after);
    const Vec<D> push = heap.contacts.frame[c] * r;
    for (std::size_t b = 0; b < heap.model.body_count(); ++b) {
      const int body = static_cast<int>(b);
      const double side = body == heap.contacts.first[c]    ? 1
                          : body == heap.contacts.second[c] ? -1
                                                            : 0;
      const Twist<D> change = after[b] - before[b];
      if (side == 0 || heap.model.prescribed[b] != 0) {
        ASSERT_LE(change.norm(), 0);
        continue;
      }
      const Vec<D> linear = heap.model.mass[b] * change.template head<D>();
      const Spin<D> turning =
          spin_to_world(heap.free.r_mid[b], Spin<D>(heap.model.inertia[b].cwiseProduct(
                                                Spin<D>(change.template tail<spin_dim<D>>()))));
      const Vec<D> arm = heap.contacts.point[c] - heap.free.x_mid[b];
      // Differences of velocities of order 10 lose 10 eps; masses are below 1.
      ASSERT_LE((linear - side * push).norm(), 500 * eps);
      ASSERT_LE((turning - side * moment(arm, push)).norm(), 500 * eps);
    }
  }
}

TYPED_TEST(AssembleTest, BodyVelocities_UndoTheBlocks) {
  constexpr int D = TypeParam::value;
  const Heap<D> heap(4);
  std::vector<Twist<D>> v;
  body_velocities(heap.model, heap.free, heap.block_of, heap.problem.v_free, v);
  for (std::size_t b = 0; b < v.size(); ++b) {
    EXPECT_LE((v[b] - heap.free.v_free[b]).norm(), 32 * eps);
  }
}

TYPED_TEST(AssembleTest, Blocks_AreTheFreeBodiesInOrder) {
  constexpr int D = TypeParam::value;
  const Heap<D> heap(5);
  EXPECT_EQ(heap.block_of[0], -1);
  for (std::size_t b = 1; b < heap.block_of.size(); ++b) {
    EXPECT_EQ(heap.block_of[b], static_cast<int>(b) - 1);
  }
  EXPECT_EQ(heap.problem.block_count(), heap.model.body_count() - 1);
}

TYPED_TEST(AssembleTest, Heights_GrowAgainstGravity) {
  constexpr int D = TypeParam::value;
  const Heap<D> heap(6);
  std::vector<double> height;
  contact_heights(heap.model, heap.contacts, height);
  for (std::size_t c = 0; c < height.size(); ++c) {
    EXPECT_NEAR(height[c], 9.81 * heap.contacts.point[c][D - 1], 64 * eps);
  }
}

}  // namespace
}  // namespace talus

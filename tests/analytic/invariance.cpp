// The motion does not depend on the frame it is described in: another inertial frame, or one turned
// with gravity and ground (property of the whole step; rows A01, A06, A11).
#include "support/cluster.hpp"
#include "support/samples.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <limits>

namespace talus::test::invariance_test {
namespace {

constexpr double h = 5e-3;
constexpr int steps = 120;
constexpr double tolerance = 1e-12;
constexpr double speed = 10;      // none is faster
constexpr double roundings = 20;  // of a velocity or place in a step

/// How an observer sees the scene: turned by r, moving with velocity -v.
template <int D>
struct Frame {
  Rotation<D> r;
  Vec<D> v = Vec<D>::Zero();
};

template <int D>
State<D> run(const std::vector<FlyingBall<D>>& balls, const Frame<D>& frame) {
  Scene<D> scene(simple_law(0.4, 0.5, 0.2), h);
  scene.options.solver.tolerance = tolerance;
  scene.options.solver.max_sweeps = 100000;
  scene.model.loads.gravity = rotate<D>(frame.r, vector<D>(0, -9.81));
  BodyDescription<D> ground;
  ground.name = "ground";
  ground.shapes = {{HalfSpace<D>{}, {}}};
  ground.pose.r = frame.r;
  ground.prescribed = true;
  ground.motion = Motion<D>{};
  for (std::size_t i = 0; i < D; ++i) {
    ground.motion->translation[i].terms = {Linear{frame.v[static_cast<Eigen::Index>(i)]}};
  }
  scene.add(ground);
  for (const auto& b : balls) {
    scene.add_ball(b.radius, b.mass, rotate<D>(frame.r, b.x), rotate<D>(frame.r, b.v) + frame.v,
                   spin_to_world(frame.r, b.w));
  }
  const auto s = run_collisions(scene, steps, 2 * balls.size());
  // Back to the frame of the ground.
  State<D> seen = s.state();
  for (std::size_t b = 0; b < seen.x.size(); ++b) {
    seen.x[b] = unrotate<D>(frame.r, seen.x[b] - s.state().t * frame.v);
    seen.v[b] = unrotate<D>(frame.r, seen.v[b] - frame.v);
  }
  return seen;
}

/// Two observers' runs do the same sums and differ by rounding only. Collisions amplify
/// differences: by how much is measured on neighbours of the initial state, since no later
/// difference has longer to grow; a factor 10 stands for directions the sample of neighbours
/// missed.
template <int D>
double allowed_difference(const std::vector<FlyingBall<D>>& balls, const State<D>& reference) {
  const double nudge = 1e-8;
  const double gain = distance(run(disturbed(balls, nudge), Frame<D>{}), reference) / nudge;
  EXPECT_LE(gain, 1e6);  // else the time is too long to show anything
  return 10 * gain * steps * roundings * std::numeric_limits<double>::epsilon() * speed;
}

template <int D>
void expect_same_collisions(std::uint64_t seed, const Frame<D>& frame) {
  const auto balls = flying_balls<D>(20, seed);
  const auto reference = run(balls, Frame<D>{});
  const double allowed = allowed_difference(balls, reference);
  EXPECT_LE(distance(run(balls, frame), reference), allowed) << "seed " << seed;
}

template <class Dimension>
class Invariance : public ::testing::Test {};
TYPED_TEST_SUITE(Invariance, Dimensions);

TYPED_TEST(Invariance, OtherInertialFrame_SeesTheSameCollisions) {
  constexpr int D = TypeParam::value;
  for (const std::uint64_t seed : {1, 2, 3}) {
    Random random(seed + 10);
    expect_same_collisions<D>(seed, {{}, samples::vector<D>(random, 5)});
  }
}

TYPED_TEST(Invariance, TurnedFrame_SeesTheSameCollisions) {
  constexpr int D = TypeParam::value;
  for (const std::uint64_t seed : {1, 2, 3}) {
    Random random(seed + 20);
    expect_same_collisions<D>(seed, {samples::rotation<D>(random)});
  }
}

TYPED_TEST(Invariance, TurnedAndMovingFrame_SeesTheSameCollisions) {
  constexpr int D = TypeParam::value;
  Random random(31);
  const Rotation<D> r = samples::rotation<D>(random);
  expect_same_collisions<D>(4, {r, samples::vector<D>(random, 5)});
}

}  // namespace
}  // namespace talus::test::invariance_test

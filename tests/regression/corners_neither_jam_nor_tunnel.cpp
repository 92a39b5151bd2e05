// Row A19: blocks that meet by their corners. One that falls just beside another is not caught by
// its corner, one that slides from block to block is not caught by the seam, and one that lands on
// a corner comes to lie outside.
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::corners_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 1e-3;

template <int D>
BodyDescription<D> cube(const Vec<D>& x, bool fixed) {
  BodyDescription<D> body;
  body.shapes = {{Hull<D>(box_polytope(Vec<D>(Vec<D>::Constant(0.5)))), {}, 0, 1}};
  body.pose.x = x;
  body.prescribed = fixed;
  return body;
}

template <int D>
Scene<D> scene_with(double mu) {
  Scene<D> scene(simple_law(mu), h);
  scene.set_gravity(g);
  scene.options.solver.tolerance = 1e-8;
  scene.options.solver.max_sweeps = 10000;
  return scene;
}

template <class T>
class Corners : public ::testing::Test {};
TYPED_TEST_SUITE(Corners, Dimensions);

}  // namespace

// Sides share a plane, to round-off on either side of it: nothing presses them together, so the
// block falls freely, whatever the friction.
TYPED_TEST(Corners, BlockFallingBesideAnother_IsNotCaught) {
  constexpr int D = TypeParam::value;
  for (const double apart : {-1e-12, 0.0, 1e-12, 1e-6}) {
    auto scene = scene_with<D>(0.7);
    scene.add(cube<D>(Vec<D>::Zero(), true));
    const auto falling = scene.add(cube<D>(vector<D>(1 + apart, 1.01), false));
    auto sim = scene.simulation();
    const int steps = 600;
    for (int i = 0; i < steps; ++i) sim.step();
    const double t = steps * h;
    EXPECT_NEAR(sim.state().x[falling][D - 1], 1.01 - 0.5 * g * t * t, 1e-9) << apart;
    EXPECT_NEAR(sim.state().x[falling][0], 1 + apart, 1e-9) << apart;
  }
}

// Over a seam of blocks that are level to round-off: the slide slows by mu g and nothing else.
TYPED_TEST(Corners, BlockSlidingOverASeam_IsNotCaught) {
  constexpr int D = TypeParam::value;
  const double mu = 0.2;
  const double speed = 3;
  for (const double step : {-1e-12, 0.0, 1e-12}) {
    auto scene = scene_with<D>(mu);
    for (int k = 0; k < 5; ++k) scene.add(cube<D>(vector<D>(k, k % 2 == 0 ? 0 : step), true));
    auto sliding = cube<D>(vector<D>(0.25, 1), false);
    sliding.velocity = vector<D>(speed, 0);
    const auto body = scene.add(sliding);
    auto sim = scene.simulation();
    const int steps = 800;
    for (int i = 0; i < steps; ++i) sim.step();
    const double t = steps * h;
    // The scheme's midpoints make a constant force exact; a hair's tread may turn the block by
    // 1e-12 / h in a step.
    EXPECT_NEAR(sim.state().x[body][0], 0.25 + speed * t - 0.5 * mu * g * t * t, 1e-6) << step;
    EXPECT_NEAR(sim.state().x[body][D - 1], 1, 1e-6) << step;
  }
}

// Corner upon corner, more or less aside: the block may come to rest or fall off, but it does not
// sink in by more than a step's approach.
TYPED_TEST(Corners, BlockLandingOnACorner_StaysOutside) {
  constexpr int D = TypeParam::value;
  for (const double aside : {-0.3, -1e-3, -1e-9, 0.0, 1e-9, 1e-3, 0.3}) {
    auto scene = scene_with<D>(0.3);
    scene.add_ground({}, vector<D>(0, -0.5));
    scene.add(cube<D>(Vec<D>::Zero(), true));
    const double quarter = M_PI / 4;
    auto falling = cube<D>(vector<D>(0.5 + aside, 0.5 + std::sqrt(0.5) + 0.2), false);
    falling.pose.r = incline<D>(quarter);
    const auto body = scene.add(falling);
    auto sim = scene.simulation();
    double deepest = 0;
    for (int i = 0; i < 2500; ++i) {
      sim.step();
      for (const double gap : sim.detail().contacts.gap) deepest = std::min(deepest, gap);
    }
    // It falls by 1.2 at most.
    EXPECT_GT(deepest, -std::sqrt(2 * g * 1.2) * h) << aside;
    const Vec<D> x = sim.state().x[body];
    EXPECT_GT(x[D - 1], -1e-2) << aside;
    EXPECT_TRUE(x[D - 1] > 0.98 || x[0] > 0.98 || x[0] < -0.98) << aside << ": " << x.transpose();
  }
}

}  // namespace talus::test::corners_test

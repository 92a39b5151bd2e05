// Periodic cells, straight and sheared (row A12; decision 10): images are exact across the seam.
#include "support/cluster.hpp"
#include "support/samples.hpp"

#include <cmath>
#include <limits>

namespace talus::test::periodic_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

template <class Dimension>
class Periodic : public ::testing::Test {};
TYPED_TEST_SUITE(Periodic, Dimensions);

/// Balls in a row along the first axis, a tenth of a diameter apart.
template <int D>
Scene<D> row(int count, double e_n) {
  Scene<D> scene(simple_law(0.3, e_n), 1e-2);
  for (int i = 0; i < count; ++i) scene.add_ball(0.5, 1, vector<D>(1.1 * i, 0));
  return scene;
}

/// A blow that runs to the right through the seam does there what it does further right in a longer
/// row without one, until it has gone round. Places are below 25 and a step commits some ten
/// roundings on them: 40 * 10 * 25 eps = 2e-12.
TYPED_TEST(Periodic, RowUnderABlow_EqualsALongerRow) {
  constexpr int D = TypeParam::value;
  for (const double e_n : {0.0, 0.5, 1.0}) {
    auto cell = row<D>(10, e_n);
    cell.model.cell.period[0] = 11;
    auto lengthy = row<D>(20, e_n);
    cell.state.v[7] = lengthy.state.v[7] = vector<D>(2, 0);
    auto a = cell.simulation();
    auto b = lengthy.simulation();
    for (int n = 0; n < 40; ++n) {
      a.step();
      b.step();
      ASSERT_EQ(a.last().acting, b.last().acting);
    }
    for (std::size_t i = 0; i < 10; ++i) {
      const std::size_t twin = i < 7 ? i + 10 : i;
      const Vec<D> shift = vector<D>(i < 7 ? 11 : 0, 0);
      EXPECT_LE((a.state().x[i] + shift - b.state().x[twin]).norm(), 2e-12);
      EXPECT_LE((a.state().v[i] - b.state().v[twin]).norm(), 2e-12);
    }
    EXPECT_GT(a.state().x[0][0], 0.01);  // it came through
    expect_balanced(a);
  }
}

/// Two balls that collide through the seam do what they would with the image in its body's place:
/// also when the image is in another layer of a sheared cell, faster by the layers' speed.
TYPED_TEST(Periodic, CollisionThroughTheSeam_IsThatWithTheImage) {
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const Vec<D> normal = samples::unit<D>(random);
    const Vec<D> first = samples::vector<D>(random, 3);
    const Vec<D> v_first = samples::vector<D>(random);
    const Spin<D> w_first = samples::vector<spin_dim<D>>(random, 3);
    const Vec<D> second = first + 1.3 * normal;
    const Vec<D> v_second = v_first - 2 * normal + samples::vector<D>(random, 0.5);
    const Spin<D> w_second = samples::vector<spin_dim<D>>(random, 3);
    Scene<D> near(simple_law(0.4, 0.6, 0.2), 1e-2);
    Scene<D> far = near;
    near.add_ball(0.5, 1, first, v_first, w_first);
    near.add_ball(0.6, 2, second, v_second, w_second);

    auto& cell = far.model.cell;
    cell.period = Vec<D>::Constant(3);
    cell.flow = 0;
    cell.gradient = D - 1;
    cell.offset.terms = {Table({0, 1}, {0.4, 0.4}, Table::Interpolation::linear),
                         Linear{trial % 2 == 0 ? 0 : 1.5}};
    Image<D> image;
    for (auto& n : image) n = static_cast<int>(random.below(7)) - 3;
    const int layers = cell.layers(image);
    far.add_ball(0.5, 1, first, v_first, w_first);
    far.add_ball(0.6, 2, second - cell.at(0).shift(image), v_second - cell.jump(layers, 0),
                 w_second);
    auto a = near.simulation();
    auto b = far.simulation();
    std::size_t acting = 0;
    for (int n = 0; n < 30; ++n) {
      a.step();
      b.step();
      acting += a.last().acting;
      ASSERT_EQ(a.last().acting, b.last().acting);
    }
    EXPECT_GT(acting, 0U);
    // Places below 20, 30 steps of a handful of roundings.
    const double allowed = 30 * 10 * 20 * eps;
    const double t = b.state().t;
    EXPECT_LE((a.state().x[0] - b.state().x[0]).norm(), allowed);
    EXPECT_LE((a.state().v[0] - b.state().v[0]).norm(), 100 * allowed);
    EXPECT_LE((a.state().w[0] - b.state().w[0]).norm(), 100 * allowed);
    EXPECT_LE((a.state().x[1] - b.state().x[1] - cell.at(t).shift(image)).norm(), allowed);
    EXPECT_LE((a.state().v[1] - b.state().v[1] - cell.jump(layers, t)).norm(), 100 * allowed);
    expect_balanced(b);
  }
}

/// Balls flying about in a cell periodic along every axis.
template <int D>
Scene<D> gas(std::uint64_t seed, const Vec<D>& moved, double disturbance = 0) {
  Scene<D> scene(simple_law(0.4, 0.7, 0.1), 5e-3);
  scene.options.solver.tolerance = 1e-12;
  scene.options.solver.max_sweeps = 100000;
  scene.model.cell.period = Vec<D>::Constant(1.6);
  Random random(seed);
  auto balls = flying_balls<D>(D == 2 ? 20 : 100, seed);
  if (disturbance > 0) balls = disturbed(balls, disturbance);
  for (auto& b : balls) {
    b.v = samples::vector<D>(random, 2);
    scene.add_ball(b.radius, b.mass, b.x + moved, b.v, b.w);
  }
  return scene;
}

template <int D>
Simulation<D> run(const Scene<D>& scene, int steps) {
  return run_collisions(scene, steps, scene.model.body_count() / 2 + 1);
}

template <int D>
Vec<D> momentum(const Simulation<D>& s) {
  Vec<D> p = Vec<D>::Zero();
  for (std::size_t b = 0; b < s.model().body_count(); ++b) p += s.model().mass[b] * s.state().v[b];
  return p;
}

/// Each collision gives one body what it takes from the other, but for the rounding of both.
TYPED_TEST(Periodic, Momentum_IsConservedToRounding) {
  constexpr int D = TypeParam::value;
  for (const double rate : {0.0, 2.0}) {
    auto scene = gas<D>(5, Vec<D>::Zero());
    if (rate > 0) {
      scene.model.cell.flow = 0;
      scene.model.cell.gradient = D - 1;
      scene.model.cell.offset.terms = {Linear{rate}};
    }
    const auto before = momentum(scene.simulation());
    const auto s = run(scene, 400);
    // Velocities and masses of order 10 at most, 100 bodies, 400 steps.
    EXPECT_LE((momentum(s) - before).norm(), 400 * 100 * 10 * eps);
    // Some have left the cell they began in.
    double farthest = 0;
    for (std::size_t b = 0; b < s.state().x.size(); ++b) {
      farthest = std::max(farthest, (s.state().x[b] - scene.state.x[b]).norm());
    }
    EXPECT_GT(farthest, 1.6);
  }
}

/// As in invariance.cpp: two runs differ by rounding, which collisions amplify by a factor that is
/// measured on a neighbour; a factor 10 for directions it missed.
TYPED_TEST(Periodic, SceneMovedAsAWhole_DoesTheSame) {
  constexpr int D = TypeParam::value;
  constexpr int steps = 60;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto reference = run(gas<D>(seed, Vec<D>::Zero()), steps).state();
    const double nudge = 1e-8;
    const double gain =
        distance(run(gas<D>(seed, Vec<D>::Zero(), nudge), steps).state(), reference) / nudge;
    EXPECT_LE(gain, 1e6);
    Random random(seed + 40);
    const Vec<D> moved = samples::vector<D>(random, 5);
    auto seen = run(gas<D>(seed, moved), steps).state();
    for (auto& x : seen.x) x -= moved;
    EXPECT_LE(distance(seen, reference), 10 * gain * steps * 20 * eps * 10);
  }
}

/// Two balls pressed together travel through many cells: their contact keeps its id, and its
/// impulse is remembered.
TYPED_TEST(Periodic, ContactThatTravelsThroughTheSeam_KeepsItsId) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(0.4), 1e-2);
  scene.model.cell.period[0] = 4;
  scene.add_ball(0.5, 1, vector<D>(3.6, 0), vector<D>(1, 0));
  scene.add_ball(0.5, 1, vector<D>(0.6, 0), vector<D>(1, 0));  // its image is at 4.6
  for (const int b : {0, 1}) {
    AppliedForce<D> press;
    press.body = b;
    press.force = vector<D>(b == 0 ? 3 : -3, 0);
    scene.model.loads.applied.push_back(press);
  }
  auto s = scene.simulation();
  s.step();
  ASSERT_EQ(s.state().contacts.size(), 1U);
  const ContactId id = s.state().contacts[0].id;
  EXPECT_EQ(id.image, image_key<D>(s.detail().detect.image[0]));
  EXPECT_NE(id.image, 0U);
  for (int n = 0; n < 1000; ++n) {
    s.step();
    ASSERT_EQ(s.state().contacts.size(), 1U);
    ASSERT_EQ(s.state().contacts[0].id, id);
    ASSERT_NEAR(s.state().contacts[0].normal_impulse, 3e-2, 1e-12);
  }
  EXPECT_NEAR(s.state().x[0][0], 3.6 + 10.01, 1e-10);
}

/// A homogeneous shear: the mean flow stays the cell's, v = rate * height, while collisions heat
/// the rest; the work of the shear pays for it. The slope fitted to n bodies is off by the scatter
/// of their own velocities over that of their heights and sqrt(n); 4 of these is a bound, since the
/// bodies of a sheared gas are hardly correlated.
TYPED_TEST(Periodic, ShearedGas_KeepsItsProfileAndItsBalance) {
  constexpr int D = TypeParam::value;
  constexpr double rate = 1;
  Scene<D> scene(simple_law(0.2, 0.6), 1e-2);
  const double width = D == 2 ? 10 : 6;
  auto& cell = scene.model.cell;
  cell.period = Vec<D>::Constant(width);
  cell.flow = 0;
  cell.gradient = D - 1;
  cell.offset.terms = {Linear{rate * width}};
  Random random(11);
  const int side = D == 2 ? 12 : 6;
  int count = 1;
  for (int i = 0; i < D; ++i) count *= side;
  for (int k = 0; k < count; ++k) {
    Vec<D> x;
    for (int i = 0, rest = k; i < D; ++i, rest /= side) x[i] = width * (rest % side + 0.5) / side;
    x += samples::vector<D>(random, 0.05);
    scene.add_ball(0.3, 1, x,
                   Vec<D>(rate * x[D - 1] * Vec<D>::Unit(0)) + samples::vector<D>(random, 0.2));
  }
  auto s = scene.simulation();
  for (int n = 0; n < 1000; ++n) s.step();
  expect_balanced(s);
  double vy = 0;
  double yy = 0;
  double scatter = 0;
  for (std::size_t b = 0; b < s.model().body_count(); ++b) {
    const auto lattice = cell.at(s.state().t);
    const Image<D> home = image_into_cell(lattice, s.state().x[b]);
    const double y = s.state().x[b][D - 1] + lattice.shift(home)[D - 1] - 0.5 * width;
    const double own = s.state().v[b][0] - rate * s.state().x[b][D - 1];
    vy += own * y;
    yy += y * y;
    scatter += own * own;
  }
  const double n = count;
  EXPECT_LE(std::abs(vy / yy), 4 * std::sqrt(scatter / n) / (std::sqrt(yy / n) * std::sqrt(n)));
  EXPECT_LE(4 * std::sqrt(scatter / yy) / std::sqrt(n), 0.5 * rate);  // so that it says something
  EXPECT_GT(s.balance().total().work_prescribed, 0);
  EXPECT_GT(s.balance().total().dissipated(), 0);
}

/// A heap on a floor that is one long rectangle a cell wide: grains roll over its joint without
/// noticing, as on a half-space.
TEST(PeriodicPlane, BallRollsOverTheJointOfACellWideFloor) {
  Scene<2> scene(simple_law(0.5), 1e-3);
  scene.set_gravity(10);
  scene.model.cell.period[0] = 3;
  BodyDescription<2> floor;
  floor.prescribed = true;
  floor.shapes = {{Wall<2>{Vec<1>(1.5)}, {}}};
  scene.add(floor);
  scene.add_ball(0.5, 1, {0, 0.5}, {2, 0}, rolling_spin<2>(4));
  auto s = scene.simulation();
  for (int n = 0; n < 5000; ++n) s.step();
  EXPECT_NEAR(s.state().x[1][0], 10, 1e-8);
  EXPECT_NEAR(s.state().v[1][0], 2, 1e-9);
  EXPECT_NEAR(s.state().x[1][1], 0.5, 1e-8);
}

/// Overlaps through the seam are seen and pushed apart like others.
TYPED_TEST(Periodic, Projection_PartsOverlapsThroughTheSeam) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(0.4), 1e-3);
  scene.model.cell.period[0] = 5;
  scene.options.projection.on = true;
  scene.add_ball(0.5, 1, vector<D>(0.45, 0));
  scene.add_ball(0.5, 1, vector<D>(4.55, 0));
  auto s = scene.simulation();
  s.step();
  EXPECT_NEAR(s.last().penetration.depth, 0.1, 1e-14);
  const auto& x = s.state().x;
  EXPECT_NEAR(x[0][0] + 5 - x[1][0], 1, 3e-6);  // all but the slop of 1e-6 and the tolerance
  EXPECT_NEAR(x[0][0] + x[1][0], 5, 1e-14);
}

}  // namespace
}  // namespace talus::test::periodic_test

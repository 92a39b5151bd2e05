// Row E04: bodies with corners that are thrown at thin walls, spinning, and hit off their centre.
// None passes, none goes in by more than the overlap that is not followed, and contacts without
// restitution give no energy: what bodies end a step with is no more than without contacts.
#include "talus/math/parallel.hpp"

#include "support/convex_samples.hpp"
#include "support/meshes.hpp"
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::angular_bullets_test {
namespace {

template <class Dimension>
class AngularBullets : public ::testing::Test {};
TYPED_TEST_SUITE(AngularBullets, Dimensions);

constexpr double thickness = 0.1;  // of walls, in diameters of bullets
constexpr double wide = 4000;
// Parts of a size, which is half a diameter: what is not followed, once by speed and once by
// turning, and as much again for what solvers leave over.
constexpr double unseen = 4 * 0.01 * 0.5;

template <int D>
Vec<D> half_extent_of_a_plate() {
  Vec<D> half = Vec<D>::Constant(wide);
  half[D - 1] = 0.5 * thickness;
  return half;
}

/// Walls whose upper side is at height 0.
template <int D>
std::vector<PlacedShape<D>> walls() {
  Pose<D> below;
  below.x = -0.5 * thickness * last_axis<D>();
  std::vector<PlacedShape<D>> out;
  out.push_back({HalfSpace<D>{}, {}});
  out.push_back({Wall<D>{Vec<D - 1>::Constant(wide)}, {}});
  out.push_back({Hull<D>(box_polytope(half_extent_of_a_plate<D>())), below});
  if constexpr (D == 3) {
    out.push_back({TriangleMesh(triangulated(box_polytope(half_extent_of_a_plate<3>()))), below});
    out.push_back({TriangleMesh(ground(8, wide / 4, [](double, double) { return 0; })), {}});
  }
  return out;
}

/// Shapes with a diameter of 1 or a little less.
template <int D>
Shape<D> bullet(Random& random) {
  const auto extents = [&] {
    Vec<D> half;
    for (int i = 0; i < D; ++i) half[i] = random.uniform(0.1, 1);
    return Vec<D>(0.5 * half.normalized());
  };
  const auto corners = [&](int count) {
    std::vector<Vec<D>> points;
    for (int i = 0; i < count; ++i) points.push_back(0.5 * samples::unit<D>(random));
    return Hull<D>(convex_hull(points));
  };
  const double radius = random.uniform(0.05, 0.4);
  switch (random.below(D == 3 ? 5 : 4)) {
    case 0: return Hull<D>(box_polytope(extents()));
    case 1: return Capsule<D>{0.5 - radius, radius};
    case 2: return corners(8);
    case 3: {
      // A regular simplex: a triangle, a tetrahedron.
      std::vector<Vec<D>> points;
      if constexpr (D == 2) {
        for (const double angle : {0.0, 2.0, 4.0}) {
          points.push_back(0.5 * Vec<2>(std::cos(angle * M_PI / 3), std::sin(angle * M_PI / 3)));
        }
      } else {
        const double a = 0.5 / std::sqrt(3.0);
        points = {{a, a, a}, {a, -a, -a}, {-a, a, -a}, {-a, -a, a}};
      }
      return Hull<D>(convex_hull(points));
    }
    default: break;
  }
  if constexpr (D == 3) return Cylinder{std::sqrt(0.25 - radius * radius), radius};
  return Ball<D>{0.5};
}

template <int D>
Pose<D> shape_at_midpoint(const Simulation<D>& s, std::size_t body) {
  return compose(s.detail().free.pose_mid(body), s.model().placement[body]);
}

/// Least gap at the midpoint of the last step: where the scheme looks. Bodies have one shape each.
template <int D>
double least_gap(const Simulation<D>& s, std::size_t a, std::size_t b) {
  std::vector<GapPoint<D>> gaps;
  find_gaps<D>(s.model().shape[a], shape_at_midpoint(s, a), s.model().shape[b],
               shape_at_midpoint(s, b), 1, gaps);
  double least = 1;
  for (const auto& g : gaps) least = std::min(least, g.gap);
  return least;
}

template <int D>
double kinetic(const Model<D>& m, const std::vector<Twist<D>>& v) {
  double sum = 0;
  for (std::size_t b = 0; b < v.size(); ++b) {
    if (m.prescribed[b] != 0) continue;
    const Spin<D> w = v[b].template tail<spin_dim<D>>();
    sum += 0.5 * m.mass[b] * v[b].template head<D>().squaredNorm() +
           0.5 * w.dot(m.inertia[b].cwiseProduct(w));
  }
  return sum;
}

/// Solved so well that the residue gives no more energy than rounding does.
template <int D>
Scene<D> scene_of_bullets(double h, double mu) {
  Scene<D> scene(simple_law(mu), h);
  scene.options.detect.forecast = true;
  scene.options.solver.tolerance = 1e-12;
  scene.options.solver.max_sweeps = 10000;
  return scene;
}

/// Steps, and the deepest overlap met on the way.
template <int D>
double step_and_watch(Simulation<D>& s, int steps, std::size_t a, std::size_t b) {
  double deep = 0;
  for (int n = 0; n < steps; ++n) {
    s.step();
    const auto& d = s.detail();
    // Of a solution to 1e-12 of what it exchanges, which is at most what is there.
    const double free = kinetic(s.model(), d.free.v_free);
    EXPECT_LE(kinetic(s.model(), d.v_end), free * (1 + 1e-11)) << "step " << n;
    deep = std::max(deep, -least_gap(s, a, b));
  }
  return deep;
}

template <int D>
BodyDescription<D> random_bullet(Random& random, double speed, bool spinning) {
  BodyDescription<D> thrown;
  thrown.mass = 1;
  thrown.shapes = {{bullet<D>(random), {}}};
  thrown.pose.r = samples::rotation<D>(random);
  const Spin<D> spin = 2 * speed * random.uniform(0, 1) * samples::unit<spin_dim<D>>(random);
  if (spinning) thrown.spin = spin;
  return thrown;
}

TYPED_TEST(AngularBullets, ThrownAtThinWalls_StayInFront) {
  constexpr int D = TypeParam::value;
  Random random(17);
  const auto wall = walls<D>();
  for (int i = 0; i < 500; ++i) {
    const std::size_t kind = static_cast<std::size_t>(i) % wall.size();
    const double speed = samples::scale(random, 10, 1000);
    const double h = samples::scale(random, 0.1, 10) / speed;
    auto scene = scene_of_bullets<D>(h, i % 2 == 0 ? 0 : 0.4);
    BodyDescription<D> fixed;
    fixed.prescribed = true;
    fixed.shapes = {wall[kind]};
    const std::size_t w = scene.add(fixed);
    auto thrown = random_bullet<D>(random, speed, i % 3 != 0);
    const double tilt = random.uniform(-1, 1);
    const Vec<D> way = vector<D>(std::sin(tilt), -std::cos(tilt));
    thrown.velocity = speed * way;
    // Anywhere in the first half step or the two after it.
    thrown.pose.x = -(0.6 + speed * h * random.uniform(0, 2.5)) * way / std::cos(tilt);
    const std::size_t b = scene.add(thrown);
    auto s = scene.simulation();
    const double deep = step_and_watch(s, 60, b, w);
    EXPECT_LE(deep, unseen) << "bullet " << i << " wall " << kind;
    EXPECT_GT(s.state().x[b][D - 1], 0) << "bullet " << i << " wall " << kind;
  }
}

/// The same seen from the bullet: a wall that comes, and carries it along.
TYPED_TEST(AngularBullets, HitByAWallThatMoves_StayInFront) {
  constexpr int D = TypeParam::value;
  Random random(18);
  const auto wall = walls<D>();
  for (int i = 0; i < 100; ++i) {
    const std::size_t kind = static_cast<std::size_t>(i) % wall.size();
    const double speed = samples::scale(random, 10, 1000);
    const double h = samples::scale(random, 0.1, 10) / speed;
    auto scene = scene_of_bullets<D>(h, i % 2 == 0 ? 0 : 0.4);
    BodyDescription<D> moving;
    moving.prescribed = true;
    moving.shapes = {wall[kind]};
    moving.motion.emplace();
    moving.motion->translation[D - 1].terms = {Linear{speed}};
    const std::size_t w = scene.add(moving);
    auto thrown = random_bullet<D>(random, speed, i % 3 != 0);
    thrown.pose.x = (0.6 + speed * h * random.uniform(0, 2.5)) * last_axis<D>();
    const std::size_t b = scene.add(thrown);
    auto s = scene.simulation();
    double deep = 0;
    for (int n = 0; n < 60; ++n) {
      s.step();
      deep = std::max(deep, -least_gap(s, b, w));
    }
    EXPECT_LE(deep, unseen) << "bullet " << i << " wall " << kind;
    EXPECT_GT(s.state().x[b][D - 1], s.state().x[w][D - 1]) << "bullet " << i << " wall " << kind;
  }
}

/// A rod that turns by a third of a turn a step sweeps up what lies in its way.
TYPED_TEST(AngularBullets, HitByARodThatTurns_StayInFront) {
  constexpr int D = TypeParam::value;
  Random random(19);
  for (int i = 0; i < 60; ++i) {
    const double h = 1e-3;
    auto scene = scene_of_bullets<D>(h, i % 2 == 0 ? 0 : 0.4);
    BodyDescription<D> rod;
    rod.prescribed = true;
    Vec<D> half = Vec<D>::Constant(6);
    half[1] = 0.05;
    rod.shapes = {{Hull<D>(box_polytope(half)), {}}};
    rod.motion.emplace();
    rod.motion->angle.terms = {Linear{random.uniform(500, 2000)}};
    const std::size_t w = scene.add(rod);
    auto still = random_bullet<D>(random, 100, i % 3 != 0);
    const double angle = 0.5 * rod.motion->angle.value(h) + random.uniform(0.4, 1.5);
    still.pose.x[0] = 3 * std::cos(angle);
    still.pose.x[1] = 3 * std::sin(angle);
    const std::size_t b = scene.add(still);
    auto s = scene.simulation();
    // Until it is hit the rod is behind it, and is so then.
    while (s.detail().contacts.count() == 0) {
      s.step();
      ASSERT_LT(s.state().step, 6) << i;
      EXPECT_GT(least_gap(s, b, w), -unseen) << i;
    }
    const Vec<D>& x = s.detail().free.x_mid[b];
    const double turned = rod.motion->angle.value(s.state().t - 0.5 * h);
    EXPECT_GT(std::cos(turned) * x[1] - std::sin(turned) * x[0], 0) << i;
  }
}

/// Two that fly at each other keep their momentum and do not pass each other.
TYPED_TEST(AngularBullets, HeadOn_DoNotPassEachOther) {
  constexpr int D = TypeParam::value;
  Random random(20);
  for (int i = 0; i < 200; ++i) {
    const double speed = samples::scale(random, 10, 1000);
    const double h = samples::scale(random, 0.1, 10) / speed;
    auto scene = scene_of_bullets<D>(h, i % 2 == 0 ? 0 : 0.4);
    Vec<D> momentum = Vec<D>::Zero();
    for (const double side : {-1.0, 1.0}) {
      auto thrown = random_bullet<D>(random, speed, i % 3 != 0);
      thrown.mass = samples::scale(random, 0.1, 10);
      const std::size_t b = scene.add(thrown);
      // Centres of mass, which are inside the shapes, on one line: they cannot miss.
      scene.state.v[b] = -0.5 * side * speed * last_axis<D>();
      scene.state.x[b] = side * (0.6 + speed * h * random.uniform(0, 1.5)) * last_axis<D>();
      momentum += *thrown.mass * scene.state.v[b];
    }
    auto s = scene.simulation();
    const double deep = step_and_watch(s, 40, 1, 0);
    EXPECT_LE(deep, unseen) << "pair " << i;
    // They may roll off each other, but not fly on.
    const Vec<D> now = s.model().mass[0] * s.state().v[0] + s.model().mass[1] * s.state().v[1];
    EXPECT_LE((now - momentum).norm(), 1e-12 * 10 * speed) << "pair " << i;
    EXPECT_GT((s.state().v[1] - s.state().v[0])[D - 1], -0.999 * speed) << "pair " << i;
  }
}

/// A hundred at once, which also hit each other: the same bits on one thread and on two, and from
/// the state in the middle of the run.
TYPED_TEST(AngularBullets, ManyAtOnce_HaveTheSameBitsOnAnyThreads) {
  constexpr int D = TypeParam::value;
  Random random(21);
  auto scene = scene_of_bullets<D>(1e-3, 0.4);
  scene.options.solver.tolerance = 1e-4;
  scene.add_ground();
  for (int i = 0; i < 100; ++i) {
    auto thrown = random_bullet<D>(random, 300, i % 3 != 0);
    thrown.pose.x = vector<D>(1.1 * (i % 10) + random.uniform(0, 0.05), 2 + 1.2 * (i / 10));
    thrown.velocity = vector<D>(random.uniform(-30, 30), -300);
    scene.add(thrown);
  }
  std::vector<std::uint64_t> hash;
  for (const int threads : {1, 2}) {
    set_thread_count(threads);
    auto s = scene.simulation();
    for (int n = 0; n < 20; ++n) s.step();
    auto rest = scene.simulation();
    rest.restore({s.state(), s.balance(), s.last()});
    for (int n = 0; n < 20; ++n) {
      s.step();
      rest.step();
    }
    hash.push_back(state_hash(s.state()));
    hash.push_back(state_hash(rest.state()));
    for (std::size_t b = 1; b < s.state().x.size(); ++b) {
      EXPECT_GT(s.state().x[b][D - 1], 0) << b;
    }
  }
  set_thread_count(0);
  for (const auto h : hash) EXPECT_EQ(h, hash[0]);
}

}  // namespace
}  // namespace talus::test::angular_bullets_test

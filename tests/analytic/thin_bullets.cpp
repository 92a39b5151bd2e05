// Row E04: shapes without an inside, segments and rectangles, thrown at each other. Each stays on
// the side it came from, though after a crossing nothing would tell which one that was.
#include "talus/math/parallel.hpp"

#include "support/convex_samples.hpp"
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::thin_bullets_test {
namespace {

template <class Dimension>
class ThinBullets : public ::testing::Test {};
TYPED_TEST_SUITE(ThinBullets, Dimensions);

constexpr double wide = 4000;
constexpr double skin = 1e-3 * 0.5;  // of segments of length 1

template <int D>
Scene<D> scene_of_sheets(double h, double mu) {
  Scene<D> scene(simple_law(mu), h);
  scene.options.detect.forecast = true;
  scene.options.solver.tolerance = 1e-12;
  scene.options.solver.max_sweeps = 10000;
  return scene;
}

template <int D>
Wall<D> sheet(Random& random) {
  if constexpr (D == 2) {
    return {Vec<1>(0.5)};
  } else {
    return {0.5 * Vec<2>(random.uniform(0.1, 1), random.uniform(0.1, 1)).normalized()};
  }
}

/// A segment from one point to another.
PlacedShape<2> segment(const Vec<2>& from, const Vec<2>& to) {
  const Vec<2> along = to - from;
  return {Wall<2>{Vec<1>(0.5 * along.norm())},
          {0.5 * (from + to), {std::atan2(along[1], along[0])}}};
}

std::vector<PlacedShape<2>> chain(const std::vector<Vec<2>>& points) {
  std::vector<PlacedShape<2>> out;
  for (std::size_t i = 1; i < points.size(); ++i) out.push_back(segment(points[i - 1], points[i]));
  return out;
}

/// Sheets with a diameter of about 1, and in the plane chains: angles and closed triangles.
template <int D>
BodyDescription<D> random_sheet(Random& random, double speed, bool spinning) {
  BodyDescription<D> thrown;
  thrown.mass = 1;
  thrown.shapes = {{sheet<D>(random), {}}};
  if constexpr (D == 2) {
    const double height = random.uniform(0.1, 0.5);
    const std::vector<Vec<2>> corner{{-0.4, 0}, {0, height}, {0.4, 0}, {-0.4, 0}};
    const auto kind = random.below(3);
    if (kind == 1) thrown.shapes = chain({corner[0], corner[1], corner[2]});
    if (kind == 2) thrown.shapes = chain(corner);
  }
  thrown.pose.r = samples::rotation<D>(random);
  const Spin<D> spin = 2 * speed * random.uniform(0, 1) * samples::unit<spin_dim<D>>(random);
  if (spinning) thrown.spin = spin;
  return thrown;
}

/// Corners of a body's sheets at the midpoint of the last step: where the scheme looks.
template <int D, class F>
void for_each_corner(const Simulation<D>& s, std::size_t body, F&& f) {
  const auto& m = s.model();
  for (std::size_t i = 0; i < m.shape_count(); ++i) {
    if (static_cast<std::size_t>(m.owner[i]) != body) continue;
    const auto& half = std::get<Wall<D>>(m.shape[i]).half_extent;
    const Pose<D> pose = compose(s.detail().free.pose_mid(body), m.placement[i]);
    for (unsigned corner = 0; corner < (1U << (D - 1)); ++corner) {
      Vec<D> local = Vec<D>::Zero();
      for (int k = 0; k < D - 1; ++k) local[k] = (corner >> k & 1U) != 0 ? half[k] : -half[k];
      f(to_world(pose, local));
    }
  }
}

template <int D>
double lowest(const Simulation<D>& s, std::size_t body) {
  double least = std::numeric_limits<double>::infinity();
  for_each_corner(s, body, [&](const Vec<D>& p) { least = std::min(least, p[D - 1]); });
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

/// Contacts without restitution give no energy.
template <int D>
void step_and_watch(Simulation<D>& s) {
  s.step();
  const auto& d = s.detail();
  // Of a solution to 1e-12 of what it exchanges, which is at most what is there.
  const double free = kinetic(s.model(), d.free.v_free);
  EXPECT_LE(kinetic(s.model(), d.v_end), free * (1 + 1e-11)) << "step " << s.state().step;
}

TYPED_TEST(ThinBullets, ThrownAtASheet_StayInFront) {
  constexpr int D = TypeParam::value;
  Random random(31);
  for (int i = 0; i < 500; ++i) {
    const double speed = samples::scale(random, 10, 1000);
    const double h = samples::scale(random, 0.1, 10) / speed;
    auto scene = scene_of_sheets<D>(h, i % 2 == 0 ? 0 : 0.4);
    BodyDescription<D> fixed;
    fixed.prescribed = true;
    fixed.shapes = {{Wall<D>{Vec<D - 1>::Constant(wide)}, {}}};
    scene.add(fixed);
    auto thrown = random_sheet<D>(random, speed, i % 3 != 0);
    const double tilt = random.uniform(-1, 1);
    const Vec<D> way = vector<D>(std::sin(tilt), -std::cos(tilt));
    thrown.velocity = speed * way;
    thrown.pose.x = -(0.6 + speed * h * random.uniform(0, 2.5)) * way / std::cos(tilt);
    const std::size_t b = scene.add(thrown);
    auto s = scene.simulation();
    for (int n = 0; n < 60; ++n) {
      step_and_watch(s);
      ASSERT_GT(lowest(s, b), 0) << "bullet " << i << " step " << n;
    }
  }
}

/// Without the option they pass: else these tests would show nothing.
TYPED_TEST(ThinBullets, WithoutForecast_TheyPass) {
  constexpr int D = TypeParam::value;
  Random random(31);
  auto scene = scene_of_sheets<D>(1e-3, 0);
  scene.options.detect.forecast = false;
  BodyDescription<D> fixed;
  fixed.prescribed = true;
  fixed.shapes = {{Wall<D>{Vec<D - 1>::Constant(wide)}, {}}};
  scene.add(fixed);
  auto thrown = random_sheet<D>(random, 100, true);
  thrown.velocity = -100 * last_axis<D>();
  thrown.pose.x = 2 * last_axis<D>();
  const std::size_t b = scene.add(thrown);
  auto s = scene.simulation();
  for (int n = 0; n < 60; ++n) s.step();
  EXPECT_LT(lowest(s, b), 0);
}

/// A wall that comes, and carries them along.
TYPED_TEST(ThinBullets, HitByASheetThatMoves_StayInFront) {
  constexpr int D = TypeParam::value;
  Random random(32);
  for (int i = 0; i < 100; ++i) {
    const double speed = samples::scale(random, 10, 1000);
    const double h = samples::scale(random, 0.1, 10) / speed;
    auto scene = scene_of_sheets<D>(h, i % 2 == 0 ? 0 : 0.4);
    BodyDescription<D> moving;
    moving.prescribed = true;
    moving.shapes = {{Wall<D>{Vec<D - 1>::Constant(wide)}, {}}};
    moving.motion.emplace();
    moving.motion->translation[D - 1].terms = {Linear{speed}};
    const std::size_t w = scene.add(moving);
    auto thrown = random_sheet<D>(random, speed, i % 3 != 0);
    thrown.pose.x = (0.6 + speed * h * random.uniform(0, 2.5)) * last_axis<D>();
    const std::size_t b = scene.add(thrown);
    auto s = scene.simulation();
    for (int n = 0; n < 60; ++n) {
      s.step();
      ASSERT_GT(lowest(s, b), lowest(s, w)) << "bullet " << i << " step " << n;
    }
  }
}

/// Whether two segments cross.
bool cross_each_other(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c, const Vec<2>& d) {
  const auto side = [](const Vec<2>& from, const Vec<2>& to, const Vec<2>& p) {
    return (to - from)[0] * (p - from)[1] - (to - from)[1] * (p - from)[0];
  };
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

double distance_to(const Vec<2>& p, const Vec<2>& a, const Vec<2>& b) {
  const double part = std::clamp((b - a).dot(p - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - a - part * (b - a)).norm();
}

/// Where a segment of half length 0.5 goes from one midpoint to the next, as it is known
/// afterwards: with its velocity until it waits.
struct Flight {
  Vec<2> x, v;
  double angle, spin, until;

  Flight(const FreeMotion<2>& before, const std::vector<Twist<2>>& v_end,
         const FreeMotion<2>& after, std::size_t b)
      : x(before.x_mid[b]), v(v_end[b].head<2>()), angle(before.r_mid[b].angle), spin(v_end[b][2]) {
    const double way = v.dot(after.x_mid[b] - x) + 0.25 * spin * (after.r_mid[b].angle - angle);
    const double square = v.squaredNorm() + 0.25 * spin * spin;
    until = square > 0 ? way / square : 0;
  }
  Vec<2> end(double time, double side) const {
    const double t = std::min(time, until);
    const double a = angle + t * spin;
    return x + t * v + 0.5 * side * Vec<2>(std::cos(a), std::sin(a));
  }
  double rate() const { return v.norm() + 0.5 * std::abs(spin); }
};

/// The least distance of two segments on their way, or what is below `enough`: none comes nearer
/// within the time that is left out.
double nearest(const Flight& p, const Flight& q, double h, double enough) {
  double least = std::numeric_limits<double>::infinity();
  for (double t = 0; t < h && least > enough;) {
    const Vec<2> a = p.end(t, -1);
    const Vec<2> b = p.end(t, 1);
    const Vec<2> c = q.end(t, -1);
    const Vec<2> d = q.end(t, 1);
    if (cross_each_other(a, b, c, d)) return 0;
    const double now = std::min(std::min(distance_to(a, c, d), distance_to(b, c, d)),
                                std::min(distance_to(c, a, b), distance_to(d, a, b)));
    least = std::min(least, now);
    t += (now - 0.5 * enough) / (p.rate() + q.rate());
  }
  return least;
}

/// Two free ones, whose centres fly at each other.
TYPED_TEST(ThinBullets, HeadOn_DoNotPassEachOther) {
  constexpr int D = TypeParam::value;
  Random random(33);
  for (int i = 0; i < 200; ++i) {
    const double speed = samples::scale(random, 10, 1000);
    const double h = samples::scale(random, 0.1, 10) / speed;
    auto scene = scene_of_sheets<D>(h, i % 2 == 0 ? 0 : 0.4);
    Vec<D> momentum = Vec<D>::Zero();
    for (const double side : {-1.0, 1.0}) {
      BodyDescription<D> thrown;
      thrown.shapes = {{sheet<D>(random), {}}};
      thrown.pose.r = samples::rotation<D>(random);
      const Spin<D> spin = 2 * speed * random.uniform(0, 1) * samples::unit<spin_dim<D>>(random);
      if (i % 3 != 0) thrown.spin = spin;
      thrown.mass = samples::scale(random, 0.1, 10);
      const std::size_t b = scene.add(thrown);
      // Centres of mass, which are points of the sheets, on one line: they cannot miss.
      scene.state.v[b] = -0.5 * side * speed * last_axis<D>();
      scene.state.x[b] = side * (0.6 + speed * h * random.uniform(0, 1.5)) * last_axis<D>();
      momentum += *thrown.mass * scene.state.v[b];
    }
    auto s = scene.simulation();
    FreeMotion<D> before;
    std::vector<Twist<D>> v;
    for (int n = 0; n < 40; ++n) {
      step_and_watch(s);
      if constexpr (D == 2) {
        // Their distance on the way stays more than half a skin less what an overlap may grow by.
        if (n > 0) {
          const Flight p(before, v, s.detail().free, 0);
          const Flight q(before, v, s.detail().free, 1);
          ASSERT_GT(nearest(p, q, h, 0.1 * skin), 0.1 * skin) << "pair " << i << " step " << n;
        }
        before = s.detail().free;
        v = s.detail().v_end;
      }
    }
    const Vec<D> now = s.model().mass[0] * s.state().v[0] + s.model().mass[1] * s.state().v[1];
    EXPECT_LE((now - momentum).norm(), 1e-12 * 10 * speed) << "pair " << i;
    // In space they may roll off each other, but not fly on. In the plane the arm of one may get
    // behind the other and push it on.
    if (D == 3) {
      EXPECT_GT((s.state().v[1] - s.state().v[0])[2], -0.999 * speed) << "pair " << i;
    }
  }
}

/// A sheet that turns by a third of a turn a step sweeps up what lies in its way.
TYPED_TEST(ThinBullets, HitByASheetThatTurns_StayInFront) {
  constexpr int D = TypeParam::value;
  Random random(34);
  for (int i = 0; i < 60; ++i) {
    const double h = 1e-3;
    auto scene = scene_of_sheets<D>(h, i % 2 == 0 ? 0 : 0.4);
    BodyDescription<D> rod;
    rod.prescribed = true;
    rod.shapes = {{Wall<D>{Vec<D - 1>::Constant(6)}, {}}};
    if constexpr (D == 3) {
      rod.shapes[0].placement.r = exponential(Spin<3>(0.5 * std::numbers::pi * Vec<3>::UnitX()));
    }
    rod.motion.emplace();
    rod.motion->angle.terms = {Linear{random.uniform(500, 2000)}};
    scene.add(rod);
    auto still = random_sheet<D>(random, 100, i % 3 != 0);
    const double angle = 0.5 * rod.motion->angle.value(h) + random.uniform(0.4, 1.5);
    still.pose.x[0] = 3 * std::cos(angle);
    still.pose.x[1] = 3 * std::sin(angle);
    const std::size_t b = scene.add(still);
    auto s = scene.simulation();
    while (s.detail().contacts.count() == 0) {
      s.step();
      ASSERT_LT(s.state().step, 8) << i;
    }
    const double turned = rod.motion->angle.value(s.state().t - 0.5 * h);
    for_each_corner(s, b, [&](const Vec<D>& p) {
      EXPECT_GT(std::cos(turned) * p[1] - std::sin(turned) * p[0], 0) << i;
    });
  }
}

/// Hills of segments: what is thrown at them neither crosses them nor gets below.
TEST(ThinBulletsOnAChain, ThrownAtHills_StayAbove) {
  Random random(35);
  std::vector<Vec<2>> hill;
  for (int k = -40; k <= 40; ++k) hill.emplace_back(0.8 * k, k % 2 == 0 ? 0 : 0.7);
  const auto height = [](double x) {
    const double part = std::abs(std::remainder(x, 1.6)) / 0.8;
    return 0.7 * part;
  };
  int met = 0;
  for (int i = 0; i < 500; ++i) {
    const double speed = samples::scale(random, 10, 1000);
    const double h = samples::scale(random, 0.1, 10) / speed;
    auto scene = scene_of_sheets<2>(h, i % 2 == 0 ? 0 : 0.4);
    BodyDescription<2> fixed;
    fixed.prescribed = true;
    fixed.shapes = chain(hill);
    scene.add(fixed);
    auto thrown = random_sheet<2>(random, speed, i % 3 != 0);
    const double tilt = random.uniform(-0.8, 0.8);
    const Vec<2> way(std::sin(tilt), -std::cos(tilt));
    thrown.velocity = speed * way;
    thrown.pose.x = -(1.5 + std::min(speed * h, 4.0) * random.uniform(0, 2.5)) * way;
    const std::size_t b = scene.add(thrown);
    auto s = scene.simulation();
    std::vector<Vec<2>> corner;
    for (int n = 0; n < 40; ++n) {
      step_and_watch(s);
      corner.clear();
      for_each_corner(s, b, [&](const Vec<2>& p) { corner.push_back(p); });
      if (std::abs(corner[0][0]) > 30) break;  // flew on over the last hill
      for (const auto& p : corner) ASSERT_GT(p[1], height(p[0])) << "bullet " << i << " step " << n;
      for (std::size_t k = 1; k < hill.size(); ++k) {
        for (std::size_t c = 1; c < corner.size(); c += 2) {
          ASSERT_FALSE(cross_each_other(hill[k - 1], hill[k], corner[c - 1], corner[c]))
              << "bullet " << i << " step " << n;
        }
      }
      if (n == 39) ++met;
    }
  }
  EXPECT_GT(met, 100);
}

/// A pile of sheets, dropped from so low that none is fast. It stays in order, however long, with a
/// solver that leaves as much over as by default.
TYPED_TEST(ThinBullets, PileOfSheets_KeepsItsOrder) {
  constexpr int D = TypeParam::value;
  for (const double h : {1e-3, 1e-2}) {
    Scene<D> scene(simple_law(0.3), h);
    scene.options.detect.forecast = true;
    scene.set_gravity(9.81);
    BodyDescription<D> table;
    table.prescribed = true;
    table.shapes = {{Wall<D>{Vec<D - 1>::Constant(5)}, {}}};
    scene.add(table);
    for (int i = 0; i < 6; ++i) {
      BodyDescription<D> sheet;
      sheet.mass = 1;
      sheet.shapes = {{Wall<D>{Vec<D - 1>::Constant(0.5)}, {}}};
      sheet.pose.x = vector<D>(0.03 * i, 0.004 * (i + 1));
      scene.add(sheet);
    }
    auto s = scene.simulation();
    for (int n = 0; n < 2000; ++n) {
      s.step();
      for (std::size_t b = 1; b <= 6; ++b) {
        ASSERT_GT(s.state().x[b][D - 1], s.state().x[b - 1][D - 1]) << n << ' ' << b;
      }
    }
    // They lie a skin apart, a thousandth of half a diagonal, and have sunk into it by half at
    // most.
    const double apart = skin * std::sqrt(D - 1.0);
    EXPECT_GT(s.state().x[6][D - 1], 6 * 0.5 * apart);
    EXPECT_LT(s.state().x[6][D - 1], 6 * 1.01 * apart);
    expect_balanced(s);
  }
}

/// Many at once, which also hit each other: the same bits on one thread and on two, and from the
/// state in the middle of the run.
TYPED_TEST(ThinBullets, ManyAtOnce_HaveTheSameBitsOnAnyThreads) {
  constexpr int D = TypeParam::value;
  Random random(36);
  auto scene = scene_of_sheets<D>(1e-3, 0.4);
  scene.options.solver.tolerance = 1e-4;
  BodyDescription<D> fixed;
  fixed.prescribed = true;
  fixed.shapes = {{Wall<D>{Vec<D - 1>::Constant(wide)}, {}}};
  scene.add(fixed);
  for (int i = 0; i < 30; ++i) {
    auto thrown = random_sheet<D>(random, 100, i % 3 != 0);
    thrown.pose.x = vector<D>(1.1 * (i % 6) + random.uniform(0, 0.05), 2 + 1.2 * (i / 6));
    thrown.velocity = vector<D>(random.uniform(-10, 10), -100);
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
      EXPECT_GT(lowest(s, b), 0) << b;
    }
  }
  set_thread_count(0);
  for (const auto h : hash) EXPECT_EQ(h, hash[0]);
}

}  // namespace
}  // namespace talus::test::thin_bullets_test

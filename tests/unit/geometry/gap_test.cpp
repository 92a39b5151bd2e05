// Gaps against dense sampling of the surfaces and against finite differences.

#include "talus/geometry/gap.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus {
namespace {

using samples::eps;
constexpr double far = 1e9;

template <int D>
std::vector<GapPoint<D>> gaps_of(const Shape<D>& a, const Pose<D>& pa, const Shape<D>& b,
                                 const Pose<D>& pb, double alert = far) {
  std::vector<GapPoint<D>> out;
  find_gaps<D>(a, pa, b, pb, alert, out);
  return out;
}

template <int D>
Shape<D> random_wall(Random& random) {
  Wall<D> wall;
  for (int i = 0; i < D - 1; ++i) wall.half_extent[i] = random.uniform(0.3, 1);
  return wall;
}

template <int D>
struct Scene {
  Shape<D> a, b;
  Pose<D> pa, pb;
};

/// One of the six kinds of pairs with a gap, near each other but not concentric.
template <int D>
Scene<D> random_pair(Random& random, int kind) {
  const Shape<D> ball = Ball<D>{random.uniform(0.1, 0.5)};
  Scene<D> s{ball, ball, samples::pose<D>(random), samples::pose<D>(random)};
  switch (kind) {
    case 0: s.b = Ball<D>{random.uniform(0.1, 0.5)}; break;
    case 1: s.b = HalfSpace<D>{}; break;
    case 2: s.b = Drum<D>{random.uniform(1, 3)}; break;
    case 3: s.b = random_wall<D>(random); break;
    case 4:
      s.a = random_wall<D>(random);
      s.b = HalfSpace<D>{};
      break;
    default:
      s.a = random_wall<D>(random);
      s.b = Drum<D>{random.uniform(1, 3)};
      break;
  }
  return s;
}

constexpr int kinds = 6;
constexpr int samples_a_side = 160;

/// Points of a bounded shape's surface, in the world, and how far any surface point is from one.
template <int D>
std::vector<Vec<D>> surface(const Wall<D>& wall, const Pose<D>& p, double& spacing) {
  std::vector<Vec<D>> points;
  const int n = samples_a_side;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= (D == 3 ? n : 0); ++j) {
      Vec<D> local = Vec<D>::Zero();
      local[0] = wall.half_extent[0] * (2.0 * i / n - 1);
      if constexpr (D == 3) local[1] = wall.half_extent[1] * (2.0 * j / n - 1);
      points.push_back(to_world(p, local));
    }
  }
  spacing = wall.half_extent.norm() / n;
  return points;
}

/// Signed distance of a point from the matter of an unbounded shape, from its definition.
template <int D>
double outside(const Shape<D>& shape, const Pose<D>& p, const Vec<D>& x) {
  const Vec<D> axis = matrix(p.r).col(D - 1);
  const Vec<D> d = x - p.x;
  if (std::holds_alternative<HalfSpace<D>>(shape)) return axis.dot(d);
  const double radius = std::get<Drum<D>>(shape).radius;
  return radius -
         (D == 3 ? std::sqrt(std::max(0.0, d.squaredNorm() - std::pow(axis.dot(d), 2))) : d.norm());
}

template <class T>
class Gap : public ::testing::Test {};
TYPED_TEST_SUITE(Gap, samples::Dimensions);

TYPED_TEST(Gap, BallsAndWalls_EqualTheNearestSample) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const auto s = random_pair<D>(random, 3);
    double spacing = 0;
    double nearest = far;
    for (const auto& p : surface<D>(std::get<Wall<D>>(s.b), s.pb, spacing)) {
      nearest = std::min(nearest, (p - s.pa.x).norm());
    }
    const auto found = gaps_of<D>(s.a, s.pa, s.b, s.pb);
    ASSERT_EQ(found.size(), 1U);
    const double distance = found[0].gap + std::get<Ball<D>>(s.a).radius;
    EXPECT_LE(distance, nearest + 8 * eps);
    EXPECT_GE(distance, nearest - spacing);
  }
}

TYPED_TEST(Gap, BallsInUnboundedShapes_FollowTheDefinition) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int i = 0; i < 5000; ++i) {
    const auto s = random_pair<D>(random, 1 + i % 2);
    const auto found = gaps_of<D>(s.a, s.pa, s.b, s.pb);
    ASSERT_EQ(found.size(), 1U);
    const double expected = outside<D>(s.b, s.pb, s.pa.x) - std::get<Ball<D>>(s.a).radius;
    // The square root of a difference of squares in `outside` loses up to half the digits near 0.
    EXPECT_NEAR(found[0].gap, expected, i % 2 == 0 ? 16 * eps : 1e-7);
  }
}

TYPED_TEST(Gap, WallsTouchByTheirDeepestCorner) {
  // Distance to a plane is linear and distance to an axis convex, so corners are the extremes.
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const auto s = random_pair<D>(random, 4 + i % 2);
    const auto found = gaps_of<D>(s.a, s.pa, s.b, s.pb);
    ASSERT_EQ(found.size(), std::size_t{1} << (D - 1));
    double least = far;
    for (const auto& g : found) least = std::min(least, g.gap);
    double spacing = 0;
    double sampled = far;
    for (const auto& p : surface<D>(std::get<Wall<D>>(s.a), s.pa, spacing)) {
      sampled = std::min(sampled, outside<D>(s.b, s.pb, p));
    }
    EXPECT_NEAR(least, sampled, 1e-7);
  }
}

TYPED_TEST(Gap, Points_LieMidwayAndNormalsPointToTheFirst) {
  constexpr int D = TypeParam::value;
  Random random(4);
  for (int i = 0; i < 6000; ++i) {
    const auto s = random_pair<D>(random, i % kinds);
    for (const auto& g : gaps_of<D>(s.a, s.pa, s.b, s.pb)) {
      ASSERT_NEAR(g.normal.norm(), 1, 4 * eps);
      // Half a gap along the normal stands a's surface, half a gap back b's.
      const Vec<D> on_a = g.point + 0.5 * g.gap * g.normal;
      const Vec<D> on_b = g.point - 0.5 * g.gap * g.normal;
      if (const auto* ball = std::get_if<Ball<D>>(&s.a)) {
        ASSERT_LE((on_a + ball->radius * g.normal - s.pa.x).norm(), 32 * eps);
      } else {
        const Vec<D> local = unrotate<D>(s.pa.r, on_a - s.pa.x).cwiseAbs();
        const auto& extent = std::get<Wall<D>>(s.a).half_extent;
        ASSERT_LE((local.template head<D - 1>() - extent).norm(), 32 * eps);
      }
      if (const auto* ball = std::get_if<Ball<D>>(&s.b)) {
        ASSERT_NEAR((on_b - s.pb.x).norm(), ball->radius, 32 * eps);
      } else if (const auto* wall = std::get_if<Wall<D>>(&s.b)) {
        const Vec<D> local = unrotate<D>(s.pb.r, on_b - s.pb.x);
        ASSERT_NEAR(local[D - 1], 0, 32 * eps);
        for (int k = 0; k < D - 1; ++k) {
          ASSERT_LE(std::abs(local[k]), wall->half_extent[k] + 32 * eps);
        }
      } else {
        ASSERT_NEAR(outside<D>(s.b, s.pb, on_b), 0, 1e-7);
      }
    }
  }
}

TYPED_TEST(Gap, Rate_IsTheNormalRelativeVelocity) {
  // Both bodies move and turn, at relative speeds below V = 3, about centres d > 0.2 from what the
  // normal turns around. Central differences are off by t^2 / 6 times a third derivative of at most
  // 3 V^3 / d^2, 3e-8, and by 20 eps / t.
  constexpr int D = TypeParam::value;
  Random random(5);
  int compared = 0;
  for (int i = 0; i < 6000; ++i) {
    const auto s = random_pair<D>(random, i % kinds);
    const Vec<D> va = samples::vector<D>(random, 0.3);
    const Vec<D> vb = samples::vector<D>(random, 0.3);
    const Spin<D> wa = samples::vector<spin_dim<D>>(random, 0.3);
    const Spin<D> wb = samples::vector<spin_dim<D>>(random, 0.3);
    const double t = 1e-5;
    const auto at = [&](double time) {
      return gaps_of<D>(s.a, samples::moved<D>(s.pa, va, wa, time), s.b,
                        samples::moved<D>(s.pb, vb, wb, time));
    };
    const auto now = at(0);
    const auto before = at(-t);
    const auto after = at(t);
    for (std::size_t k = 0; k < now.size(); ++k) {
      if (before[k].feature != after[k].feature) continue;  // passes from face to edge
      const Vec<D> u = va + cross(wa, Vec<D>(now[k].point - s.pa.x)) - vb -
                       cross(wb, Vec<D>(now[k].point - s.pb.x));
      const double rate = (after[k].gap - before[k].gap) / (2 * t);
      const auto* ball = std::get_if<Ball<D>>(&s.a);
      const Vec<D> on_a = now[k].point + 0.5 * now[k].gap * now[k].normal;
      const Vec<D> centre = ball != nullptr ? s.pa.x : on_a;
      double turns_around = 1;
      if (const auto* drum = std::get_if<Drum<D>>(&s.b)) {
        turns_around = drum->radius - outside<D>(s.b, s.pb, centre);
      } else if (!std::holds_alternative<HalfSpace<D>>(s.b)) {
        turns_around = now[k].gap + ball->radius;
        if (const auto* other = std::get_if<Ball<D>>(&s.b)) turns_around += other->radius;
      }
      if (turns_around < 0.2) continue;
      ASSERT_NEAR(rate, now[k].normal.dot(u), 1e-7) << "kind " << i % kinds;
      ++compared;
    }
  }
  EXPECT_GT(compared, 5000);
}

TYPED_TEST(Gap, SwappedShapes_GiveTheOppositeNormal) {
  constexpr int D = TypeParam::value;
  Random random(6);
  for (int i = 0; i < 600; ++i) {
    const auto s = random_pair<D>(random, i % kinds);
    const auto one = gaps_of<D>(s.a, s.pa, s.b, s.pb);
    const auto two = gaps_of<D>(s.b, s.pb, s.a, s.pa);
    ASSERT_EQ(one.size(), two.size());
    for (std::size_t k = 0; k < one.size(); ++k) {
      EXPECT_LE((one[k].normal + two[k].normal).norm(), 4 * eps);
      EXPECT_LE((one[k].point - two[k].point).norm(), 16 * eps);
      EXPECT_NEAR(one[k].gap, two[k].gap, 4 * eps);
      EXPECT_EQ(one[k].feature, two[k].feature);
    }
  }
}

TYPED_TEST(Gap, BeyondTheAlert_NothingIsReported) {
  constexpr int D = TypeParam::value;
  Random random(7);
  for (int i = 0; i < 600; ++i) {
    const auto s = random_pair<D>(random, i % kinds);
    const auto all = gaps_of<D>(s.a, s.pa, s.b, s.pb);
    for (const double alert : {-0.2, 0.0, 0.3}) {
      std::size_t expected = 0;
      for (const auto& g : all) expected += g.gap <= alert ? 1 : 0;
      EXPECT_EQ(gaps_of<D>(s.a, s.pa, s.b, s.pb, alert).size(), expected);
    }
  }
}

}  // namespace
}  // namespace talus

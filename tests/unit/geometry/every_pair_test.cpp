// Random pairs of every two kinds of shape that can touch. Apart, a gap is right when a plane parts
// the bodies by it (no distance is less) and two points of them are that far apart (none is more);
// overlapped, when no plane does better. Meshes are convex here: mesh_gap_test.cpp and
// rough_meshes_test.cpp have the others.
#include "unit/geometry/gap_proofs.hpp"
#include "unit/geometry/placed_bodies.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

using test::Body;
using test::can_meet;
using test::is_unbounded;
using test::kind_count;

/// Sizes are 1: a few dozen roundings of numbers of size 3, and of a rim the maximum that is found
/// by sections.
constexpr double exact = 1e-12;

template <int D>
void check_in_unbounded(const Body<D>& a, const Body<D>& b, const GapPoint<D>& found) {
  const Vec<D> axis = rotate<D>(b.pose.r, last_axis<D>());
  if (b.shape.index() == test::half_space) {
    ASSERT_NEAR(found.gap, -a.most_along(-axis) - axis.dot(b.pose.x), exact);
    ASSERT_LE((found.normal - axis).norm(), exact);
    return;
  }
  double farthest = 0;
  for (const auto& p : a.outline()) {
    const Vec<D> d = p - b.pose.x;
    farthest = std::max(farthest, (D == 3 ? Vec<D>(d - axis.dot(d) * axis) : d).norm());
  }
  // Between two of the rim's points it bulges by less than size / 2 (pi / 4000)^2.
  const double off = a.shape.index() == test::cylinder ? 1e-6 : exact;
  const double radius = std::get<Drum<D>>(b.shape).radius;
  ASSERT_NEAR(found.gap, radius - farthest - a.radius, off);
  // And not less than at the point itself, which the normal leads away from to the axis.
  const Vec<D> on_a = found.point + 0.5 * found.gap * found.normal;
  const Vec<D> d = on_a - b.pose.x;
  const Vec<D> outward = D == 3 ? Vec<D>(d - axis.dot(d) * axis) : d;
  ASSERT_NEAR(found.gap, radius - outward.norm(), exact);
  ASSERT_LE((found.normal + outward.normalized()).norm(), exact);
  ASSERT_LE(a.distance(on_a), exact);
}

/// Deeper in a mesh than any step makes bodies, nothing is asked: such pairs are drawn apart to a
/// gap between that depth and half the size. Along the normal of the least overlap no other plane
/// gains more.
template <int D>
void draw_from_mesh(Random& random, Body<D>& a, const Body<D>& b) {
  if (a.shape.index() != test::mesh && b.shape.index() != test::mesh) return;
  const GapPoint<D> g = test::least_gap<D>(a.solid, a.pose, b.solid, b.pose);
  const double core = g.gap + a.radius + b.radius;
  if (core < -0.02) a.pose.x += (random.uniform(-0.02, 0.5) - core) * g.normal;
}

/// No line along two corners of either body parts them better: the edges of what they sweep over
/// each other are edges of theirs.
template <class Parts>
void check_lines(const Body<2>& a, const Body<2>& b, const Parts& parts, double most) {
  for (const auto* body : {&a, &b}) {
    for (const auto& p : body->corners) {
      for (const auto& q : body->corners) {
        if (&p == &q) continue;
        const Vec<2> along = rotate<2>(body->pose.r, (q - p).normalized());
        ASSERT_LE(parts(Vec<2>(along[1], -along[0])), most);
      }
    }
  }
}

template <int D>
void check(const Body<D>& a, const Body<D>& b) {
  std::vector<GapPoint<D>> points;
  find_gaps<D>(a.shape, a.pose, b.shape, b.pose, 100, points);
  ASSERT_FALSE(points.empty());
  const GapPoint<D> g = test::least(points);
  ASSERT_NEAR(g.normal.norm(), 1, exact);
  if (is_unbounded(b.shape.index())) {
    check_in_unbounded(a, b, g);
    return;
  }
  const auto parts = [&](const Vec<D>& n) { return -a.most_along(-n) - b.most_along(n); };
  const double core = g.gap + a.radius + b.radius;
  const double lost = core > 0 ? 16 * samples::eps / core : 0;
  ASSERT_NEAR(parts(g.normal), g.gap, exact + lost);
  if (core > 1e-6) {
    // The point is right to the root of what the gap is, where a rim bends under it.
    ASSERT_LE(a.distance(g.point + 0.5 * g.gap * g.normal), 2e-8);
    ASSERT_LE(b.distance(g.point - 0.5 * g.gap * g.normal), 2e-8);
    return;
  }
  // Planes within a tie count as equally good.
  if constexpr (D == 3) {
    const test::PlacedConvex placed_a(a, a.pose);
    const test::PlacedConvex placed_b(b, b.pose);
    ASSERT_FALSE(test::better_plane(placed_a, placed_b, core + 1e-9));
  } else {
    check_lines(a, b, parts, g.gap + 1e-9);
  }
}

/// Forms are made anew for every eighth pair: that of a mesh costs more than its gaps.
template <int D>
void check_kind(Random& random, std::size_t one, std::size_t other, int count) {
  Body<D> a;
  Body<D> b;
  for (int i = 0; i < count; ++i) {
    if (i % 8 == 0) {
      a = test::random_body<D>(random, one);
      b = test::random_body<D>(random, other);
    } else {
      test::place(random, a);
      test::place(random, b);
    }
    draw_from_mesh(random, a, b);
    check(a, b);
    if (::testing::Test::HasFatalFailure()) FAIL() << one << " and " << other << ", pair " << i;
  }
}

/// Calls f for every two kinds that can touch, and says how many they are.
template <int D, class F>
std::size_t for_each_two_kinds(F&& f) {
  std::size_t kinds = 0;
  for (std::size_t one = 0; one < kind_count<D>; ++one) {
    for (std::size_t other = 0; other < kind_count<D>; ++other) {
      if (!can_meet<D>(one, other)) continue;
      ++kinds;
      f(one, other);
      if (::testing::Test::HasFatalFailure()) return kinds;
    }
  }
  return kinds;
}

template <class T>
class EveryPair : public ::testing::Test {};
TYPED_TEST_SUITE(EveryPair, samples::Dimensions);

/// In plane and space 105 000 pairs.
TYPED_TEST(EveryPair, RandomOnes_AreExact) {
  constexpr int D = TypeParam::value;
  Random random(51 + D);
  const auto kinds = for_each_two_kinds<D>(
      [&](std::size_t one, std::size_t other) { check_kind<D>(random, one, other, 1500); });
  EXPECT_EQ(kinds, D == 2 ? 23U : 47U);
}

/// How many pairs of two kinds a part of the long run has: what a pair costs decides. Convex kinds
/// in space have ten million of their own (oracle_test.cpp).
template <int D>
int share(std::size_t one, std::size_t other) {
  if (D == 2) return 30000;
  if (is_unbounded(other)) return 10000;
  return one == test::mesh || other == test::mesh ? 15000 : 0;
}

/// Ten parts, each of 975 000 pairs. With those of rough_meshes_test.cpp they are ten million.
class FullEveryPair : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(FullEveryPair, RandomOnes_AreExact) {
  Random random(1000 + GetParam());
  int pairs = 0;
  for_each_two_kinds<2>([&](std::size_t one, std::size_t other) {
    check_kind<2>(random, one, other, share<2>(one, other));
    pairs += share<2>(one, other);
  });
  for_each_two_kinds<3>([&](std::size_t one, std::size_t other) {
    check_kind<3>(random, one, other, share<3>(one, other));
    pairs += share<3>(one, other);
  });
  EXPECT_EQ(pairs, 975000);
}

INSTANTIATE_TEST_SUITE_P(Parts, FullEveryPair, ::testing::Range<std::uint64_t>(0, 10));

}  // namespace
}  // namespace talus

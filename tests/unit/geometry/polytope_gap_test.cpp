// Gaps of convex bodies against the point of least norm of their Minkowski difference (Wolfe's
// method) and against sampled directions (rows E02, E03).
#include "talus/geometry/gap.hpp"

#include "support/least_norm_point.hpp"
#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace talus {
namespace {

/// Sizes are 1: a few dozen roundings of numbers of size 3.
constexpr double exact = 1e-13;

template <class T>
class PolytopeGap : public ::testing::Test {};
TYPED_TEST_SUITE(PolytopeGap, samples::Dimensions);

template <int D>
Vec<D> random_direction(Random& random) {
  Vec<D> v;
  for (int i = 0; i < D; ++i) v[i] = random.normal();
  return v.normalized();
}

template <int D>
Rotation<D> random_rotation(Random& random) {
  if constexpr (D == 2) {
    return {random.uniform(-3.2, 3.2)};
  } else {
    Eigen::Quaterniond q(random.normal(), random.normal(), random.normal(), random.normal());
    return {q.normalized()};
  }
}

template <int D>
Hull<D> random_hull(Random& random) {
  std::vector<Vec<D>> points;
  for (int i = 0; i < 12; ++i)
    points.push_back(random.uniform(0.7, 1) * random_direction<D>(random));
  return Hull<D>(convex_hull(points));
}

/// A random convex shape, the corners of its core and its radius.
template <int D>
struct Sample {
  Shape<D> shape = Ball<D>{1};
  std::vector<Vec<D>> corners;
  double radius = 0;
};

template <int D>
Sample<D> random_sample(Random& random, int kind) {
  Sample<D> s;
  if (kind == 0) {
    s.radius = random.uniform(0.1, 0.6);
    s.shape = Ball<D>{s.radius};
    s.corners = {Vec<D>::Zero()};
  } else if (kind == 1) {
    s.radius = random.uniform(0.1, 0.4);
    const double half = random.uniform(0.2, 1);
    s.shape = Capsule<D>{half, s.radius};
    s.corners = {-half * last_axis<D>(), half * last_axis<D>()};
  } else if (kind == 2) {
    Wall<D> wall;
    for (int i = 0; i < D - 1; ++i) wall.half_extent[i] = random.uniform(0.3, 1);
    s.shape = wall;
    s.corners = flat_polytope(wall.half_extent).vertex;
  } else {
    Vec<D> half;
    for (int i = 0; i < D; ++i) half[i] = random.uniform(0.3, 1);
    const Hull<D> hull = kind == 3 ? Hull<D>(box_polytope(half)) : random_hull<D>(random);
    s.shape = hull;
    s.corners = hull.polytope->vertex;
  }
  return s;
}

template <int D>
std::vector<Vec<D>> placed(const std::vector<Vec<D>>& corners, const Pose<D>& pose) {
  std::vector<Vec<D>> out;
  for (const auto& c : corners) out.push_back(to_world(pose, c));
  return out;
}

/// Distance of the cores along a direction from b to a.
template <int D>
double along(const std::vector<Vec<D>>& a, const std::vector<Vec<D>>& b, const Vec<D>& n) {
  double low_a = 1e9;
  double high_b = -1e9;
  for (const auto& v : a) low_a = std::min(low_a, n.dot(v));
  for (const auto& v : b) high_b = std::max(high_b, n.dot(v));
  return low_a - high_b;
}

template <int D>
GapPoint<D> least(const std::vector<GapPoint<D>>& points) {
  return *std::min_element(points.begin(), points.end(),
                           [](const auto& p, const auto& q) { return p.gap < q.gap; });
}

template <int D>
void check_pair(Random& random, int kind_a, int kind_b) {
  const auto a = random_sample<D>(random, kind_a);
  const auto b = random_sample<D>(random, kind_b);
  Pose<D> pa{1.5 * random.uniform() * random_direction<D>(random), random_rotation<D>(random)};
  const Pose<D> pb{Vec<D>::Zero(), random_rotation<D>(random)};
  std::vector<GapPoint<D>> points;
  find_gaps<D>(a.shape, pa, b.shape, pb, 100, points);
  ASSERT_FALSE(points.empty());
  const GapPoint<D> nearest = least(points);
  const auto corners_a = placed(a.corners, pa);
  const auto corners_b = placed(b.corners, pb);
  const double core = nearest.gap + a.radius + b.radius;
  // The normal carries the gap whatever the case. Between points of size 3 a short way apart its
  // direction has lost digits.
  const double lost = core > 0 ? 16 * samples::eps / core : 0;
  ASSERT_NEAR(along(corners_a, corners_b, nearest.normal), core, exact + lost);
  const double distance = test::least_norm(test::differences(corners_a, corners_b));
  if (distance > 1e-6) {
    // Wolfe's point is a point of the difference, at most 1e-15 of its norm above the least but for
    // dropped weights, of which each moves it by 1e-13 of the size 3.
    ASSERT_NEAR(core, distance, 1e-12 + lost);
    return;
  }
  for (int i = 0; i < 100; ++i) {  // no direction shows less overlap
    ASSERT_LE(along(corners_a, corners_b, random_direction<D>(random)), core + exact);
  }
}

TYPED_TEST(PolytopeGap, RandomPairs_AreExact) {
  constexpr int D = TypeParam::value;
  Random random(31 + D);
  for (int i = 0; i < (D == 2 ? 20000 : 10000); ++i) {
    const int kind_a = static_cast<int>(random.below(5));
    const int kind_b = static_cast<int>(random.below(5));
    if (kind_a < 3 && kind_b < 3 && kind_a != 1 && kind_b != 1) continue;  // gap_test.cpp has these
    check_pair<D>(random, kind_a, kind_b);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(PolytopeGap, SwappedShapes_GiveTheSameGapsTheOtherWay) {
  constexpr int D = TypeParam::value;
  Random random(77);
  for (int i = 0; i < 500; ++i) {
    const Shape<D> a = random_hull<D>(random);
    const Shape<D> b = Capsule<D>{0.5, 0.2};
    const Pose<D> pa{random.uniform(0.5, 1.6) * random_direction<D>(random),
                     random_rotation<D>(random)};
    std::vector<GapPoint<D>> there, back;
    find_gaps<D>(a, pa, b, {}, 10, there);
    find_gaps<D>(b, {}, a, pa, 10, back);
    EXPECT_NEAR(least(there).gap, least(back).gap, exact);
    EXPECT_NEAR((least(there).normal + least(back).normal).norm(), 0, 1e-9);
  }
}

template <int D>
std::vector<GapPoint<D>> boxes(const Vec<D>& shift, double turn, double alert = 1e-9) {
  const Shape<D> box = Hull<D>(box_polytope(Vec<D>(Vec<D>::Constant(0.5))));
  Pose<D> pose{shift, {}};
  if constexpr (D == 2) {
    pose.r.angle = turn;
  } else {
    pose.r.q = Eigen::AngleAxisd(turn, Vec<3>::UnitZ());
  }
  std::vector<GapPoint<D>> out;
  find_gaps<D>(box, pose, box, {}, alert, out);
  return out;
}

template <int D>
std::set<std::uint32_t> ids(const std::vector<GapPoint<D>>& points) {
  std::set<std::uint32_t> out;
  for (const auto& p : points) out.insert(p.feature);
  return out;
}

TYPED_TEST(PolytopeGap, BoxOnBox_TouchesByTheCornersOfTheCommonFace) {
  constexpr int D = TypeParam::value;
  for (const double slide : {0.0, 0.1, 0.25, 0.7}) {
    Vec<D> shift = last_axis<D>();
    shift[0] = slide;
    const auto points = boxes<D>(shift, 0);
    EXPECT_EQ(points.size(), D == 2 ? 2U : 4U);
    EXPECT_EQ(ids<D>(points).size(), points.size());
    for (const auto& p : points) {
      EXPECT_NEAR(p.gap, 0, exact);
      EXPECT_NEAR((p.normal - last_axis<D>()).norm(), 0, exact);
      EXPECT_NEAR(p.point[D - 1], 0.5, exact);
      // Ends of the common part, which reaches from slide - 1/2 to 1/2.
      EXPECT_NEAR(std::min(std::abs(p.point[0] - 0.5), std::abs(p.point[0] - slide + 0.5)), 0,
                  exact);
    }
  }
}

TYPED_TEST(PolytopeGap, Sliding_KeepsIdsWhileTheSameFeaturesTouch) {
  constexpr int D = TypeParam::value;
  const auto at = [](double x) {
    Vec<D> shift = last_axis<D>();
    shift[0] = x;
    return ids<D>(boxes<D>(shift, 0));
  };
  for (double x = 0.02; x < 0.98; x += 0.01) EXPECT_EQ(at(x), at(0.5)) << x;
}

TEST(PolytopeGap3, TurnedBoxOnBox_HasAllEightCorners) {
  const auto points = boxes<3>(Vec<3>(0, 0, 1), 0.3);
  EXPECT_EQ(points.size(), 8U);
  EXPECT_EQ(ids<3>(points).size(), 8U);
}

TEST(PolytopeGap3, CrossedEdges_TouchOnce) {
  const Shape<3> box = Hull<3>(box_polytope(Vec<3>(0.5, 0.5, 0.5)));
  // Both stand on an edge, the edges at right angles to each other.
  Pose<3> below{Vec<3>::Zero(), {}};
  below.r.q = Eigen::AngleAxisd(M_PI / 4, Vec<3>::UnitX());
  for (const double depth : {-0.01, 0.0, 0.01}) {
    Pose<3> above{Vec<3>(0.1, 0.05, std::sqrt(2.0) + depth), {}};
    above.r.q = Eigen::AngleAxisd(M_PI / 4, Vec<3>::UnitY());
    std::vector<GapPoint<3>> points;
    find_gaps<3>(box, above, box, below, 0.02, points);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_NEAR(points[0].gap, depth, exact);
    EXPECT_NEAR((points[0].normal - Vec<3>::UnitZ()).norm(), 0, 1e-9);
    EXPECT_NEAR((points[0].point - Vec<3>(0.1, 0, (std::sqrt(2.0) + depth) / 2)).norm(), 0, exact);
  }
}

TEST(PolytopeGap3, EdgeOnFace_TouchesByItsEnds) {
  const Shape<3> box = Hull<3>(box_polytope(Vec<3>(0.5, 0.5, 0.5)));
  Pose<3> above{Vec<3>(0, 0, 0.5 + std::sqrt(0.5)), {}};
  above.r.q = Eigen::AngleAxisd(M_PI / 4, Vec<3>::UnitX());
  std::vector<GapPoint<3>> points;
  find_gaps<3>(box, above, box, {}, 1e-9, points);
  ASSERT_EQ(points.size(), 2U);
  for (const auto& p : points) EXPECT_NEAR(std::abs(p.point[0]), 0.5, exact);
}

// Two corners meet exactly: of the two planes that part the boxes equally well the one that is not
// being crossed is taken, so that neither a sliding nor a falling box is caught (row A19).
TYPED_TEST(PolytopeGap, CornerOnCorner_TakesThePlaneThatIsNotCrossed) {
  constexpr int D = TypeParam::value;
  const Shape<D> box = Hull<D>(box_polytope(Vec<D>(Vec<D>::Constant(0.5))));
  Vec<D> shift = last_axis<D>();
  shift[0] = 1;
  for (const int axis : {0, D - 1}) {
    const Vec<D> other = Vec<D>::Unit(axis == 0 ? D - 1 : 0);
    std::vector<GapPoint<D>> points;
    find_gaps<D>(box, {shift, {}}, box, {}, 1e-9, points, -Vec<D>::Unit(axis));
    ASSERT_FALSE(points.empty());
    for (const auto& p : points) EXPECT_NEAR((p.normal - other).norm(), 0, exact);
  }
}

TYPED_TEST(PolytopeGap, FlatShapesInDrumAndOnPlane_TouchByCorners) {
  constexpr int D = TypeParam::value;
  const Shape<D> box = Hull<D>(box_polytope(Vec<D>(Vec<D>::Constant(0.5))));
  std::vector<GapPoint<D>> points;
  find_gaps<D>(box, {0.5 * last_axis<D>(), {}}, HalfSpace<D>{}, {}, 1e-9, points);
  EXPECT_EQ(points.size(), D == 2 ? 2U : 4U);
  points.clear();
  const double radius = std::sqrt(2.0);
  Pose<D> low;
  low.x[1] = -std::sqrt(radius * radius - 0.25) + 0.5;  // two lower corners on the drum
  find_gaps<D>(box, low, Drum<D>{radius}, {}, 1e-9, points);
  ASSERT_EQ(points.size(), D == 2 ? 2U : 4U);
  for (const auto& p : points) EXPECT_NEAR(p.gap, 0, exact);
}

}  // namespace
}  // namespace talus

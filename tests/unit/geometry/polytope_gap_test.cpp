// Gaps of convex bodies against the point of least norm of their Minkowski difference (Wolfe's
// method) and against sampled directions (rows E02, E03).
#include "support/convex_samples.hpp"
#include "support/gap_points.hpp"
#include "support/least_norm_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace talus {
namespace {

using samples::ConvexKind;
using test::ids;
using test::least;

/// Sizes are 1: a few dozen roundings of numbers of size 3.
constexpr double exact = 1e-13;

template <class T>
class PolytopeGap : public ::testing::Test {};
TYPED_TEST_SUITE(PolytopeGap, samples::Dimensions);

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
void check_pair(Random& random, ConvexKind kind_a, ConvexKind kind_b) {
  const auto a = samples::convex<D>(random, kind_a);
  const auto b = samples::convex<D>(random, kind_b);
  Pose<D> pa{1.5 * random.uniform() * samples::unit<D>(random), samples::rotation<D>(random)};
  const Pose<D> pb{Vec<D>::Zero(), samples::rotation<D>(random)};
  std::vector<GapPoint<D>> points;
  find_gaps<D>(a.shape, pa, b.shape, pb, 100, points);
  ASSERT_FALSE(points.empty());
  const GapPoint<D> nearest = least(points);
  const auto corners_a = samples::placed(a.corners, pa);
  const auto corners_b = samples::placed(b.corners, pb);
  const double core = nearest.gap + a.radius + b.radius;
  // The normal carries the gap whatever the case. Between points of size 3 a short way apart its
  // direction has lost digits.
  const double lost = core > 0 ? 16 * samples::eps / core : 0;
  ASSERT_NEAR(along(corners_a, corners_b, nearest.normal), core, exact + lost);
  const Vec<D> way = test::least_norm_point(test::differences(corners_a, corners_b));
  const double distance = way.norm();
  if (distance > 1e-6) {
    // Wolfe's point is a point of the difference, at most 1e-15 of its norm above the least but for
    // dropped weights, of which each moves it by 1e-13 of the size 3.
    ASSERT_NEAR(core, distance, 1e-12 + lost);
    ASSERT_LE((nearest.normal - way / distance).norm(), 1e-12 / distance + 1e-7);
    return;
  }
  for (int i = 0; i < 100; ++i) {  // no direction shows less overlap
    ASSERT_LE(along(corners_a, corners_b, samples::unit<D>(random)), core + exact);
  }
}

TYPED_TEST(PolytopeGap, RandomPairs_AreExact) {
  constexpr int D = TypeParam::value;
  Random random(31 + D);
  for (int i = 0; i < (D == 2 ? 20000 : 10000); ++i) {
    const auto kind_a = static_cast<ConvexKind>(random.below(5));
    const auto kind_b = static_cast<ConvexKind>(random.below(5));
    const auto simple = [](ConvexKind k) { return k == ConvexKind::ball || k == ConvexKind::wall; };
    if (simple(kind_a) && simple(kind_b)) continue;  // gap_test.cpp has these
    check_pair<D>(random, kind_a, kind_b);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(PolytopeGap, SwappedShapes_GiveTheSameGapsTheOtherWay) {
  constexpr int D = TypeParam::value;
  Random random(77);
  for (int i = 0; i < 500; ++i) {
    const Shape<D> a = samples::hull<D>(random);
    const Shape<D> b = Capsule<D>{0.5, 0.2};
    const Pose<D> pa{random.uniform(0.5, 1.6) * samples::unit<D>(random),
                     samples::rotation<D>(random)};
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

// Blocks that have settled on each other are turned and shifted by next to nothing, this way and
// that: they keep all corners of the common face, under the same ids. A corner is higher than where
// it would be without the tilt by the tilt times half the diagonal at the most.
TYPED_TEST(PolytopeGap, NearlyFlushBoxes_KeepTheCornersOfTheCommonFace) {
  constexpr int D = TypeParam::value;
  constexpr double tilt = 1e-7;
  constexpr double slide = 1e-8;
  const Shape<D> box = Hull<D>(box_polytope(Vec<D>(Vec<D>::Constant(0.5))));
  Random random(19);
  std::set<std::set<std::uint32_t>> names;
  for (int i = 0; i < 200; ++i) {
    Spin<D> turn = tilt * samples::unit<spin_dim<D>>(random);
    if constexpr (D == 3) {
      if (i % 2 == 0) turn[2] = 0;  // about an edge or a diagonal, without a twist
      if (i % 4 == 0) turn[1] = 0;
    }
    Vec<D> shift = slide * samples::unit<D>(random);
    if (i % 3 == 0) shift.setZero();
    const Pose<D> pose{last_axis<D>() + shift, exponential(turn)};
    std::vector<GapPoint<D>> points;
    find_gaps<D>(box, pose, box, {}, 1e-6, points);
    ASSERT_EQ(points.size(), D == 2 ? 2U : 4U) << i;
    for (const auto& p : points) {
      ASSERT_LE(std::abs(p.gap), slide + tilt * std::sqrt(0.5) + exact) << i;
      ASSERT_NEAR(std::abs(p.point[0]), 0.5, slide + tilt) << i;
    }
    ASSERT_EQ(ids(points).size(), points.size());
    names.insert(ids(points));
  }
  EXPECT_EQ(names.size(), 1U);
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
    find_gaps<D>(box, {shift, {}}, box, {}, 1e-9, points, {-Vec<D>::Unit(axis)});
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

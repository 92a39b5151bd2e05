// Gaps of cylinders. A gap is right when a plane parts the bodies by it (no distance is less) and
// two points of them are that far apart (none is more); when they overlap, when no plane does
// better.
#include "support/convex_samples.hpp"
#include "support/gap_points.hpp"
#include "support/least_norm_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace talus {
namespace {

using samples::ConvexKind;
using test::gaps;
using test::ids;
using test::least;

/// Sizes are 1: a few dozen roundings of numbers of size 3.
constexpr double exact = 1e-13;

/// A convex shape by its support function and the distance of a point from it.
struct Convex : samples::Convex<3> {  // a cylinder has no corners
  double most_along(const Pose<3>& pose, const Vec<3>& n) const {
    const Vec<3> d = unrotate<3>(pose.r, n);
    double most = -1e9;
    if (const auto* c = std::get_if<Cylinder>(&shape)) {
      most = c->half_length * std::abs(d[2]) + c->radius * std::hypot(d[0], d[1]);
    }
    for (const auto& v : corners) most = std::max(most, d.dot(v) + radius);
    return most + n.dot(pose.x);
  }

  double distance(const Pose<3>& pose, const Vec<3>& point) const {
    const Vec<3> p = unrotate<3>(pose.r, point - pose.x);
    if (const auto* c = std::get_if<Cylinder>(&shape)) {
      const double across = std::max(0.0, std::hypot(p[0], p[1]) - c->radius);
      return std::hypot(across, std::max(0.0, std::abs(p[2]) - c->half_length));
    }
    return std::max(0.0, test::least_norm(test::differences({p}, corners)) - radius);
  }
};

Convex random_cylinder(Random& random) {
  Convex s;
  s.shape = samples::cylinder(random);
  return s;
}

TEST(CylinderGap, RandomPairs_AreExact) {
  Random random(17);
  int overlapped = 0;
  for (int i = 0; i < 5000; ++i) {
    const Convex a = random_cylinder(random);
    const Convex b = i % 5 == 4
                         ? random_cylinder(random)
                         : Convex{samples::convex<3>(random, static_cast<ConvexKind>(i % 5))};
    const Pose<3> pa{random.uniform(0.3, 2) * samples::unit<3>(random),
                     samples::rotation<3>(random)};
    const Pose<3> pb{Vec<3>::Zero(), samples::rotation<3>(random)};
    const auto points = gaps(a.shape, pa, b.shape, pb, 10);
    ASSERT_FALSE(points.empty()) << i;
    const GapPoint<3> g = least(points);
    const auto parts = [&](const Vec<3>& n) { return -a.most_along(pa, -n) - b.most_along(pb, n); };
    ASSERT_NEAR(g.normal.norm(), 1, exact);
    // The normal of a maximum found by sections is right to the root of the rounding, the value to
    // its square.
    ASSERT_NEAR(parts(g.normal), g.gap, 1e-12) << i << " kind " << i % 5;
    if (g.gap > 1e-6) {
      ASSERT_NEAR(a.distance(pa, g.point + 0.5 * g.gap * g.normal), 0, 2e-8) << i;
      ASSERT_NEAR(b.distance(pb, g.point - 0.5 * g.gap * g.normal), 0, 2e-8) << i;
      continue;
    }
    if (g.gap < -0.3) continue;
    ++overlapped;
    for (int k = 0; k < 300; ++k) {
      ASSERT_LE(parts(samples::unit<3>(random)), g.gap + 1e-9) << i << " kind " << i % 5;
      const Vec<3> beside = (g.normal + 0.02 * samples::vector<3>(random)).normalized();
      ASSERT_LE(parts(beside), g.gap + 1e-9) << i << " kind " << i % 5;
    }
  }
  EXPECT_GT(overlapped, 300);
}

Pose<3> lying(double x, double y, double z) {
  Pose<3> pose{Vec<3>(x, y, z), {}};
  pose.r.q = Eigen::AngleAxisd(M_PI / 2, Vec<3>::UnitY());
  return pose;
}

TEST(CylinderGap, OnPlaneAndBox_StandsOnItsRimAndLiesOnALine) {
  const Cylinder c{0.5, 0.3};
  const Shape<3> table = Hull<3>(box_polytope(Vec<3>(2, 2, 0.5)));
  for (const auto& [floor, at] :
       {std::pair<Shape<3>, Pose<3>>{HalfSpace<3>{}, {}}, {table, {Vec<3>(0, 0, -0.5), {}}}}) {
    const auto standing = gaps(c, {Vec<3>(0.1, 0.2, 0.5), {}}, floor, at, 1e-9);
    EXPECT_EQ(standing.size(), 8U);
    for (const auto& p : standing) {
      EXPECT_NEAR(p.gap, 0, exact);
      EXPECT_NEAR((p.point - Vec<3>(0.1, 0.2, 0)).norm(), 0.3, exact);
    }
    const auto rest = gaps(c, lying(0.1, 0.2, 0.3), floor, at, 1e-9);
    ASSERT_EQ(rest.size(), 2U);
    EXPECT_NEAR((rest[0].point - rest[1].point).norm(), 1, exact);
    for (const auto& p : rest) EXPECT_NEAR((p.normal - Vec<3>::UnitZ()).norm(), 0, exact);
    // On its rim, tilted: one point, the lowest.
    Pose<3> tilted{Vec<3>(0, 0, 0), {}};
    tilted.r.q = Eigen::AngleAxisd(0.4, Vec<3>::UnitY());
    tilted.x[2] = 0.5 * std::cos(0.4) + 0.3 * std::sin(0.4);
    const auto rim = gaps(c, tilted, floor, at, 1e-9);
    ASSERT_EQ(rim.size(), 1U);
    EXPECT_NEAR(rim[0].gap, 0, exact);
  }
}

TEST(CylinderGap, Rolling_KeepsItsIds) {
  const Cylinder c{0.5, 0.3};
  std::set<std::uint32_t> always;
  for (int i = 0; i < 500; ++i) {
    Pose<3> pose = lying(0, 0.003 * i, 0.3);
    pose.r = compose(exponential(Vec<3>(-0.01 * i, 0, 0)), pose.r);
    const auto now = ids(gaps(c, pose, HalfSpace<3>{}, {}, 1e-9));
    if (i == 0) always = now;
    ASSERT_EQ(now, always) << i;
  }
}

TEST(CylinderGap, InADrum_TouchesByRims) {
  const Cylinder c{0.5, 0.3};
  // Axes along each other: a line, by its ends.
  const auto along = gaps(c, {Vec<3>(0.7, 0, 0), {}}, Drum<3>{1}, {}, 1e-9);
  ASSERT_EQ(along.size(), 2U);
  for (const auto& p : along) EXPECT_NEAR(p.gap, 0, exact);
  // Axes across: both ends touch on both sides when the cylinder just fits in the middle.
  const double radius = std::hypot(0.5, 0.3);
  EXPECT_EQ(gaps(c, lying(0, 0, 0), Drum<3>{radius}, {}, 1e-9).size(), 4U);
}

TEST(CylinderGap, CylinderOnCylinder_StacksAndLiesSideBySide) {
  const Cylinder c{0.5, 0.3};
  const auto stacked = gaps(c, {Vec<3>(0.05, 0, 1), {}}, c, {}, 1e-9);
  EXPECT_GE(stacked.size(), 3U);
  for (const auto& p : stacked) {
    EXPECT_NEAR(p.gap, 0, exact);
    EXPECT_NEAR((p.normal - Vec<3>::UnitZ()).norm(), 0, exact);
  }
  const auto beside = gaps(c, {Vec<3>(0.6, 0, 0.2), {}}, c, {}, 1e-9);
  ASSERT_EQ(beside.size(), 2U);
  EXPECT_NEAR((beside[0].point - beside[1].point).norm(), 0.8, exact);
  const auto crossed = gaps(c, lying(0.1, 0.6, 0.1), c, {}, 1e-9);
  ASSERT_EQ(crossed.size(), 1U);
  EXPECT_NEAR((crossed[0].point - Vec<3>(0, 0.3, 0.1)).norm(), 0, 1e-9);
}

// Axes turned by less than a thousandth of a degree, that cross far beyond the ends.
TEST(CylinderGap, NearlyParallelSides_TouchWhereBothAre) {
  const Convex c{{Cylinder{0.5, 0.2}, {}, 0}};
  for (const double turn : {2e-6, 1e-5, 1e-4}) {
    for (const double crossing : {0.3, 0.6, 1.5, 4.0}) {
      const Pose<3> a{Vec<3>(0.45, 0, 0), {}};
      const Pose<3> b{Vec<3>(0, turn * crossing, 0), exponential(Vec<3>(turn, 0, 0))};
      for (const auto& g : gaps(c.shape, a, c.shape, b, 1)) {
        // The axes are .45 apart, and off sideways by the turn times the way from where they cross.
        const double aside = turn * (crossing + 0.5);
        EXPECT_NEAR(g.gap, 0.05, exact + aside * aside / (2 * 0.45));
        EXPECT_LE(c.distance(a, g.point + 0.5 * g.gap * g.normal), 1e-9);
        EXPECT_LE(c.distance(b, g.point - 0.5 * g.gap * g.normal), 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace talus

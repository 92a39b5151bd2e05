// What bodies touch by that rest on something with an overlap and a tilt, as they do after landing:
// all corners of what their flats have in common, under the same names however they are tilted.
#include "talus/math/random.hpp"

#include "support/gap_points.hpp"
#include "support/meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace talus {
namespace {

using test::gaps;
using test::ids;

constexpr double alert = 0.02;
/// Sizes are about 1. Where a corner is the crossing of two edges it is as exact as a division.
constexpr double exact = 1e-12;

/// A body of half height `bottom` that reaches beyond a narrow block on both sides.
struct Resting {
  std::string name;
  Shape<3> shape;
  double bottom;
  std::size_t corners;
};

Rotation<3> lying() {
  Rotation<3> r;
  r.q = Eigen::AngleAxisd(M_PI / 2, Vec<3>::UnitY());
  return r;
}

std::vector<Resting> bodies() {
  const auto box = box_polytope(Vec<3>(0.5, 0.4, 0.2));
  const auto pyramid = convex_hull(std::vector<Vec<3>>{
      {-.5, -.4, -.2}, {.5, -.4, -.2}, {.5, .4, -.2}, {-.5, .4, -.2}, {0, 0, .5}});
  return {{"box", Hull<3>(box), 0.2, 4},
          {"hull", Hull<3>(pyramid), 0.2, 4},
          {"mesh", TriangleMesh(test::triangulated(box)), 0.2, 4},
          {"plate", Wall<3>{Vec<2>(0.5, 0.4)}, 0, 4},
          {"cylinder", Cylinder{0.5, 0.2}, 0.2, 2},
          {"capsule", Capsule<3>{0.5, 0.1}, 0.1, 2}};
}

std::vector<Resting> grounds() {
  const auto block = box_polytope(Vec<3>(0.25, 1.5, 0.5));
  return {{"block", Hull<3>(block), 0.5, 0},
          {"mesh", TriangleMesh(test::triangulated(block)), 0.5, 0}};
}

/// Cylinders and capsules have their axis along z.
bool is_long(const Resting& body) { return body.corners == 2; }

Pose<3> pose_of(const Resting& body, double depth, double yaw, double roll, double pitch) {
  Rotation<3> turn;
  turn.q = Eigen::AngleAxisd(yaw, Vec<3>::UnitZ()) * Eigen::AngleAxisd(pitch, Vec<3>::UnitY()) *
           Eigen::AngleAxisd(roll, Vec<3>::UnitX());
  return {Vec<3>(0.01, 0.02, 0.5 + body.bottom - depth),
          is_long(body) ? compose(turn, lying()) : turn};
}

/// Whether a point lies on the part of a body's surface that looks down.
void expect_on_bottom(const Resting& body, const Pose<3>& pose, const Vec<3>& point) {
  const Vec<3> p = unrotate<3>(pose.r, point - pose.x);
  if (is_long(body)) {
    // Flats within 1e-4 of parallel meet along the face's normal, which is off by its square.
    EXPECT_NEAR(std::hypot(p[0], p[1]), body.bottom, exact + 0.5e-8 * body.bottom);
    EXPECT_LE(std::abs(p[2]), 0.5);
    return;
  }
  EXPECT_NEAR(p[2], -body.bottom, exact);
  EXPECT_LE(std::abs(p[0]), 0.5 + exact);
  EXPECT_LE(std::abs(p[1]), 0.4 + exact);
}

TEST(RestingManifold, OnANarrowBlock_HasAllCornersOnBothSurfaces) {
  Random random(7);
  for (const auto& ground : grounds()) {
    for (const auto& body : bodies()) {
      for (int i = 0; i < 200; ++i) {
        const double depth = std::pow(10, random.uniform(-5, -2));
        // So small that the higher end is within the alert distance.
        const Pose<3> pose = pose_of(body, depth, random.uniform(-0.3, 0.3),
                                     random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02));
        const auto points = gaps(body.shape, pose, ground.shape, {}, alert);
        SCOPED_TRACE(body.name + " on " + ground.name + ", pair " + std::to_string(i));
        ASSERT_EQ(points.size(), body.corners);
        for (const auto& g : points) {
          expect_on_bottom(body, pose, g.point + 0.5 * g.gap * g.normal);
          const Vec<3> below = g.point - 0.5 * g.gap * g.normal;
          EXPECT_NEAR(below[2], 0.5, exact);
          EXPECT_NEAR(std::abs(below[0]), 0.25, exact);
          EXPECT_NEAR((g.normal - points.front().normal).norm(), 0, exact);
          EXPECT_GT(g.normal[2], 0.99);
        }
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

// The end that is lower changes, the names do not.
TEST(RestingManifold, Rocking_KeepsItsIds) {
  for (const auto& ground : grounds()) {
    for (const auto& body : bodies()) {
      SCOPED_TRACE(body.name + " on " + ground.name);
      std::set<std::uint32_t> always;
      for (int i = -10; i <= 10; ++i) {
        for (int j = -10; j <= 10; ++j) {
          const Pose<3> pose = pose_of(body, 3e-3, 0.1, 1e-3 * i, 1e-3 * j);
          const auto names = ids(gaps(body.shape, pose, ground.shape, {}, alert));
          if (always.empty()) always = names;
          ASSERT_EQ(names, always) << "tilted by " << i << ' ' << j;
        }
      }
      EXPECT_EQ(always.size(), body.corners);
    }
  }
}

// A field of heights with one straight ridge: a flat on it touches at both ends.
TEST(RestingManifold, OnTheRidgeOfAField_HasBothEnds) {
  const TriangleMesh field(
      test::ground(4, 1, [](double x, double) { return 0.5 - 0.5 * std::abs(x); }));
  const auto polyhedron = convex_hull(std::vector<Vec<3>>{
      {-1, -2, 0}, {1, -2, 0}, {1, 2, 0}, {-1, 2, 0}, {0, -2, 0.5}, {0, 2, 0.5}});
  const Resting body = bodies().front();
  for (const Shape<3>& ridge : {Shape<3>(field), Shape<3>(Hull<3>(polyhedron))}) {
    std::set<std::uint32_t> always;
    for (int i = -5; i <= 5; ++i) {
      const Pose<3> pose = pose_of(body, 2e-3, 0.3, 1e-3 * i, 1e-3);
      const auto points = gaps(body.shape, pose, ridge, {}, 2e-3);
      ASSERT_EQ(points.size(), 2U) << i;
      for (const auto& g : points) {
        expect_on_bottom(body, pose, g.point + 0.5 * g.gap * g.normal);
        EXPECT_NEAR((g.point - 0.5 * g.gap * g.normal)[0], 0, exact);
      }
      if (always.empty()) always = ids(points);
      EXPECT_EQ(ids(points), always) << i;
    }
  }
}

// Where a lying cylinder crosses a ridge is seen from above.
TEST(RestingManifold, CylinderAcrossAnEdge_TouchesWhereTheyCross) {
  const Shape<3> ridge = Hull<3>(convex_hull(std::vector<Vec<3>>{
      {-.3, -2, 0}, {.3, -2, 0}, {.3, 2, 0}, {-.3, 2, 0}, {0, -2, 0.5}, {0, 2, 0.5}}));
  for (const double yaw : {0.0, 0.3, -0.8}) {
    for (const double depth : {1e-6, 1e-3, 1e-2}) {
      Rotation<3> turn;
      turn.q = Eigen::AngleAxisd(yaw, Vec<3>::UnitZ());
      const Pose<3> pose{Vec<3>(0.2, 0.1, 0.6 - depth), compose(turn, lying())};
      const auto points = gaps(Cylinder{1, 0.1}, pose, ridge, {}, alert);
      ASSERT_EQ(points.size(), 1U);
      EXPECT_NEAR(points[0].gap, -depth, exact);
      const Vec<3> expected(0, 0.1 - 0.2 * std::tan(yaw), 0.5 - 0.5 * depth);
      EXPECT_LE((points[0].point - expected).norm(), 1e-9) << yaw << ' ' << depth;
    }
  }
}

// All of a plate is behind the ground once it has crossed it.
TEST(RestingManifold, PlateBehindFlatGround_IsStillSeen) {
  const TriangleMesh field(test::ground(2, 2, [](double, double) { return 0.0; }));
  for (const double depth : {1e-4, 4e-3, 2e-2}) {
    const auto points = gaps(Wall<3>{Vec<2>(0.25, 0.25)}, {Vec<3>(-1, -1, -depth), {}}, field, {},
                             1e-3, Vec<3>(0, 0, -4));
    ASSERT_EQ(points.size(), 4U) << depth;
    for (const auto& g : points) EXPECT_NEAR(g.gap, -depth, exact);
  }
}

}  // namespace
}  // namespace talus

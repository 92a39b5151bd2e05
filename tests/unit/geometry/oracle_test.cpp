// Gaps and normals of convex bodies of every kind against other people's: libccd (overlap and its
// depth, GJK and EPA) and Bullet's library in double precision (distance, GJK). Each only where it
// is installed.
#include "talus/geometry/gap.hpp"

#include "support/convex_samples.hpp"
#include "support/gap_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#ifdef TALUS_HAS_CCD
#include <ccd/ccd.h>
#endif
#ifdef TALUS_HAS_BULLET
#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#endif

namespace talus {
namespace {

/// A convex shape in its place.
struct Body : samples::Convex<3> {
  Pose<3> pose;

  bool has_volume() const {
    return std::holds_alternative<Hull<3>>(shape) || std::holds_alternative<Cylinder>(shape);
  }

  bool is_round() const { return std::holds_alternative<Cylinder>(shape); }

  /// Point of the placed core that is farthest along a direction.
  Vec<3> front(const Vec<3>& direction) const {
    const Vec<3> d = unrotate<3>(pose.r, direction);
    if (const auto* c = std::get_if<Cylinder>(&shape)) {
      const double across = std::hypot(d[0], d[1]);
      const double reach = across > 0 ? c->radius / across : 0;
      const double top = std::copysign(c->half_length, d[2]);
      return to_world(pose, Vec<3>(reach * d[0], reach * d[1], top));
    }
    const auto farthest =
        std::max_element(corners.begin(), corners.end(),
                         [&](const Vec<3>& p, const Vec<3>& q) { return d.dot(p) < d.dot(q); });
    return to_world(pose, *farthest);
  }
};

/// Balls, capsules, boxes, hulls, walls and cylinders.
Body random_body(Random& random) {
  constexpr std::uint64_t kinds = 6;
  Body body;
  const auto kind = random.below(kinds);
  if (kind == kinds - 1) {
    body.shape = samples::cylinder(random);
  } else {
    static_cast<samples::Convex<3>&>(body) =
        samples::convex<3>(random, static_cast<samples::ConvexKind>(kind));
  }
  body.pose = {random.uniform(0, 1.5) * samples::unit<3>(random), samples::rotation<3>(random)};
  return body;
}

/// Our gap of the cores, and its normal; the radii are exact in everybody's book.
GapPoint<3> core_gap(const Body& a, const Body& b) {
  auto point = test::least(test::gaps(a.shape, a.pose, b.shape, b.pose, 100));
  point.gap += a.radius + b.radius;
  return point;
}

/// How far planes across a direction from a to b part the cores.
double parted(const Body& a, const Body& b, const Vec<3>& n) {
  return n.dot(b.front(-n)) - n.dot(a.front(n));
}

template <class Compare>
void for_random_pairs(int count, Compare&& compare) {
  Random random(23);
  for (int i = 0; i < count; ++i) {
    const Body a = random_body(random);
    const Body b = random_body(random);
    if (!can_touch<3>(a.shape, b.shape)) continue;  // two walls
    compare(a, b, core_gap(a, b), i);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

#ifdef TALUS_HAS_CCD

void ccd_support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Vec<3> p = static_cast<const Body*>(object)->front(
      Vec<3>(direction->v[0], direction->v[1], direction->v[2]));
  ccdVec3Set(out, p[0], p[1], p[2]);
}

void ccd_centre(const void* object, ccd_vec3_t* out) {
  const Vec<3>& p = static_cast<const Body*>(object)->pose.x;
  ccdVec3Set(out, p[0], p[1], p[2]);
}

/// Its search for the depth gives up early now and then, where the overlap is deep or a rim round;
/// then the bodies are not parted by the depth it says along the direction it says. Such answers
/// are left out.
void compare_with_ccd(int count) {
  int overlapped = 0;
  int sound = 0;
  for_random_pairs(count, [&](const Body& a, const Body& b, const GapPoint<3>& ours, int i) {
    const double gap = ours.gap;
    if (std::abs(gap) < 1e-6) return;                // its tolerance on touching
    if (!a.has_volume() || !b.has_volume()) return;  // its depth wants volumes
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = ccd_support;
    ccd.center1 = ccd.center2 = ccd_centre;
    ccd.max_iterations = 1000;
    ccd.epa_tolerance = 1e-11;
    ccd_real_t depth = 0;
    ccd_vec3_t direction, point;
    const int none = ccdGJKPenetration(&a, &b, &ccd, &depth, &direction, &point);
    ASSERT_EQ(none != 0, gap > 0) << i << " gap " << gap;
    if (gap > 0) return;
    const bool flat = !a.is_round() && !b.is_round();
    // The plane along which a rim is least deep is looked for near the nearest features: deeper
    // than any step makes bodies, there may be a better one elsewhere.
    if (!flat && gap < -0.3) return;
    overlapped += flat ? 1 : 0;
    const Vec<3> n = Vec<3>(direction.v[0], direction.v[1], direction.v[2]).normalized();
    const double apart = parted(a, b, n);
    ASSERT_LE(apart, gap + 1e-12) << i;  // no plane does better than ours
    if (std::abs(apart + depth) > 1e-9) return;
    sound += flat ? 1 : 0;
    ASSERT_NEAR(depth, -gap, 1e-9) << i;
    // Where a rim bends under it, a depth known to 1e-9 tells the normal to the root of that only.
    ASSERT_LE((ours.normal + n).norm(), flat ? 1e-7 : 1e-4) << i;
  });
  EXPECT_GT(overlapped, count / 50);
  EXPECT_GT(sound, 0.9 * overlapped);
}

TEST(Oracle, Libccd_FindsTheSameOverlaps) { compare_with_ccd(25000); }
TEST(FullOracle, Libccd_FindsTheSameOverlaps) { compare_with_ccd(10000000); }

#endif
#ifdef TALUS_HAS_BULLET

/// A core given by its corners, without Bullet's margin.
class BulletCore : public btConvexInternalShape {
 public:
  explicit BulletCore(const Body& body) : body_(body) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    setMargin(0);
  }
  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& d) const override {
    const Vec<3> p = body_.front(Vec<3>(d.x(), d.y(), d.z()));
    return {p[0], p[1], p[2]};
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* in, btVector3* out,
                                                         int count) const override {
    for (int i = 0; i < count; ++i) out[i] = localGetSupportingVertexWithoutMargin(in[i]);
  }
  void getAabb(const btTransform&, btVector3&, btVector3&) const override {}
  void calculateLocalInertia(btScalar, btVector3&) const override {}
  const char* getName() const override { return "core"; }

 private:
  const Body& body_;
};

/// Its search ends a little early on a rim, which has no last corner to find, and elsewhere in one
/// of some millions of pairs. Then its points are a little too far apart. That ours are not too
/// near is shown by a plane between the bodies.
void compare_with_bullet(int count) {
  int apart = 0;
  int sound = 0;
  for_random_pairs(count, [&](const Body& a, const Body& b, const GapPoint<3>& ours, int i) {
    const double gap = ours.gap;
    if (gap < 1e-3) return;  // its distance needs bodies apart
    const BulletCore core_a(a);
    const BulletCore core_b(b);
    btVoronoiSimplexSolver simplex;
    btGjkPairDetector detector(&core_a, &core_b, &simplex, nullptr);
    btPointCollector result;
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA.setIdentity();
    input.m_transformB.setIdentity();
    detector.getClosestPoints(input, result, nullptr);
    ASSERT_TRUE(result.m_hasResult) << i;
    ASSERT_GE(result.m_distance, gap - 1e-9) << i;           // no points are nearer than ours
    ASSERT_GE(parted(a, b, -ours.normal), gap - 1e-9) << i;  // and none can be
    const bool flat = !a.is_round() && !b.is_round();
    apart += flat ? 1 : 0;
    if (!flat || result.m_distance > gap + 1e-9) return;
    ++sound;
    const btVector3& n = result.m_normalOnBInWorld;
    ASSERT_LE((Vec<3>(n.x(), n.y(), n.z()) - ours.normal).norm(), 1e-7) << i;
  });
  EXPECT_GT(apart, count / 10);
  EXPECT_GT(sound, 0.999 * apart);
}

TEST(Oracle, Bullet_FindsTheSameDistances) { compare_with_bullet(25000); }
TEST(FullOracle, Bullet_FindsTheSameDistances) { compare_with_bullet(10000000); }

#endif

}  // namespace
}  // namespace talus

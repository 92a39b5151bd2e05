// Gaps and normals of convex bodies of every kind: proved from their support alone, and against
// other people's: libccd (overlap and its depth, GJK and EPA) and Bullet's library in double
// precision (distance, GJK), each only where it is installed.
#include "unit/geometry/gap_proofs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

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

using Body = test::PlacedConvex;

/// Balls, capsules, boxes, hulls, walls and cylinders.
Body random_body(Random& random) {
  constexpr std::uint64_t kinds = 6;
  samples::Convex<3> body;
  const auto kind = random.below(kinds);
  if (kind == kinds - 1) {
    body.shape = samples::cylinder(random);
  } else {
    body = samples::convex<3>(random, static_cast<samples::ConvexKind>(kind));
  }
  const Pose<3> pose{random.uniform(0, 1.5) * samples::unit<3>(random),
                     samples::rotation<3>(random)};
  return {std::move(body), pose};
}

/// That no normal on the way from ours to theirs parts the bodies better than ours. How far theirs
/// is off tells nothing more of ours: where a rim bends under a plane that is worse by e it is off
/// by the root of e.
void compare_normals(const Body& a, const Body& b, const GapPoint<3>& ours, const Vec<3>& theirs) {
  const double off = (theirs - ours.normal).norm();
  if (off == 0) return;
  const double allowed = test::slack(a, b, ours) + (off < 1e-3 ? 0 : test::same_plane(a, b));
  for (const double part : {1e-7 / off, 0.25, 0.5, 1.0}) {
    if (part > 1) continue;
    const Vec<3> n = (ours.normal + part * (theirs - ours.normal)).normalized();
    ASSERT_LE(test::parted(a, b, n), ours.gap + allowed) << "part " << part << " of " << off;
  }
}

bool is_flat(const Body& a, const Body& b) { return !a.is_round() && !b.is_round(); }

/// Of polyhedra and thinner bodies: how often an oracle was asked, and how often it did not stop
/// early.
struct Tally {
  int asked = 0;
  int sound = 0;
};

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

/// Its search for the depth gives up early now and then, where the overlap is deep or a rim round
/// (its tolerance is one of squares). Then its depth is too small, and the bodies are not parted by
/// it along the direction it says.
void compare_with_ccd(const Body& a, const Body& b, const GapPoint<3>& ours, Tally& tally) {
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
  ASSERT_EQ(none != 0, gap > 0) << "gap " << gap;
  if (gap > 0) return;
  ASSERT_LE(depth, -gap + 1e-9);
  const Vec<3> n = -Vec<3>(direction.v[0], direction.v[1], direction.v[2]).normalized();
  compare_normals(a, b, ours, n);
  if (!is_flat(a, b)) return;
  ++tally.asked;
  if (std::abs(test::parted(a, b, n) + depth) > 1e-9) return;
  ++tally.sound;
  ASSERT_NEAR(depth, -gap, 1e-9);
  ASSERT_LE((n - ours.normal).norm(), 1e-7);
}

#else
void compare_with_ccd(const Body&, const Body&, const GapPoint<3>&, Tally&) {}
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
/// of some millions of pairs. Then its points are a little too far apart.
void compare_with_bullet(const Body& a, const Body& b, const GapPoint<3>& ours, Tally& tally) {
  if (ours.gap < 1e-3) return;  // its distance needs bodies apart
  const BulletCore core_a(a);
  const BulletCore core_b(b);
  btVoronoiSimplexSolver simplex;
  btGjkPairDetector detector(&core_a, &core_b, &simplex, nullptr);
  btPointCollector result;
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA.setIdentity();
  input.m_transformB.setIdentity();
  detector.getClosestPoints(input, result, nullptr);
  ASSERT_TRUE(result.m_hasResult);
  ASSERT_GE(result.m_distance, ours.gap - 1e-9);  // no points are nearer than ours
  const btVector3& normal = result.m_normalOnBInWorld;
  const Vec<3> n(normal.x(), normal.y(), normal.z());
  compare_normals(a, b, ours, n);
  if (!is_flat(a, b)) return;
  ++tally.asked;
  if (result.m_distance > ours.gap + 1e-9) return;
  ++tally.sound;
  ASSERT_LE((n - ours.normal).norm(), 1e-7);
}

#else
void compare_with_bullet(const Body&, const Body&, const GapPoint<3>&, Tally&) {}
#endif

int failures_so_far() {
  return ::testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
}

/// Proves every gap, then asks the oracles. Each run has a random stream of its own, and goes on
/// after a failure: several tell more of the cause than the first.
void compare_pairs(int run, int count) {
  constexpr int enough_failures = 10;
  Random random(static_cast<std::uint64_t>(23 + run));
  Tally ccd;
  Tally bullet;
  for (int i = 0; i < count; ++i) {
    const Body a = random_body(random);
    const Body b = random_body(random);
    if (!can_touch<3>(a.shape, b.shape)) continue;  // two walls
    SCOPED_TRACE(i);
    const int before = failures_so_far();
    const GapPoint<3> ours = test::core_gap(a, b);
    test::prove_gap(a, b, ours);
    if (failures_so_far() == before) compare_with_ccd(a, b, ours, ccd);
    if (failures_so_far() == before) compare_with_bullet(a, b, ours, bullet);
    if (failures_so_far() >= enough_failures) return;
  }
#ifdef TALUS_HAS_CCD
  EXPECT_GT(ccd.asked, count / 50);
  EXPECT_GT(ccd.sound, 0.9 * ccd.asked);
#endif
#ifdef TALUS_HAS_BULLET
  EXPECT_GT(bullet.asked, count / 10);
  EXPECT_GT(bullet.sound, 0.999 * bullet.asked);
#endif
}

/// 10^5 pairs, and 10^7.
class Oracle : public ::testing::TestWithParam<int> {};
class FullOracle : public ::testing::TestWithParam<int> {};
TEST_P(Oracle, RandomPairs_HaveTheSameGaps) { compare_pairs(GetParam(), 25000); }
TEST_P(FullOracle, RandomPairs_HaveTheSameGaps) { compare_pairs(GetParam(), 1000000); }
INSTANTIATE_TEST_SUITE_P(Runs, Oracle, ::testing::Range(0, 4));
INSTANTIATE_TEST_SUITE_P(Runs, FullOracle, ::testing::Range(0, 10));

}  // namespace
}  // namespace talus

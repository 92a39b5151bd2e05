// Random pairs of every two kinds of shape that can touch. Apart, a gap is right when a plane parts
// the bodies by it (no distance is less) and two points of them are that far apart (none is more);
// overlapped, when no plane does better. Meshes are convex here: mesh_gap_test.cpp has the others.
#include "support/meshes.hpp"
#include "unit/geometry/gap_proofs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

using samples::ConvexKind;

/// The kinds of `Shape`, by their places in it.
enum Kind : std::size_t { ball, half_space, wall, drum, capsule, hull, cylinder, mesh };

/// A body by its support function and the distance of a point from it.
template <int D>
struct Body : samples::Convex<D> {
  Pose<D> pose;

  double most_along(const Vec<D>& n) const {
    const Vec<D> d = unrotate<D>(pose.r, n);
    double most = -1e9;
    if constexpr (D == 3) {
      if (const auto* c = std::get_if<Cylinder>(&this->shape)) {
        most = c->half_length * std::abs(d[2]) + c->radius * std::hypot(d[0], d[1]);
      }
    }
    for (const auto& v : this->corners) most = std::max(most, d.dot(v) + this->radius);
    return most + n.dot(pose.x);
  }

  double distance(const Vec<D>& point) const {
    const Vec<D> p = unrotate<D>(pose.r, point - pose.x);
    if constexpr (D == 3) {
      if (const auto* c = std::get_if<Cylinder>(&this->shape)) {
        const double across = std::max(0.0, std::hypot(p[0], p[1]) - c->radius);
        return std::hypot(across, std::max(0.0, std::abs(p[2]) - c->half_length));
      }
    }
    return std::max(0.0, test::least_norm(test::differences<D>({p}, this->corners)) - this->radius);
  }

  /// Points that hold the farthest from any axis; of a rim a close few.
  std::vector<Vec<D>> outline() const {
    std::vector<Vec<D>> out = samples::placed(this->corners, pose);
    if constexpr (D == 3) {
      if (const auto* c = std::get_if<Cylinder>(&this->shape)) {
        constexpr int count = 4000;
        for (int k = 0; k < count; ++k) {
          const double angle = 2 * M_PI * k / count;
          const Vec<3> rim(c->radius * std::cos(angle), c->radius * std::sin(angle),
                           c->half_length);
          out.push_back(to_world(pose, rim));
          out.push_back(to_world(pose, Vec<3>(rim[0], rim[1], -rim[2])));
        }
      }
    }
    return out;
  }
};

template <int D>
Body<D> random_body(Random& random, std::size_t kind) {
  Body<D> body;
  const auto take = [&](ConvexKind k) {
    static_cast<samples::Convex<D>&>(body) = samples::convex<D>(random, k);
  };
  switch (kind) {
    case ball: take(ConvexKind::ball); break;
    case wall: take(ConvexKind::wall); break;
    case capsule: take(ConvexKind::capsule); break;
    case hull: take(random.below(2) == 0 ? ConvexKind::box : ConvexKind::hull); break;
    case half_space: body.shape = HalfSpace<D>{}; break;
    case drum: body.shape = Drum<D>{random.uniform(1, 3)}; break;
    default: break;
  }
  if constexpr (D == 3) {
    if (kind == cylinder) body.shape = samples::cylinder(random);
    if (kind == mesh) {
      take(ConvexKind::hull);
      body.shape = TriangleMesh(test::triangulated(*std::get<Hull<3>>(body.shape).polytope));
    }
  }
  body.pose = {1.5 * random.uniform() * samples::unit<D>(random), samples::rotation<D>(random)};
  return body;
}

/// Sizes are 1: a few dozen roundings of numbers of size 3, and of a rim the maximum that is found
/// by sections.
constexpr double exact = 1e-12;

template <int D>
void check_in_unbounded(const Body<D>& a, const Body<D>& b, const GapPoint<D>& found) {
  const Vec<D> axis = rotate<D>(b.pose.r, last_axis<D>());
  if (b.shape.index() == half_space) {
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
  const double off = a.shape.index() == cylinder ? 1e-6 : exact;
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

/// The body as a polyhedron, if it is a mesh.
template <int D>
Shape<D> as_hull(const Body<D>& body) {
  return body.shape.index() == mesh ? Shape<D>(Hull<D>(convex_hull(body.corners))) : body.shape;
}

/// Deeper in a mesh than any step makes bodies: of such pairs nothing is asked.
template <int D>
bool is_deep(const Body<D>& a, const Body<D>& b) {
  if (a.shape.index() != mesh && b.shape.index() != mesh) return false;
  if (b.shape.index() == half_space || b.shape.index() == drum) return false;
  std::vector<GapPoint<D>> points;
  find_gaps<D>(as_hull(a), a.pose, as_hull(b), b.pose, 100, points);
  return test::least(points).gap + a.radius + b.radius < -0.02;
}

template <int D>
void check(Random& random, const Body<D>& a, const Body<D>& b) {
  if (is_deep(a, b)) return;
  std::vector<GapPoint<D>> points;
  find_gaps<D>(a.shape, a.pose, b.shape, b.pose, 100, points);
  ASSERT_FALSE(points.empty());
  const GapPoint<D> g = test::least(points);
  ASSERT_NEAR(g.normal.norm(), 1, exact);
  if (b.shape.index() == half_space || b.shape.index() == drum) {
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
  if constexpr (D == 3) {
    // None of the whole sphere does better.
    const test::PlacedConvex placed_a(a, a.pose);
    const test::PlacedConvex placed_b(b, b.pose);
    ASSERT_FALSE(test::better_plane(placed_a, placed_b, core + 1e-9));
    return;
  }
  for (int k = 0; k < 50; ++k) {
    ASSERT_LE(parts(samples::unit<D>(random)), g.gap + 1e-9);
    const Vec<D> beside = (g.normal + 0.02 * samples::vector<D>(random)).normalized();
    ASSERT_LE(parts(beside), g.gap + 1e-9);
  }
}

template <class T>
class EveryPair : public ::testing::Test {};
TYPED_TEST_SUITE(EveryPair, samples::Dimensions);

TYPED_TEST(EveryPair, RandomOnes_AreExact) {
  constexpr int D = TypeParam::value;
  Random random(51 + D);
  std::size_t kinds = 0;
  for (std::size_t one = 0; one < std::variant_size_v<Shape<D>>; ++one) {
    for (std::size_t other = 0; other < std::variant_size_v<Shape<D>>; ++other) {
      if (one == half_space || one == drum) continue;  // second, if at all
      if (!can_touch<D>(random_body<D>(random, one).shape, random_body<D>(random, other).shape)) {
        continue;
      }
      ++kinds;
      for (int i = 0; i < 1000; ++i) {
        check(random, random_body<D>(random, one), random_body<D>(random, other));
        if (this->HasFatalFailure()) FAIL() << one << " and " << other << ", pair " << i;
      }
    }
  }
  EXPECT_EQ(kinds, D == 2 ? 23U : 47U);
}

}  // namespace
}  // namespace talus

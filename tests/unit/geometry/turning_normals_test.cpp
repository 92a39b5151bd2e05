// Bodies walk around each other in small steps, apart and overlapped: gaps and normals follow.
//
// Let C be all differences of a point of b's core and one of a's, a convex set. If a is moved by x,
// the cores' distance d(x) is that of x from C, and with its nearest point P(x) in C the normal is
// n = (x - P) / d. Now x - P(x) = d n is 1-Lipschitz (the projection on a convex set is firmly
// nonexpansive), and |d n - d' n'|^2 = (d - d')^2 + d d' |n - n'|^2. So
//
//   |n - n'| <= |x - x'| / min(d, d'),
//
// and a radius only adds to d. Turns are less tame. Say a turns about its centre by an angle phi
// and reaches to rho from there: its points move by phi rho at most. w = d n is the point of least
// norm of A - B, so w . (z - w) >= 0 for all its points z. w' has one within phi rho of it, and so
// has w; the sum of both inequalities is
//
//   |w - w'|^2 <= phi rho (d + d'),
//
// of which |n - n'| is at most the root over min(d, d').
//
// A flat that is as good to a tie t is preferred: f(n) >= d - t. Planes part the cores by
// f(n) <= w . n, so |n - w / d|^2 <= 2 t / d.
//
// Apart or overlapped the gap is the largest of what planes part the bodies by, and for each of
// them this changes by no more than the bodies move: |g - g'| <= |x - x'| + phi rho. Distances
// between bodies that are not convex are the least of those between their parts, so that holds for
// them too.
#include "unit/geometry/placed_bodies.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

using test::Body;

constexpr double step = 0.004;
constexpr double turn = 1e-5;  ///< beside a step: its root counts

/// Planes as good to 1e-9 of the size count as equal, and corners' gaps are as good to another.
constexpr double walking_tie = 2e-9;

/// How far a normal may turn. `nearest` is the cores' least distance before and after; between the
/// step and the turn it may be less.
double most_turned(double moved, double phi, double rho, double nearest) {
  const double d = nearest - phi * rho;
  const double d_most = nearest + moved + phi * rho;
  return moved / d + std::sqrt(phi * rho * (d + d_most)) / d + 2 * std::sqrt(2 * walking_tie / d);
}

/// What is known of the normals of two kinds: apart, convex ones have one that turns as derived. In
/// a drum the least gap passes from corner to corner.
bool turns_smoothly(std::size_t a, std::size_t b) { return b != test::drum || a == test::ball; }

/// Of a ball in a drum: it is as far from the axis as the drum's radius leaves.
template <int D>
double turning_radius(const Body<D>& a, const Body<D>& b, double gap) {
  if (const auto* vessel = std::get_if<Drum<D>>(&b.shape)) return vessel->radius - a.radius - gap;
  return gap + a.radius + b.radius;
}

/// One step: sideways, and up or down to the wanted gap.
template <int D>
Vec<D> next_step(const GapPoint<D>& g, const Vec<D>& axis, double wanted) {
  Vec<D> sideways;
  if constexpr (D == 2) {
    sideways = axis[0] > 0 ? Vec<2>(-g.normal[1], g.normal[0]) : Vec<2>(g.normal[1], -g.normal[0]);
  } else {
    sideways = axis.cross(g.normal);
  }
  return step * sideways + std::clamp(wanted - g.gap, -step, step) * g.normal;
}

/// Walks with a around b.
template <int D>
void walk(Random& random, Body<D> a, const Body<D>& b, double wanted, int steps, bool turning) {
  const Vec<D> axis = samples::unit<D>(random);
  Spin<D> spin = Spin<D>::Zero();
  if (turning) spin = turn * samples::unit<Spin<D>::RowsAtCompileTime>(random);
  const double rho = bounding_radius<D>(a.shape);
  const bool smooth = turns_smoothly(a.shape.index(), b.shape.index());
  GapPoint<D> before = test::least_gap<D>(a.shape, a.pose, b.shape, b.pose);
  for (int i = 0; i < steps; ++i) {
    const Vec<D> by = next_step<D>(before, axis, wanted);
    a.pose.x += by;
    a.pose.r = compose(exponential(spin), a.pose.r);
    const GapPoint<D> now = test::least_gap<D>(a.shape, a.pose, b.shape, b.pose);
    const double moved = by.norm();
    const double phi = spin.norm();
    ASSERT_NEAR(now.gap, before.gap, moved + phi * rho + walking_tie) << "step " << i;
    const double d = std::min(turning_radius(a, b, before.gap), turning_radius(a, b, now.gap));
    if (smooth && d > step) {
      ASSERT_LE((now.normal - before.normal).norm(), most_turned(moved, phi, rho, d))
          << "step " << i << ", apart by " << d;
    }
    before = now;
  }
}

/// Draws a apart, or together, to the gap that is wanted: along the normal of the least gap it
/// changes by as much, until another plane is better.
template <int D>
void draw_to(Body<D>& a, const Body<D>& b, double wanted) {
  for (int i = 0; i < 20; ++i) {
    const GapPoint<D> g = test::least_gap<D>(a.solid, a.pose, b.solid, b.pose);
    if (std::abs(g.gap - wanted) < 1e-6) return;
    a.pose.x += (wanted - g.gap) * g.normal;
  }
}

template <class T>
class TurningNormals : public ::testing::Test {};
TYPED_TEST_SUITE(TurningNormals, samples::Dimensions);

TYPED_TEST(TurningNormals, AroundEachOther_FollowTheMotion) {
  constexpr int D = TypeParam::value;
  Random random(60 + D);
  for (std::size_t one = 0; one < test::kind_count<D>; ++one) {
    for (std::size_t other = 0; other < test::kind_count<D>; ++other) {
      if (!test::can_meet<D>(one, other)) continue;
      for (const double wanted : {0.2, 0.03, -0.01}) {
        for (const bool turning : {false, true}) {
          Body<D> a = test::random_body<D>(random, one);
          const Body<D> b = test::random_body<D>(random, other);
          draw_to(a, b, wanted);
          walk<D>(random, a, b, wanted, 500, turning);
          if (this->HasFatalFailure()) {
            FAIL() << one << " around " << other << " at " << wanted << ", turning " << turning;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace talus

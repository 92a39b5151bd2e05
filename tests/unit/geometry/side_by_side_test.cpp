#include "talus/geometry/side_by_side.hpp"

#include "talus/geometry/gap.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

/// Sizes are 1: a few dozen roundings of numbers of size 3.
constexpr double exact = 1e-13;

double distance(const Rod& rod, const Vec<3>& p) {
  const Vec<3> d = p - rod.centre;
  const double along = rod.axis.dot(d);
  const double across = (d - along * rod.axis).norm();
  const double beyond = std::abs(along) - rod.half_length;
  if (!rod.flat_ends) return std::hypot(across, std::max(0.0, beyond)) - rod.radius;
  return std::hypot(std::max(0.0, across - rod.radius), std::max(0.0, beyond));
}

/// The least distance from the rim, or from a round end that leans over, by brute force around it.
double end_distance(const Rod& one, double side, const Rod& other) {
  const Vec<3> e = one.centre + side * one.half_length * one.axis;
  const Vec<3> apart = e - other.centre - other.axis.dot(e - other.centre) * other.axis;
  if (!one.flat_ends && side * one.axis.dot(apart) <= 0) return distance(other, e) - one.radius;
  const Vec<3> u = one.axis.unitOrthogonal();
  const Vec<3> v = one.axis.cross(u);
  double least = 1e9;
  double best = 0;
  const auto look = [&](double angle) {
    const double d = distance(other, e + one.radius * (std::cos(angle) * u + std::sin(angle) * v));
    if (d < least) best = angle;
    least = std::min(least, d);
  };
  for (int k = 0; k < 2000; ++k) look(k * M_PI / 1000);
  for (double width = M_PI / 1000; width > 1e-9; width /= 10) {
    const double middle = best;
    for (int k = -20; k <= 20; ++k) look(middle + 0.1 * k * width);
  }
  return least;
}

// Apart, axes up to 20 degrees from each other: each end is where the rim, or the round end, is
// nearest to the other rod, and its points lie on both.
TEST(SideBySide, RandomRods_EndsAreNearestPoints) {
  Random random(5);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    const Rod a{Vec<3>::Zero(), samples::unit<3>(random), random.uniform(0.3, 1),
                random.uniform(0.05, 0.3), i % 2 == 0};
    const Vec<3> n = samples::unit<3>(random).cross(a.axis).normalized();
    const double angle = std::pow(10, random.uniform(-9, -0.5));
    const Vec<3> axis = (a.axis + angle * samples::vector<3>(random)).normalized();
    const double thickness = random.uniform(0.05, 0.3);
    const Rod b{-(a.radius + thickness + random.uniform(0.01, 0.2)) * n +
                    random.uniform(-0.5, 0.5) * a.axis,
                (i % 3 == 0 ? -1 : 1) * axis, random.uniform(0.3, 1), thickness, i % 5 < 3};
    const SharedEnds ends = shared_ends(a, b, n, -1, 1e-9);
    for (int k = 0; k < ends.count; ++k) {
      ++found;
      const RodEnd& end = ends.end[k];
      ASSERT_NEAR((end.on_a - end.on_b - end.gap * end.normal).norm(), 0, exact) << i;
      if (end.gap <= 0) continue;
      const double side = k == 0 ? -1 : 1;
      const double way = a.axis.dot(b.axis) > 0 ? 1 : -1;
      const double of_a = end_distance(a, side, b);
      const double of_b = end_distance(b, side * way, a);
      // Whichever of the two ends it is; by brute force to the square of the last width. Ends that
      // are level may lie beyond each other by what the gap leans, and be nearer by its square.
      ASSERT_LE(std::min(std::abs(end.gap - of_a), std::abs(end.gap - of_b)),
                1e-8 + ends.sine2 * end.gap)
          << i << ": " << end.gap << ", " << of_a << ", " << of_b;
      ASSERT_NEAR(distance(a, end.on_a), 0, 1e-9) << i;
      ASSERT_NEAR(distance(b, end.on_b), 0, 1e-9) << i;
    }
  }
  EXPECT_GT(found, 2000);
}

// However little two logs are turned, both ends of what they share are held: contacts do not run
// along them.
TEST(SideBySide, TurnedByNextToNothing_BothEndsTouch) {
  const Shape<3> shapes[] = {Capsule<3>{0.5, 0.1}, Cylinder{0.5, 0.1}};
  for (const auto& a : shapes) {
    for (const auto& b : shapes) {
      for (const double turn : {0.0, 1e-12, 1e-8, 1e-6, 1e-5, 1e-3, 1e-2}) {
        for (const double along : {0.0, 0.2, -0.3}) {
          std::vector<GapPoint<3>> found;
          const Pose<3> above{Vec<3>(0.2 - 1e-4, 0, along), exponential(Vec<3>(turn, 0, 0))};
          find_gaps<3>(a, above, b, {}, 5e-3, found);
          ASSERT_GE(found.size(), 2U) << turn << ' ' << along << ' ' << a.index() << b.index();
          double low = 1;
          double high = -1;
          for (const auto& p : found) {
            low = std::min(low, p.point[2]);
            high = std::max(high, p.point[2]);
          }
          EXPECT_NEAR(low, std::max(-0.5, along - 0.5), 0.01) << turn;
          EXPECT_NEAR(high, std::min(0.5, along + 0.5), 0.01) << turn;
        }
      }
    }
  }
}

}  // namespace
}  // namespace talus

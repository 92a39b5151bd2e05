// The best normals along an edge of a rim, against close samples of the circle.
#include "talus/geometry/rim_maxima.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus {
namespace {

struct Circle {
  Vec<3> across, axis, offset;
  Cylinder form;

  double value(const Vec<3>& n) const {
    return n.dot(offset) - form.half_length * std::abs(n.dot(axis)) -
           form.radius * n.cross(axis).norm();
  }
};

/// Every place where a sample is above both its neighbours, unless a kink lies there (across or
/// along the axis), is one that was found, and what was found is above all that is beside it.
void check(const Circle& c) {
  std::vector<Vec<3>> found;
  for_each_rim_maximum(c.across, c.form, c.axis, c.offset,
                       [&](const Vec<3>& n) { found.push_back(n); });
  const Vec<3> u = c.across.unitOrthogonal();
  const Vec<3> v = c.across.cross(u);
  constexpr int count = 20000;
  constexpr double step = 2 * M_PI / count;
  const auto at = [&](int i) { return Vec<3>(std::cos(i * step) * u + std::sin(i * step) * v); };
  for (const auto& n : found) {
    ASSERT_NEAR(n.dot(c.across), 0, 4 * samples::eps / c.across.cross(c.axis).norm());
    for (const double turn : {1e-7, 1e-5}) {
      const Vec<3> aside = turn * c.across.cross(n);
      ASSERT_LE(c.value((n + aside).normalized()), c.value(n) + 1e-15);
      ASSERT_LE(c.value((n - aside).normalized()), c.value(n) + 1e-15);
    }
  }
  for (int i = 0; i < count; ++i) {
    const Vec<3> n = at(i);
    const double here = c.value(n);
    // A slope of less than the rounding over a step makes no maximum.
    if (here < c.value(at(i - 1)) + 1e-14 || here < c.value(at(i + 1)) + 1e-14) continue;
    if (std::abs(n.dot(c.axis)) < 2 * step || n.cross(c.axis).norm() < 2 * step) continue;
    ASSERT_TRUE(std::any_of(found.begin(), found.end(),
                            [&](const Vec<3>& m) { return (m - n).norm() <= 2 * step; }))
        << "at " << i << " of " << found.size();
  }
}

TEST(RimMaxima, RandomCircles_AreAllFound) {
  Random random(71);
  for (int i = 0; i < 200; ++i) {
    const Circle c{samples::unit<3>(random), samples::unit<3>(random), samples::vector<3>(random),
                   Cylinder{random.uniform(0.1, 1), random.uniform(0.1, 1)}};
    check(c);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
}

/// Seen from its middle or straight from a side a rim has its maxima where its ellipse has axes.
TEST(RimMaxima, SymmetricCircles_AreAllFound) {
  const Vec<3> tilted(0.6, 0, 0.8);
  for (const Vec<3>& across : {Vec<3>::UnitX().eval(), Vec<3>::UnitZ().eval(), tilted}) {
    for (const Vec<3>& offset :
         {Vec<3>(0, 0, 0), Vec<3>(0, 0, 0.3), Vec<3>(0, 0.2, 0), Vec<3>(-0.4, 0, 0.3)}) {
      for (const double half_length : {0.3, 0.1}) {
        check({across, Vec<3>::UnitZ(), offset, Cylinder{half_length, 0.5}});
        ASSERT_FALSE(HasFatalFailure()) << across.transpose() << " from " << offset.transpose();
      }
    }
  }
}

}  // namespace
}  // namespace talus

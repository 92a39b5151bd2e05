// Cylinders set where the best normal lies just beside a kink of their separation: a rim passes
// another's rim hardly before or beyond it, over its end or along its side. Random pairs seldom do:
// one in ten million stopped there.
#include "unit/geometry/gap_proofs.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

using test::PlacedConvex;

double sign(Random& random) { return random.below(2) == 0 ? -1 : 1; }

/// Of all orders of magnitude down to 10^-last.
double any_order(Random& random, double last) { return std::pow(10, -random.uniform(0, last)); }

/// Apart or overlapped, widely or hardly.
double wanted_gap(Random& random) {
  const double size = random.below(2) == 0 ? random.uniform(0, 0.5) : any_order(random, 9);
  return sign(random) * size;
}

PlacedConvex random_cylinder(Random& random, const Rotation<3>& r) {
  return {{samples::cylinder(random), {}, 0},
          {random.uniform(0, 1.5) * samples::unit<3>(random), r}};
}

const Cylinder& form(const PlacedConvex& c) { return std::get<Cylinder>(c.shape); }

Vec<3> around(const Mat<3>& turn, double angle) {
  return std::cos(angle) * turn.col(0) + std::sin(angle) * turn.col(1);
}

/// `passing` moved so that its point foremost against n comes to rest at a place.
PlacedConvex moved(const PlacedConvex& passing, const Vec<3>& n, const Vec<3>& place) {
  Pose<3> pose = passing.pose;
  pose.x += place - passing.front(-n);
  return {{passing.shape, {}, 0}, pose};
}

/// Over the rim of an end of `base`.
PlacedConvex over_the_rim(Random& random, const PlacedConvex& base, const PlacedConvex& passing) {
  const Mat<3> turn = matrix(base.pose.r);
  const Vec<3> n = sign(random) * turn.col(2);
  const double beside = sign(random) * 0.1 * any_order(random, 9);
  const Vec<3> outward = around(turn, random.uniform(0, 2 * M_PI));
  return moved(passing, n,
               base.pose.x + (form(base).half_length + wanted_gap(random)) * n +
                   (form(base).radius + beside) * outward);
}

/// On a line of the side of `base`, at its end.
PlacedConvex along_the_side(Random& random, const PlacedConvex& base, const PlacedConvex& passing) {
  const Mat<3> turn = matrix(base.pose.r);
  const Vec<3> n = around(turn, random.uniform(0, 2 * M_PI));
  const double beside = sign(random) * 0.1 * any_order(random, 9);
  return moved(passing, n,
               base.pose.x + (form(base).radius + wanted_gap(random)) * n +
                   sign(random) * (form(base).half_length + beside) * turn.col(2));
}

/// An axis nearly across that of `base`: then its side nearly lies on an end.
Rotation<3> nearly_across(Random& random, const PlacedConvex& base) {
  const Vec<3> n = around(matrix(base.pose.r), random.uniform(0, 2 * M_PI));
  const Vec<3> axis = (n + 0.1 * any_order(random, 8) * samples::unit<3>(random)).normalized();
  return {Eigen::Quaterniond::FromTwoVectors(Vec<3>::UnitZ(), axis)};
}

/// As good as a tie: sides that nearly lie on an end are held by corners that are as near to one.
void prove_best(const PlacedConvex& a, const PlacedConvex& b) {
  const auto found = test::core_gap(a, b);
  const double tie = test::same_plane(a, b) + test::exactness(found);
  ASSERT_NEAR(test::parted(a, b, found.normal), found.gap, tie);
  const auto better = test::better_plane(a, b, found.gap + tie);
  ASSERT_FALSE(better) << "better by " << test::parted(a, b, *better) - found.gap;
}

TEST(PassingRims, HaveTheBestPlane) {
  Random random(5);
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(i);
    const auto base = random_cylinder(random, samples::rotation<3>(random));
    const auto other = random_cylinder(
        random, i % 4 < 2 ? samples::rotation<3>(random) : nearly_across(random, base));
    const auto passing =
        i % 2 == 0 ? over_the_rim(random, base, other) : along_the_side(random, base, other);
    prove_best(base, passing);
    prove_best(passing, base);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace talus

// Volumes and inertias against Monte Carlo.

#include "talus/geometry/shape.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

/// Mean square distance from each spin axis.
Spin<2> spread(const Vec<2>& p) { return Spin<2>(p.squaredNorm()); }
Spin<3> spread(const Vec<3>& p) {
  return {p[1] * p[1] + p[2] * p[2], p[0] * p[0] + p[2] * p[2], p[0] * p[0] + p[1] * p[1]};
}

template <class T>
class ShapeTest : public ::testing::Test {};
TYPED_TEST_SUITE(ShapeTest, samples::Dimensions);

TYPED_TEST(ShapeTest, Ball_HasTheVolumeAndInertiaOfItsPoints) {
  constexpr int D = TypeParam::value;
  Random random(1);
  const double radius = 1.7;
  const Shape<D> ball = Ball<D>{radius};
  const int n = 400000;
  int inside = 0;
  Spin<D> sum = Spin<D>::Zero();
  for (int i = 0; i < n; ++i) {
    const Vec<D> p = samples::vector<D>(random, radius);
    if (p.norm() > radius) continue;
    ++inside;
    sum += spread(p);
  }
  // Binomial deviation below 0.5 / sqrt(n) = 8e-4 of the box; five of them. Squares of distances
  // deviate by less than their mean.
  const double box = std::pow(2 * radius, D);
  EXPECT_NEAR(volume<D>(ball), box * inside / n, 5 * 8e-4 * box);
  const Spin<D> expected = sum / inside;
  const Spin<D> inertia = extent_of<D>(ball).inertia.diagonal();
  for (int i = 0; i < spin_dim<D>; ++i) {
    EXPECT_NEAR(inertia[i], expected[i], 5 * expected[i] / std::sqrt(inside));
  }
}

TYPED_TEST(ShapeTest, Wall_HasTheInertiaOfItsPoints) {
  constexpr int D = TypeParam::value;
  Random random(2);
  Wall<D> wall;
  for (int i = 0; i < D - 1; ++i) wall.half_extent[i] = 0.5 + i;
  const int n = 400000;
  Spin<D> sum = Spin<D>::Zero();
  for (int i = 0; i < n; ++i) {
    Vec<D> p = Vec<D>::Zero();
    for (int k = 0; k < D - 1; ++k) {
      p[k] = random.uniform(-wall.half_extent[k], wall.half_extent[k]);
    }
    sum += spread(p) / n;
  }
  const Spin<D> inertia = extent_of<D>(wall).inertia.diagonal();
  for (int i = 0; i < spin_dim<D>; ++i) {
    EXPECT_NEAR(inertia[i], sum[i], 5 * sum[i] / std::sqrt(n));
  }
  EXPECT_EQ(volume<D>(wall), 0);
}

TYPED_TEST(ShapeTest, BoundingRadius_HoldsEveryPoint) {
  constexpr int D = TypeParam::value;
  const Wall<D> wall{Vec<D - 1>::Constant(3)};
  EXPECT_EQ(bounding_radius<D>(Ball<D>{2}), 2);
  EXPECT_EQ(bounding_radius<D>(wall), wall.half_extent.norm());
  EXPECT_TRUE(std::isinf(bounding_radius<D>(HalfSpace<D>{})));
  EXPECT_TRUE(std::isinf(bounding_radius<D>(Drum<D>{2})));
}

TYPED_TEST(ShapeTest, Names_AreThoseOfScenes) {
  constexpr int D = TypeParam::value;
  EXPECT_EQ(shape_name<D>(Ball<D>{1}), D == 2 ? "disk" : "sphere");
  EXPECT_EQ(shape_name<D>(HalfSpace<D>{}), D == 2 ? "half_plane" : "half_space");
  EXPECT_EQ(shape_name<D>(Wall<D>{Vec<D - 1>::Ones()}), D == 2 ? "segment" : "rectangle");
  EXPECT_EQ(shape_name<D>(Drum<D>{1}), "drum");
}

}  // namespace
}  // namespace talus

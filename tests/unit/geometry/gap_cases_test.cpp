// Gaps worked out by hand, degenerate ones included.

#include "talus/geometry/gap.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace talus {
namespace {

using samples::eps;

template <int D>
std::vector<GapPoint<D>> gaps_of(const Shape<D>& a, const Vec<D>& xa, const Shape<D>& b,
                                 const Vec<D>& xb, double alert = 1e9) {
  std::vector<GapPoint<D>> out;
  find_gaps<D>(a, {xa, {}}, b, {xb, {}}, alert, out);
  return out;
}

template <int D>
Vec<D> along_first(double x, double up) {
  Vec<D> v = up * last_axis<D>();
  v[0] = x;
  return v;
}

template <class T>
class GapCases : public ::testing::Test {};
TYPED_TEST_SUITE(GapCases, samples::Dimensions);

TYPED_TEST(GapCases, Balls_OnOneLine) {
  constexpr int D = TypeParam::value;
  const auto g = gaps_of<D>(Ball<D>{1}, along_first<D>(4, 0), Ball<D>{2}, along_first<D>(0, 0));
  ASSERT_EQ(g.size(), 1U);
  EXPECT_EQ(g[0].gap, 1);
  EXPECT_EQ(g[0].normal, along_first<D>(1, 0));
  EXPECT_EQ(g[0].point, along_first<D>(2.5, 0));
}

TYPED_TEST(GapCases, CoincidentBalls_StillHaveAUnitNormal) {
  constexpr int D = TypeParam::value;
  const auto g = gaps_of<D>(Ball<D>{1}, Vec<D>::Zero(), Ball<D>{2}, Vec<D>::Zero());
  ASSERT_EQ(g.size(), 1U);
  EXPECT_EQ(g[0].gap, -3);
  EXPECT_EQ(g[0].normal.norm(), 1);
}

TYPED_TEST(GapCases, BallUnderAHalfSpacesSurface_IsPushedOut) {
  constexpr int D = TypeParam::value;
  const auto g = gaps_of<D>(Ball<D>{1}, along_first<D>(3, -0.5), HalfSpace<D>{}, Vec<D>::Zero());
  ASSERT_EQ(g.size(), 1U);
  EXPECT_EQ(g[0].gap, -1.5);
  EXPECT_EQ(g[0].normal, last_axis<D>());
  EXPECT_EQ(g[0].point, along_first<D>(3, -0.75));
}

TYPED_TEST(GapCases, BallAtAWall_SeesFaceEdgeAndBothSides) {
  constexpr int D = TypeParam::value;
  const Shape<D> wall = Wall<D>{Vec<D - 1>::Constant(2)};
  const Shape<D> ball = Ball<D>{1};
  const auto above = gaps_of<D>(ball, along_first<D>(1, 1.5), wall, Vec<D>::Zero());
  EXPECT_EQ(above[0].gap, 0.5);
  EXPECT_EQ(above[0].feature, 0U);
  EXPECT_EQ(above[0].normal, last_axis<D>());
  const auto below = gaps_of<D>(ball, along_first<D>(1, -1.5), wall, Vec<D>::Zero());
  EXPECT_EQ(below[0].normal, -last_axis<D>());
  EXPECT_EQ(below[0].gap, 0.5);
  const auto right = gaps_of<D>(ball, along_first<D>(5, 4), wall, Vec<D>::Zero());
  EXPECT_EQ(right[0].gap, 4);  // 3-4-5
  EXPECT_EQ(right[0].feature, 2U);
  const auto left = gaps_of<D>(ball, along_first<D>(-5, 4), wall, Vec<D>::Zero());
  EXPECT_EQ(left[0].feature, 1U);
  const auto inside = gaps_of<D>(ball, along_first<D>(1, 0), wall, Vec<D>::Zero());
  EXPECT_EQ(inside[0].gap, -1);
  EXPECT_EQ(inside[0].normal.norm(), 1);
}

TEST(GapCases3, Corners_HaveFeaturesOfTheirOwn) {
  const Shape<3> wall = Wall<3>{Vec<2>(2, 1)};
  std::vector<std::uint32_t> seen;
  for (const double x : {-3.0, 0.0, 3.0}) {
    for (const double y : {-3.0, 0.0, 3.0}) {
      seen.push_back(gaps_of<3>(Ball<3>{1}, Vec<3>(x, y, 0.5), wall, Vec<3>::Zero())[0].feature);
    }
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

TYPED_TEST(GapCases, BallInADrum_IsPushedToTheAxis) {
  constexpr int D = TypeParam::value;
  const auto g = gaps_of<D>(Ball<D>{1}, along_first<D>(3, 0), Drum<D>{5}, Vec<D>::Zero());
  ASSERT_EQ(g.size(), 1U);
  EXPECT_EQ(g[0].gap, 1);
  EXPECT_EQ(g[0].normal, along_first<D>(-1, 0));
  EXPECT_EQ(g[0].point, along_first<D>(4.5, 0));
  // On the axis every direction is as good; out of reach it says nothing.
  EXPECT_TRUE(gaps_of<D>(Ball<D>{1}, Vec<D>::Zero(), Drum<D>{5}, Vec<D>::Zero(), 1).empty());
  const auto tight = gaps_of<D>(Ball<D>{1}, Vec<D>::Zero(), Drum<D>{1}, Vec<D>::Zero(), 1);
  ASSERT_EQ(tight.size(), 1U);
  EXPECT_EQ(tight[0].gap, 0);
  EXPECT_EQ(tight[0].normal.norm(), 1);
}

TYPED_TEST(GapCases, FlatWallOnTheGround_TouchesByAllCornersInOrder) {
  constexpr int D = TypeParam::value;
  const Shape<D> wall = Wall<D>{Vec<D - 1>::Constant(2)};
  const auto g = gaps_of<D>(wall, 0.25 * last_axis<D>(), HalfSpace<D>{}, Vec<D>::Zero());
  ASSERT_EQ(g.size(), std::size_t{1} << (D - 1));
  for (std::uint32_t k = 0; k < g.size(); ++k) {
    EXPECT_EQ(g[k].gap, 0.25);
    EXPECT_EQ(g[k].feature, k);
    EXPECT_EQ(g[k].normal, last_axis<D>());
  }
}

TYPED_TEST(GapCases, PairsWithoutGap_NeverTouch) {
  constexpr int D = TypeParam::value;
  const std::vector<Shape<D>> shapes{Ball<D>{1}, HalfSpace<D>{}, Wall<D>{Vec<D - 1>::Ones()},
                                     Drum<D>{1}};
  for (const auto& a : shapes) {
    for (const auto& b : shapes) {
      EXPECT_EQ(can_touch<D>(a, b), can_touch<D>(b, a));
      const auto g = gaps_of<D>(a, along_first<D>(0.5, 0.1), b, Vec<D>::Zero());
      EXPECT_EQ(can_touch<D>(a, b), !g.empty());
    }
  }
  EXPECT_FALSE(can_touch<D>(shapes[2], shapes[2]));
  EXPECT_FALSE(can_touch<D>(shapes[1], shapes[3]));
}

TYPED_TEST(GapCases, Features_StayWhileTheSameOnesTouch) {
  constexpr int D = TypeParam::value;
  const Shape<D> wall = Wall<D>{Vec<D - 1>::Constant(2)};
  for (double x = -1.99; x < 2; x += 0.01) {
    const auto g = gaps_of<D>(Ball<D>{1}, along_first<D>(x, 0.9), wall, Vec<D>::Zero());
    ASSERT_EQ(g[0].feature, 0U);
  }
}

}  // namespace
}  // namespace talus

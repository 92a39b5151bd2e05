// Pinched blocks: found where obstacles leave no way out, and nowhere else.

#include "talus/problem/pinch.hpp"

#include "support/samples.hpp"
#include "support/tower_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

template <class Dimension>
class PinchTest : public ::testing::Test {};
TYPED_TEST_SUITE(PinchTest, samples::Dimensions);

/// Unit spheres' blocks in a row along the first axis, at rest, between two obstacles that approach
/// with these speeds; the second one's normal is turned by an angle.
template <int D>
ContactProblem<D> row(int blocks, double left, double right, double mu = 0, double turn = 0) {
  ContactProblem<D> p;
  CanonicalLaw<D> law;
  law.mu = mu;
  for (int b = 0; b < blocks; ++b) {
    p.v_free.push_back(Twist<D>::Zero());
    p.inv_mass.push_back(1);
    p.inv_inertia.push_back(Spin<D>::Constant(1));
  }
  Vec<D> along = Vec<D>::Zero();
  along[0] = 1;
  Vec<D> back = Vec<D>::Zero();
  back[0] = -std::cos(turn);
  back[D - 1] = std::sin(turn);
  samples::add_point_contact<D>(0, -1, along, -along, along, law, p);
  p.offset.back()[0] = -left;
  for (int b = 1; b < blocks; ++b) {
    samples::add_point_contact<D>(b, b - 1, along, -along, along, law, p);
  }
  samples::add_point_contact<D>(blocks - 1, -1, back, -back, back, law, p);
  p.offset.back()[0] = -right;
  return p;
}

template <int D>
Pinch pinch_in(const ContactProblem<D>& p, std::size_t worst = 0) {
  PinchFinder<D> finder;
  Vec<D> push = Vec<D>::Zero();
  push[0] = 1;
  return finder.find(p, std::vector<Vec<D>>(p.contact_count(), push), worst);
}

TYPED_TEST(PinchTest, ObstaclesThatApproach_LeaveNoWayOut) {
  constexpr int D = TypeParam::value;
  for (const double mu : {0.0, 0.5}) {
    for (const int blocks : {1, 2, 5}) {
      const auto p = row<D>(blocks, 0.1, 0.2, mu);
      for (std::size_t worst = 0; worst < p.contact_count(); ++worst) {
        const Pinch pinch = pinch_in(p, worst);
        ASSERT_TRUE(pinch.found()) << blocks << " " << worst;
        EXPECT_EQ(pinch.blocks, static_cast<std::uint32_t>(blocks));
        EXPECT_EQ(pinch.contacts, static_cast<std::uint32_t>(blocks + 1));
        EXPECT_EQ(pinch.one_side + pinch.other_side, static_cast<std::uint32_t>(blocks));
        EXPECT_NE(pinch.one_side, pinch.other_side);
        EXPECT_EQ(pinch.by_friction, 0U);
      }
    }
  }
}

TYPED_TEST(PinchTest, ObstaclesThatDoNot_PinchNothing) {
  constexpr int D = TypeParam::value;
  EXPECT_FALSE(pinch_in(row<D>(2, 0, 0)).found());
  EXPECT_FALSE(pinch_in(row<D>(2, 0.1, -0.1)).found());
  EXPECT_FALSE(pinch_in(row<D>(2, 0.1, -0.2, 0.5)).found());
}

TYPED_TEST(PinchTest, SoftContact_GivesWay) {
  auto p = row<TypeParam::value>(1, 0.1, 0.1);
  p.law[1].compliance[0] = 1e-6;
  EXPECT_FALSE(pinch_in(p).found());
}

TYPED_TEST(PinchTest, Wedge_LetsOutUnlessFrictionHolds) {
  constexpr int D = TypeParam::value;
  // Normals turned by 0.2 from each other: friction of more than tan(0.1) holds.
  EXPECT_FALSE(pinch_in(row<D>(1, 0.1, 0.1, 0, 0.2)).found());
  EXPECT_FALSE(pinch_in(row<D>(1, 0.1, 0.1, 0.9 * std::tan(0.1), 0.2)).found());
  const Pinch held = pinch_in(row<D>(1, 0.1, 0.1, 1.1 * std::tan(0.1), 0.2));
  EXPECT_TRUE(held.found());
  EXPECT_EQ(held.by_friction, 1U);
  // A way out a million times faster than the obstacles is none.
  EXPECT_TRUE(pinch_in(row<D>(1, 0.1, 0.1, 0, 1e-6)).found());
}

}  // namespace
}  // namespace talus

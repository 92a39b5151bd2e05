// Balls among problems given by matrices: recognised for what they are, and nothing else is.

#include "talus/problem/balls.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

using samples::Dense;
using samples::eps;

template <class T>
class BallsTest : public ::testing::Test {};
TYPED_TEST_SUITE(BallsTest, samples::Dimensions);

template <int D>
std::vector<ContactCone<D>> cones(const ContactProblem<D>& p) {
  std::vector<ContactCone<D>> out;
  for (const auto& law : p.law) out.push_back({law.mu});
  return out;
}

TYPED_TEST(BallsTest, ProblemOfBalls_IsToldByBodies) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const auto p = samples::random_problem<D>(random, {.radial = true, .plain_laws = true});
    const auto given = assembled<D>(samples::by_matrices(p), cones<D>(p));
    ASSERT_NE(given.balls, nullptr);
    const auto back = assembled(*given.balls);
    const Dense w = given.w.scalars();
    EXPECT_LE((Dense(back.w.scalars()) - w).norm(), 100 * eps * w.norm());
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      EXPECT_LE((back.q[c] - given.q[c]).norm(), 1000 * eps);
      EXPECT_EQ(back.cone[c].mu, given.cone[c].mu);
      EXPECT_LT(given.balls->general[c], 0);
    }
  }
}

TYPED_TEST(BallsTest, OtherBodies_AreNotTakenForBalls) {
  constexpr int D = TypeParam::value;
  Random random(2);
  const auto is_null = [](const GlobalProblem& g, const ContactProblem<D>& p) {
    return balls_of<D>(g, cones<D>(p)) == nullptr;
  };
  const auto rods = samples::random_problem<D>(random, {.plain_laws = true});
  EXPECT_TRUE(is_null(samples::by_matrices(rods), rods));

  const auto p = samples::random_problem<D>(random, {.radial = true, .plain_laws = true});
  const GlobalProblem good = samples::by_matrices(p);
  ASSERT_FALSE(is_null(good, p));
  auto g = good;  // a normal that turns the body: off its centre
  g.h.coeffRef(dof<D> * p.first[0] + D, 0) += 1e-6;
  EXPECT_TRUE(is_null(g, p));
  g = good;  // a frame that is none
  g.h.coeffRef(dof<D> * p.first[0], 0) += 1e-6;
  EXPECT_TRUE(is_null(g, p));
  g = good;  // a mass that depends on the direction
  g.m.coeffRef(1, 1) *= 1 + 1e-6;
  EXPECT_TRUE(is_null(g, p));
  g = good;  // coupled masses
  g.m.coeffRef(0, 1) = 1e-6;
  EXPECT_TRUE(is_null(g, p));
  g = good;  // a third body
  int c = 0;
  while (p.second[static_cast<std::size_t>(c)] < 0) ++c;
  int third = 0;
  const auto at = static_cast<std::size_t>(c);
  while (third == p.first[at] || third == p.second[at]) ++third;
  g.h.coeffRef(dof<D> * third, D * c) = 1;
  EXPECT_TRUE(is_null(g, p));
}

}  // namespace
}  // namespace talus

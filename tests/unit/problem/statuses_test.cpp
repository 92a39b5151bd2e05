// What contacts do in an answer.

#include "talus/problem/statuses.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

/// Contacts that do not see each other, each with W = 1 and W_NT as given.
template <int D>
AssembledProblem<D> apart(std::size_t count, double mu, double w_nt = 0) {
  AssembledProblem<D> p;
  for (std::size_t c = 0; c < count; ++c) {
    Mat<D> w = Mat<D>::Identity();
    w(0, 1) = w(1, 0) = w_nt;
    p.w.add_row({static_cast<std::uint32_t>(c)}, {w});
    p.q.push_back(Vec<D>::Zero());
    p.cone.push_back({mu});
  }
  return p;
}

template <class T>
class StatusesTest : public ::testing::Test {};
TYPED_TEST_SUITE(StatusesTest, samples::Dimensions);

TYPED_TEST(StatusesTest, ImpulsesTellWhatContactsDo) {
  constexpr int D = TypeParam::value;
  const auto p = apart<D>(5, 0.5);
  std::vector<Vec<D>> r(5, Vec<D>::Zero());
  r[1][0] = 1e-17;  // rounding of the others
  r[2][0] = 1;
  r[3][0] = 2;
  r[3][D - 1] = -1;  // on the side
  r[4][0] = 2;
  r[4][1] = 0.999;
  const auto s = statuses<D>(p, r);
  EXPECT_EQ(s.open, 2U);
  EXPECT_EQ(s.sticking, 2U);
  EXPECT_EQ(s.sliding, 1U);
  EXPECT_EQ(s.free_components, 2U * D + 1);
  EXPECT_EQ(s.painleve_contacts, 0U);
  using S = AnswerStatus;
  EXPECT_EQ(answer_statuses<D>(p, r),
            (std::vector<S>{S::open, S::open, S::sticking, S::sliding, S::sticking}));
}

TYPED_TEST(StatusesTest, WithoutFriction_WhatPushesSlides) {
  constexpr int D = TypeParam::value;
  const auto s = statuses<D>(apart<D>(2, 0), {Vec<D>::Unit(0), Vec<D>::Zero()});
  EXPECT_EQ(s.sliding, 1U);
  EXPECT_EQ(s.open, 1U);
}

TYPED_TEST(StatusesTest, PainleveContacts_AreCounted) {
  constexpr int D = TypeParam::value;
  const std::vector<Vec<D>> none(3, Vec<D>::Zero());
  EXPECT_EQ(statuses<D>(apart<D>(3, 1.9, 0.5), none).painleve_contacts, 0U);
  EXPECT_EQ(statuses<D>(apart<D>(3, 2.1, 0.5), none).painleve_contacts, 3U);
}

TYPED_TEST(StatusesTest, AmbiguousContacts_AreCounted) {
  // W = 1 but for W_NT = 1/2 along one tangent: S = diag(3/4, 1), in space 2 sqrt(det S) / tr S =
  // .98974, which mu = 1.97949 reaches.
  constexpr int D = TypeParam::value;
  const std::vector<Vec<D>> none(3, Vec<D>::Zero());
  const auto count = [&](double mu) {
    return statuses<D>(apart<D>(3, mu, 0.5), none).ambiguous_contacts;
  };
  EXPECT_EQ(count(1.9794), 0U);
  EXPECT_EQ(count(1.9796), D == 3 ? 3U : 0U);
  EXPECT_EQ(count(2.1), 3U);
}

}  // namespace
}  // namespace talus

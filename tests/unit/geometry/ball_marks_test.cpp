// What balls are said to have moved since they were marked: never less than they have, and hardly
// more.
#include "talus/geometry/ball_marks.hpp"

#include "support/balls.hpp"
#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

template <class Dimension>
class BallMarksTest : public ::testing::Test {};
TYPED_TEST_SUITE(BallMarksTest, samples::Dimensions);

template <int D>
BallMarks<D> marks_of(const test::Balls<D>& b) {
  BallMarks<D> marks;
  marks.restart(b.centre.size());
  for (std::size_t first = 0; first < b.centre.size(); first += BallMarks<D>::block) {
    marks.mark(b.centre, b.radius, first, std::min(first + BallMarks<D>::block, b.centre.size()));
  }
  return marks;
}

template <int D>
double said(const BallMarks<D>& marks, const test::Balls<D>& b) {
  typename BallMarks<D>::Way way;
  marks.measure(b.centre, b.radius, 0, b.centre.size(), way);
  return marks.bound(way);
}

}  // namespace

TYPED_TEST(BallMarksTest, EveryBallMoves_SaidIsJustAboveTheFarthest) {
  // Of all units, near and far from the origin and from each other, alone, in pairs and many.
  constexpr int D = TypeParam::value;
  Random random(4);
  for (const double unit : {1e-100, 1e-3, 1.0, 1e100}) {
    for (const double spread : {10.0, 1e4, 1e9}) {
      for (const std::size_t count : {1U, 2U, 63U, 64U, 129U, 9001U}) {
        test::Balls<D> b;
        for (std::size_t i = 0; i < count; ++i) {
          b.add(unit * (Vec<D>::Constant(1e3) + samples::vector<D>(random, spread)),
                unit * samples::scale(random, 0.1, 10));
        }
        const BallMarks<D> marks = marks_of(b);
        for (const double way : {0.0, 1e-5, 1e-3, 1e-2}) {
          auto later = b;
          double moved = 0;
          double grown = 0;
          for (std::size_t i = 0; i < count; ++i) {
            later.centre[i] += way * b.radius[i] * samples::unit<D>(random);
            later.radius[i] *= 1 + 0.5 * way * random.uniform(-1, 1);
            const Vec<D> gone = (later.centre[i] - b.centre[i]) / b.radius[i];
            moved = std::max(moved, gone.norm());
            grown = std::max(grown, std::abs(later.radius[i] / b.radius[i] - 1));
          }
          const double bound = said(marks, later);
          EXPECT_GE(bound * (1 + 1e-12) + 1e-12, moved + grown);  // rounding
          // Marks are off by one part in 4096 at most, the bound allows for twice that.
          EXPECT_LE(bound, moved + grown + 3.1 / 4096);
        }
      }
    }
  }
}

TYPED_TEST(BallMarksTest, WhatIsNoBall_IsNotSaidToStay) {
  constexpr int D = TypeParam::value;
  Random random(5);
  test::Balls<D> b;
  for (int i = 0; i < 100; ++i) b.add(samples::vector<D>(random), random.uniform(0.1, 1));
  const BallMarks<D> marks = marks_of(b);
  for (const std::size_t i : {0U, 7U, 64U, 99U}) {
    auto later = b;
    later.centre[i][D - 1] = std::nan("");
    EXPECT_FALSE(said(marks, later) <= 1);
    EXPECT_FALSE(said(marks_of(later), b) <= 1);
    later = b;
    later.radius[i] = std::nan("");
    EXPECT_FALSE(said(marks, later) <= 1);
    EXPECT_FALSE(said(marks_of(later), b) <= 1);
    later.radius[i] = 0;  // a point has no parts of its radius to go
    EXPECT_FALSE(said(marks_of(later), later) <= 1);
  }
}

}  // namespace talus

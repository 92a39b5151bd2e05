// What four single numbers a ball say of pairs: never what is not so, and nearly always something.
#include "talus/geometry/ball_places.hpp"

#include "support/balls.hpp"
#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {

namespace {

template <class Dimension>
class BallPlacesTest : public ::testing::Test {};
TYPED_TEST_SUITE(BallPlacesTest, samples::Dimensions);

template <int D>
BallPlaces<D> places_of(const test::Balls<D>& b, const Vec<D>& origin, double extent) {
  BallPlaces<D> places;
  places.restart(b.centre.size(), origin, extent);
  places.place(b.centre, b.radius, 0, b.centre.size());
  return places;
}

}  // namespace

TYPED_TEST(BallPlacesTest, PairsAboutToTouch_WhatIsSureIsSo) {
  // Of all units and sizes within the extent, from far apart to the last bit.
  constexpr int D = TypeParam::value;
  Random random(7);
  int pairs = 0;
  int unsure = 0;
  for (const double unit : {1e-100, 1.0, 1e100}) {
    for (const double size : {0.3, 1e-2, 1e-4, 1e-7}) {
      for (const double beyond : {0.4, 1e-2, 1e-4, 1e-6, 1e-9, 1e-15, 0.0}) {
        test::Balls<D> b;
        const Vec<D> origin = unit * samples::vector<D>(random, 100);
        for (int k = 0; k < 40; ++k) {
          const double r = unit * size * samples::scale(random, 0.1, 1);
          const double s = unit * size * samples::scale(random, 0.1, 1);
          const Vec<D> x = origin + unit * 0.1 * samples::vector<D>(random);
          b.add(x, r);
          const double apart = (r + s) * (1 + beyond * random.uniform(-1, 1));
          b.add(x + apart * samples::unit<D>(random), s);
        }
        const BallPlaces<D> places = places_of(b, origin, unit);
        for (std::uint32_t i = 0; i < b.centre.size(); i += 2) {
          const double reach = b.radius[i] + b.radius[i + 1];
          // In reaches, for squares of such units are no numbers.
          const double square = ((b.centre[i] - b.centre[i + 1]) / reach).squaredNorm();
          const auto said = places.apart(i, i + 1);
          const bool large = size > 0.1 && beyond >= 1e-2;
          pairs += large ? 1 : 0;
          if (!(said.sure > 0)) {
            unsure += large ? 1 : 0;
            // Centres are less than 1 extent away, so what is off is known: 64 units of the last
            // place, twice because it is taken off what may itself be as much too small.
            EXPECT_LE(std::abs(square - 1) * reach, unit * 2 * 64 * 0x1p-24) << size << beyond;
            continue;
          }
          EXPECT_EQ(said.near, square <= 1);
          EXPECT_GE(std::abs(square - 1), said.sure / said.square_reach * (1 - 1e-6));
        }
      }
    }
  }
  // Reaches of .06 and more are known to 128 2^-24 / .06 = 1.3e-4 of their square. Where distances
  // are up to a hundredth off, evenly, and so squares by twice that, 7 of 1000 are nearer.
  EXPECT_LT(unsure, 0.05 * pairs);
}

TYPED_TEST(BallPlacesTest, OutsideOfTheExtent_NothingIsSure) {
  constexpr int D = TypeParam::value;
  test::Balls<D> b;
  b.add(Vec<D>::Zero(), 0.1);
  b.add(0.5 * Vec<D>::Unit(0), 0.1);
  b.add(1.5 * Vec<D>::Unit(D - 1), 0.1);
  b.add(Vec<D>::Zero(), 2);
  b.add(Vec<D>::Constant(std::nan("")), 0.1);
  b.add(Vec<D>::Zero(), std::nan(""));
  const BallPlaces<D> places = places_of<D>(b, Vec<D>::Zero(), 1);
  EXPECT_GT(places.apart(0, 1).sure, 0);
  for (std::uint32_t i = 2; i < b.centre.size(); ++i) EXPECT_FALSE(places.apart(0, i).sure > 0);
}

}  // namespace talus

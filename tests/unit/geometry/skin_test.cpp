// Thin walls with skins: the side a gap is told for is the one the other wall is on.
#include "talus/geometry/gap.hpp"

#include "support/convex_samples.hpp"
#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus::test {
namespace {

template <class Dimension>
class Skins : public ::testing::Test {};
TYPED_TEST_SUITE(Skins, Dimensions);

template <int D>
std::vector<GapPoint<D>> gaps_of_skins(const Shape<D>& a, const Pose<D>& pa, const Shape<D>& b,
                                       const Pose<D>& pb, double alert) {
  std::vector<GapPoint<D>> out;
  GapOptions<D> options;
  options.skins = true;
  find_gaps<D>(a, pa, b, pb, alert, out, options);
  return out;
}

TYPED_TEST(Skins, WithoutThem_WallsNeverTouch) {
  constexpr int D = TypeParam::value;
  const Shape<D> wall = Wall<D>{Vec<D - 1>::Ones()};
  std::vector<GapPoint<D>> out;
  find_gaps<D>(wall, {}, wall, {}, 1, out);
  EXPECT_TRUE(out.empty());
  EXPECT_FALSE(can_touch<D>(wall, wall));
  EXPECT_TRUE(can_touch<D>(wall, wall, true));
  EXPECT_EQ(skin_between<D>(wall, Shape<D>(Ball<D>{1})), 0);
}

TYPED_TEST(Skins, FlatOnEachOther_TouchAtTheCornersOnTheirSide) {
  constexpr int D = TypeParam::value;
  const Shape<D> small = Wall<D>{Vec<D - 1>::Ones()};
  const Shape<D> large = Wall<D>{Vec<D - 1>::Constant(5)};
  const double skin = skin_between<D>(small, large);
  EXPECT_DOUBLE_EQ(skin, 1e-3 * std::sqrt(D - 1.0));
  Random random(5);
  for (const double part : {0.1, 0.5, 1.0, 1.05}) {
    for (const double side : {-1.0, 1.0}) {
      Pose<D> world{Vec<D>::Zero(), samples::rotation<D>(random)};
      Pose<D> above;
      above.x = side * part * skin * last_axis<D>();
      const auto gaps = gaps_of_skins<D>(small, compose(world, above), large, world, 0.01);
      ASSERT_EQ(gaps.size(), D == 2 ? 2U : 4U);
      for (const auto& g : gaps) {
        EXPECT_NEAR(g.gap, (part - 1) * skin, 1e-14);
        EXPECT_NEAR((g.normal - side * rotate<D>(world.r, last_axis<D>())).norm(), 0, 1e-12);
      }
    }
  }
}

/// Nearly in one plane, which each of them then reaches behind by a hair.
TYPED_TEST(Skins, BesideEachOther_AreAsFarApartAsTheyAre) {
  constexpr int D = TypeParam::value;
  const Shape<D> wall = Wall<D>{Vec<D - 1>::Ones()};
  for (const double tilt : {0.0, 1e-12, 1e-8, 1e-6}) {
    Pose<D> beside;
    beside.x[0] = 2.5;
    beside.r = incline<D>(tilt);
    EXPECT_TRUE(gaps_of_skins<D>(wall, beside, wall, {}, 0.4).empty()) << tilt;
    const auto gaps = gaps_of_skins<D>(wall, beside, wall, {}, 0.6);
    ASSERT_FALSE(gaps.empty()) << tilt;
    for (const auto& g : gaps) {
      EXPECT_NEAR(g.gap, 0.5, skin_between<D>(wall, wall) + 1e-6) << tilt;
      EXPECT_GT(g.normal[0], 0.999) << tilt;
    }
  }
}

/// Whatever way they lie: as far apart as bodies that are within and about the skins.
TYPED_TEST(Skins, AnyPlace_GapLiesBetweenThoseOfSolids) {
  constexpr int D = TypeParam::value;
  Random random(6);
  int near = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto extent = [&] {
      Vec<D - 1> half;
      for (int k = 0; k < D - 1; ++k) half[k] = random.uniform(0.2, 1);
      return half;
    };
    const auto box = [](const Vec<D - 1>& half, double more) {
      Vec<D> out;
      out.template head<D - 1>() = half.array() + more;
      out[D - 1] = more;
      return Shape<D>(Hull<D>(box_polytope(out)));
    };
    const Vec<D - 1> half_a = extent();
    const Vec<D - 1> half_b = extent();
    const Shape<D> a = Wall<D>{half_a};
    const Shape<D> b = Wall<D>{half_b};
    const Pose<D> pa{samples::unit<D>(random) * random.uniform(0, 2), samples::rotation<D>(random)};
    const Pose<D> pb{Vec<D>::Zero(), samples::rotation<D>(random)};
    const double half_skin = 0.5 * skin_between<D>(a, b);
    const auto least = [](const std::vector<GapPoint<D>>& gaps) {
      double out = 10;
      for (const auto& g : gaps) out = std::min(out, g.gap);
      return out;
    };
    const double gap = least(gaps_of_skins<D>(a, pa, b, pb, 1.1));
    std::vector<GapPoint<D>> around;
    find_gaps<D>(box(half_a, half_skin), pa, box(half_b, half_skin), pb, 1, around);
    const double thick = least(around);
    // Crossed, where overlaps are measured otherwise, or too far apart to be told.
    if (thick < 1e-3 || thick > 1) continue;
    // Corners of the solids reach farther by the diagonal of what was added, at both.
    EXPECT_GE(gap, thick - 1e-9) << i;
    EXPECT_LE(gap, thick + 2 * half_skin * std::sqrt(D) + 1e-9) << i;
    ++near;
  }
  EXPECT_GT(near, 1000);
}

}  // namespace
}  // namespace talus::test

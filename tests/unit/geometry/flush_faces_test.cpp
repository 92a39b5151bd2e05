// Faces that lie on each other, turned by next to nothing: what they give must not depend on which
// of them round-off puts first.
#include "talus/geometry/gap.hpp"
#include "talus/math/random.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace talus {
namespace {

constexpr double side = 0.2;
constexpr double tilt = 1e-6;

Pose<3> turned(const Vec<3>& x, const Vec<3>& spin) {
  Pose<3> pose;
  pose.x = x;
  pose.r = exponential(Spin<3>(spin));
  return pose;
}

TEST(FlushFaces, TurnedByNextToNothing_KeepNamesAndPushAlongTheMean) {
  const Shape<3> cube = Hull<3>(box_polytope(Vec<3>(Vec<3>::Constant(0.5 * side))));
  Random random(7);
  std::set<std::set<std::uint32_t>> names;
  for (int i = 0; i < 200; ++i) {
    const auto any = [&] { return Vec<3>(random.normal(), random.normal(), 0); };
    // Half over each other, as in a wall: no corner is where rounding may name it anew.
    const Pose<3> a = turned(Vec<3>::Zero(), tilt * any());
    const Pose<3> b = turned(Vec<3>(0.5 * side, 0.3 * side, side), tilt * any());
    std::vector<GapPoint<3>> gaps;
    find_gaps<3>(cube, a, cube, b, 1e-3 * side, gaps);
    ASSERT_EQ(gaps.size(), 4U);
    const Vec<3> up_a = rotate<3>(a.r, Vec<3>::UnitZ());
    const Vec<3> up_b = rotate<3>(b.r, Vec<3>::UnitZ());
    std::set<std::uint32_t> now;
    for (const auto& g : gaps) {
      now.insert(g.feature);
      // Half of what the faces are turned against each other would be some 1e-6.
      EXPECT_LE((g.normal + (up_a + up_b).normalized()).norm(), 1e-12);
    }
    names.insert(now);
  }
  EXPECT_EQ(names.size(), 1U);
}

}  // namespace
}  // namespace talus

// Forces as lines: where they go, how wide they are.

#include "talus/draw/draw.hpp"

#include "support/world.hpp"
#include "unit/draw/svg_reading.hpp"

namespace talus {
namespace {

/// A floor and two disks side by side on it.
samples::World<2> two_disks() {
  samples::World<2> world;
  world.add(HalfSpace<2>{}, {Vec<2>(7, 0), {}}, true);
  world.add(Ball<2>{0.5}, {Vec<2>(0, 0.5), {}});
  world.add(Ball<2>{0.5}, {Vec<2>(1, 0.5), {}});
  return world;
}

TEST(ForceLines, GoFromCentreToCentre_AndEndAtWhatIsPrescribed) {
  const auto world = two_disks();
  const Vec<2> none = Vec<2>::Zero();
  EXPECT_EQ(force_path<2>(world.model, world.state, 1, 2, {0.5, 0.5}, none),
            (std::vector<Vec<2>>{{0, 0.5}, {0.5, 0.5}, {1, 0.5}}));
  EXPECT_EQ(force_path<2>(world.model, world.state, 1, 0, {0, 0}, none),
            (std::vector<Vec<2>>{{0, 0.5}, {0, 0}}));
  // The image of the second a period away.
  EXPECT_EQ(force_path<2>(world.model, world.state, 1, 2, {-0.5, 0.5}, {-2, 0}),
            (std::vector<Vec<2>>{{0, 0.5}, {-0.5, 0.5}, {-1, 0.5}}));
}

TEST(ForceLines, AreAsWideAsTheForce_TheStrongestOnTop) {
  const auto world = two_disks();
  const std::vector<ForceLine<2>> lines = {
      {{{0, 0.5}, {0, 0}}, 4}, {{{0, 0.5}, {1, 0.5}}, 1}, {{{1, 0.5}, {1, 0}}, 2}, {{{1, 0}}, 0}};
  std::vector<double> widths;
  for (const auto& e : test::elements(draw_svg<2>(world.model, world.state, lines, {}))) {
    if (e.is("force")) widths.push_back(e.number("stroke-width"));
  }
  ASSERT_EQ(widths.size(), 3U);  // no force, no line
  EXPECT_NEAR(widths[0] / widths[2], 0.25, 1e-8);
  EXPECT_NEAR(widths[1] / widths[2], 0.5, 1e-8);
}

TEST(ForceLines, BodiesOfAPeriodicWorld_AreBroughtIntoItsCell) {
  auto world = two_disks();
  world.model.cell.period = Vec<2>(4, 3);
  world.state.x[1] = Vec<2>(9.5, 0.5);
  world.state.x[2] = Vec<2>(-2.5, -4);
  auto way = way_into_cell<2>(world.model, world.state, 0);
  EXPECT_EQ(way[0], Vec<2>(0, 0));  // what is prescribed stays
  EXPECT_EQ(way[1], Vec<2>(-8, 0));
  EXPECT_EQ(way[2], Vec<2>(4, 3));
  // A period up a sheared cell is 0.75 along the flow too: from (-2.5, -4) to (-1.75, -1).
  world.model.cell.flow = 0;
  world.model.cell.gradient = 1;
  way = way_into_cell<2>(world.model, world.state, 0.75);
  EXPECT_EQ(way[1], Vec<2>(-8, 0));
  EXPECT_EQ(way[2], Vec<2>(0.75, 3));
}

}  // namespace
}  // namespace talus

// Pictures of space: projections, visible faces, and what covers what.
#include "talus/draw/draw.hpp"
#include "talus/draw/painter.hpp"
#include "talus/math/random.hpp"

#include "support/world.hpp"
#include "unit/draw/svg_reading.hpp"

#include <numbers>

using namespace talus;
using namespace talus::test;

namespace {

std::string picture(const samples::World<3>& world, const std::string& view) {
  return draw_svg<3>(world.model, world.state, nullptr, {"", *parse_view(view)});
}

Outline<3> block(const Vec<3>& low, const Vec<3>& high) {
  const Hull<3> hull(box_polytope(Vec<3>(0.5 * (high - low))));
  return *outline_of<3>(hull, {0.5 * (low + high), {}});
}

/// Where the line of sight through a point of the picture comes out of a box; -infinity: nowhere.
double nearest_seen(const Outline<3>& box, const Projection<3>& eye, const Vec<3>& on_ray) {
  Bounds<3> b;
  add(box, b);
  double enter = -1e300;
  double leave = 1e300;
  for (int i = 0; i < 3; ++i) {
    const double slope = eye.to_eye()[i];
    if (std::abs(slope) < 1e-12) {
      if (on_ray[i] < b.low[i] || on_ray[i] > b.high[i]) return -1e300;
      continue;
    }
    const double s = (b.low[i] - on_ray[i]) / slope;
    const double t = (b.high[i] - on_ray[i]) / slope;
    enter = std::max(enter, std::min(s, t));
    leave = std::min(leave, std::max(s, t));
  }
  return enter < leave - 1e-9 ? leave : -1e300;
}

/// Rays through the boxes meet them in the order they are painted in.
void expect_painted_right(const std::vector<Outline<3>>& boxes, const std::string& view) {
  const Projection<3> eye(*parse_view(view), Vec<3>::Zero());
  const auto order = painting_order(boxes, eye);
  ASSERT_EQ(order.size(), boxes.size());
  Bounds<3> all;
  for (const auto& b : boxes) add(b, all);
  Random random(1);
  int met = 0;
  for (int i = 0; i < 2000; ++i) {
    Vec<3> p;
    for (int k = 0; k < 3; ++k) p[k] = random.uniform(all.low[k], all.high[k]);
    double before = -1e300;
    for (const auto b : order) {
      const double out = nearest_seen(boxes[b], eye, p);
      if (out == -1e300) continue;
      ++met;
      EXPECT_GE(out, before - 1e-9) << view << ", box " << b;
      before = out;
    }
  }
  EXPECT_GT(met, 2000);
}

}  // namespace

TEST(View, Names_AndAngles) {
  const auto axes = [](const char* text) {
    const Projection<3> p(*parse_view(text), Vec<3>::Zero());
    Mat<2, 3> out;
    for (int i = 0; i < 3; ++i) out.col(i) = p(Vec<3>::Unit(i));
    return out;
  };
  EXPECT_EQ(axes("front"), (Mat<2, 3>() << 1, 0, 0, 0, 0, 1).finished());
  EXPECT_EQ(axes("side"), (Mat<2, 3>() << 0, 1, 0, 0, 0, 1).finished());
  EXPECT_EQ(axes("top"), (Mat<2, 3>() << 1, 0, 0, 0, 1, 0).finished());
  EXPECT_EQ(axes("-90,0"), axes("front"));
  EXPECT_EQ(axes("0, 0"), axes("side"));
  const auto iso = axes("iso");
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(iso.col(i).norm(), std::sqrt(2.0 / 3), 1e-15);
  for (const char* wrong :
       {"", "back", "30", "30,", ",20", "30,91", "30,20,10", "nan,0", "1e999,0"}) {
    EXPECT_FALSE(parse_view(wrong)) << wrong;
  }
}

TEST(DrawSpace, Sphere_IsADiscWhereItIsSeen) {
  samples::World<3> world;
  world.add(Ball<3>{0.5}, {{1, 2, 3}, {}});
  const std::pair<const char*, Vec<2>> cases[] = {
      {"front", {1, 3}}, {"side", {2, 3}}, {"top", {1, 2}}};
  for (const auto& [view, place] : cases) {
    const auto circles = drawn(picture(world, view), "circle");
    ASSERT_EQ(circles.size(), 1U);
    EXPECT_NEAR((circles[0].point("cx", "cy") - place).norm(), 0, written) << view;
    EXPECT_EQ(circles[0].number("r"), 0.5);
  }
}

TEST(DrawSpace, Box_ShowsTheFacesThatFaceTheEye) {
  samples::World<3> world;
  world.add(Hull<3>(box_polytope(Vec<3>(1, 2, 3))), {{0, 0, 3}, {}});
  const auto faces = drawn(picture(world, "iso"), "polygon", "face");
  ASSERT_EQ(faces.size(), 3U);
  std::set<std::string> shades;
  for (const auto& f : faces) shades.insert(f.attribute.at("fill"));
  EXPECT_EQ(shades.size(), 3U);
  const auto front = drawn(picture(world, "front"), "polygon", "face");
  ASSERT_EQ(front.size(), 1U);
  Bounds<2> seen;
  for (const auto& c : corners(front[0])) seen.add(c);
  EXPECT_NEAR((seen.low - Vec<2>(-1, 0)).norm(), 0, written);
  EXPECT_NEAR((seen.high - Vec<2>(1, 6)).norm(), 0, written);
}

TEST(DrawSpace, HalfSpaces_CutEachOther) {
  // A floor and four walls about a ball: a box open at its top.
  samples::World<3> world;
  world.add(HalfSpace<3>{}, {}, true);
  const double quarter = 0.5 * std::numbers::pi;
  for (int i = 0; i < 4; ++i) {
    const Eigen::Quaterniond q = Eigen::AngleAxisd(i * quarter, Vec<3>::UnitZ()) *
                                 Eigen::AngleAxisd(-quarter, Vec<3>::UnitY());
    const Vec<3> normal = q * Vec<3>::UnitZ();
    world.add(HalfSpace<3>{}, {-normal, {q}}, true);
  }
  world.add(Ball<3>{0.5}, {{0, 0, 0.5}, {}});
  const auto svg = picture(world, "top");
  const auto planes = drawn(svg, "polygon", "half_space");
  ASSERT_EQ(planes.size(), 1U);  // walls are seen edge-on
  Bounds<2> floor;
  for (const auto& c : corners(planes[0])) floor.add(c);
  EXPECT_NEAR((floor.low - Vec<2>(-1, -1)).norm(), 0, written);
  EXPECT_NEAR((floor.high - Vec<2>(1, 1)).norm(), 0, written);
  EXPECT_EQ(drawn(svg, "polygon", "half_plane").size(), 4U);

  // From in front and above the near walls are outlined, after the ball.
  const auto iso = drawing_of(picture(world, "iso"));
  EXPECT_EQ(drawn(picture(world, "iso"), "polygon", "half_space").size(), 5U);
  EXPECT_GT(iso.rfind("stroke-dasharray"), iso.find("<circle"));
}

TEST(DrawSpace, Legend_SpeaksOfHatchingWhereThereIsSome) {
  const auto speaks = [](const samples::World<3>& world, const char* view) {
    return picture(world, view).find("hatched: moves as prescribed") != std::string::npos;
  };
  samples::World<3> world;
  world.add(Ball<3>{0.5}, {{0, 0, 0.5}, {}});
  world.add(HalfSpace<3>{}, {}, true);
  EXPECT_FALSE(speaks(world, "iso"));  // a floor seen from above is plain
  EXPECT_TRUE(speaks(world, "front"));
  world.add(Hull<3>(box_polytope(Vec<3>(0.2, 0.2, 0.2))), {{2, 0, 0.2}, {}}, true);
  EXPECT_TRUE(speaks(world, "iso"));
}

TEST(DrawSpace, Drum_IsCutWhereItsContentsEnd) {
  samples::World<3> world;
  world.add(Drum<3>{2}, {}, true);
  world.add(Ball<3>{0.5}, {{0, 0, 10}, {}});
  const auto svg = picture(world, "front");
  const Window window(svg);
  EXPECT_TRUE(window.holds({-2, 9.5}) && window.holds({2, 10.5}));
  EXPECT_FALSE(window.holds({0, 0}));
  EXPECT_EQ(drawn(svg, "polygon", "drum").size(), 1U);
}

/// A body that flew off makes the drum longer than wide by orders.
TEST(DrawSpace, DrumAsLongAsAFlight_IsALine) {
  samples::World<3> world;
  world.add(Drum<3>{2}, {}, true);
  world.add(Ball<3>{0.5}, {{0, 0, 0}, {}});
  world.add(Ball<3>{0.5}, {{0, 0, 1e12}, {}});
  const auto drums = drawn(picture(world, "front"), "polygon", "drum");
  ASSERT_EQ(drums.size(), 1U);
  EXPECT_EQ(corners(drums[0]).size(), 2U);
}

TEST(Painter, NearBalls_CoverFarOnes) {
  samples::World<3> world;
  for (const double y : {3.0, -2.0, 8.0, 0.0}) world.add(Ball<3>{1}, {{0.01 * y, y, 0}, {}});
  double before = 1e300;
  for (const auto& c : drawn(picture(world, "front"), "circle")) {
    EXPECT_LT(c.number("cx"), before);  // seen from -y: far ones first
    before = c.number("cx");
  }
}

TEST(Painter, MasonryWall_IsRightFromEverywhere) {
  // Blocks of 2 x 1 x 1 in running bond with half blocks: middles alone mislead here.
  std::vector<Outline<3>> wall;
  for (int row = 0; row < 6; ++row) {
    const double shift = row % 2;
    for (double x = -shift; x < 10; x += 2) {
      wall.push_back(
          block({std::max(x, 0.0), 0, 1.0 * row}, {std::min(x + 2, 10.0), 1, row + 1.0}));
    }
  }
  for (const char* view : {"iso", "30,20", "100,60", "-170,5", "200,-40", "-90,1"}) {
    expect_painted_right(wall, view);
  }
}

TEST(Painter, CrossedPlanks_AreRightFromEverywhere) {
  std::vector<Outline<3>> tower;
  for (int layer = 0; layer < 6; ++layer) {
    for (const double at : {-4.0, -0.5, 3.0}) {
      const Vec<3> low = layer % 2 == 0 ? Vec<3>(-4, at, layer) : Vec<3>(at, -4, layer);
      const Vec<3> size = layer % 2 == 0 ? Vec<3>(8, 1, 1) : Vec<3>(1, 8, 1);
      tower.push_back(block(low, low + size));
    }
  }
  for (const char* view : {"iso", "30,20", "100,60", "-170,5", "200,-40", "top"}) {
    expect_painted_right(tower, view);
  }
}

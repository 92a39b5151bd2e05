// Pictures of the plane: read back, they are what the state says.
#include "talus/contact/detect.hpp"
#include "talus/draw/draw.hpp"
#include "talus/draw/page.hpp"
#include "talus/draw/svg.hpp"

#include "support/world.hpp"
#include "unit/draw/svg_reading.hpp"

#include <limits>
#include <numbers>

using namespace talus;
using namespace talus::test;

namespace {

constexpr double pi = std::numbers::pi;

std::string picture(const samples::World<2>& world, const std::string& title = "a title") {
  Contacts<2> contacts;
  DetectScratch<2> scratch;
  DetectOptions options;
  options.closed_only = true;
  detect<2>(world.model, world.state.x, world.state.r, {}, options, scratch, contacts);
  return draw_svg(world.model, world.state, &contacts, {title, {}});
}

/// A floor y = 0, and a disk of radius 0.5 on it at x = 2, turned by 0.3.
samples::World<2> disk_on_floor() {
  samples::World<2> world;
  world.add(HalfSpace<2>{}, {}, true);
  world.add(Ball<2>{0.5}, {{2, 0.5}, {0.3}});
  return world;
}

}  // namespace

TEST(DrawPlane, Disk_IsWhereItIs_WithItsRadiusLine) {
  const auto svg = picture(disk_on_floor());
  const auto circles = drawn(svg, "circle");
  ASSERT_EQ(circles.size(), 2U);  // the disk and its contact
  EXPECT_NEAR((circles[0].point("cx", "cy") - Vec<2>(2, 0.5)).norm(), 0, written);
  EXPECT_NEAR(circles[0].number("r"), 0.5, written);
  const auto marks = drawn(svg, "line", "orientation");
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_NEAR((marks[0].point("x1", "y1") - Vec<2>(2, 0.5)).norm(), 0, written);
  const Vec<2> rim(2 + 0.5 * std::cos(0.3), 0.5 + 0.5 * std::sin(0.3));
  EXPECT_NEAR((marks[0].point("x2", "y2") - rim).norm(), 0, 2 * written);
}

TEST(DrawPlane, Contact_IsADotWithItsNormal) {
  const auto svg = picture(disk_on_floor());
  const auto dots = drawn(svg, "circle", "contact");
  const auto normals = drawn(svg, "line", "normal");
  ASSERT_EQ(dots.size(), 1U);
  ASSERT_EQ(normals.size(), 1U);
  EXPECT_NEAR((dots[0].point("cx", "cy") - Vec<2>(2, 0)).norm(), 0, written);
  const Vec<2> arrow = normals[0].point("x2", "y2") - normals[0].point("x1", "y1");
  EXPECT_NEAR(arrow.normalized()[1], 1, written);  // to the free body
  EXPECT_NE(svg.find("2 bodies, 1 free; 2 shapes; 1 contact at t = 0"), std::string::npos);
}

TEST(DrawPlane, HalfPlane_IsCutAtTheBorder) {
  const auto svg = picture(disk_on_floor());
  const Window window(svg);
  const auto matter = drawn(svg, "polygon", "half_plane");
  ASSERT_EQ(matter.size(), 1U);
  const auto region = corners(matter[0]);
  ASSERT_EQ(region.size(), 4U);
  double area = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec<2>& p = region[i];
    const Vec<2>& q = region[(i + 1) % 4];
    EXPECT_TRUE(window.holds(p, 10 * written)) << p.transpose();
    EXPECT_LE(p[1], written);
    area += 0.5 * (p[0] * q[1] - p[1] * q[0]);
  }
  // All of what is shown below 0.
  EXPECT_LT(window.low[1], 0);
  EXPECT_NEAR(area, -window.low[1] * (window.high[0] - window.low[0]), 100 * written);
  const auto boundary = drawn(svg, "line", "boundary");
  ASSERT_EQ(boundary.size(), 1U);
  EXPECT_NEAR(boundary[0].number("y1"), 0, written);
  EXPECT_NEAR(boundary[0].number("y2"), 0, written);
  EXPECT_NEAR(std::abs(boundary[0].number("x2") - boundary[0].number("x1")),
              window.high[0] - window.low[0], 100 * written);
}

TEST(DrawPlane, FarFloor_IsShown_UnlessBodiesWouldVanish) {
  const auto low_border = [](double height) {
    samples::World<2> world;
    world.add(HalfSpace<2>{}, {}, true);
    world.add(Ball<2>{0.5}, {{0, height}, {}});
    return Window(picture(world)).low[1];
  };
  EXPECT_LT(low_border(10), 0);
  EXPECT_GT(low_border(1000), 900);
}

TEST(DrawPlane, EveryKindOfShape_HasItsElement) {
  samples::World<2> world;
  world.add(Hull<2>(box_polytope(Vec<2>(1, 0.5))), {{0, 3}, {pi / 2}});
  world.add(Capsule<2>{1, 0.25}, {{4, 3}, {}});
  world.add(Wall<2>{Vec<1>(1.5)}, {{8, 3}, {}}, true);
  world.add(Drum<2>{20}, {{1, 2}, {}}, true);
  const auto svg = picture(world);
  const Window window(svg);

  const auto polygons = drawn(svg, "polygon");
  ASSERT_EQ(polygons.size(), 1U);
  const auto box = corners(polygons[0]);
  ASSERT_EQ(box.size(), 4U);
  EXPECT_NEAR((box[0] - Vec<2>(0.5, 2)).norm(), 0, 2 * written);  // (-1, -0.5) by a quarter turn
  EXPECT_NEAR((box[2] - Vec<2>(-0.5, 4)).norm(), 0, 2 * written);

  EXPECT_NE(svg.find("<path d=\"M4.25,2L4.25,4A0.25 0.25 0 0 1 3.75,4L3.75,2A0.25 0.25 0 0 1 "
                     "4.25,2Z\""),
            std::string::npos);

  bool segment = false;
  for (const auto& e : drawn(svg, "line")) {
    segment = segment || ((e.point("x1", "y1") - Vec<2>(6.5, 3)).norm() < written &&
                          (e.point("x2", "y2") - Vec<2>(9.5, 3)).norm() < written);
  }
  EXPECT_TRUE(segment);

  const auto drums = drawn(svg, "circle", "drum");
  ASSERT_EQ(drums.size(), 1U);
  EXPECT_EQ(drums[0].number("r"), 20);
  EXPECT_TRUE(window.holds({-19, -18}) && window.holds({21, 22}));
}

TEST(DrawPlane, SeveralShapes_AreHeldTogetherBySpokes) {
  samples::World<2> world;
  BodyDescription<2> sledge;
  sledge.shapes.push_back({Ball<2>{0.1}, {{-1, 0}, {}}, 0, 1});
  sledge.shapes.push_back({Ball<2>{0.1}, {{1, 0}, {}}, 0, 1});
  world.model.add(sledge, world.state);
  const auto svg = picture(world);
  EXPECT_EQ(drawn(svg, "circle").size(), 2U);
  const auto spokes = drawn(svg, "line", "spoke");
  ASSERT_EQ(spokes.size(), 2U);
  EXPECT_NEAR((spokes[0].point("x2", "y2") - Vec<2>(-1, 0)).norm(), 0, written);
  EXPECT_EQ(drawn(svg, "line", "orientation").size(), 1U);  // one a body
}

TEST(DrawPlane, Window_HoldsAllBodies_AndHardlyMore) {
  samples::World<2> world;
  world.add(Ball<2>{1}, {{-3, 0}, {}});
  world.add(Ball<2>{2}, {{40, 7}, {}});
  const Window window(picture(world));
  EXPECT_TRUE(window.holds({-4, -1}) && window.holds({42, 9}));
  // The margin is 0.07 of the longer side, 46.
  EXPECT_NEAR(window.low[0], -4 - 0.07 * 46, 1e-6);
  EXPECT_NEAR(window.high[0], 42 + 0.07 * 46, 1e-6);
}

TEST(DrawPlane, PrescribedBodies_LookDifferent_MaterialsToo) {
  samples::World<2> world;
  const int other = world.model.add_material("other");
  world.add(Ball<2>{1}, {{0, 0}, {}});
  world.add(Ball<2>{1}, {{3, 0}, {}}, true);
  BodyDescription<2> body;
  body.shapes.push_back({Ball<2>{1}, {}, other, 1});
  body.pose.x = {6, 0};
  world.model.add(body, world.state);
  const auto circles = drawn(draw_svg<2>(world.model, world.state, nullptr, {}), "circle");
  ASSERT_EQ(circles.size(), 3U);
  EXPECT_EQ(circles[1].attribute.at("fill"), "url(#hatch0)");
  EXPECT_NE(circles[0].attribute.at("fill"), circles[1].attribute.at("fill"));
  EXPECT_NE(circles[0].attribute.at("fill"), circles[2].attribute.at("fill"));
}

TEST(DrawPlane, Names_AreEscaped) {
  samples::World<2> world;
  BodyDescription<2> body;
  body.name = "a<b> & \"c\" \x01";
  body.shapes.push_back({Ball<2>{1}, {}, 0, 1});
  world.model.add(body, world.state);
  const auto svg = picture(world, "</svg> & co");
  elements(svg);  // tags are whole
  EXPECT_NE(svg.find("<title>&lt;/svg&gt; &amp; co</title>"), std::string::npos);
  EXPECT_NE(svg.find("a&lt;b&gt; &amp; &quot;c&quot; \xEF\xBF\xBD: disk of m, free"),
            std::string::npos);
}

TEST(DrawPlane, FarFromTheOrigin_CoordinatesAreRelative) {
  samples::World<2> world;
  world.add(Ball<2>{1}, {{1e8, 2e8}, {}});
  world.add(Ball<2>{1}, {{1e8 + 4, 2e8}, {}});
  const auto svg = picture(world);
  const auto circles = drawn(svg, "circle");
  ASSERT_EQ(circles.size(), 2U);
  EXPECT_NEAR((circles[0].point("cx", "cy") - Vec<2>(-2, 0)).norm(), 0, 1e-7);
  EXPECT_NEAR((circles[1].point("cx", "cy") - Vec<2>(2, 0)).norm(), 0, 1e-7);
  EXPECT_NE(svg.find("relative to (100000002, 200000000)"), std::string::npos);
}

TEST(DrawPlane, LostBodies_AreLeftOut) {
  samples::World<2> world;
  world.add(Ball<2>{1});
  world.add(Ball<2>{1}, {{5, 0}, {}});
  world.state.x[0] = Vec<2>::Constant(std::numeric_limits<double>::quiet_NaN());
  const auto svg = draw_svg<2>(world.model, world.state, nullptr, {});
  EXPECT_EQ(drawn(svg, "circle").size(), 1U);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(DrawPlane, AnyUnit_GivesTheSamePicture) {
  const auto pixels = [](double unit) {
    samples::World<2> world;
    world.add(HalfSpace<2>{}, {}, true);
    world.add(Ball<2>{unit}, {{0, 3 * unit}, {}});
    return Window(picture(world)).pixels * unit;
  };
  EXPECT_NEAR(pixels(1e-6), pixels(1), 1e-6 * pixels(1));
  EXPECT_NEAR(pixels(1e6), pixels(1), 1e-6 * pixels(1));
}

TEST(Scale, Bar_IsARoundLength) {
  EXPECT_DOUBLE_EQ(round_length(1), 1);
  EXPECT_DOUBLE_EQ(round_length(1.99), 1);
  EXPECT_DOUBLE_EQ(round_length(49), 20);
  EXPECT_DOUBLE_EQ(round_length(0.0071), 0.005);
}

// Numbers over time: round ticks, and nothing lost between two pixels.

#include "talus/draw/graph.hpp"

#include "unit/draw/svg_reading.hpp"

#include <cmath>

namespace talus {
namespace {

Panel panel(const std::vector<double>& times, std::vector<double> values) {
  Panel out;
  out.title = "a < b";
  out.quantity = "length";
  out.times = &times;
  out.curves = {{"one", std::move(values)}};
  return out;
}

/// All points of the curves.
std::vector<Vec<2>> points(const std::string& svg) {
  std::vector<Vec<2>> out;
  for (const auto& e : test::elements(svg)) {
    if (e.tag != "polyline") continue;
    std::istringstream text(e.attribute.at("points"));
    char comma = 0;
    for (Vec<2> p; text >> p[0] >> comma >> p[1];) out.push_back(p);
  }
  return out;
}

TEST(Graph, Ticks_AreRoundAndAsManyAsAskedForAtMost) {
  EXPECT_EQ(ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  const auto some = ticks(-0.31, 0.29, 6);
  ASSERT_EQ(some.size(), 6U);
  EXPECT_NEAR(some.front(), -0.3, 1e-15);
  for (const double high : {1e-9, 0.37, 1.0, 9.99, 123456.0}) {
    const auto n = ticks(0, high, 8).size();
    EXPECT_GE(n, 3U) << high;
    EXPECT_LE(n, 10U) << high;
  }
}

TEST(Graph, SpikeAmongAHundredThousandNumbers_IsSeen) {
  std::vector<double> times, values;
  for (int i = 0; i <= 100'000; ++i) {
    times.push_back(1e-3 * i);
    values.push_back(i == 77'777 ? 9 : 1);
  }
  const auto svg = draw_graph({"title", "", "", {panel(times, values)}});
  const auto curve = points(svg);
  EXPECT_LT(curve.size(), 4000U);
  const auto top = std::min_element(curve.begin(), curve.end(),
                                    [](const auto& p, const auto& q) { return p[1] < q[1]; });
  const double first = curve.front()[0];
  const double last = curve.back()[0];
  EXPECT_NEAR(((*top)[0] - first) / (last - first), 0.77777, 2 / (last - first));
  // 0 to 9 and 6 in 100 of it above: 1 is at a ninth of the way from the bottom to the spike.
  EXPECT_NEAR(curve.front()[1] - (*top)[1], 8.0 / 9.54 * 150, 1);
}

TEST(Graph, LogarithmicOfZeros_LeavesGaps) {
  const std::vector<double> times = {0, 1, 2, 3, 4, 5};
  Panel p = panel(times, {1e-8, 1e-4, 0, 1e-2, 1e-6, std::nan("")});
  p.logarithmic = true;
  p.limit = 1e-3;
  p.limit_name = "tolerance";
  p.marks = {3, 3.0000001};
  const auto svg = draw_graph({"t", "s", "one step missed it", {p}});
  EXPECT_EQ(points(svg).size(), 4U);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  int marks = 0;
  for (const auto& e : test::elements(svg)) marks += e.is("mark") ? 1 : 0;
  EXPECT_EQ(marks, 1);
  EXPECT_NE(svg.find("one step missed it"), std::string::npos);
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
}

TEST(Graph, OfNothingOrOneMoment_IsDrawn) {
  const std::vector<double> none, one = {3};
  for (const auto* times : {&none, &one}) {
    const auto svg =
        draw_graph({"t", "", "", {panel(*times, std::vector<double>(times->size(), 0))}});
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
  }
}

}  // namespace
}  // namespace talus

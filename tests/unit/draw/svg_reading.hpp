// Just enough of SVG to read back what was drawn.
#pragma once

#include "talus/math/vec.hpp"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace talus::test {

struct Element {
  std::string tag;
  std::map<std::string, std::string> attribute;

  double number(const std::string& name) const { return std::stod(attribute.at(name)); }
  Vec<2> point(const std::string& x, const std::string& y) const { return {number(x), number(y)}; }
  bool is(const std::string& name) const {
    const auto found = attribute.find("class");
    return found != attribute.end() && found->second == name;
  }
};

/// Every opening tag. A tag that is not closed, or closed twice, fails the test.
inline std::vector<Element> elements(const std::string& text) {
  static const std::regex tag(R"re(<(/?)(\w+)((?:\s+[\w-]+="[^"<]*")*)\s*(/?)>)re");
  static const std::regex attribute(R"re(([\w-]+)="([^"<]*)")re");
  std::vector<Element> out;
  std::vector<std::string> open;
  auto rest = text.cbegin();
  for (std::sregex_iterator i(text.begin(), text.end(), tag), end; i != end; ++i) {
    EXPECT_EQ(std::string(rest, (*i)[0].first).find('<'), std::string::npos) << "a broken tag";
    rest = (*i)[0].second;
    if ((*i)[1] == "/") {
      EXPECT_TRUE(!open.empty() && open.back() == (*i)[2]) << "</" << (*i)[2] << ">";
      if (!open.empty()) open.pop_back();
      continue;
    }
    Element& e = out.emplace_back();
    e.tag = (*i)[2];
    const std::string all = (*i)[3];
    for (std::sregex_iterator a(all.begin(), all.end(), attribute); a != end; ++a) {
      e.attribute[(*a)[1]] = (*a)[2];
    }
    if ((*i)[4] != "/") open.push_back(e.tag);
  }
  EXPECT_TRUE(open.empty()) << "not closed: " << (open.empty() ? "" : open.back());
  return out;
}

/// What was drawn, without title, legend and the like.
inline std::string drawing_of(const std::string& text) {
  const auto begin = text.find('>', text.find("<g id=\"drawing\"")) + 1;
  return text.substr(begin, text.find("</g>\n</svg>", begin) - begin);
}

inline std::vector<Element> drawn(const std::string& text, const std::string& tag,
                                  const std::string& kind = "") {
  std::vector<Element> out;
  for (const auto& e : elements(drawing_of(text))) {
    if (e.tag == tag && (kind.empty() || e.is(kind))) out.push_back(e);
  }
  return out;
}

inline std::vector<Vec<2>> corners(const Element& polygon) {
  std::vector<Vec<2>> out;
  std::istringstream pairs(polygon.attribute.at("points"));
  for (std::string pair; pairs >> pair;) {
    const auto comma = pair.find(',');
    out.emplace_back(std::stod(pair.substr(0, comma)), std::stod(pair.substr(comma + 1)));
  }
  return out;
}

/// The part of the picture's plane that is shown, and its scale.
struct Window {
  Vec<2> low, high;
  double pixels = 0;

  explicit Window(const std::string& text) {
    const auto all = elements(text);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      const auto& group = all[i + 1];
      if (group.attribute.count("id") == 0 || group.attribute.at("id") != "drawing") continue;
      const std::string matrix = group.attribute.at("transform");
      std::istringstream numbers(matrix.substr(matrix.find('(') + 1));
      double b = 1, c = 1, d = 0;
      Vec<2> shift;
      numbers >> pixels >> b >> c >> d >> shift[0] >> shift[1];
      EXPECT_EQ(b, 0);
      EXPECT_EQ(c, 0);
      EXPECT_EQ(d, -pixels) << "the same scale both ways, y up";
      low[0] = -shift[0] / pixels;
      high[1] = shift[1] / pixels;
      high[0] = low[0] + all[i].number("width") / pixels;
      low[1] = high[1] - all[i].number("height") / pixels;
    }
    EXPECT_GT(pixels, 0);
  }
  bool holds(const Vec<2>& p, double slack = 0) const {
    return (p - low).minCoeff() >= -slack && (high - p).minCoeff() >= -slack;
  }
};

/// Nine digits are written.
constexpr double written = 1e-8;

}  // namespace talus::test

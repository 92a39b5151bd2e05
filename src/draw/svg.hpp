// The words of SVG: numbers, texts and the few elements pictures are made of.
#pragma once

#include "talus/math/vec.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace talus::svg {

/// Nine digits: more than any screen shows, and places are found again to a part in 1e9.
std::string number(double x);
/// Text between tags or quotes; what XML cannot hold becomes U+FFFD.
std::string escaped(std::string_view text);

// Elements. `style` is what else stands in the tag, attributes as they are.
std::string circle(const Vec<2>& centre, double radius, std::string_view style);
std::string line(const Vec<2>& from, const Vec<2>& to, std::string_view style);
std::string polygon(const std::vector<Vec<2>>& corners, std::string_view style);
/// Lines from point to point.
std::string polyline(const std::vector<Vec<2>>& points, std::string_view style);
/// All within `radius` of a segment.
std::string stadium(const Vec<2>& from, const Vec<2>& to, double radius, std::string_view style);
/// The region between two circles of one centre.
std::string ring(const Vec<2>& centre, double inner, double outer, std::string_view style);
std::string text(const Vec<2>& at, std::string_view words, std::string_view style);

}  // namespace talus::svg

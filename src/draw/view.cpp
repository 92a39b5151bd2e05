#include "talus/draw/view.hpp"

#include <Eigen/Geometry>

#include <charconv>
#include <cmath>
#include <numbers>

namespace talus {

namespace {

constexpr double degree = std::numbers::pi / 180;

/// A number that fills the whole text.
std::optional<double> whole_number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

/// Views along an axis show its normals exactly edge-on.
double without_round_off(double x) { return std::abs(x) < 1e-15 ? 0 : x; }

}  // namespace

View iso_view() { return {-45 * degree, std::atan(std::numbers::sqrt2 / 2)}; }

std::optional<View> parse_view(std::string_view text) {
  if (text == "front") return View{-90 * degree, 0};
  if (text == "side") return View{0, 0};
  if (text == "top") return View{-90 * degree, 90 * degree};
  if (text == "iso") return iso_view();
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return {};
  const auto azimuth = whole_number(text.substr(0, comma));
  const auto elevation = whole_number(text.substr(comma + 1));
  if (!azimuth || !elevation || std::abs(*elevation) > 90) return {};
  return View{*azimuth * degree, *elevation * degree};
}

Projection<3>::Projection(const View& view, Vec<3> origin) : origin_(std::move(origin)) {
  const double ca = without_round_off(std::cos(view.azimuth));
  const double sa = without_round_off(std::sin(view.azimuth));
  const double ce = without_round_off(std::cos(view.elevation));
  const double se = without_round_off(std::sin(view.elevation));
  to_eye_ = {ce * ca, ce * sa, se};
  right_ = {-sa, ca, 0};
  up_ = to_eye_.cross(right_);
}

}  // namespace talus

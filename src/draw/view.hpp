// Where a picture is taken from.
#pragma once

#include "talus/math/vec.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace talus {

/// The eye, infinitely far away: its azimuth counts from x towards y, its elevation from the plane
/// of x and y towards z. Radians.
struct View {
  double azimuth = 0;
  double elevation = 0;
};

/// front (x to the right), side (y to the right), top, or iso (from above, all three axes equally
/// short); or two numbers "azimuth,elevation" in degrees.
std::optional<View> parse_view(std::string_view text);
View iso_view();

/// From the world to the picture's plane, in the world's unit of length: to the right and up.
/// `origin` becomes the picture's.
template <int D>
class Projection;

/// The plane is its own picture.
template <>
class Projection<2> {
 public:
  Projection(const View&, Vec<2> origin) : origin_(std::move(origin)) {}
  Vec<2> operator()(const Vec<2>& p) const { return p - origin_; }
  Vec<2> turned(const Vec<2>& direction) const { return direction; }

 private:
  Vec<2> origin_;
};

/// Orthographic.
template <>
class Projection<3> {
 public:
  Projection(const View& view, Vec<3> origin);
  Vec<2> operator()(const Vec<3>& p) const { return turned(p - origin_); }
  /// A direction as it is seen: shorter where it points to the eye or away from it.
  Vec<2> turned(const Vec<3>& direction) const {
    return {right_.dot(direction), up_.dot(direction)};
  }
  /// How near to the eye.
  double nearness(const Vec<3>& p) const { return to_eye_.dot(p - origin_); }
  const Vec<3>& to_eye() const { return to_eye_; }
  /// From above the eye's left shoulder.
  Vec<3> to_light() const { return (to_eye_ - 0.45 * right_ + 0.75 * up_).normalized(); }

 private:
  Vec<3> origin_, right_, up_, to_eye_;
};

}  // namespace talus

// Colours that people with any kind of colour vision tell apart.
#pragma once

#include <string>

namespace talus {

struct Colour {
  double red = 0, green = 0, blue = 0;  ///< from 0 to 1

  /// #rrggbb
  std::string hex() const;
};

inline constexpr Colour white{1, 1, 1};
inline constexpr Colour black{0, 0, 0};
/// Left out of the colours of materials.
inline constexpr Colour contact_colour{0.835, 0.369, 0};

/// The part `t` of `b` mixed into `a`.
Colour mix(const Colour& a, const Colour& b, double t);
/// Of the palette of Okabe and Ito; materials beyond its sixth begin again.
Colour material_colour(int material);

}  // namespace talus

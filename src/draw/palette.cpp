#include "talus/draw/palette.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace talus {

std::string Colour::hex() const {
  const auto byte = [](double x) { return static_cast<int>(std::lround(255 * x)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(red), byte(green), byte(blue));
}

Colour mix(const Colour& a, const Colour& b, double t) {
  return {a.red + t * (b.red - a.red), a.green + t * (b.green - a.green),
          a.blue + t * (b.blue - a.blue)};
}

Colour material_colour(int material) {
  static constexpr std::array<Colour, 6> colours = {{
      {0.337, 0.706, 0.914},  // sky blue
      {0.902, 0.624, 0},      // orange
      {0, 0.620, 0.451},      // bluish green
      {0.800, 0.475, 0.655},  // reddish purple
      {0.941, 0.894, 0.259},  // yellow
      {0, 0.447, 0.698},      // blue
  }};
  return colours[static_cast<std::size_t>(material) % colours.size()];
}

}  // namespace talus

// Sizes of generated grains.
#pragma once

#include "talus/math/random.hpp"

#include <cstddef>
#include <variant>
#include <vector>

namespace talus::scenes {

/// Every radius between the two equally likely.
struct UniformRadii {
  double least = 0;
  double greatest = 0;
};

/// A grading curve: the fraction of the volume (area in the plane) in grains smaller than each
/// radius, linear between the points, from 0 to 1.
struct Grading {
  std::vector<double> radius;
  std::vector<double> passing;
};

using RadiusRule = std::variant<double, UniformRadii, Grading>;

/// `count` radii, largest first. One is drawn from each of `count` equally likely parts of the
/// distribution, so that even a few grains follow it.
template <int D>
std::vector<double> draw_radii(const RadiusRule& rule, std::size_t count, Random& random);

}  // namespace talus::scenes

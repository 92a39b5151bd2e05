// The best directions on a circle.
#pragma once

#include "talus/math/dim.hpp"

#include <cmath>
#include <numbers>

namespace talus {

/// Calls found(n) for every unit normal n in the plane of u and v (unit, at right angles) where
/// value(n) is largest among its neighbours: the largest of samples around the circle, each
/// narrowed by golden section `sections` times. The value of a maximum is exact long before its
/// place is.
template <class Value, class Found>
void for_each_maximum_on_circle(const Vec<3>& u, const Vec<3>& v, int sections, Value&& value,
                                Found&& found) {
  const auto normal = [&](double angle) {
    return Vec<3>(std::cos(angle) * u + std::sin(angle) * v);
  };
  constexpr int samples = 48;
  constexpr double step = 2 * std::numbers::pi / samples;
  double sampled[samples];
  for (int i = 0; i < samples; ++i) sampled[i] = value(normal(i * step));
  for (int i = 0; i < samples; ++i) {
    const double before = sampled[(i + samples - 1) % samples];
    const double after = sampled[(i + 1) % samples];
    if (sampled[i] < after || sampled[i] < before) continue;
    constexpr double golden = 0.6180339887498949;
    double low = (i - 1) * step;
    double high = (i + 1) * step;
    for (int k = 0; k < sections; ++k) {
      const double left = high - golden * (high - low);
      const double right = low + golden * (high - low);
      if (value(normal(left)) < value(normal(right))) {
        low = left;
      } else {
        high = right;
      }
    }
    found(normal(0.5 * (low + high)));
  }
}

}  // namespace talus

// Values between the points of a table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace talus {

/// y at `at`, linear between points, constant outside; x increases.
inline double interpolate(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const auto upper = std::upper_bound(x.begin(), x.end(), at);
  if (upper == x.begin()) return y.front();
  if (upper == x.end()) return y.back();
  const auto i = static_cast<std::size_t>(upper - x.begin());
  const double s = (at - x[i - 1]) / (x[i] - x[i - 1]);
  return y[i - 1] + s * (y[i] - y[i - 1]);
}

}  // namespace talus

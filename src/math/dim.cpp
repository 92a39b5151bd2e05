#include "talus/math/dim.hpp"

#include <cmath>

namespace talus {

Rotation<3> exponential(const Spin<3>& turn) {
  const double half2 = 0.25 * turn.squaredNorm();
  double cosine = 1 - 0.5 * half2;
  double k = 0.5 * (1 - half2 / 6);  // sin(half) / |turn|
  // Below the fourth root of epsilon the series above are exact to round-off.
  if (half2 > 1e-8) {
    const double half = std::sqrt(half2);
    cosine = std::cos(half);
    k = 0.5 * std::sin(half) / half;
  }
  return {Eigen::Quaterniond(cosine, k * turn[0], k * turn[1], k * turn[2])};
}

Mat<3> cross_matrix(const Vec<3>& arm) {
  Mat<3> m;
  m << 0, arm[2], -arm[1], -arm[2], 0, arm[0], arm[1], -arm[0], 0;
  return m;
}

}  // namespace talus

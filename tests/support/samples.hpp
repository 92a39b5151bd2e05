// Random vectors, rotations and matrices for tests that compare the engine with something
// independent.
#pragma once

#include "talus/math/dim.hpp"
#include "talus/math/random.hpp"

#include "support/dimensions.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace talus::samples {

inline constexpr double eps = std::numeric_limits<double>::epsilon();

using test::Dimensions;

template <int N>
Vec<N> vector(Random& random, double size = 1) {
  Vec<N> v;
  for (int i = 0; i < N; ++i) v[i] = random.uniform(-size, size);
  return v;
}

template <int N>
Vec<N> unit(Random& random) {
  Vec<N> v;
  do {
    for (int i = 0; i < N; ++i) v[i] = random.normal();
  } while (v.norm() < 1e-3);
  return v.normalized();
}

/// Evenly spread on a logarithmic scale.
inline double scale(Random& random, double low, double high) {
  return low * std::pow(high / low, random.uniform());
}

template <int D>
Rotation<D> rotation(Random& random) {
  if constexpr (D == 2) {
    return {random.uniform(-std::numbers::pi, std::numbers::pi)};
  } else {
    const Vec<4> q = unit<4>(random);
    return {Eigen::Quaterniond(q[0], q[1], q[2], q[3])};
  }
}

template <int D>
Pose<D> pose(Random& random, double size = 1) {
  return {vector<D>(random, size), rotation<D>(random)};
}

/// The pose after moving for a time t with velocity v and world spin w.
template <int D>
Pose<D> moved(const Pose<D>& p, const Vec<D>& v, const Spin<D>& w, double t) {
  return {p.x + t * v, compose(exponential(Spin<D>(t * w)), p.r)};
}

/// Symmetric, with eigenvalues log-uniform between low and high and any axes. For N = 2, 3, 5, 6.
template <int N>
Mat<N> positive_matrix(Random& random, double low, double high);

}  // namespace talus::samples

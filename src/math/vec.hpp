// Small fixed-size vectors and matrices; Eigen behind short names.
#pragma once

#include <Eigen/Core>

namespace talus {

template <int D>
using Vec = Eigen::Matrix<double, D, 1>;

template <int R, int C = R>
using Mat = Eigen::Matrix<double, R, C>;

}  // namespace talus

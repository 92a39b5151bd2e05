#include "support/samples.hpp"

#include <Eigen/QR>

namespace talus::samples {

template <int N>
Mat<N> positive_matrix(Random& random, double low, double high) {
  Mat<N> gauss;
  for (int i = 0; i < N * N; ++i) gauss(i / N, i % N) = random.normal();
  const Mat<N> q = Eigen::HouseholderQR<Mat<N>>(gauss).householderQ();
  Vec<N> values;
  for (int i = 0; i < N; ++i) values[i] = scale(random, low, high);
  const Mat<N> w = q * values.asDiagonal() * q.transpose();
  return 0.5 * (w + w.transpose());
}

template Mat<2> positive_matrix<2>(Random&, double, double);
template Mat<3> positive_matrix<3>(Random&, double, double);
template Mat<5> positive_matrix<5>(Random&, double, double);
template Mat<6> positive_matrix<6>(Random&, double, double);

}  // namespace talus::samples

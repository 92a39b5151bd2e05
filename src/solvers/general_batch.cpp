#include "talus/solvers/general_batch.hpp"

#include <cmath>

namespace talus {

namespace {

/// 1 / x, or 0 where there is nothing to divide by.
double inverse(double x) {
  const double inverse = x > 0 ? 1 / x : 0;
  return std::isfinite(inverse) ? inverse : 0;
}

}  // namespace

void SingleLanes<2>::put(std::uint32_t lane, const SingleContact<2>& single) {
  const Mat<2> w = single.w();
  const double friction = single.mu();
  const double ratio = w(0, 1) / w(0, 0);
  inv_w_n[lane] = 1 / w(0, 0);
  coupling[lane] = ratio;
  inv_schur[lane] = inverse(w(1, 1) - w(0, 1) * ratio);
  inv_forward[lane] = inverse(w(0, 0) - friction * w(0, 1));
  inv_backward[lane] = inverse(w(0, 0) + friction * w(0, 1));
  slip_forward[lane] = w(0, 1) - friction * w(1, 1);
  slip_backward[lane] = w(0, 1) + friction * w(1, 1);
  mu[lane] = friction;
}

void SingleLanes<3>::put(std::uint32_t lane, const SingleContact<3>& single) {
  inv_w_n[lane] = 1 / single.w_nn();
  for (int i = 0; i < 2; ++i) {
    coupling[i][lane] = single.w_nt()[i] / single.w_nn();
    schur[i][lane] = single.schur()[i];
  }
  mu[lane] = single.mu();
  painleve[lane] = single.painleve_number();
}

template <int D>
void GeneralBatch<D>::clear(std::uint32_t obstacle) {
  *this = {};
  for (int lane = 0; lane < lanes; ++lane) first[lane] = second[lane] = block_place(obstacle);
}

template <int D>
void GeneralBatch<D>::put(std::uint32_t lane, const GeneralContact<D>& contact) {
  const Mat<D> to_axes = contact.single.axes().transpose();
  const Mat<D> scaled = to_axes * contact.scale.asDiagonal();
  const Mat<D> map = contact.frame * scaled.transpose();
  const Mat<D, S> of_first = scaled * contact.spin_first;
  const Mat<D, S> of_second = scaled * contact.spin_second;
  const Vec<D> shift = scaled * contact.offset;
  const Vec<D> r = to_axes * contact.r;
  const Mat<D> stiff = contact.w - Mat<D>(contact.compliance.asDiagonal());
  const Mat<D> w = to_axes * stiff * to_axes.transpose();
  int entry = 0;
  for (int i = 0; i < D; ++i) {
    for (int k = 0; k < D; ++k) frame[i][k][lane] = map(i, k);
    for (int k = 0; k < S; ++k) {
      spin_first[i][k][lane] = of_first(i, k);
      spin_second[i][k][lane] = of_second(i, k);
    }
    offset[i][lane] = shift[i];
    impulse[i][lane] = r[i];
    for (int k = i; k < D; ++k) own[entry++][lane] = w(i, k);
  }
  single.put(lane, contact.single);
  weight[lane] = contact.w.trace() / D;
  first[lane] = block_place(contact.first);
  second[lane] = block_place(contact.second);
}

template struct GeneralBatch<2>;
template struct GeneralBatch<3>;

}  // namespace talus

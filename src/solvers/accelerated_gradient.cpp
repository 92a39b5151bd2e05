#include "talus/solvers/accelerated_gradient.hpp"

#include <cmath>

namespace talus {

namespace {
constexpr int steps_between_looks = 10;
}

/// One projected gradient from y to x. The curvature is raised until the parabola of the step lies
/// above the function: 1/2 d . W d <= curvature / 2 |d|^2. Returns grad(y) . (x - before), whose
/// sign tells whether momentum still leads downhill.
template <int D>
double AcceleratedGradient<D>::advance(const ConvexRelaxation<D>& relaxed) {
  before_.swap(x_);
  w_before_.swap(w_x_);
  curvature_ *= 0.9;
  while (true) {
    for (std::size_t c = 0; c < x_.size(); ++c) {
      x_[c] = relaxed.project(c, y_[c] - (w_y_[c] + relaxed.scaled_q(c)) / curvature_);
    }
    relaxed.times(x_, w_x_);
    double bend = 0;
    double length2 = 0;
    for (std::size_t c = 0; c < x_.size(); ++c) {
      const Vec<D> d = x_[c] - y_[c];
      bend += d.dot(w_x_[c] - w_y_[c]);
      length2 += d.squaredNorm();
    }
    if (!(bend > (1 + 1e-9) * curvature_ * length2)) break;
    curvature_ = std::max(2 * curvature_, bend / length2);
  }
  double uphill = 0;
  for (std::size_t c = 0; c < x_.size(); ++c) {
    uphill += (w_y_[c] + relaxed.scaled_q(c)).dot(x_[c] - before_[c]);
  }
  return uphill;
}

template <int D>
int AcceleratedGradient<D>::solve(const ConvexRelaxation<D>& relaxed, double tolerance,
                                  int most_gradients, const Deadline& deadline,
                                  std::vector<Vec<D>>& r) {
  const std::size_t n = relaxed.contact_count();
  for (auto* list : {&x_, &before_, &y_, &w_y_, &w_x_, &w_before_}) {
    list->assign(n, Vec<D>::Zero());
  }
  curvature_ = 1;
  double theta = 1;
  for (int i = 1;; ++i) {
    const bool uphill = advance(relaxed) > 0;
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * theta * theta));
    const double carry = uphill ? 0 : (theta - 1) / next;
    theta = uphill ? 1 : next;
    for (std::size_t c = 0; c < n; ++c) {
      y_[c] = x_[c] + carry * (x_[c] - before_[c]);
      w_y_[c] = w_x_[c] + carry * (w_x_[c] - w_before_[c]);
    }
    const bool last = i >= most_gradients || deadline.passed();
    if (i % steps_between_looks != 0 && !last) continue;
    relaxed.impulses(x_, r);
    if (last || relaxed.errors(r).strict <= tolerance) return i;
  }
}

template class AcceleratedGradient<2>;
template class AcceleratedGradient<3>;

}  // namespace talus

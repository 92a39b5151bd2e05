#include "talus/solvers/rolling_contact.hpp"

#include <cmath>
#include <limits>

namespace talus {

namespace {
constexpr int most_projections = 200;
}

RollingContact::RollingContact(const Mat<5>& w, const ContactCone<5>& cone) {
  const auto size = [&](int first, int count) {
    const double mean = w.diagonal().segment(first, count).mean();
    return mean > 0 ? std::sqrt(mean) : std::sqrt(w(0, 0));
  };
  const double sliding = size(1, 2);
  const double rolling = size(3, 2);
  scale_ << size(0, 1), sliding, sliding, rolling, rolling;
  // The law keeps its form: |r_T| <= mu r_N reads |r'_T| <= (mu sliding / normal) r'_N.
  cone_ = {cone.mu * sliding / scale_[0], cone.mu_rolling * rolling / scale_[0]};
  const Vec<5> inverse = scale_.cwiseInverse();
  w_ = inverse.asDiagonal() * w * inverse.asDiagonal();
  // No eigenvalue exceeds the largest sum of a row.
  step_ = 1 / (0.5 * (w_ + w_.transpose())).cwiseAbs().rowwise().sum().maxCoeff();
}

Vec<5> RollingContact::solve(const Vec<5>& q, const Vec<5>& r) const {
  if (q[0] >= 0) return Vec<5>::Zero();  // no contact
  const Vec<5> free = q.cwiseQuotient(scale_);
  Vec<5> x = r.cwiseProduct(scale_);
  for (int i = 0; i < most_projections; ++i) {
    const Vec<5> next = cone_.project(x - step_ * cone_.shifted(w_ * x + free));
    const double change = (next - x).norm();
    x = next;
    if (change <= 2 * std::numeric_limits<double>::epsilon() * x.norm()) break;
  }
  return x.cwiseQuotient(scale_);
}

}  // namespace talus

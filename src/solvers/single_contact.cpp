#include "talus/solvers/single_contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {
constexpr double epsilon = std::numeric_limits<double>::epsilon();
}

SingleContact<2>::SingleContact(const Mat<2>& w, double mu)
    : w_nn_(w(0, 0)), w_nt_(0.5 * (w(0, 1) + w(1, 0))), w_tt_(w(1, 1)), mu_(mu) {}

double SingleContact<2>::painleve_number() const { return mu_ * std::abs(w_nt_) / w_nn_; }

Vec<2> SingleContact<2>::solve(const Vec<2>& q) const {
  if (q[0] >= 0) return Vec<2>::Zero();  // no contact
  // Sticking: r = -W^-1 q, by elimination of r_N. With pivots on the diagonal this is backward
  // stable for every semi-definite W, which Cramer's rule is not.
  const double ratio = w_nt_ / w_nn_;
  const double schur = w_tt_ - w_nt_ * ratio;
  if (schur > 0) {
    const double r_t = -(q[1] - ratio * q[0]) / schur;
    const double r_n = -(q[0] + w_nt_ * r_t) / w_nn_;
    if (std::abs(r_t) <= mu_ * r_n) return {r_n, r_t};
  }
  // Sliding in direction s: r_T = -s mu r_N. Where uniqueness holds exactly one direction agrees
  // with the velocity it leads to; round-off on the border is settled by the smaller disagreement.
  Vec<2> best = Vec<2>::Zero();
  double least = std::numeric_limits<double>::infinity();
  for (const double s : {q[1] >= 0 ? 1.0 : -1.0, q[1] >= 0 ? -1.0 : 1.0}) {
    const double divisor = w_nn_ - s * mu_ * w_nt_;
    if (!(divisor > 0)) continue;
    const double r_n = -q[0] / divisor;
    const double u_t = q[1] + (w_nt_ - s * mu_ * w_tt_) * r_n;
    const double disagreement = std::max(0.0, -s * u_t);
    if (disagreement < least) {
      least = disagreement;
      best = Vec<2>(r_n, -s * mu_ * r_n);
    }
  }
  return best;
}

SingleContact<3>::SingleContact(const Mat<3>& w, double mu) : w_nn_(w(0, 0)), mu_(mu) {
  const Vec<2> w_nt = 0.5 * (w.block<2, 1>(1, 0) + w.block<1, 2>(0, 1).transpose());
  const double a = w(1, 1) - w_nt[0] * w_nt[0] / w_nn_;
  const double b = 0.5 * (w(1, 2) + w(2, 1)) - w_nt[0] * w_nt[1] / w_nn_;
  const double d = w(2, 2) - w_nt[1] * w_nt[1] / w_nn_;
  // Jacobi rotation of the 2 x 2 Schur complement.
  double c = 1;
  double s = 0;
  double t = 0;
  if (b != 0) {
    const double theta = (d - a) / (2 * b);
    t = std::copysign(1.0, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1));
    c = 1 / std::sqrt(t * t + 1);
    s = t * c;
  }
  axes_ << c, s, -s, c;
  s_ = Vec<2>(std::max(0.0, a - t * b), std::max(0.0, d + t * b));
  w_nt_ = axes_.transpose() * w_nt;
}

double SingleContact<3>::painleve_number() const { return mu_ * w_nt_.norm() / w_nn_; }

double SingleContact<3>::uniqueness_number() const {
  const double number = painleve_number();
  if (number == 0) return 0;
  // (k + 1) / (2 sqrt(k)) with k = s_0 / s_1; S that resists one tangent only gives infinity.
  return number * 0.5 * s_.sum() / std::sqrt(s_.prod());
}

Vec<3> SingleContact<3>::solve(const Vec<3>& q) const {
  if (q[0] >= 0) return Vec<3>::Zero();
  const double r_n0 = -q[0] / w_nn_;
  if (mu_ == 0) return {r_n0, 0, 0};
  const Vec<2> drive = axes_.transpose() * q.tail<2>() - w_nt_ * (q[0] / w_nn_);  // q~

  Vec<2> r_t;
  double r_n = 0;
  double r_t_norm = 0;
  const auto evaluate = [&](double lambda) {
    for (int i = 0; i < 2; ++i) r_t[i] = drive[i] == 0 ? 0 : -drive[i] / (s_[i] + lambda);
    r_n = r_n0 - w_nt_.dot(r_t) / w_nn_;
    r_t_norm = r_t.norm();
    return mu_ * r_n - r_t_norm;
  };
  const auto result = [&]() -> Vec<3> {
    Vec<3> r;
    r << r_n, axes_ * r_t;
    return r;
  };
  if (evaluate(0) >= 0) return result();  // sticks

  // The root lies between the bounds that |drive| / (lambda + s_max) <= |r_T| <= |drive| / (lambda
  // + s_min) give: the excess is negative at `low`, not negative at `high`.
  const double number = painleve_number();
  const double reach = drive.norm() / (mu_ * r_n0);
  if (!std::isfinite((1 + number) * reach)) {  // hardly touches: slips as it was driven
    r_n = r_n0;
    r_t = -drive * (mu_ * r_n0 / drive.norm());
    return result();
  }
  const double mean = 0.5 * s_.sum();
  double low = std::max(0.0, (1 - number) * reach - s_.maxCoeff());
  double high = (1 + number) * reach - s_.minCoeff();
  double lambda = std::clamp(std::max(reach - mean, 0.25 * mean), low, std::max(low, high));
  double step_before = high - low;
  for (int i = 0; i < 300; ++i) {
    const double excess = evaluate(lambda);
    if (std::abs(excess) <= 2 * epsilon * (1 + number) * r_t_norm) break;
    (excess < 0 ? low : high) = lambda;
    if (high - low <= 2 * epsilon * (high + s_.minCoeff())) break;
    // Newton on mu r_N / |r_T| - 1, nearly linear in lambda. A step that leaves the bracket, or is
    // not half as long as the one before, gives way to bisection: the root cannot be missed.
    Vec<2> slope;  // d r_T / d lambda
    for (int k = 0; k < 2; ++k) slope[k] = drive[k] == 0 ? 0 : -r_t[k] / (s_[k] + lambda);
    const double dr_n = -w_nt_.dot(slope) / w_nn_;
    const double dr_t = r_t.dot(slope) / r_t_norm;
    const double derivative = mu_ * (dr_n - r_n * dr_t / r_t_norm) / r_t_norm;
    double next = lambda - (excess / r_t_norm) / derivative;
    if (!(next > low && next < high && std::abs(next - lambda) <= 0.5 * step_before)) {
      next = 0.5 * (low + high);
    }
    step_before = std::abs(next - lambda);
    lambda = next;
  }
  // On the cone to round-off. r_N, not r_T, gives way: where W_NN is small r_N is the uncertain
  // one.
  r_n = r_t_norm / mu_;
  return result();
}

}  // namespace talus

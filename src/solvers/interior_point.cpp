#include "talus/solvers/interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// Where the path begins, in squares of the unit of velocity. Small ones stall: bodies must be free
/// to find their places before contacts take sides.
constexpr double first_barrier = 1e6;
constexpr int most_iterations = 80;
constexpr int most_without_gain = 15;
/// Part of the way to the cone's side a step may take.
constexpr double most_of_the_way = 0.99;

}  // namespace

template <int D>
void InteriorPoint<D>::prepare(const ContactProblem<D>& problem) {
  problem_ = &problem;
  lorentz_.take(problem);
  judge_.take(problem);
  const std::size_t n = problem.contact_count();
  pairs_.clear();
  for (std::size_t c = 0; c < n; ++c) {
    if (lorentz_.second[c] >= 0) {
      pairs_.emplace_back(lorentz_.first[c], static_cast<std::uint32_t>(lorentz_.second[c]));
    }
  }
  lu_.analyse(problem.block_count(), pairs_);
  place_.assign(n, {});
  for (std::size_t c = 0; c < n; ++c) {
    if (lorentz_.second[c] < 0) continue;
    place_[c] = lu_.place(lorentz_.first[c], static_cast<std::uint32_t>(lorentz_.second[c]));
  }
  contact_.resize(n);
}

template <int D>
double InteriorPoint<D>::cost() const {
  return lu_.cost() + 150.0 * N * D * static_cast<double>(contact_.size());
}

/// The centred pair nearest to no impulse.
template <int D>
void InteriorPoint<D>::start() {
  for (std::size_t c = 0; c < contact_.size(); ++c) {
    Vec<D> y = lorentz_.t[c].cwiseProduct(lorentz_.q[c]);
    y[0] += lorentz::tangent<D>(y).norm();
    const auto pair = lorentz::centred_pair<D>(-y, first_barrier);
    contact_[c].x = pair.x;
    contact_[c].y = pair.y;
  }
}

/// Residuals of the point reached; returns the mean of x . y.
template <int D>
double InteriorPoint<D>::measure() {
  x_.resize(contact_.size());
  for (std::size_t c = 0; c < contact_.size(); ++c) x_[c] = contact_[c].x;
  lorentz_.velocities(x_, v_);
  double complementarity = 0;
  for (std::size_t c = 0; c < contact_.size(); ++c) {
    Contact& k = contact_[c];
    const double speed = lorentz::tangent<D>(k.y).norm();
    k.slip.setZero();
    if (speed > 0) k.slip.template tail<D - 1>() = lorentz::tangent<D>(k.y) / speed;
    k.residual = lorentz_.relative_velocity(c, v_) + lorentz_.t[c].cwiseProduct(lorentz_.q[c]) +
                 lorentz_.compliance[c].cwiseProduct(k.x) - k.y;
    k.residual[0] += speed;
    complementarity += k.x.dot(k.y);
  }
  return complementarity / static_cast<double>(contact_.size());
}

/// N u, N = 1 + e_0 t^T: the inverse of y -> y - (t . y) e_0.
template <int D>
Vec<D> InteriorPoint<D>::shifted(const Contact& k, const Vec<D>& u) const {
  Vec<D> out = u;
  out[0] += k.slip.dot(u);
  return out;
}

template <int D>
bool InteriorPoint<D>::assemble_and_factor() {
  lu_.set_zero();
  for (std::uint32_t b = 0; b < lorentz_.mass.size(); ++b) {
    lu_.diagonal(b).diagonal() = lorentz_.mass[b];
  }
  for (std::size_t c = 0; c < contact_.size(); ++c) {
    Contact& k = contact_[c];
    k.scaling = lorentz::scaling<D>(k.x, k.y);
    Mat<D> shift = Mat<D>::Identity();
    shift.row(0) += k.slip.transpose();
    const Mat<D> stiff = k.scaling.q * shift;
    const Mat<D> soft = lorentz_.compliance[c].asDiagonal();
    k.damped = (Mat<D>::Identity() + stiff * soft).inverse();
    k.gain = k.damped * stiff;
    const auto& t = lorentz_.t[c];
    const Mat<D> inner = t.asDiagonal() * k.gain * t.asDiagonal();
    const auto& a = lorentz_.row_a[c];
    const auto& b = lorentz_.row_b[c];
    const Mat<N, D> from_a = a.transpose() * inner;
    lu_.diagonal(lorentz_.first[c]).noalias() += from_a * a;
    if (lorentz_.second[c] < 0) continue;
    const Mat<N, D> from_b = b.transpose() * inner;
    lu_.diagonal(static_cast<std::uint32_t>(lorentz_.second[c])).noalias() += from_b * b;
    lu_.forward(place_[c]).noalias() += from_a * b;
    lu_.backward(place_[c]).noalias() += from_b * a;
  }
  return lu_.factor();
}

/// Newton's direction towards x o y = target e; returns the largest step both cones allow.
template <int D>
double InteriorPoint<D>::direction(double target, bool corrected) {
  // From P dx + P^-1 dy = s and dy = N (T H^T dv + S dx + residual): dx = (1 + Q N S)^-1 (P^-1 s -
  // Q N (T H^T dv + residual)), and M dv = H T dx.
  left_.assign(lorentz_.mass.size(), Vec<N>::Zero());
  for (std::size_t c = 0; c < contact_.size(); ++c) {
    Contact& k = contact_[c];
    Vec<D> wanted = Vec<D>::Zero();
    wanted[0] = target;
    if (corrected) wanted -= k.corrector;
    const Vec<D> s = lorentz::quotient<D>(wanted, k.scaling.lambda) - k.scaling.lambda;
    k.dx = k.damped * (k.scaling.p_inverse * s);  // for now the part that does not depend on dv
    lorentz_.add_momentum(c, k.dx - k.gain * k.residual, left_);
  }
  change_.assign(lorentz_.mass.size(), Vec<N>::Zero());
  // Twice refined: the factors exchange no rows between bodies.
  constexpr int solutions = 3;
  for (int i = 0; i < solutions; ++i) {
    lu_.solve(left_);
    for (std::size_t b = 0; b < change_.size(); ++b) change_[b] += left_[b];
    if (i + 1 == solutions) break;
    for (std::size_t b = 0; b < left_.size(); ++b) {
      left_[b] = -lorentz_.mass[b].cwiseProduct(change_[b]);
    }
    for (std::size_t c = 0; c < contact_.size(); ++c) {
      const Contact& k = contact_[c];
      lorentz_.add_momentum(
          c, k.dx - k.gain * (lorentz_.relative_velocity(c, change_) + k.residual), left_);
    }
  }
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < contact_.size(); ++c) {
    Contact& k = contact_[c];
    const Vec<D> u = lorentz_.relative_velocity(c, change_) + k.residual;
    k.dx -= k.gain * u;
    k.dy = shifted(k, u + lorentz_.compliance[c].cwiseProduct(k.dx));
    step =
        std::min({step, lorentz::largest_step<D>(k.x, k.dx), lorentz::largest_step<D>(k.y, k.dy)});
  }
  return step;
}

template <int D>
SolveReport InteriorPoint<D>::solve(double tolerance, Solution<D>& solution) {
  SolveReport report;
  const std::size_t n = contact_.size();
  best_.r.clear();
  report.error.relative = std::numeric_limits<double>::infinity();
  start();
  int last_gain = 0;
  double last_barrier = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_iterations && i - last_gain <= most_without_gain; ++i) {
    const double barrier = measure();
    solution.r.resize(n);
    for (std::size_t c = 0; c < n; ++c) solution.r[c] = lorentz_.impulse(c, contact_[c].x);
    problem_->velocities(solution.r, solution.v);
    const LawError error = judge_(solution.r, solution.v);
    if (error.relative < report.error.relative) {
      report.error = error;
      std::swap(best_, solution);
      last_gain = i;
    }
    // Velocities as small as the error asked for show only once the barrier is below their square;
    // until then a barrier that falls is a gain as well.
    if (barrier < 0.5 * last_barrier) {
      last_barrier = barrier;
      last_gain = i;
    }
    if (report.error.relative <= tolerance) break;

    if (!assemble_and_factor()) break;
    ++report.factorisations;
    // Mehrotra's predictor tells how much of the barrier can go.
    const double reach = std::min(1.0, direction(0, false));
    double left = 0;
    for (Contact& k : contact_) {
      left += (k.x + reach * k.dx).dot(k.y + reach * k.dy);
      k.corrector =
          reach * reach * lorentz::product<D>(k.scaling.p * k.dx, k.scaling.p_inverse * k.dy);
    }
    const double ratio = std::max(0.0, left / static_cast<double>(n) / barrier);
    // Where even the predictor hardly moves, the way back to the centre comes first.
    const double centring = std::clamp(ratio * ratio * ratio, reach < 0.1 ? 0.5 : 1e-6, 1.0);
    const double step = std::min(1.0, most_of_the_way * direction(centring * barrier, true));
    if (!(step > 1e-10)) break;
    for (Contact& k : contact_) {
      k.x += step * k.dx;
      k.y += step * k.dy;
    }
  }
  std::swap(best_, solution);
  report.outcome =
      report.error.relative <= tolerance ? SolveOutcome::converged : SolveOutcome::budget_spent;
  return report;
}

template class InteriorPoint<2>;
template class InteriorPoint<3>;

}  // namespace talus

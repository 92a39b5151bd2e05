#include "talus/solvers/graduated_newton.hpp"

#include "talus/solvers/lorentz_cone.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace talus {

namespace {

/// Barriers in squares of the unit of velocity: the first blurs everything, at the last nothing is
/// left to blur in double precision.
constexpr double blurred_barrier = 10;
constexpr double sharp_barrier = 1e-24;
/// The next barrier as a part of this one, after an answer found at once, soon or late.
constexpr double leap = 1e-2;
constexpr double stride = 1e-1;
constexpr double short_step = 0.3;
/// The shift's part of the smoothing; d above.
constexpr double shift_smoothing = 0.5;
/// The residual a barrier deserves, as a part of its root: less than what smoothing itself adds.
constexpr double residual_share = 0.2;
/// In units of W's mean diagonal.
constexpr double loose_proximity = 1e-6;
constexpr double loosest_proximity = 1e-12;
constexpr double tightest_proximity = 1e3;
constexpr double proximity_at_shorter_steps = 1e-4;
constexpr std::size_t most_iterations_here = 25;  ///< for one anchor
constexpr std::size_t early_iterations = 8;
constexpr std::size_t fair_stretch = 5;  ///< iterations that are to halve the residual
constexpr int halvings_allowed = 5;

}  // namespace

template <int D>
void GraduatedNewton<D>::start() {
  const std::size_t n = problem_->contact_count();
  for (auto* points : {&anchor_, &z_, &trial_, &x_, &y_, &g_, &dz_}) points->resize(n);
  derivative_.resize(n);
  rest_.resize(n);
  barrier_ = blurred_barrier;
  proximity_ = loose_proximity;
  for (std::size_t c = 0; c < n; ++c) {
    Vec<D> y = problem_->q(c);
    y[0] += lorentz::tangent<D>(y).norm();
    z_[c] = -y;
    anchor_[c] = lorentz::centred_pair<D>(z_[c], barrier_).x;
  }
  reached_ = z_;
}

/// x, y, the parts of Newton's matrix and G at z; returns |G|, root mean square.
template <int D>
double GraduatedNewton<D>::evaluate(const Points& z) {
  const double least = shift_smoothing * shift_smoothing * barrier_;
  for (std::size_t c = 0; c < z.size(); ++c) {
    const auto pair = lorentz::centred_pair<D>(z[c], barrier_);
    x_[c] = pair.x;
    y_[c] = pair.y;
  }
  problem_->times(x_, moved_);
  double sum = 0;
  for (std::size_t c = 0; c < z.size(); ++c) {
    g_[c] = moved_[c] + problem_->q(c) - y_[c] + proximity_ * (x_[c] - anchor_[c]);
    g_[c][0] += std::sqrt(lorentz::tangent<D>(y_[c]).squaredNorm() + least);
    sum += g_[c].squaredNorm();
  }
  return std::sqrt(sum / static_cast<double>(z.size()));
}

/// Newton's matrix (W~ + a) X' + (1 - e_0 t^T) (1 - X'), with t how the smoothed |y_T| changes.
template <int D>
bool GraduatedNewton<D>::factor(const Deadline& deadline) {
  const double least = shift_smoothing * shift_smoothing * barrier_;
  for (std::size_t c = 0; c < x_.size(); ++c) {
    derivative_[c] = lorentz::smoothed_projection<D>(z_[c], barrier_).derivative;
    const Vec<D - 1> slip = lorentz::tangent<D>(y_[c]);
    Mat<D> rest = Mat<D>::Identity() - derivative_[c];
    rest.row(0) -= (slip / std::sqrt(slip.squaredNorm() + least)).transpose() *
                   rest.template bottomRows<D - 1>();
    rest_[c] = rest;
  }
  return problem_->factor(derivative_, rest_, proximity_, deadline);
}

/// What the proximal term adds to the equation of motion, root mean square.
template <int D>
double GraduatedNewton<D>::pull() const {
  double sum = 0;
  for (std::size_t c = 0; c < x_.size(); ++c) sum += (x_[c] - anchor_[c]).squaredNorm();
  return proximity_ * std::sqrt(sum / static_cast<double>(x_.size()));
}

/// Solves for the anchor and barrier at hand; leaves z and x there.
template <int D>
typename GraduatedNewton<D>::Inner GraduatedNewton<D>::approach(const Deadline& deadline) {
  Inner inner;
  std::array<double, most_iterations_here> sizes{};
  double size = evaluate(z_);
  const double bound_of_all = 1e3 * (size + std::sqrt(barrier_));
  for (std::size_t i = 0; i < most_iterations_here; ++i) {
    if (!(size <= bound_of_all)) return inner;
    sizes[i] = size;
    if (size <= std::max(0.1 * pull(), 0.01 * residual_share * std::sqrt(barrier_))) {
      inner.found = true;
      return inner;
    }
    // Whoever has not halved |G| by now is going round in a circle.
    if (i >= early_iterations && size > 0.5 * sizes[i - fair_stretch]) return inner;
    if (deadline.passed() || !factor(deadline)) return inner;
    ++inner.iterations;
    problem_->solve(g_, dz_);
    const double bound = i > 0 ? std::max(size, sizes[i - 1]) : size;
    double step = 1;
    for (int halvings = 0;; ++halvings, step *= 0.5) {
      for (std::size_t c = 0; c < z_.size(); ++c) trial_[c] = z_[c] - step * dz_[c];
      size = evaluate(trial_);
      if (size < bound * (1 - 1e-3 * step) || halvings == halvings_allowed) break;
    }
    std::swap(z_, trial_);
  }
  return inner;
}

template <int D>
int GraduatedNewton<D>::solve(AssembledLorentz<D>& problem, const AssembledJudge<D>& judge,
                              const AssembledOptions& options, int most_factorisations,
                              BestAnswer<D>& best) {
  problem_ = &problem;
  start();
  int factorisations = 0;
  double last_barrier = barrier_;  // of the last answer
  bool first_try = true;           // at this barrier
  while (factorisations < most_factorisations && barrier_ > sharp_barrier &&
         proximity_ <= tightest_proximity) {
    const Inner inner = approach(options.deadline);
    factorisations += inner.iterations;
    if (options.deadline.passed()) break;
    if (!inner.found) {
      z_ = reached_;
      if (first_try && barrier_ < 0.5 * last_barrier) {
        barrier_ = std::sqrt(barrier_ * last_barrier);
        if (proximity_ < proximity_at_shorter_steps) proximity_ *= 10;
      } else {
        proximity_ *= 5;
      }
      continue;
    }
    problem.impulses(x_, r_);
    const AssembledError error = judge(r_);
    best.offer(r_, error);
    if (error.decisive() <= options.tolerance) break;
    const double residual = pull();
    reached_ = z_;
    anchor_ = x_;
    last_barrier = barrier_;
    first_try = residual <= residual_share * std::sqrt(barrier_);
    const int n = inner.iterations;
    if (first_try) barrier_ *= n <= 3 ? leap : n <= 6 ? stride : short_step;
    proximity_ *= n <= 4 ? 0.3 : n <= 8 ? 0.7 : n <= 12 ? 1 : 1.5;
    proximity_ = std::max(proximity_, loosest_proximity);
  }
  return factorisations;
}

template class GraduatedNewton<2>;
template class GraduatedNewton<3>;

}  // namespace talus

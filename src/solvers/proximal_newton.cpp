#include "talus/solvers/proximal_newton.hpp"

#include "talus/solvers/lorentz_cone.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// In units of W's mean diagonal. To begin with it goes with the root of |G|, so that near an
/// answer it is no hindrance: with it Newton's steps lead as far as |G| / proximity, its own root.
constexpr double most_at_first = 1e-2;
constexpr double least_at_first = 1e-6;
constexpr double proximity_of_residual = 0.3;
constexpr double least_proximity = 1e-12;
constexpr double most_proximity = 1e4;
constexpr int most_iterations = 12;  ///< for one anchor
constexpr int most_anchors_without_gain = 60;
/// An anchor's answer is good enough when |G| and the root of the barrier are these parts of what
/// the proximal term leaves, which the next anchor takes off anyway.
constexpr double residual_of_pull = 0.5;
constexpr double smoothing_of_pull = 0.3;
/// The barrier as a part of |G|^2: both have the unit of a squared velocity.
constexpr double barrier_share = 0.1;
/// How far a step may lower it, whole or cut.
constexpr double leap = 1e-4;
constexpr double short_leap = 0.5;
/// A step may leave |G| larger than before, but not than the largest of so many before.
constexpr std::size_t memory = 5;
constexpr int most_halvings = 5;

/// The next proximity as a part of this one, by the iterations its anchor took.
double change_of_proximity(int iterations) {
  if (iterations <= 2) return 0.03;
  if (iterations <= 4) return 0.1;
  if (iterations <= 6) return 0.3;
  return iterations <= 9 ? 0.8 : 1.2;
}

double root_mean_square(double sum, std::size_t n) {
  return std::sqrt(sum / static_cast<double>(n));
}

}  // namespace

/// The z whose pair is x and the velocity x gives, as far as these are complementary.
template <int D>
void ProximalNewton<D>::stand_at(const Points& x) {
  problem_->times(x, moved_);
  for (std::size_t c = 0; c < x.size(); ++c) {
    Vec<D> y = moved_[c] + problem_->q(c);
    y[0] += lorentz::tangent<D>(y).norm();
    z_[c] = x[c] - y;
  }
}

/// x, y and G at z; returns |G|, root mean square.
template <int D>
double ProximalNewton<D>::evaluate(const Points& z, double barrier) {
  for (std::size_t c = 0; c < z.size(); ++c) {
    const auto pair = lorentz::centred_pair<D>(z[c], barrier);
    x_[c] = pair.x;
    y_[c] = pair.y;
  }
  problem_->times(x_, moved_);
  double sum = 0;
  for (std::size_t c = 0; c < z.size(); ++c) {
    g_[c] = moved_[c] + problem_->q(c) - y_[c] + proximity_ * (x_[c] - anchor_[c]);
    g_[c][0] += lorentz::tangent<D>(y_[c]).norm();
    sum += g_[c].squaredNorm();
  }
  return root_mean_square(sum, z.size());
}

/// From the anchor to x, root mean square.
template <int D>
double ProximalNewton<D>::distance() const {
  double sum = 0;
  for (std::size_t c = 0; c < x_.size(); ++c) sum += (x_[c] - anchor_[c]).squaredNorm();
  return root_mean_square(sum, x_.size());
}

/// Newton's matrix (W~ + a) X' + (1 - e_0 t^T) (1 - X'), with t = y_T / |y_T|.
template <int D>
bool ProximalNewton<D>::factor(const Deadline& deadline) {
  for (std::size_t c = 0; c < x_.size(); ++c) {
    derivative_[c] = lorentz::smoothed_projection<D>(z_[c], barrier_).derivative;
    Mat<D> rest = Mat<D>::Identity() - derivative_[c];
    const double speed = lorentz::tangent<D>(y_[c]).norm();
    if (speed > 0) {
      rest.row(0) -=
          (lorentz::tangent<D>(y_[c]) / speed).transpose() * rest.template bottomRows<D - 1>();
    }
    rest_[c] = rest;
  }
  return problem_->factor(derivative_, rest_, proximity_, deadline);
}

/// Begins anew at these impulses, the anchor from now on.
template <int D>
void ProximalNewton<D>::begin(const Points& x) {
  anchor_ = x;
  stand_at(anchor_);
  size_ = evaluate(z_, 0);
  barrier_ = barrier_share * size_ * size_;
  size_ = evaluate(z_, barrier_);
}

/// Makes the impulses reached the anchor. Nothing but the proximal term changes, and that vanishes.
template <int D>
void ProximalNewton<D>::move_anchor() {
  double sum = 0;
  for (std::size_t c = 0; c < x_.size(); ++c) {
    g_[c] -= proximity_ * (x_[c] - anchor_[c]);
    sum += g_[c].squaredNorm();
  }
  anchor_ = x_;
  size_ = root_mean_square(sum, x_.size());
}

/// A velocity that bounds what smoothing, the proximal term and Newton's method have left over.
template <int D>
double ProximalNewton<D>::left_over() const {
  return size_ + proximity_ * distance() + std::sqrt(barrier_);
}

/// Solves for the anchor at hand, as exactly as its distance deserves or until no more than
/// `enough` is left over; leaves x there.
template <int D>
typename ProximalNewton<D>::Inner ProximalNewton<D>::approach(int most, double enough,
                                                              const Deadline& deadline) {
  Inner inner;
  std::array<double, memory> last{};
  const double first = size_;
  for (; inner.iterations < most; ++inner.iterations) {
    if (!std::isfinite(size_) || size_ > 1e3 * first + 1) return inner;
    const double pull = proximity_ * distance();
    if (left_over() <= enough ||
        (size_ <= std::max(residual_of_pull * pull, 1e-14) &&
         std::sqrt(barrier_) <= std::max(smoothing_of_pull * pull, 1e-13))) {
      inner.found = true;
      return inner;
    }
    if (deadline.passed() || !factor(deadline)) return inner;
    problem_->solve(g_, dz_);
    last[static_cast<std::size_t>(inner.iterations) % memory] = size_;
    const double bound = *std::max_element(last.begin(), last.end());
    double step = 1;
    for (int halvings = 0;; ++halvings, step *= 0.5) {
      for (std::size_t c = 0; c < z_.size(); ++c) trial_[c] = z_[c] - step * dz_[c];
      size_ = evaluate(trial_, barrier_);
      if (size_ < bound * (1 - 1e-3 * step) || halvings == most_halvings) break;
    }
    std::swap(z_, trial_);
    // Never less than |G| warrants, never too far at once.
    const double lower =
        std::max(barrier_share * size_ * size_, (step > 0.9 ? leap : short_leap) * barrier_);
    if (lower >= barrier_) continue;
    barrier_ = lower < 1e-28 ? 0 : lower;
    size_ = evaluate(z_, barrier_);
  }
  return inner;
}

template <int D>
int ProximalNewton<D>::solve(AssembledLorentz<D>& problem, const AssembledJudge<D>& judge,
                             const AssembledOptions& options, int most_factorisations,
                             const std::vector<Vec<D>>& start, BestAnswer<D>& best) {
  problem_ = &problem;
  const std::size_t n = problem.contact_count();
  for (auto* points : {&anchor_, &z_, &trial_, &x_, &y_, &g_, &dz_}) points->resize(n);
  derivative_.resize(n);
  rest_.resize(n);
  problem.points(start, dz_);
  begin(dz_);
  proximity_ = std::clamp(proximity_of_residual * std::sqrt(size_), least_at_first, most_at_first);
  // The judge's error goes with what is left over: where that promises the tolerance he is asked.
  double errors_of_rest = judge(start).decisive() / left_over();
  int factorisations = 0;
  Gain gain;
  for (int i = 0; factorisations < most_factorisations &&
                  gain.iterations_without(i) < most_anchors_without_gain;
       ++i) {
    const int left = most_factorisations - factorisations;
    const Inner inner = approach(std::min(most_iterations, left),
                                 options.tolerance / errors_of_rest, options.deadline);
    factorisations += inner.iterations;
    if (options.deadline.passed()) break;
    if (!inner.found) {
      proximity_ *= 5;
      if (proximity_ > most_proximity) break;
      dz_ = anchor_;
      begin(dz_);
      continue;
    }
    problem.impulses(x_, r_);
    const AssembledError error = judge(r_);
    best.offer(r_, error);
    gain.look(error.decisive(), i);
    if (gain.least() <= options.tolerance) break;
    errors_of_rest = error.decisive() / left_over();
    move_anchor();
    proximity_ = std::max(least_proximity, change_of_proximity(inner.iterations) * proximity_);
  }
  return factorisations;
}

template class ProximalNewton<2>;
template class ProximalNewton<3>;

}  // namespace talus

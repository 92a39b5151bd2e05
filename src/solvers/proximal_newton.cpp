#include "talus/solvers/proximal_newton.hpp"

#include "talus/solvers/lorentz_cone.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// In units of W's mean diagonal.
constexpr double first_proximity = 1e-2;
constexpr double least_proximity = 1e-12;
constexpr double most_proximity = 1e4;
constexpr int most_iterations = 40;  ///< for one anchor
constexpr int most_anchors_without_gain = 60;
/// The barrier as a part of |G|^2: both have the unit of a squared velocity.
constexpr double barrier_share = 0.1;
/// A step may leave |G| larger than before, but not than the largest of so many before.
constexpr std::size_t memory = 5;
constexpr int most_halvings = 5;

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

/// x, y, their derivatives and G at z; returns |G|, root mean square.
template <int D>
double ProximalNewton<D>::evaluate(const Points& z, double barrier) {
  for (std::size_t c = 0; c < z.size(); ++c) {
    const auto p = lorentz::smoothed_projection<D>(z[c], barrier);
    x_[c] = p.x;
    y_[c] = p.x - z[c];
    derivative_[c] = p.derivative;
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

/// Solves for the anchor at hand, as exactly as its distance deserves; leaves x there.
template <int D>
typename ProximalNewton<D>::Inner ProximalNewton<D>::approach(int most, const Deadline& deadline) {
  Inner inner;
  std::array<double, memory> last{};
  const double first = evaluate(z_, 0);
  double barrier = barrier_share * first * first;
  double size = evaluate(z_, barrier);
  for (; inner.iterations < most; ++inner.iterations) {
    if (!std::isfinite(size) || size > 1e3 * first + 1) return inner;
    const double pull = proximity_ * distance();
    if (size <= std::max(0.1 * pull, 1e-14) && std::sqrt(barrier) <= std::max(1e-3 * pull, 1e-13)) {
      inner.found = true;
      return inner;
    }
    if (deadline.passed() || !factor(deadline)) return inner;
    problem_->solve(g_, dz_);
    last[static_cast<std::size_t>(inner.iterations) % memory] = size;
    const double bound = *std::max_element(last.begin(), last.end());
    double step = 1;
    for (int halvings = 0;; ++halvings, step *= 0.5) {
      for (std::size_t c = 0; c < z_.size(); ++c) trial_[c] = z_[c] - step * dz_[c];
      size = evaluate(trial_, barrier);
      if (size < bound * (1 - 1e-3 * step) || halvings == most_halvings) break;
    }
    std::swap(z_, trial_);
    // Never less than |G| warrants, never in leaps.
    barrier = std::min(barrier,
                       std::max(barrier_share * size * size, (step > 0.9 ? 1e-2 : 0.5) * barrier));
    if (barrier < 1e-28) barrier = 0;
    size = evaluate(z_, barrier);
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
  proximity_ = first_proximity;
  problem.points(start, anchor_);
  stand_at(anchor_);
  int factorisations = 0;
  Gain gain;
  for (int i = 0; factorisations < most_factorisations &&
                  gain.iterations_without(i) < most_anchors_without_gain;
       ++i) {
    const int left = most_factorisations - factorisations;
    const Inner inner = approach(std::min(most_iterations, left), options.deadline);
    factorisations += inner.iterations;
    if (options.deadline.passed()) break;
    if (!inner.found) {
      proximity_ *= 5;
      if (proximity_ > most_proximity) break;
      stand_at(anchor_);
      continue;
    }
    problem.impulses(x_, r_);
    const AssembledError error = judge(r_);
    best.offer(r_, error);
    gain.look(error.decisive(), i);
    if (gain.least() <= options.tolerance) break;
    anchor_ = x_;
    stand_at(anchor_);
    const double change = inner.iterations <= 6 ? 0.3 : inner.iterations <= 15 ? 0.8 : 1.2;
    proximity_ = std::max(least_proximity, change * proximity_);
  }
  return factorisations;
}

template class ProximalNewton<2>;
template class ProximalNewton<3>;

}  // namespace talus

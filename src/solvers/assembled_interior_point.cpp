#include "talus/solvers/assembled_interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// As in the space of bodies: small barriers to begin with stall.
constexpr double first_barrier = 1e6;
constexpr int most_iterations = 150;
/// Iterations that are to take a tenth off the error: a point that creeps along the cones' sides
/// will not leave them.
constexpr int most_without_gain = 15;
constexpr double worthwhile_gain = 0.9;
constexpr double most_of_the_way = 0.99;
constexpr double worth_polishing = 1e-4;

}  // namespace

/// The centred pairs nearest to no impulse.
template <int D>
void AssembledInteriorPoint<D>::start() {
  const std::size_t n = problem_->contact_count();
  for (auto* points : {&x_, &y_, &dx_, &dy_, &residual_, &slip_, &corrector_, &right_}) {
    points->resize(n);
  }
  scaling_.resize(n);
  stiffness_.resize(n);
  identity_.assign(n, Mat<D>::Identity());
  for (std::size_t c = 0; c < n; ++c) {
    Vec<D> y = problem_->q(c);
    y[0] += lorentz::tangent<D>(y).norm();
    const auto pair = lorentz::centred_pair<D>(-y, first_barrier);
    x_[c] = pair.x;
    y_[c] = pair.y;
  }
}

/// Residuals of the point reached; returns the mean of x . y.
template <int D>
double AssembledInteriorPoint<D>::measure() {
  problem_->times(x_, moved_);
  double complementarity = 0;
  for (std::size_t c = 0; c < x_.size(); ++c) {
    const double speed = lorentz::tangent<D>(y_[c]).norm();
    slip_[c].setZero();
    if (speed > 0) slip_[c].template tail<D - 1>() = lorentz::tangent<D>(y_[c]) / speed;
    residual_[c] = moved_[c] + problem_->q(c) - y_[c];
    residual_[c][0] += speed;
    complementarity += x_[c].dot(y_[c]);
  }
  return complementarity / static_cast<double>(x_.size());
}

template <int D>
bool AssembledInteriorPoint<D>::factor(const Deadline& deadline) {
  for (std::size_t c = 0; c < x_.size(); ++c) {
    scaling_[c] = lorentz::scaling<D>(x_[c], y_[c]);
    Mat<D> unshift = Mat<D>::Identity();
    unshift.row(0) -= slip_[c].transpose();
    stiffness_[c] = unshift * scaling_[c].p * scaling_[c].p;
  }
  return problem_->factor(identity_, stiffness_, 0, deadline);
}

/// Newton's direction towards x o y = target e; returns the largest step both cones allow.
template <int D>
double AssembledInteriorPoint<D>::direction(double target, bool corrected) {
  // From P dx + P^-1 dy = s and (1 - e_0 t^T) dy = W~ dx + residual.
  for (std::size_t c = 0; c < x_.size(); ++c) {
    Vec<D> wanted = Vec<D>::Zero();
    wanted[0] = target;
    if (corrected) wanted -= corrector_[c];
    const auto& lambda = scaling_[c].lambda;
    Vec<D> s = scaling_[c].p * (lorentz::quotient<D>(wanted, lambda) - lambda);
    s[0] -= slip_[c].dot(s);
    right_[c] = s - residual_[c];
  }
  problem_->solve(right_, dx_);
  problem_->times(dx_, moved_);
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < x_.size(); ++c) {
    const Vec<D> u = moved_[c] + residual_[c];
    dy_[c] = u;
    dy_[c][0] += slip_[c].dot(u);
    step = std::min(
        {step, lorentz::largest_step<D>(x_[c], dx_[c]), lorentz::largest_step<D>(y_[c], dy_[c])});
  }
  return step;
}

template <int D>
int AssembledInteriorPoint<D>::solve(AssembledLorentz<D>& problem, const AssembledJudge<D>& judge,
                                     const AssembledOptions& options, BestAnswer<D>& best,
                                     const Polish& polish) {
  problem_ = &problem;
  const auto n = static_cast<double>(problem.contact_count());
  start();
  int factorisations = 0;
  Gain gain(worthwhile_gain);
  for (int i = 0; i < most_iterations && gain.iterations_without(i) <= most_without_gain; ++i) {
    const double barrier = measure();
    problem.impulses(x_, r_);
    const AssembledError error = judge(r_);
    best.offer(r_, error);
    gain.look(error.decisive(), i);
    if (polish && error.decisive() <= worth_polishing) polish(r_);
    if (best.decisive() <= options.tolerance || options.deadline.passed()) break;

    if (!factor(options.deadline)) break;
    ++factorisations;
    // Mehrotra's predictor tells how much of the barrier can go.
    const double reach = std::min(1.0, direction(0, false));
    double left = 0;
    for (std::size_t c = 0; c < x_.size(); ++c) {
      left += (x_[c] + reach * dx_[c]).dot(y_[c] + reach * dy_[c]);
      corrector_[c] = reach * reach *
                      lorentz::product<D>(scaling_[c].p * dx_[c], scaling_[c].p_inverse * dy_[c]);
    }
    const double ratio = std::max(0.0, left / n / barrier);
    // Where even the predictor hardly moves, the way back to the centre comes first.
    const double centring = std::clamp(ratio * ratio * ratio, reach < 0.1 ? 0.5 : 1e-6, 1.0);
    const double step = std::min(1.0, most_of_the_way * direction(centring * barrier, true));
    if (!(step > 1e-10)) break;
    for (std::size_t c = 0; c < x_.size(); ++c) {
      x_[c] += step * dx_[c];
      y_[c] += step * dy_[c];
    }
  }
  return factorisations;
}

template class AssembledInteriorPoint<2>;
template class AssembledInteriorPoint<3>;

}  // namespace talus

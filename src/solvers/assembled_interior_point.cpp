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
  for (auto* points : {&x_, &dx_, &residual_, &slip_, &right_}) points->resize(n);
  for (auto* parts : {&y_, &dy_, &corrector_, &push_}) parts->resize(n);
  scaling_.resize(n);
  stiffness_.resize(n);
  identity_.assign(n, Mat<D>::Identity());
  for (std::size_t c = 0; c < n; ++c) {
    Parts x;
    double normal = 0;
    for (std::size_t k = 0; k < part_count; ++k) {
      lorentz::Part<D> y = lorentz::part_of<D>(problem_->q(c), k);
      y[0] = y[0] / part_count + lorentz::tangent<part_size>(y).norm();
      const auto pair = lorentz::centred_pair<part_size>(-y, first_barrier);
      x[k] = pair.x;
      y_[c][k] = pair.y;
      normal = std::max(normal, x[k][0]);
    }
    x_[c] = lorentz::whole<D>(x);
    x_[c][0] = normal;
  }
}

/// Residuals of the point reached; returns the mean of x . y.
template <int D>
double AssembledInteriorPoint<D>::measure() {
  problem_->times(x_, moved_);
  double complementarity = 0;
  for (std::size_t c = 0; c < x_.size(); ++c) {
    const Vec<D> y = lorentz::whole<D>(y_[c]);
    const auto shift = lorentz::shift<D>(y_[c]);
    slip_[c] = shift.slope;
    residual_[c] = moved_[c] + problem_->q(c) - y;
    residual_[c][0] += shift.size;
    complementarity += x_[c].dot(y);
  }
  return complementarity / static_cast<double>(part_count * x_.size());
}

template <int D>
bool AssembledInteriorPoint<D>::factor(const Deadline& deadline) {
  for (std::size_t c = 0; c < x_.size(); ++c) {
    for (std::size_t k = 0; k < part_count; ++k) {
      const auto x = lorentz::part_of<D>(x_[c], k);
      scaling_[c][k] = lorentz::scaling<part_size>(x, y_[c][k]);
    }
    Mat<D> unshift = Mat<D>::Identity();
    unshift.row(0) -= slip_[c].transpose();
    if constexpr (part_count == 1) {
      // The shift first: near the cones' sides squares are large, and it takes them off each other.
      stiffness_[c] = unshift * scaling_[c][0].p * scaling_[c][0].p;
    } else {
      std::array<Mat<part_size>, part_count> squares;
      for (std::size_t k = 0; k < part_count; ++k) {
        squares[k] = scaling_[c][k].p * scaling_[c][k].p;
      }
      stiffness_[c] = unshift * lorentz::whole<D>(squares);
    }
  }
  return problem_->factor(identity_, stiffness_, 0, deadline);
}

/// How y goes along with x: as the motion says, u = W~ dx + residual. Where it has two parts their
/// own equations say how they share the normal velocity.
template <int D>
typename AssembledInteriorPoint<D>::Parts AssembledInteriorPoint<D>::follow(std::size_t c,
                                                                            const Vec<D>& u) const {
  Parts dy;
  double unshared = u[0] + slip_[c].dot(u);
  for (std::size_t k = 0; k < part_count; ++k) {
    dy[k] = lorentz::part_of<D>(u, k);
    if constexpr (part_count == 1) continue;
    const auto dx = lorentz::part_of<D>(dx_[c], k);
    const auto& p = scaling_[c][k].p;
    dy[k][0] = push_[c][k][0] - p.row(0).dot(p * dx);
    unshared -= dy[k][0];
  }
  for (auto& part : dy) {
    part[0] = (part_count == 1 ? 0 : part[0]) + unshared / static_cast<double>(part_count);
  }
  return dy;
}

/// Newton's direction towards x o y = target e; returns the largest step the cones allow.
template <int D>
double AssembledInteriorPoint<D>::direction(double target, bool corrected) {
  // From P dx + P^-1 dy = s and (1 - e_0 t^T) dy = W~ dx + residual.
  for (std::size_t c = 0; c < x_.size(); ++c) {
    for (std::size_t k = 0; k < part_count; ++k) {
      lorentz::Part<D> wanted = lorentz::Part<D>::Zero();
      wanted[0] = target;
      if (corrected) wanted -= corrector_[c][k];
      const auto& lambda = scaling_[c][k].lambda;
      push_[c][k] = scaling_[c][k].p * (lorentz::quotient<part_size>(wanted, lambda) - lambda);
    }
    Vec<D> s = lorentz::whole<D>(push_[c]);
    s[0] -= slip_[c].dot(s);
    right_[c] = s - residual_[c];
  }
  problem_->solve(right_, dx_);
  problem_->times(dx_, moved_);
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < x_.size(); ++c) {
    dy_[c] = follow(c, moved_[c] + residual_[c]);
    for (std::size_t k = 0; k < part_count; ++k) {
      const auto x = lorentz::part_of<D>(x_[c], k);
      const auto dx = lorentz::part_of<D>(dx_[c], k);
      step = std::min({step, lorentz::largest_step<part_size>(x, dx),
                       lorentz::largest_step<part_size>(y_[c][k], dy_[c][k])});
    }
  }
  return step;
}

template <int D>
int AssembledInteriorPoint<D>::solve(AssembledLorentz<D>& problem, const AssembledJudge<D>& judge,
                                     const AssembledOptions& options, BestAnswer<D>& best,
                                     const Polish& polish) {
  problem_ = &problem;
  const auto n = static_cast<double>(part_count * problem.contact_count());
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
      for (std::size_t k = 0; k < part_count; ++k) {
        const auto x = lorentz::part_of<D>(x_[c], k);
        const auto dx = lorentz::part_of<D>(dx_[c], k);
        const auto& scaling = scaling_[c][k];
        left += (x + reach * dx).dot(y_[c][k] + reach * dy_[c][k]);
        corrector_[c][k] =
            reach * reach *
            lorentz::product<part_size>(scaling.p * dx, scaling.p_inverse * dy_[c][k]);
      }
    }
    const double ratio = std::max(0.0, left / n / barrier);
    // Where even the predictor hardly moves, the way back to the centre comes first.
    const double centring = std::clamp(ratio * ratio * ratio, reach < 0.1 ? 0.5 : 1e-6, 1.0);
    const double step = std::min(1.0, most_of_the_way * direction(centring * barrier, true));
    if (!(step > 1e-10)) break;
    for (std::size_t c = 0; c < x_.size(); ++c) {
      x_[c] += step * dx_[c];
      for (std::size_t k = 0; k < part_count; ++k) y_[c][k] += step * dy_[c][k];
    }
  }
  return factorisations;
}

template class AssembledInteriorPoint<2>;
template class AssembledInteriorPoint<3>;
template class AssembledInteriorPoint<5>;

}  // namespace talus

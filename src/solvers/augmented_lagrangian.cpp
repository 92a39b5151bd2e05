#include "talus/solvers/augmented_lagrangian.hpp"

#include "talus/solvers/order_blocks.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {
constexpr int steps_between_looks = 10;
/// Over-relaxation, and by how much the two residuals may differ before rho is changed.
constexpr double relaxation = 1.6;
constexpr double imbalance = 5;
constexpr int steps_between_changes = 50;
}  // namespace

template <int D>
bool AugmentedLagrangian<D>::order(const ConvexRelaxation<D>& relaxed, const Deadline& deadline) {
  const auto& w = relaxed.problem().w;
  w_.resize(w.block_count());
  for (std::size_t c = 0; c < relaxed.contact_count(); ++c) {
    const Vec<D> left = relaxed.scale(c).cwiseInverse();
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      const Vec<D> right = relaxed.scale(w.column(at)).cwiseInverse();
      w_[at] = left.asDiagonal() * w.block(at) * right.asDiagonal();
    }
  }
  return order_blocks(w, deadline, factors_, place_);
}

template <int D>
bool AugmentedLagrangian<D>::factor(double rho, const Deadline& deadline) {
  factors_.set_zero();
  for (std::size_t at = 0; at < w_.size(); ++at) std::copy_n(w_[at].data(), D * D, place_[at]);
  for (std::size_t c = 0; c < z_.size(); ++c) {
    factors_.diagonal(static_cast<std::uint32_t>(c)).diagonal().array() += rho;
  }
  return factors_.factor(deadline);
}

template <int D>
typename AugmentedLagrangian<D>::Effort AugmentedLagrangian<D>::solve(
    const ConvexRelaxation<D>& relaxed, double tolerance, int most_iterations,
    const Deadline& deadline, std::vector<Vec<D>>& r) {
  Effort effort;
  const std::size_t n = relaxed.contact_count();
  z_.assign(n, Vec<D>::Zero());
  y_ = x_ = r = z_;
  if (n == 0 || !order(relaxed, deadline)) return effort;
  double rho = 1;
  if (!factor(rho, deadline)) return effort;
  ++effort.factorisations;
  for (int i = 1; i <= most_iterations; ++i) {
    for (std::size_t c = 0; c < n; ++c) x_[c] = rho * (z_[c] - y_[c]) - relaxed.scaled_q(c);
    factors_.solve(x_);
    double apart2 = 0;
    double moved2 = 0;
    double impulse2 = 0;
    double multiplier2 = 0;
    for (std::size_t c = 0; c < n; ++c) {
      const Vec<D> over = relaxation * x_[c] + (1 - relaxation) * z_[c];
      const Vec<D> next = relaxed.project(c, over + y_[c]);
      y_[c] += over - next;
      apart2 += (x_[c] - next).squaredNorm();
      moved2 += (next - z_[c]).squaredNorm();
      impulse2 += next.squaredNorm();
      multiplier2 += y_[c].squaredNorm();
      z_[c] = next;
    }
    effort.iterations = i;
    const bool last = i == most_iterations || deadline.passed();
    if (i % steps_between_looks == 0 || last) {
      relaxed.impulses(z_, r);
      if (last || relaxed.errors(r).strict <= tolerance) break;
    }
    if (i % steps_between_changes != 0) continue;
    // |x - z| beside |z| is to be about as large as the change of z beside |y|: the two
    // residuals, each beside what it is to become small against.
    const double ratio = std::sqrt(apart2 * multiplier2 / (impulse2 * moved2));
    if (!(ratio > imbalance || ratio < 1 / imbalance) || !std::isfinite(ratio) || ratio == 0) {
      continue;
    }
    const double before = rho;
    rho *= std::sqrt(ratio);
    for (auto& y : y_) y *= before / rho;
    if (!factor(rho, deadline)) break;
    ++effort.factorisations;
  }
  return effort;
}

template class AugmentedLagrangian<2>;
template class AugmentedLagrangian<3>;

}  // namespace talus

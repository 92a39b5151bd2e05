#include "talus/solvers/augmented_lagrangian.hpp"

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
void AugmentedLagrangian<D>::assemble(const ConvexRelaxation<D>& relaxed) {
  const auto n = static_cast<Eigen::Index>(D * relaxed.contact_count());
  Eigen::VectorXd inverse(n);
  for (std::size_t c = 0; c < relaxed.contact_count(); ++c) {
    inverse.segment<D>(static_cast<Eigen::Index>(D * c)) = relaxed.scale(c).cwiseInverse();
  }
  const Matrix w = relaxed.problem().w.scalars();
  const Matrix scaled = inverse.asDiagonal() * w * inverse.asDiagonal();
  w_ = 0.5 * (scaled + Matrix(scaled.transpose()));
  factors_.analyzePattern(w_);
}

template <int D>
bool AugmentedLagrangian<D>::factor(double rho) {
  factors_.setShift(rho);
  factors_.factorize(w_);
  return factors_.info() == Eigen::Success;
}

template <int D>
typename AugmentedLagrangian<D>::Effort AugmentedLagrangian<D>::solve(
    const ConvexRelaxation<D>& relaxed, double tolerance, int most_iterations,
    const Deadline& deadline, std::vector<Vec<D>>& r) {
  Effort effort;
  const std::size_t n = relaxed.contact_count();
  const auto size = static_cast<Eigen::Index>(D * n);
  z_.assign(n, Vec<D>::Zero());
  r = z_;
  if (n == 0) return effort;
  assemble(relaxed);
  double rho = 1;
  ++effort.factorisations;
  if (!factor(rho)) return effort;
  Eigen::VectorXd y = Eigen::VectorXd::Zero(size);
  Eigen::VectorXd right(size);
  for (int i = 1; i <= most_iterations; ++i) {
    for (std::size_t c = 0; c < n; ++c) {
      const auto at = static_cast<Eigen::Index>(D * c);
      right.segment<D>(at) = rho * (z_[c] - y.segment<D>(at)) - relaxed.scaled_q(c);
    }
    const Eigen::VectorXd x = factors_.solve(right);
    double apart2 = 0;
    double moved2 = 0;
    double impulse2 = 0;
    for (std::size_t c = 0; c < n; ++c) {
      const auto at = static_cast<Eigen::Index>(D * c);
      const Vec<D> over = relaxation * x.segment<D>(at) + (1 - relaxation) * z_[c];
      const Vec<D> next = relaxed.project(c, over + y.segment<D>(at));
      y.segment<D>(at) += over - next;
      apart2 += (x.segment<D>(at) - next).squaredNorm();
      moved2 += (next - z_[c]).squaredNorm();
      impulse2 += next.squaredNorm();
      z_[c] = next;
    }
    effort.iterations = i;
    if (i % steps_between_looks == 0 || i == most_iterations) {
      relaxed.impulses(z_, r);
      if (relaxed.errors(r).strict <= tolerance || deadline.passed()) break;
    }
    if (i % steps_between_changes != 0) continue;
    // |x - z| beside |z| is to be about as large as the change of z beside |y|: the two
    // residuals, each beside what it is to become small against.
    const double ratio = std::sqrt(apart2 * y.squaredNorm() / (impulse2 * moved2));
    if (!(ratio > imbalance || ratio < 1 / imbalance) || !std::isfinite(ratio) || ratio == 0) {
      continue;
    }
    const double before = rho;
    rho *= std::sqrt(ratio);
    y *= before / rho;
    ++effort.factorisations;
    if (!factor(rho)) break;
  }
  return effort;
}

template class AugmentedLagrangian<2>;
template class AugmentedLagrangian<3>;

}  // namespace talus

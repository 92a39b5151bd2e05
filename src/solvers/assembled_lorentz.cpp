#include "talus/solvers/assembled_lorentz.hpp"

#include "talus/solvers/order_blocks.hpp"

#include <cmath>
#include <limits>

namespace talus {

namespace {

/// The diagonal of T.
template <int D>
Vec<D> to_lorentz(const ContactCone<D>& cone) {
  Vec<D> t;
  if constexpr (D == 5) {
    t << 1, cone.mu, cone.mu, cone.mu_rolling, cone.mu_rolling;
  } else {
    t.setConstant(cone.mu > 0 ? 1 : 0);
    t[0] = cone.mu > 0 ? 1 / cone.mu : 1;
  }
  return t;
}

}  // namespace

template <int D>
bool AssembledLorentz<D>::take(const AssembledProblem<D>& problem, const Deadline& deadline) {
  problem_ = &problem;
  const auto& w = problem.w;
  const std::size_t n = problem.contact_count();
  t_.resize(n);
  q_.resize(n);
  double diagonal = 0;
  double q2 = 0;
  for (std::size_t c = 0; c < n; ++c) {
    t_[c] = to_lorentz<D>(problem.cone[c]);
    // Impulses against turning have a unit of their own, which T takes off.
    const Vec<D> unit = D == 5 ? t_[c] : Vec<D>(Vec<D>::Ones());
    diagonal += unit.cwiseAbs2().dot(w.diagonal(c).diagonal()) / D;
    q2 += unit.cwiseProduct(problem.q[c]).squaredNorm();
  }
  const double mean = diagonal > 0 ? diagonal / static_cast<double>(n) : 1;
  const double unit_of_velocity = q2 > 0 ? std::sqrt(q2 / static_cast<double>(n)) : 1;
  unit_of_impulse_ = unit_of_velocity / mean;
  w_.resize(w.block_count());
  for (std::size_t c = 0; c < n; ++c) {
    q_[c] = t_[c].cwiseProduct(problem.q[c]) / unit_of_velocity;
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      w_[at] = t_[c].asDiagonal() * w.block(at) * t_[w.column(at)].asDiagonal();
      w_[at] /= mean;
    }
  }
  return order_blocks(w, deadline, lu_, place_);
}

template <int D>
void AssembledLorentz<D>::times(const Points& x, Points& out) const {
  problem_->w.times(w_, x, out);
}

template <int D>
void AssembledLorentz<D>::impulses(const Points& x, Points& r) const {
  r.resize(x.size());
  for (std::size_t c = 0; c < x.size(); ++c) r[c] = unit_of_impulse_ * t_[c].cwiseProduct(x[c]);
}

template <int D>
void AssembledLorentz<D>::points(const Points& r, Points& x) const {
  x.resize(r.size());
  for (std::size_t c = 0; c < r.size(); ++c) {
    x[c].setZero();
    for (int i = 0; i < D; ++i) {
      if (t_[c][i] > 0) x[c][i] = r[c][i] / (unit_of_impulse_ * t_[c][i]);
    }
  }
}

template <int D>
bool AssembledLorentz<D>::factor(const std::vector<Mat<D>>& r, const std::vector<Mat<D>>& s,
                                 double proximity, const Deadline& deadline) {
  r_ = r;
  s_ = s;
  proximity_ = proximity;
  lu_.set_zero();
  problem_->w.times_factors(w_, r_, place_);
  for (std::size_t c = 0; c < r_.size(); ++c) {
    lu_.diagonal(static_cast<std::uint32_t>(c)) += proximity * r_[c] + s_[c];
  }
  return lu_.factor(deadline);
}

/// ((W~ + proximity) R + S) x.
template <int D>
void AssembledLorentz<D>::apply(const Points& x, Points& out) {
  turned_.resize(x.size());
  for (std::size_t c = 0; c < x.size(); ++c) turned_[c] = r_[c] * x[c];
  times(turned_, out);
  for (std::size_t c = 0; c < x.size(); ++c) out[c] += proximity_ * turned_[c] + s_[c] * x[c];
}

template <int D>
void AssembledLorentz<D>::solve(const Points& right, Points& x) {
  constexpr int most_refinements = 2;
  // A correction by a part p of the answer leaves an error of p^2 of it.
  constexpr double enough = std::numeric_limits<double>::epsilon();
  x = right;
  lu_.solve(x);
  for (int i = 0; i < most_refinements; ++i) {
    apply(x, left_);
    for (std::size_t c = 0; c < x.size(); ++c) left_[c] = right[c] - left_[c];
    lu_.solve(left_);
    double whole = 0;
    double change = 0;
    for (std::size_t c = 0; c < x.size(); ++c) {
      whole += x[c].squaredNorm();
      change += left_[c].squaredNorm();
      x[c] += left_[c];
    }
    if (change <= enough * whole) break;
  }
}

template class AssembledLorentz<2>;
template class AssembledLorentz<3>;
template class AssembledLorentz<5>;

}  // namespace talus

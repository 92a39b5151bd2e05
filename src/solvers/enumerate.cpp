#include "talus/solvers/enumerate.hpp"

#include "talus/math/cone.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

using Dense = Eigen::MatrixXd;
using Column = Eigen::VectorXd;

/// Beside the velocities without contacts, and the impulses that stop them.
constexpr double round_off = 1e-9;
constexpr int most_projections = 300;

class Enumeration {
 public:
  explicit Enumeration(const ContactProblem<2>& problem)
      : problem_(problem), n_(problem.contact_count()), status_(n_) {
    const auto size = static_cast<Eigen::Index>(2 * n_);
    w_ = Dense::Zero(size, size);
    q_ = Column::Zero(size);
    std::vector<Twist<2>> still;
    problem.velocities(std::vector<Vec<2>>(n_, Vec<2>::Zero()), still);
    for (std::size_t c = 0; c < n_; ++c) {
      q_.segment<2>(row(c)) =
          problem.canonical_velocity(c, problem.local_velocity(c, still), Vec<2>::Zero());
    }
    for (std::size_t c = 0; c < n_; ++c) {
      for (int i = 0; i < 2; ++i) add_column(c, i);
    }
    velocity_ = size > 0 ? q_.cwiseAbs().maxCoeff() : 0;
    impulse_ = size > 0 ? velocity_ / w_.diagonal().mean() : 0;
  }

  std::vector<EnumeratedAnswer> all() {
    try_from(0);
    return std::move(answers_);
  }

 private:
  static Eigen::Index row(std::size_t c) { return static_cast<Eigen::Index>(2 * c); }

  void add_column(std::size_t c, int i) {
    std::vector<Vec<2>> r(n_, Vec<2>::Zero());
    r[c][i] = 1;
    std::vector<Twist<2>> v;
    problem_.velocities(r, v);
    for (std::size_t k = 0; k < n_; ++k) {
      const Vec<2> u = problem_.canonical_velocity(k, problem_.local_velocity(k, v), r[k]);
      w_.col(row(c) + i).segment<2>(row(k)) = u - q_.segment<2>(row(k));
    }
  }

  void try_from(std::size_t c) {
    if (c == n_) return try_statuses();
    for (const auto s :
         {TriedStatus::open, TriedStatus::sticking, TriedStatus::forward, TriedStatus::backward}) {
      if (problem_.law[c].mu == 0 && s == TriedStatus::sticking) continue;
      status_[c] = s;
      try_from(c + 1);
    }
  }

  /// Slip is forward: friction is backward.
  double side(std::size_t c) const {
    return status_[c] == TriedStatus::forward ? -problem_.law[c].mu : problem_.law[c].mu;
  }

  /// Two equations a contact, for its two impulses.
  void try_statuses() {
    Dense a = Dense::Zero(w_.rows(), w_.cols());
    Column b = Column::Zero(q_.size());
    for (std::size_t c = 0; c < n_; ++c) {
      const auto n = row(c);
      const auto t = n + 1;
      if (status_[c] == TriedStatus::open) {
        a(n, n) = a(t, t) = 1;
        continue;
      }
      a.row(n) = w_.row(n);
      b[n] = -q_[n];
      if (status_[c] == TriedStatus::sticking) {
        a.row(t) = w_.row(t);
        b[t] = -q_[t];
      } else {
        a(t, t) = 1;
        a(t, n) = -side(c);
      }
    }
    const Eigen::CompleteOrthogonalDecomposition<Dense> solver(a);
    Column r = solver.solve(b);
    if (!r.allFinite()) return;
    // Impulses that are not determined may be any that solve the equations: projections in turn on
    // these and on the cones find some in both, if the cones have room.
    const int turns = solver.rank() < a.rows() ? most_projections : 0;
    for (int i = 0; i < turns && !all_agree(r); ++i) {
      for (std::size_t c = 0; c < n_; ++c) project(c, r);
      r -= solver.solve(a * r - b);
    }
    if (all_agree(r)) keep(r);
  }

  void project(std::size_t c, Column& r) const {
    Vec<2> x = r.segment<2>(row(c));
    if (status_[c] == TriedStatus::sticking) {
      x = project_on_cone<2>(x, problem_.law[c].mu);
    } else {
      x[0] = std::max(0.0, x[0]);
    }
    r.segment<2>(row(c)) = x;
  }

  bool all_agree(const Column& r) const {
    const Column u = w_ * r + q_;
    for (std::size_t c = 0; c < n_; ++c) {
      if (!agrees(c, r.segment<2>(row(c)), u.segment<2>(row(c)))) return false;
    }
    return true;
  }

  bool agrees(std::size_t c, const Vec<2>& r, const Vec<2>& u) const {
    const double little_u = round_off * velocity_;
    const double little_r = round_off * impulse_;
    switch (status_[c]) {
      case TriedStatus::open: return u[0] >= -little_u;
      case TriedStatus::sticking:
        return u.norm() <= little_u && r[0] >= -little_r &&
               std::abs(r[1]) <= problem_.law[c].mu * r[0] + little_r;
      case TriedStatus::forward:
        return std::abs(u[0]) <= little_u && r[0] >= -little_r && u[1] >= -little_u;
      case TriedStatus::backward:
        return std::abs(u[0]) <= little_u && r[0] >= -little_r && u[1] <= little_u;
    }
    return false;
  }

  void keep(const Column& r) {
    EnumeratedAnswer answer;
    answer.status = status_;
    for (std::size_t c = 0; c < n_; ++c) answer.r.emplace_back(r.segment<2>(row(c)));
    problem_.velocities(answer.r, answer.v);
    const auto same = [&](const EnumeratedAnswer& other) {
      for (std::size_t b = 0; b < answer.v.size(); ++b) {
        // In the metric of the kinetic energy, so that spins and velocities compare.
        const Twist<2> d = answer.v[b] - other.v[b];
        const double spin =
            std::abs(d[2]) * std::sqrt(problem_.inv_mass[b] / problem_.inv_inertia[b][0]);
        if (d.head<2>().norm() + spin > 100 * round_off * velocity_) return false;
      }
      return true;
    };
    if (std::none_of(answers_.begin(), answers_.end(), same)) answers_.push_back(std::move(answer));
  }

  const ContactProblem<2>& problem_;
  std::size_t n_;
  std::vector<TriedStatus> status_;
  Dense w_;
  Column q_;
  double velocity_ = 0, impulse_ = 0;
  std::vector<EnumeratedAnswer> answers_;
};

}  // namespace

std::vector<EnumeratedAnswer> enumerate_answers(const ContactProblem<2>& problem) {
  return Enumeration(problem).all();
}

}  // namespace talus

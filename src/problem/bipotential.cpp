#include "talus/problem/bipotential.hpp"

#include "talus/math/cone.hpp"
#include "talus/math/sum.hpp"
#include "talus/problem/section.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// Most that friction under a push can dissipate of this slip.
template <int D>
double most_dissipated(const CanonicalLaw<D>& law, double push, const Vec<D - 1>& slip) {
  if constexpr (D == 3) {
    if (law.section == Section::polygon) {
      double most = 0;
      for (const auto& corner : *law.polygon) most = std::max(most, -corner.dot(slip));
      return push * most;
    }
  }
  const double always = law.section == Section::threshold ? law.threshold : 0;
  return (always + law.mu * push) * slip.norm();
}

/// u . r + what friction could dissipate most: 0 at answers, of either sign beside them.
template <int D>
double out_of_balance(const CanonicalLaw<D>& law, const Vec<D>& r, const Vec<D>& u) {
  if (law.section == Section::free || law.section == Section::sticking) return u.dot(r);
  return u.dot(r) + most_dissipated<D>(law, r[0], Vec<D - 1>(u.template tail<D - 1>()));
}

template <int D>
Vec<D> nearest_allowed(const CanonicalLaw<D>& law, const Vec<D>& r) {
  if (law.section == Section::cone) return project_on_cone<D>(r, law.mu);
  Vec<D> out = r;
  admit<D>(law, out);
  return out;
}

/// What a push leaves of an impulse, and the part of b that is friction's, of one disc of the cone.
template <int N>
struct Disc {
  Vec<N> inside;
  double friction;

  Disc(double mu, double push, const Vec<N>& r, const Vec<N>& slip) : inside(r) {
    const double length = r.norm();
    if (length > mu * push) inside *= mu * push / length;
    friction = std::max(0.0, mu * push * slip.norm() + slip.dot(inside));
  }
};

/// Adds contacts up.
class BipotentialSum {
 public:
  void add(double b, double w, double q2, double r2) {
    value_.add(b);
    impulses_.add(w * r2);
    if (w > 0 && (r2 > 0 || b > 0)) velocities_.add(q2 / w);
    q2_.add(q2);
    r2_.add(r2);
  }
  void add_moments(double b) { value_.add(b); }
  void add_faults(double balance, double outside2) {
    balance_.add(std::abs(balance));
    outside2_.add(outside2);
  }
  Bipotential total() const {
    const auto part_of = [](double a, double b) { return a == 0 ? 0 : (b > 0 ? a / b : 1); };
    constexpr double eps = std::numeric_limits<double>::epsilon();
    Bipotential b;
    b.value = value_.value();
    const double q = velocities_.value();
    b.relative = part_of(b.value, std::min(q, std::max(impulses_.value(), eps * q)));
    b.complementarity = part_of(balance_.value(), std::sqrt(q2_.value()) * std::sqrt(r2_.value()));
    b.cone = part_of(std::sqrt(outside2_.value()), std::sqrt(r2_.value()));
    return b;
  }

 private:
  Sum value_, impulses_, velocities_, q2_, r2_, balance_, outside2_;
};

}  // namespace

template <int D>
double contact_bipotential(const CanonicalLaw<D>& law, double w, const Vec<D>& r, const Vec<D>& u) {
  if (law.section == Section::free) return u.squaredNorm() / w;
  Vec<D> inside = r;
  admit<D>(law, inside);
  const Vec<D - 1> slip = u.template tail<D - 1>();
  double b = w * (r - inside).squaredNorm();
  b += inside[0] * std::max(0.0, u[0]);
  b += std::min(0.0, u[0]) * std::min(0.0, u[0]) / w;
  // A bound of 1e8 would magnify round-off; where bodies stick no slip is left to dissipate.
  if (law.section == Section::sticking) return inside[0] > 0 ? b + slip.squaredNorm() / w : b;
  const double friction =
      most_dissipated<D>(law, inside[0], slip) + slip.dot(inside.template tail<D - 1>());
  return b + std::max(0.0, friction);  // below 0 by round-off only
}

template <int D>
double contact_bipotential(const ContactCone<D>& cone, double w, const Vec<D>& r, const Vec<D>& u) {
  Vec<D> inside = r;
  inside[0] = std::max(0.0, r[0]);
  double b = inside[0] * std::max(0.0, u[0]);
  // Nothing moves where w = 0: any approach there is beyond measure.
  if (u[0] < 0) b += u[0] * u[0] / w;
  if constexpr (D == 5) {
    const Disc<2> slides(cone.mu, inside[0], r.template segment<2>(1), u.template segment<2>(1));
    const Disc<2> rolls(cone.mu_rolling, inside[0], r.template segment<2>(3),
                        u.template segment<2>(3));
    inside.template segment<2>(1) = slides.inside;
    inside.template segment<2>(3) = rolls.inside;
    b += slides.friction + rolls.friction;
  } else {
    const Disc<D - 1> slides(cone.mu, inside[0], r.template tail<D - 1>(),
                             u.template tail<D - 1>());
    inside.template tail<D - 1>() = slides.inside;
    b += slides.friction;
  }
  return b + w * (r - inside).squaredNorm();
}

template <int D>
Bipotential bipotential(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r,
                        const std::vector<Twist<D>>& v, const std::vector<Spin<D>>& m) {
  BipotentialSum sum;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    const auto& law = problem.law[c];
    const double w =
        (law.scale.cwiseAbs2().dot(problem.diagonal_block(c).diagonal()) + law.compliance.sum()) /
        D;
    const Vec<D> u = problem.canonical_velocity(c, problem.local_velocity(c, v), r[c]);
    const Vec<D> q =
        problem.canonical_velocity(c, problem.local_velocity(c, problem.v_free), Vec<D>::Zero());
    sum.add(contact_bipotential<D>(law, w, r[c], u), w, q.squaredNorm(), r[c].squaredNorm());
    sum.add_faults(out_of_balance<D>(law, r[c], u),
                   (r[c] - nearest_allowed<D>(law, r[c])).squaredNorm());
  }
  for (std::size_t row = 0; row < m.size(); ++row) {
    const auto& t = problem.turning[row];
    const Spin<D> spin = problem.relative_spin(row, v);
    const double push = std::max(0.0, r[t.contact][0]);
    const double most = D == 2 ? t.rolling * spin.norm()
                               : t.spinning * std::abs(spin[0]) +
                                     t.rolling * spin.template tail<spin_dim<D> - 1>().norm();
    sum.add_moments(std::max(0.0, push * most + spin.dot(m[row])));
  }
  return sum.total();
}

template <int D>
Bipotential bipotential(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& r) {
  BipotentialSum sum;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    const auto& cone = problem.cone[c];
    const double w = problem.w.diagonal(c).trace() / D;
    const Vec<D> u = problem.w.row_times(c, r) + problem.q[c];
    sum.add(contact_bipotential<D>(cone, w, r[c], u), w, problem.q[c].squaredNorm(),
            r[c].squaredNorm());
    sum.add_faults(cone.shifted(u).dot(r[c]), (r[c] - cone.project(r[c])).squaredNorm());
  }
  return sum.total();
}

template double contact_bipotential<2>(const CanonicalLaw<2>&, double, const Vec<2>&,
                                       const Vec<2>&);
template double contact_bipotential<3>(const CanonicalLaw<3>&, double, const Vec<3>&,
                                       const Vec<3>&);
template double contact_bipotential<2>(const ContactCone<2>&, double, const Vec<2>&, const Vec<2>&);
template double contact_bipotential<3>(const ContactCone<3>&, double, const Vec<3>&, const Vec<3>&);
template double contact_bipotential<5>(const ContactCone<5>&, double, const Vec<5>&, const Vec<5>&);
template Bipotential bipotential<2>(const ContactProblem<2>&, const std::vector<Vec<2>>&,
                                    const std::vector<Twist<2>>&, const std::vector<Spin<2>>&);
template Bipotential bipotential<3>(const ContactProblem<3>&, const std::vector<Vec<3>>&,
                                    const std::vector<Twist<3>>&, const std::vector<Spin<3>>&);
template Bipotential bipotential<2>(const AssembledProblem<2>&, const std::vector<Vec<2>>&);
template Bipotential bipotential<3>(const AssembledProblem<3>&, const std::vector<Vec<3>>&);
template Bipotential bipotential<5>(const AssembledProblem<5>&, const std::vector<Vec<5>>&);

}  // namespace talus

#include "talus/problem/bipotential.hpp"

#include "talus/math/sum.hpp"
#include "talus/problem/section.hpp"

#include <algorithm>
#include <cmath>

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
Bipotential bipotential(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r,
                        const std::vector<Twist<D>>& v, const std::vector<Spin<D>>& m) {
  Sum value;
  Sum scale;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    const auto& law = problem.law[c];
    const double w =
        (law.scale.cwiseAbs2().dot(problem.diagonal_block(c).diagonal()) + law.compliance.sum()) /
        D;
    const Vec<D> u = problem.canonical_velocity(c, problem.local_velocity(c, v), r[c]);
    value.add(contact_bipotential<D>(law, w, r[c], u));
    scale.add(w * r[c].squaredNorm());
  }
  for (std::size_t row = 0; row < m.size(); ++row) {
    const auto& t = problem.turning[row];
    const Spin<D> spin = problem.relative_spin(row, v);
    const double push = std::max(0.0, r[t.contact][0]);
    const double most = D == 2 ? t.rolling * spin.norm()
                               : t.spinning * std::abs(spin[0]) +
                                     t.rolling * spin.template tail<spin_dim<D> - 1>().norm();
    value.add(std::max(0.0, push * most + spin.dot(m[row])));
  }
  Bipotential b;
  b.value = value.value();
  b.relative = scale.value() > 0 ? b.value / scale.value() : 0;
  return b;
}

template double contact_bipotential<2>(const CanonicalLaw<2>&, double, const Vec<2>&,
                                       const Vec<2>&);
template double contact_bipotential<3>(const CanonicalLaw<3>&, double, const Vec<3>&,
                                       const Vec<3>&);
template Bipotential bipotential<2>(const ContactProblem<2>&, const std::vector<Vec<2>>&,
                                    const std::vector<Twist<2>>&, const std::vector<Spin<2>>&);
template Bipotential bipotential<3>(const ContactProblem<3>&, const std::vector<Vec<3>>&,
                                    const std::vector<Twist<3>>&, const std::vector<Spin<3>>&);

}  // namespace talus

#include "talus/solvers/lorentz_problem.hpp"

#include <cmath>

namespace talus {

template <int D>
void LorentzProblem<D>::take(const ContactProblem<D>& problem) {
  const std::size_t n = problem.contact_count();
  first.resize(n);
  second.resize(n);
  row_a.resize(n);
  row_b.resize(n);
  q.resize(n);
  t.resize(n);
  compliance.resize(n);
  slips.resize(n);
  none_.assign(n, Vec<D>::Zero());
  problem.velocities(none_, still_);  // what cohesion does stays
  double w = 0;
  double q2 = 0;
  for (std::size_t c = 0; c < n; ++c) {
    const auto& law = problem.law[c];
    first[c] = static_cast<std::uint32_t>(problem.first[c]);
    second[c] = problem.second[c];
    const auto [spin_a, spin_b] = problem.spin_maps(c);
    row_a[c] << problem.frame[c].transpose(), spin_a;
    row_b[c] << -problem.frame[c].transpose(), spin_b;
    row_a[c] = law.scale.asDiagonal() * row_a[c];
    row_b[c] = law.scale.asDiagonal() * row_b[c];
    q[c] = problem.canonical_velocity(c, problem.local_velocity(c, still_), Vec<D>::Zero());
    slips[c] = law.mu > 0 ? 1 : 0;
    t[c].setConstant(slips[c] != 0 ? 1 : 0);
    t[c][0] = slips[c] != 0 ? 1 / law.mu : 1;
    w += (law.scale.cwiseAbs2().dot(problem.diagonal_block(c).diagonal()) + law.compliance.sum()) /
         D;
    q2 += q[c].squaredNorm();
  }
  w /= static_cast<double>(n);
  const double unit_of_velocity = q2 > 0 ? std::sqrt(q2 / static_cast<double>(n)) : 1;
  unit_of_impulse = unit_of_velocity / w;
  for (std::size_t c = 0; c < n; ++c) {
    q[c] /= unit_of_velocity;
    compliance[c] = t[c].cwiseAbs2().cwiseProduct(problem.law[c].compliance) / w;
  }
  mass.resize(problem.block_count());
  for (std::size_t b = 0; b < mass.size(); ++b) {
    mass[b].template head<D>().setConstant(w / problem.inv_mass[b]);
    mass[b].template tail<spin_dim<D>>() = w * problem.inv_inertia[b].cwiseInverse();
  }
}

template <int D>
void LorentzProblem<D>::add_momentum(std::size_t c, const Vec<D>& x,
                                     std::vector<Vec<N>>& momentum) const {
  const Vec<D> r = t[c].cwiseProduct(x);
  momentum[first[c]] += row_a[c].transpose() * r;
  if (second[c] >= 0) momentum[static_cast<std::size_t>(second[c])] += row_b[c].transpose() * r;
}

template <int D>
Vec<D> LorentzProblem<D>::relative_velocity(std::size_t c, const std::vector<Vec<N>>& v) const {
  Vec<D> u = row_a[c] * v[first[c]];
  if (second[c] >= 0) u += row_b[c] * v[static_cast<std::size_t>(second[c])];
  return t[c].cwiseProduct(u);
}

template <int D>
void LorentzProblem<D>::velocities(const std::vector<Vec<D>>& x, std::vector<Vec<N>>& v) const {
  v.assign(mass.size(), Vec<N>::Zero());
  for (std::size_t c = 0; c < x.size(); ++c) add_momentum(c, x[c], v);
  for (std::size_t b = 0; b < mass.size(); ++b) v[b] = v[b].cwiseQuotient(mass[b]);
}

template struct LorentzProblem<2>;
template struct LorentzProblem<3>;

}  // namespace talus

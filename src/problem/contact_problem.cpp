#include "talus/problem/contact_problem.hpp"

namespace talus {

template <int D>
void ContactProblem<D>::clear() {
  v_free.clear();
  inv_mass.clear();
  inv_inertia.clear();
  first.clear();
  second.clear();
  frame.clear();
  offset.clear();
  law.clear();
  general.clear();
  lever_first.clear();
  lever_second.clear();
  spin_first.clear();
  spin_second.clear();
}

template <int D>
Vec<D> ContactProblem<D>::local_velocity(std::size_t c, const std::vector<Twist<D>>& v) const {
  const auto& a = v[static_cast<std::size_t>(first[c])];
  Vec<D> linear = a.template head<D>();
  const int s = second[c];
  const int g = general[c];
  if (g < 0) {
    Spin<D> turn = lever_first[c] * a.template tail<S>();
    if (s >= 0) {
      const auto& b = v[static_cast<std::size_t>(s)];
      linear -= b.template head<D>();
      turn += lever_second[c] * b.template tail<S>();
    }
    linear -= cross(turn, Vec<D>(frame[c].col(0)));
    return frame[c].transpose() * linear + offset[c];
  }
  const auto k = static_cast<std::size_t>(g);
  Vec<D> u = offset[c] + spin_first[k] * a.template tail<S>();
  if (s >= 0) {
    const auto& b = v[static_cast<std::size_t>(s)];
    linear -= b.template head<D>();
    u += spin_second[k] * b.template tail<S>();
  }
  return u + frame[c].transpose() * linear;
}

template <int D>
void ContactProblem<D>::apply_impulse(std::size_t c, const Vec<D>& r,
                                      std::vector<Twist<D>>& v) const {
  const Vec<D> p = frame[c] * r;
  const auto fa = static_cast<std::size_t>(first[c]);
  const int s = second[c];
  const int g = general[c];
  Spin<D> moment_a;
  Spin<D> moment_b = Spin<D>::Zero();
  if (g < 0) {
    const Spin<D> turn = moment(Vec<D>(frame[c].col(0)), p);
    moment_a = -lever_first[c] * turn;
    moment_b = -lever_second[c] * turn;
  } else {
    moment_a = spin_first[static_cast<std::size_t>(g)].transpose() * r;
    if (s >= 0) moment_b = spin_second[static_cast<std::size_t>(g)].transpose() * r;
  }
  v[fa].template head<D>() += inv_mass[fa] * p;
  v[fa].template tail<S>() += inv_inertia[fa].cwiseProduct(moment_a);
  if (s < 0) return;
  const auto fb = static_cast<std::size_t>(s);
  v[fb].template head<D>() -= inv_mass[fb] * p;
  v[fb].template tail<S>() += inv_inertia[fb].cwiseProduct(moment_b);
}

template <int D>
Mat<D> ContactProblem<D>::diagonal_block(std::size_t c) const {
  const auto fa = static_cast<std::size_t>(first[c]);
  const int s = second[c];
  const int g = general[c];
  double linear = inv_mass[fa];
  if (s >= 0) linear += inv_mass[static_cast<std::size_t>(s)];
  Mat<D> w = linear * Mat<D>::Identity();
  if (g < 0) {
    // 002 sect. 5.3: W is diagonal, equal in all tangent directions.
    double turn = lever_first[c] * lever_first[c] * inv_inertia[fa][0];
    if (s >= 0) {
      turn += lever_second[c] * lever_second[c] * inv_inertia[static_cast<std::size_t>(s)][0];
    }
    for (int i = 1; i < D; ++i) w(i, i) += turn;
    return w;
  }
  const auto& ja = spin_first[static_cast<std::size_t>(g)];
  w += ja * inv_inertia[fa].asDiagonal() * ja.transpose();
  if (s >= 0) {
    const auto& jb = spin_second[static_cast<std::size_t>(g)];
    w += jb * inv_inertia[static_cast<std::size_t>(s)].asDiagonal() * jb.transpose();
  }
  return w;
}

template <int D>
Vec<D> ContactProblem<D>::canonical_velocity(std::size_t c, const Vec<D>& u,
                                             const Vec<D>& r_canonical) const {
  const auto& l = law[c];
  return l.scale.cwiseProduct(u + l.shift) + l.compliance.cwiseProduct(r_canonical);
}

template <int D>
Vec<D> ContactProblem<D>::impulse(std::size_t c, const Vec<D>& r_canonical) const {
  Vec<D> r = law[c].scale.cwiseProduct(r_canonical);
  r[0] -= law[c].cohesion;
  return r;
}

template <int D>
void ContactProblem<D>::velocities(const std::vector<Vec<D>>& r_canonical,
                                   std::vector<Twist<D>>& v) const {
  v = v_free;
  for (std::size_t c = 0; c < contact_count(); ++c) apply_impulse(c, impulse(c, r_canonical[c]), v);
}

template class ContactProblem<2>;
template class ContactProblem<3>;

}  // namespace talus

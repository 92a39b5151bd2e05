#include "talus/problem/contact_problem.hpp"

namespace talus {

template <int D>
typename ContactProblem<D>::SpinMaps ContactProblem<D>::spin_maps(std::size_t c) const {
  if (general[c] >= 0) {
    const auto g = static_cast<std::size_t>(general[c]);
    return {spin_first[g], spin_second[g]};
  }
  // frame^T (-lever w x n).
  const auto map = [&](double lever) -> Mat<D, S> {
    return frame[c].transpose() * cross_matrix(Vec<D>(-lever * frame[c].col(0)));
  };
  return {map(lever_first[c]), map(second[c] < 0 ? 0.0 : lever_second[c])};
}

template <int D>
Mat<D> ContactProblem<D>::diagonal_block(std::size_t c) const {
  const int s = second[c];
  const int g = general[c];
  if (g < 0) {
    const RadialBlock radial = radial_block(c);
    Vec<D> diagonal = Vec<D>::Constant(radial.tangent);
    diagonal[0] = radial.normal;
    return diagonal.asDiagonal();
  }
  const auto fa = static_cast<std::size_t>(first[c]);
  double linear = inv_mass[fa];
  if (s >= 0) linear += inv_mass[static_cast<std::size_t>(s)];
  Mat<D> w = linear * Mat<D>::Identity();
  const auto& ja = spin_first[static_cast<std::size_t>(g)];
  w += ja * inv_inertia[fa].asDiagonal() * ja.transpose();
  if (s >= 0) {
    const auto& jb = spin_second[static_cast<std::size_t>(g)];
    w += jb * inv_inertia[static_cast<std::size_t>(s)].asDiagonal() * jb.transpose();
  }
  return w;
}

template <int D>
void ContactProblem<D>::velocities(const std::vector<Vec<D>>& r_canonical,
                                   std::vector<Twist<D>>& v) const {
  v = v_free;
  for (std::size_t c = 0; c < contact_count(); ++c) {
    const Vec<D> r = impulse(c, r_canonical[c]);
    if (!r.isZero(0)) apply_impulse(c, r, v);
  }
}

template <int D>
Spin<D> ContactProblem<D>::relative_spin(std::size_t row, const std::vector<Twist<D>>& v) const {
  const auto& t = turning[row];
  Spin<D> s = t.offset + t.first * v[static_cast<std::size_t>(first[t.contact])].template tail<S>();
  const int b = second[t.contact];
  if (b >= 0) s += t.second * v[static_cast<std::size_t>(b)].template tail<S>();
  return s;
}

template <int D>
void ContactProblem<D>::apply_moments(const std::vector<Spin<D>>& m,
                                      std::vector<Twist<D>>& v) const {
  for (std::size_t row = 0; row < turning.size(); ++row) {
    const auto& t = turning[row];
    const auto a = static_cast<std::size_t>(first[t.contact]);
    v[a].template tail<S>() += inv_inertia[a].cwiseProduct(t.first.transpose() * m[row]);
    if (second[t.contact] < 0) continue;
    const auto b = static_cast<std::size_t>(second[t.contact]);
    v[b].template tail<S>() += inv_inertia[b].cwiseProduct(t.second.transpose() * m[row]);
  }
}

template class ContactProblem<2>;
template class ContactProblem<3>;

}  // namespace talus

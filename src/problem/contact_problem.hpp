// The contact problem: algebra only. Blocks of degrees of freedom with a diagonal inverse mass, and
// contacts that couple one or two of them,
//
//     v = v_free + M^-1 H r,     u = H^T v + b,
//
// with the canonical law of laws/contact_law.hpp at each contact. Local components are normal
// first. W = H^T M^-1 H is never stored.
#pragma once

#include "talus/laws/contact_law.hpp"
#include "talus/math/dim.hpp"
#include "talus/problem/turning.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace talus {

template <int D>
class ContactProblem {
 public:
  static constexpr int S = spin_dim<D>;

  // Blocks.
  std::vector<Twist<D>> v_free;
  std::vector<double> inv_mass;
  std::vector<Spin<D>> inv_inertia;

  // Contacts.
  std::vector<int> first;      ///< block pushed along +normal
  std::vector<int> second;     ///< block pushed along -normal, or -1: an obstacle
  std::vector<Mat<D>> frame;   ///< columns: normal, tangents
  std::vector<Vec<D>> offset;  ///< b: the obstacle's part of u (rheonomic term of 000 (19))
  std::vector<CanonicalLaw<D>> law;
  std::vector<int> general;  ///< row in spin_first/spin_second, or -1 for a radial contact
  /// Radial contacts: the arms are along the normal and the inertia of both blocks is isotropic, as
  /// between spheres. u depends on the spins by -(lever_first w_first + lever_second w_second) x n.
  std::vector<double> lever_first, lever_second;
  /// Other contacts: u = frame^T (v_first - v_second) + spin_first w_first + spin_second w_second +
  /// b.
  std::vector<Mat<D, S>> spin_first, spin_second;

  std::vector<TurningContact<D>> turning;  ///< contacts that resist turning too, few or none

  std::size_t block_count() const { return v_free.size(); }
  std::size_t contact_count() const { return first.size(); }

  /// u of contact c for block velocities v.
  Vec<D> local_velocity(std::size_t c, const std::vector<Twist<D>>& v) const;
  /// v += M^-1 H_c r.
  void apply_impulse(std::size_t c, const Vec<D>& r, std::vector<Twist<D>>& v) const;
  /// How the spins of both blocks enter u, for radial contacts too; the obstacle's part is 0.
  struct SpinMaps {
    Mat<D, S> first, second;
  };
  SpinMaps spin_maps(std::size_t c) const;
  /// Diagonal block H_c^T M^-1 H_c of W.
  Mat<D> diagonal_block(std::size_t c) const;
  /// The same for a radial contact, where it is diag(normal, tangent, ...) (002 sect. 5.3).
  struct RadialBlock {
    double normal, tangent;
  };
  RadialBlock radial_block(std::size_t c) const;

  /// u^ = A^T (u + c) + S r^ and r = A r^ - k n.
  Vec<D> canonical_velocity(std::size_t c, const Vec<D>& u, const Vec<D>& r_canonical) const;
  Vec<D> impulse(std::size_t c, const Vec<D>& r_canonical) const;

  /// Relative spin of a turning contact, by its row, for block velocities v.
  Spin<D> relative_spin(std::size_t row, const std::vector<Twist<D>>& v) const;
  /// v += M^-1 times the moments of the turning contacts.
  void apply_moments(const std::vector<Spin<D>>& m, std::vector<Twist<D>>& v) const;

  /// v_free + M^-1 H r from scratch; r canonical.
  void velocities(const std::vector<Vec<D>>& r_canonical, std::vector<Twist<D>>& v) const;
};

/// Whether all contacts have Coulomb's cones and no more: what Newton's method and FCLIB know.
template <int D>
bool has_cones_only(const ContactProblem<D>& problem) {
  return problem.turning.empty() &&
         std::all_of(problem.law.begin(), problem.law.end(),
                     [](const CanonicalLaw<D>& law) { return law.section == Section::cone; });
}

// Called for every contact of every look at an answer, hence inline.

template <int D>
typename ContactProblem<D>::RadialBlock ContactProblem<D>::radial_block(std::size_t c) const {
  const auto fa = static_cast<std::size_t>(first[c]);
  RadialBlock w;
  w.normal = inv_mass[fa];
  double turn = lever_first[c] * lever_first[c] * inv_inertia[fa][0];
  if (second[c] >= 0) {
    const auto fb = static_cast<std::size_t>(second[c]);
    w.normal += inv_mass[fb];
    turn += lever_second[c] * lever_second[c] * inv_inertia[fb][0];
  }
  w.tangent = w.normal + turn;
  return w;
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

}  // namespace talus

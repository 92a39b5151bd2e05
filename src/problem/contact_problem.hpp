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

  std::size_t block_count() const { return v_free.size(); }
  std::size_t contact_count() const { return first.size(); }

  /// Empties the arrays, keeping their memory.
  void clear();

  /// u of contact c for block velocities v.
  Vec<D> local_velocity(std::size_t c, const std::vector<Twist<D>>& v) const;
  /// v += M^-1 H_c r.
  void apply_impulse(std::size_t c, const Vec<D>& r, std::vector<Twist<D>>& v) const;
  /// Diagonal block H_c^T M^-1 H_c of W.
  Mat<D> diagonal_block(std::size_t c) const;

  /// u^ = A^T (u + c) + S r^ and r = A r^ - k n.
  Vec<D> canonical_velocity(std::size_t c, const Vec<D>& u, const Vec<D>& r_canonical) const;
  Vec<D> impulse(std::size_t c, const Vec<D>& r_canonical) const;

  /// v_free + M^-1 H r from scratch; r canonical.
  void velocities(const std::vector<Vec<D>>& r_canonical, std::vector<Twist<D>>& v) const;
};

}  // namespace talus

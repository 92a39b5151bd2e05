// The contact problem in the variables of second-order cones, without units:
//
//     y = T (W r + q) + |y_T| e_0,   r = T x,   x, y in L,   x o y = 0
//
// (De Saxce's change of velocity carries the normal one along with the slip, so that Coulomb's law
// becomes orthogonality). T = diag(1/mu, 1, 1) turns the cone of friction into L, and diag(1, 0, 0)
// leaves of a contact without friction its normal. Impulses are in units of |q| / w, velocities in
// units of |q| (root mean square), w being the mean of W's diagonal: masses then are w M.
#pragma once

#include "talus/problem/contact_problem.hpp"

#include <vector>

namespace talus {

template <int D>
struct LorentzProblem {
  static constexpr int N = dof<D>;

  std::vector<std::uint32_t> first;
  std::vector<int> second;              ///< -1: an obstacle
  std::vector<Mat<D, N>> row_a, row_b;  ///< u = row_a v_first + row_b v_second + q
  std::vector<Vec<D>> q;
  std::vector<Vec<D>> t;            ///< diagonal of T
  std::vector<Vec<D>> compliance;   ///< diagonal of T S T
  std::vector<std::uint8_t> slips;  ///< has friction
  std::vector<Vec<N>> mass;
  double unit_of_impulse = 1;

  std::size_t contact_count() const { return first.size(); }
  std::size_t block_count() const { return mass.size(); }

  void take(const ContactProblem<D>& problem);

  /// Adds H T x to momenta of blocks.
  void add_momentum(std::size_t c, const Vec<D>& x, std::vector<Vec<N>>& momentum) const;
  /// T H^T v, without q.
  Vec<D> relative_velocity(std::size_t c, const std::vector<Vec<N>>& v) const;
  /// v = M^-1 H T x.
  void velocities(const std::vector<Vec<D>>& x, std::vector<Vec<N>>& v) const;
  /// The canonical impulse of the problem taken.
  Vec<D> impulse(std::size_t c, const Vec<D>& x) const {
    return unit_of_impulse * t[c].cwiseProduct(x);
  }

 private:
  // Working memory.
  std::vector<Vec<D>> none_;
  std::vector<Twist<D>> still_;
};

}  // namespace talus

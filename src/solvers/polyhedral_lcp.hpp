// The contact problem with polyhedral cones as a linear complementarity problem (003 (14), (15)):
//
//     0 <= z,  0 <= M z + b,  z . (M z + b) = 0.
//
// Tangential impulses are beta_k d_k, with as many directions d_k as there are facets. For each
// contact z holds the normal impulse p, the beta_k, and lambda, the speed of sliding:
//
//     u_N >= 0  _|_  p >= 0,    u_T . d_k + lambda >= 0  _|_  beta_k >= 0,
//     mu p - sum beta_k >= 0  _|_  lambda >= 0.
//
// In the plane two directions are all there are and the problem is the exact one; in space the cone
// is that of the polygon with corners mu d_k, inside the true one.
#pragma once

#include "talus/problem/assembled_problem.hpp"

#include <Eigen/Core>

#include <vector>

namespace talus {

/// Find z as above.
struct Lcp {
  Eigen::MatrixXd m;
  Eigen::VectorXd b;
};

struct LcpAnswer {
  bool solved = false;
  int pivots = 0;
  Eigen::VectorXd z;
};

template <int D>
class PolyhedralLcp {
 public:
  /// `facets` counts in space only, where 3 is the least.
  PolyhedralLcp(const AssembledProblem<D>& problem, int facets);

  const Lcp& lcp() const { return lcp_; }
  std::vector<Vec<D>> impulses(const Eigen::VectorXd& z) const;

  /// Unknowns of a problem.
  static std::size_t size(std::size_t contacts, int facets) {
    return contacts * static_cast<std::size_t>(2 + directions(facets));
  }

 private:
  static int directions(int facets) { return D == 2 ? 2 : facets; }

  int count_;
  int directions_;
  double unit_;  ///< of impulses: those that change velocities by about one
  std::vector<double> mu_;
  Eigen::Matrix<double, D - 1, Eigen::Dynamic> direction_;
  Lcp lcp_;
};

}  // namespace talus

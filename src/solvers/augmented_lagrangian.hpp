// The augmented Lagrangian in alternating directions (ADMM) on the convex relaxation (row B10):
//
//     x <- (W + rho)^-1 (rho (z - y) - q),   z <- P_K(x + y),   y <- y + x - z,
//
// with one factorisation as long as rho stays. A relaxation.
#pragma once

#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/convex_relaxation.hpp"

#include <Eigen/SparseCholesky>

#include <vector>

namespace talus {

template <int D>
class AugmentedLagrangian {
 public:
  struct Effort {
    int iterations = 0;
    int factorisations = 0;
  };

  /// Impulses to an error of `tolerance` in the relaxed law, from none.
  Effort solve(const ConvexRelaxation<D>& relaxed, double tolerance, int most_iterations,
               const Deadline& deadline, std::vector<Vec<D>>& r);

 private:
  using Matrix = Eigen::SparseMatrix<double>;

  void assemble(const ConvexRelaxation<D>& relaxed);
  bool factor(double rho);

  Matrix w_;  ///< scaled, its symmetric part
  Eigen::SimplicialLDLT<Matrix> factors_;
  std::vector<Vec<D>> z_;
};

}  // namespace talus

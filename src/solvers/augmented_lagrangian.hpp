// The augmented Lagrangian in alternating directions (ADMM) on the convex relaxation (row B10):
//
//     x <- (W + rho)^-1 (rho (z - y) - q),   z <- P_K(x + y),   y <- y + x - z,
//
// with one factorisation as long as rho stays. A relaxation. W is taken as it is: the steps are
// those of Douglas and Rachford for the inclusion 0 in W x + q + N_K(x), which asks for a W whose
// symmetric part is positive, and for nothing of the rest.
#pragma once

#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/block_lu.hpp"
#include "talus/solvers/convex_relaxation.hpp"

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
  bool order(const ConvexRelaxation<D>& relaxed, const Deadline& deadline);
  bool factor(double rho, const Deadline& deadline);

  std::vector<Mat<D>> w_;       ///< blocks of the scaled W
  std::vector<double*> place_;  ///< of each in the matrix to be factored
  BlockLu<D> factors_;
  std::vector<Vec<D>> x_, y_, z_;
};

}  // namespace talus

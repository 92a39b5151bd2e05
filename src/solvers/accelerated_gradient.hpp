// Nesterov's accelerated projected gradient on the convex relaxation (row B10), with a step that
// adapts to the curvature met and a restart where momentum leads uphill. A relaxation.
#pragma once

#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/convex_relaxation.hpp"

#include <vector>

namespace talus {

template <int D>
class AcceleratedGradient {
 public:
  /// Impulses to an error of `tolerance` in the relaxed law, from none; returns the number of
  /// gradients taken.
  int solve(const ConvexRelaxation<D>& relaxed, double tolerance, int most_gradients,
            const Deadline& deadline, std::vector<Vec<D>>& r);

 private:
  double advance(const ConvexRelaxation<D>& relaxed);

  std::vector<Vec<D>> x_, before_;  ///< scaled impulses
  std::vector<Vec<D>> y_, w_y_;     ///< where gradients are taken, and W y
  std::vector<Vec<D>> w_x_, w_before_;
  double curvature_ = 1;
};

}  // namespace talus

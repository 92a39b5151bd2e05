// Nesterov's momentum for Gauss-Seidel sweeps: a sweep starts not where the last one ended but
// carried on in the direction the iterate came from. Impulses and velocities depend on each other
// affinely, so carrying on both by the same factor keeps them consistent.
#pragma once

#include "talus/solvers/nlgs_blocks.hpp"
#include "talus/solvers/pace.hpp"

#include <vector>

namespace talus {

template <int D>
class Momentum {
 public:
  /// Takes the velocities as a start at rest. The first sweep after it must carry on by 0.
  void start(const std::vector<NlgsBlock<D>>& blocks);
  /// After a sweep of this size: carries the velocities on and returns by how much of its way the
  /// next sweep is to carry on the impulses.
  Carry carry_on(const SweepSize& size, double cap, std::vector<NlgsBlock<D>>& blocks);
  /// Carries the velocities on by this factor.
  void carry_by(double factor, std::vector<NlgsBlock<D>>& blocks);
  /// Called before and after velocities are put right for rounding: keeps the way they made. A way
  /// that held the correction would be carried on with it and grow tenfold each time.
  void keep_way(const std::vector<NlgsBlock<D>>& blocks);

 private:
  std::vector<NlgsBlock<D>> before_;
  Pace pace_;
};

}  // namespace talus

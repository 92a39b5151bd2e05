// Nesterov's momentum for Gauss-Seidel sweeps: before each sweep the iterate is carried on in the
// direction it came from. Impulses and velocities depend on each other affinely, so carrying on
// both keeps them consistent.
#pragma once

#include "talus/solvers/general_sweep.hpp"
#include "talus/solvers/radial_sweep.hpp"

#include <vector>

namespace talus {

/// What a sweep changes.
template <int D>
struct SweptArrays {
  std::vector<RadialBatch<D>>& radial;
  std::vector<GeneralContact<D>>& general;
  std::vector<NlgsBlock<D>>& blocks;
};

template <int D>
class Momentum {
 public:
  /// Takes the iterate as a start at rest.
  void start(const SweptArrays<D>& arrays);
  /// After a sweep: carries the iterate on by at most `cap` of its last stride, or not at all when
  /// the stride points back (O'Donoghue and Candes) or sweeps correct ever more.
  void carry_on(const SweptArrays<D>& arrays, double cap);

 private:
  /// Sums that decide: (start - now) . (now - before) and |start - now|^2, both weighted by w.
  struct Strides {
    double against = 0;
    double correction = 0;
  };
  Strides measure(const SweptArrays<D>& arrays) const;
  void move(const SweptArrays<D>& arrays, double factor);

  std::vector<double> radial_before_, radial_start_;
  std::vector<Vec<D>> general_before_, general_start_;
  std::vector<NlgsBlock<D>> blocks_before_;
  double pace_ = 1;  ///< t of Nesterov's sequence
  double last_correction_ = 0;
};

}  // namespace talus

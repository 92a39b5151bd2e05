// How far Nesterov's momentum carries a sweep on, from one sweep to the next.
#pragma once

#include "talus/solvers/sweep_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

class Pace {
 public:
  enum class Manner {
    careful,  ///< starts anew when sweeps correct ever more
    bold      ///< does not: from a seed corrections may grow for a while
  };
  explicit Pace(Manner manner = Manner::careful) : manner_(manner) {}

  void start() {
    pace_ = 1;
    last_change_ = std::numeric_limits<double>::infinity();
  }
  /// After a sweep of this size, the part of its way to be carried on by: at most `cap`, and
  /// nothing when the way points back (O'Donoghue and Candes 2015).
  double factor(const SweepSize& size, double cap) {
    double factor = 0;
    const bool grows = manner_ == Manner::careful && size.change > 1.5 * last_change_;
    if (size.against > 0 || grows) {
      pace_ = 1;
    } else {
      const double next = 0.5 * (1 + std::sqrt(1 + 4 * pace_ * pace_));
      factor = std::min(cap, (pace_ - 1) / next);
      pace_ = next;
    }
    last_change_ = size.change;
    return factor;
  }

 private:
  Manner manner_;
  double pace_ = 1;  ///< t of Nesterov's sequence
  double last_change_ = std::numeric_limits<double>::infinity();
};

}  // namespace talus

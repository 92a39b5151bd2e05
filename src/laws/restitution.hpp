// Restitution that depends on how fast bodies approach.
#pragma once

#include "talus/laws/linear_table.hpp"

#include <algorithm>
#include <vector>

namespace talus {

/// Restitution equal to a dissipation index: e = (1 - delta) / (1 + delta) (001 sect. 6).
inline double restitution_from_dissipation_index(double delta) { return (1 - delta) / (1 + delta); }

/// Coefficients over speeds of approach; linear between points, constant outside.
struct RestitutionTable {
  std::vector<double> speed;
  std::vector<double> e;

  /// At a normal velocity before the shock, negative when bodies approach.
  double operator()(double u_n_before) const {
    return interpolate(speed, e, std::max(0.0, -u_n_before));
  }
};

}  // namespace talus

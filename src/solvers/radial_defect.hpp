// How far radial contacts are from their law, seen from the sweep's own arrays: what the judge
// (problem/judge.hpp) would find but for rounding and for what its sum is divided by, at a third of
// the cost of a look. It decides nothing but when the judge need not look.
#pragma once

#include "talus/solvers/radial_sweep.hpp"

#include <vector>

namespace talus {

/// Sum over contacts of |w p - P_K(w p - u~)|^2 at the blocks' velocities.
template <int D>
double radial_defect(const RadialBatcher<D>& batcher, const std::vector<NlgsBlock<D>>& blocks);

}  // namespace talus

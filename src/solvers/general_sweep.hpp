// The Gauss-Seidel sweep over contacts of any shape: those with round cones in batches, those with
// other canonical laws one by one.
#pragma once

#include "talus/solvers/general_batch.hpp"
#include "talus/solvers/general_contact.hpp"
#include "talus/solvers/nlgs_blocks.hpp"

#include <vector>

namespace talus {

/// One forward sweep over contacts one by one; adds its size.
template <int D>
void sweep_general(std::vector<GeneralContact<D>>& contacts, std::vector<NlgsBlock<D>>& blocks,
                   SweepSize& size, Carry carry = {}, SweepExtent extent = SweepExtent::all);

/// One forward sweep over batches; adds its size. The instructions change the speed, never a bit of
/// the result.
template <int D>
void sweep_general(GeneralBatcher<D>& batcher, std::vector<NlgsBlock<D>>& blocks, SweepSize& size,
                   Carry carry = {}, SweepExtent extent = SweepExtent::all,
                   LaneInstructions instructions = LaneInstructions::widest);

}  // namespace talus

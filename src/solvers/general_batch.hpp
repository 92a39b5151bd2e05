// Contacts of any shape with round cones, eight side by side (solvers/lane_batcher.hpp).
#pragma once

#include "talus/solvers/general_contact.hpp"
#include "talus/solvers/lane_batcher.hpp"
#include "talus/solvers/single_lanes.hpp"

#include <cstdint>

namespace talus {

/// Eight contacts on different bodies in canonical variables: the law's scale is part of the maps,
/// its compliance of `own`, and tangential axes are those of SingleContact.
template <int D>
struct alignas(64) GeneralBatch {
  static constexpr int dim = D;
  static constexpr int S = spin_dim<D>;
  using Contact = GeneralContact<D>;

  double frame[D][D][lanes];       ///< world, contact
  double spin_first[D][S][lanes];  ///< of the blocks' scaled spins
  double spin_second[D][S][lanes];
  double offset[D][lanes];             ///< b + c
  double own[D * (D + 1) / 2][lanes];  ///< of A^T W A, row by row from the diagonal on
  double impulse[D][lanes];
  SingleLanes<D> single;
  double weight[lanes];                       ///< mean of W's diagonal, 0 for an empty lane
  std::uint32_t first[lanes], second[lanes];  ///< blocks, in bytes from the first of them

  void clear(std::uint32_t obstacle);
  void put(std::uint32_t lane, const GeneralContact<D>& contact);
};

static_assert(sizeof(GeneralBatch<3>) == 48 * 64 && sizeof(GeneralBatch<2>) == 25 * 64);

template <int D>
using GeneralBatcher = LaneBatcher<GeneralBatch<D>>;

}  // namespace talus

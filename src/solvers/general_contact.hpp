// A contact of any shape, with any canonical law, as sweeps see it.
#pragma once

#include "talus/laws/canonical_law.hpp"
#include "talus/math/dim.hpp"
#include "talus/solvers/single_contact.hpp"

#include <cstdint>

namespace talus {

template <int D>
struct GeneralContact {
  std::uint32_t first, second;
  Mat<D> frame;                                 ///< columns: normal, tangents
  Mat<D, spin_dim<D>> spin_first, spin_second;  ///< of the blocks' scaled spins
  Vec<D> offset;                                ///< b + c
  Vec<D> scale, compliance;                     ///< A and S of the canonical law
  Mat<D> w;                                     ///< A^T W A + S
  SingleContact<D> single;
  const CanonicalLaw<D>* law = nullptr;  ///< only where impulses are no cone
  Vec<D> r;                              ///< canonical impulse
  Vec<D> before;                         ///< that of the sweep before, when sweeps carry on
  bool asleep = false;
};

}  // namespace talus

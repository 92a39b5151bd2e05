// The Gauss-Seidel sweep over contacts that resist turning (problem/turning.hpp).
#pragma once

#include "talus/laws/canonical_law.hpp"
#include "talus/problem/turning.hpp"
#include "talus/solvers/nlgs_blocks.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// One contact in D + spin_dim components: normal, tangents, then the moment. W is that of all of
/// them, A^T W A + S in the first D.
template <int D>
struct TurningBlock {
  static constexpr int S = spin_dim<D>;
  static constexpr int N = D + S;

  std::uint32_t first, second;
  std::size_t row;  ///< among the problem's turning contacts
  Mat<D> frame;
  Mat<D, S> spin_first, spin_second;  ///< how the blocks' scaled spins enter u
  TurningContact<D> turning;          ///< and the relative spin
  Vec<D> offset;                      ///< b + c
  Vec<D> scale, compliance;           ///< A and S of the canonical law
  const CanonicalLaw<D>* law;
  Mat<N> w;
  Vec<N> r;       ///< canonical impulse, moment
  Vec<N> before;  ///< of the sweep before, when sweeps carry on
};

/// One forward sweep; adds its size.
template <int D>
void sweep_turning(std::vector<TurningBlock<D>>& contacts, std::vector<NlgsBlock<D>>& blocks,
                   SweepSize& size, Carry carry);

/// The impulse and moment that satisfy the laws of one contact for z = W r + q, from those at hand.
/// Friction may have any section but that of joints.
template <int D>
Vec<D + spin_dim<D>> solve_turning(const Mat<D + spin_dim<D>>& w, const TurningContact<D>& turning,
                                   const CanonicalLaw<D>& law, const Vec<D + spin_dim<D>>& q,
                                   Vec<D + spin_dim<D>> r);

}  // namespace talus

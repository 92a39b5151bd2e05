// Contacts of an assembled problem, eight side by side, with their rows of W packed one after the
// other.
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/solvers/row_window.hpp"
#include "talus/solvers/single_lanes.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// The single problems of a batch, with all that is divided by divided by beforehand.
template <int D>
struct RowLaw;

template <>
struct alignas(64) RowLaw<2> {
  SingleLanes<2> single;

  void put(std::uint32_t lane, const SingleContact<2>& contact) { single.put(lane, contact); }
  void forget() {}
};

template <>
struct alignas(64) RowLaw<3> {
  double turn[2][lanes];  ///< cosine and sine from the contact's tangents to the axes of S
  double inv_w_n[lanes];
  double coupling[2][lanes];  ///< W_TN / W_NN
  double schur[2][lanes];     ///< eigenvalues of S
  double inv_schur[2][lanes];
  double mu[lanes];
  double inv_mu[lanes];
  double tolerance[lanes];  ///< of mu r_N / |r_T| - 1; negative: not for a Newton without guard
  double lambda[lanes];     ///< of the last slip: where the next begins; 0: none yet

  void put(std::uint32_t lane, const SingleContact<3>& contact);
  void forget();
};

template <int D>
struct alignas(64) RowBatch {
  double impulse[D][lanes];
  double before[D][lanes];  ///< impulse at the end of the sweep before
  RowLaw<D> law;
  double weight[lanes];            ///< mean of W's diagonal, 0 for an empty lane
  std::uint32_t begin[lanes + 1];  ///< of each lane's row among the blocks
  std::uint32_t filled;            ///< lanes
  std::uint32_t asleep;            ///< bit set of lanes
};

/// Four numbers, of which a contact uses D.
struct alignas(32) RowOfFour {
  double x[4];
};

/// All batches and their rows. Lanes of all batches are numbered through.
template <int D>
struct RowBatches {
  std::vector<RowBatch<D>> batch;
  std::vector<double> block;          ///< by columns, without the symmetric part of W's diagonal
  std::vector<std::uint32_t> column;  ///< of each block, four times the lane's number
  std::vector<RowOfFour> q, r;        ///< a lane each
  std::vector<SingleContact<D>> alone;
  std::vector<std::uint32_t> place;  ///< lane of each contact; no_row: it cannot be moved
  std::size_t count = 0;             ///< contacts in lanes

  void take(const AssembledProblem<D>& problem);
  /// Turns to these impulses, at rest.
  void start(const std::vector<Vec<D>>& impulses);
  void store(std::vector<Vec<D>>& impulses) const;

  /// For as many batches, empty, and up to as many blocks.
  void make_room(std::size_t batches, std::size_t blocks);
  /// Says where contacts are, of which there are so many in all.
  void put_in_place(const std::vector<BatchedRows>& chosen, std::size_t contacts);
};

}  // namespace talus

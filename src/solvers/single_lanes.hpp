// What the single-contact problems of a batch need, contact beside contact, in the tangential axes
// in which SingleContact solves them.
#pragma once

#include "talus/solvers/batch_window.hpp"
#include "talus/solvers/single_contact.hpp"

namespace talus {

template <int D>
struct SingleLanes;

/// Closed form, with all that is divided by divided by beforehand.
template <>
struct alignas(64) SingleLanes<2> {
  double inv_w_n[lanes];
  double coupling[lanes];       ///< W_NT / W_NN
  double inv_schur[lanes];      ///< of W_TT - W_NT^2 / W_NN; 0: cannot stick
  double inv_forward[lanes];    ///< of W_NN - mu W_NT, for slip along +t; 0: no answer there
  double inv_backward[lanes];   ///< of W_NN + mu W_NT, for slip along -t
  double slip_forward[lanes];   ///< W_NT - mu W_TT: what r_N adds to u_T then
  double slip_backward[lanes];  ///< W_NT + mu W_TT
  double mu[lanes];

  void put(std::uint32_t lane, const SingleContact<2>& single);
};

/// For the scalar equation of the slip.
template <>
struct alignas(64) SingleLanes<3> {
  double inv_w_n[lanes];
  double coupling[2][lanes];  ///< W_TN / W_NN
  double schur[2][lanes];     ///< eigenvalues
  double mu[lanes];
  double painleve[lanes];

  void put(std::uint32_t lane, const SingleContact<3>& single);
};

}  // namespace talus

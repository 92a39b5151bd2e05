// Working arrays of the Gauss-Seidel solver: one cache line for each block of degrees of freedom.
#pragma once

#include "talus/math/dim.hpp"
#include "talus/solvers/sweep_size.hpp"

#include <cstdint>

namespace talus {

/// Velocity of a block beside its inverse mass. Spins are kept as sqrt(I) w: an impulse r then
/// moves them by the very map, sqrt(I)^-1 H r, by which they enter u, so that one number of a
/// contact does for both ways. The block that stands for all obstacles has an inverse mass of 0 and
/// its contacts have no lever on it, so it never moves. Eight numbers, read four at a time.
template <int D>
struct alignas(64) NlgsBlock;

template <>
struct alignas(64) NlgsBlock<2> {
  Vec<2> v;
  double no_depth = 0;
  double inv_mass;
  Spin<2> spin;  ///< sqrt(I) w
  double no_tilt[3] = {0, 0, 0};
};

template <>
struct alignas(64) NlgsBlock<3> {
  Vec<3> v;
  double inv_mass;
  Spin<3> spin;  ///< sqrt(I) w
  double filler = 0;
};

/// Where impulses start a sweep: where the last one left them, or carried on from there by `factor`
/// of the way they made in it (solvers/momentum.hpp).
struct Carry {
  bool on = false;
  double factor = 0;
};

/// Which contacts a sweep visits. Contacts that were open before and after a sweep over all sleep
/// until the next such sweep; they have no impulse, so nothing is lost but time.
enum class SweepExtent : std::uint8_t { all, awake };

static_assert(sizeof(NlgsBlock<2>) == 64 && sizeof(NlgsBlock<3>) == 64);

}  // namespace talus

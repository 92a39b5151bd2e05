// One frictional impact in the plane, followed through its own instant as Darboux and Keller did
// (003 sect. 3.3, 001 sect. 5): the normal impulse p plays the part of time,
//
//     du = W (dp, dr_T),   dr_T = -mu dp against the slip, or what holds where it sticks,
//
// and the law of restitution says where it ends. Slip may stop, stick or turn round on the way, so
// ends differ where laws of a single step (laws/restitution.hpp) do not.
#pragma once

#include "talus/math/vec.hpp"

#include <cstdint>

namespace talus {

/// Where an impact ends. Compression is over at p_c, where u_N = 0 first.
enum class ImpactEnd : std::uint8_t {
  newton,    ///< u_N = -e u_N before
  poisson,   ///< p = (1 + e) p_c
  energetic  ///< Stronge: the normal work of expansion is -e^2 that of compression
};

struct SingleImpact {
  Vec<2> u;  ///< after
  Vec<2> r;  ///< impulse
  /// Kinetic energy lost, -(u before + u after) . r / 2. Newton's end may make it negative where
  /// slip stops or turns (003 (17)); the energetic one never does.
  double lost = 0;
};

/// u: before, approaching; W: of the contact, positive definite.
SingleImpact follow_impact(const Mat<2>& w, double mu, double e, ImpactEnd end, const Vec<2>& u);

}  // namespace talus

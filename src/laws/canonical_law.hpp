// What a law may look at, and the change of variables it becomes (docs/laws/README.md):
//
//     r^ in K,  -(u^ + mu |u^_T| n) in the normal cone of K at r^;
//     u^ = A^T (u + c) + S r^,   r = A r^ - k n.
#pragma once

#include "talus/math/vec.hpp"

#include <cstdint>
#include <vector>

namespace talus {

enum class ContactStatus : std::uint8_t { open, sticking, sliding };

/// Which impulses a contact may have: the set K of the canonical problem.
enum class Section : std::uint8_t {
  cone,       ///< |r^_T| <= mu r^_N: nearly every contact
  sticking,   ///< the cone of a friction without bound
  threshold,  ///< r^_N >= 0, |r^_T| <= threshold + mu r^_N
  polygon,    ///< r^_T in r^_N times a convex polygon
  free        ///< any impulse: a joint
};

/// Convex polygon around the origin, corners counter-clockwise in the contact's tangent plane: the
/// impulses of friction for r_N = 1.
using FrictionPolygon = std::vector<Vec<2>>;

/// What a law may look at.
template <int D>
struct LocalState {
  double gap = 0;       ///< at the midpoint
  bool closed = false;  ///< gap not above the round-off of the geometry
  bool bonded = false;  ///< a bond holds; stretch and damage are its own
  Vec<D> u_before;      ///< relative velocity at the start of the step, normal first
  ContactStatus status_before = ContactStatus::open;
  double slip = 0;  ///< length slipped since the contact closed
  double time = 0;
  double h = 0;
  Vec<D> stretch;     ///< of the bond since it was made, at the start of the step, normal first
  double damage = 0;  ///< of the bond: 0 whole, 1 broken

  /// Touches, or pushed a step ago and is apart by a hair.
  bool touches() const { return closed || status_before != ContactStatus::open; }
};

/// The change of variables for one contact. A is diagonal in the contact frame (1 for the normal),
/// and so is S.
template <int D>
struct CanonicalLaw {
  Vec<D> shift = Vec<D>::Zero();       ///< c
  Vec<D> scale = Vec<D>::Ones();       ///< diagonal of A
  Vec<D> compliance = Vec<D>::Zero();  ///< diagonal of S
  double mu = 0;
  double cohesion = 0;  ///< k
  Section section = Section::cone;
  double threshold = 0;                      ///< an impulse, of Section::threshold
  const FrictionPolygon* polygon = nullptr;  ///< of Section::polygon; the stated law owns it
};

}  // namespace talus

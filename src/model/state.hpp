// What a run changes, as a value: copy it, save it, hash it. The next step depends on nothing else.
#pragma once

#include "talus/geometry/contact_id.hpp"
#include "talus/laws/contact_law.hpp"
#include "talus/math/dim.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// What a contact remembers from one step to the next.
template <int D>
struct ContactMemory {
  ContactId id;
  double normal_impulse = 0;
  Vec<D> tangent_impulse = Vec<D>::Zero();  ///< in world axes, on the body of shape_a
  Vec<D> place = Vec<D>::Zero();            ///< seen from the body of shape_a
  double slip = 0;
  double slack = 0;  ///< a gap that what solvers left over may have opened since it last pushed
  /// Normal velocity before a forecast contact pushed: what restitution gives back when it closes.
  double approach = 0;
  ContactStatus status = ContactStatus::open;
};

/// A bond that holds: what laws that remember more than an impulse carry from step to step. A
/// broken bond is not in the list, and only the start, or for some laws a touch, makes new ones.
template <int D>
struct BondMemory {
  ContactId id;
  Vec<D> place = Vec<D>::Zero();  ///< seen from the body of shape_a
  double opening = 0;             ///< stretch along the normal
  Vec<D> slide = Vec<D>::Zero();  ///< stretch along the tangents: of shape_a's body, in world axes
  double damage = 0;
};

/// Moment of a contact that resists turning, to start from.
template <int D>
struct MomentMemory {
  ContactId id;
  Spin<D> moment = Spin<D>::Zero();  ///< in world axes, on the body of shape_a
};

template <int D>
struct State {
  double t = 0;
  std::int64_t step = 0;
  double h_before = 0;         ///< length of the step that made this state; 0 at the start
  double noise = 0;            ///< relative velocities below are what its solver left over
  std::vector<Vec<D>> x;       ///< centres of mass
  std::vector<Rotation<D>> r;  ///< principal axes
  std::vector<Vec<D>> v;       ///< velocity of the centre of mass
  std::vector<Spin<D>> w;      ///< spin in the body's principal axes (000 sect. 4.4)
  std::vector<ContactMemory<D>> contacts;  ///< sorted by id
  std::vector<BondMemory<D>> bonds;        ///< sorted by id; few laws have any
  std::vector<MomentMemory<D>> moments;    ///< sorted by id; likewise

  Pose<D> pose(std::size_t body) const { return {x[body], r[body]}; }
};

/// Fingerprint of every bit of the state, the contacts' memory included.
template <int D>
std::uint64_t state_hash(const State<D>& state);

}  // namespace talus

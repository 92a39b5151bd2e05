// When two shapes meet that fly straight on (row E04).
#pragma once

#include "talus/geometry/contact_id.hpp"
#include "talus/geometry/gap.hpp"

#include <optional>
#include <span>
#include <vector>

namespace talus {

/// Two shapes, the first of which moves with velocity u relative to the second; neither turns.
template <int D>
struct Approach {
  const Shape<D>& a;
  const Shape<D>& b;
  Pose<D> start;  ///< of a
  Pose<D> pose_b;
  Vec<D> u;
  double horizon;   ///< how long they are followed
  double touching;  ///< gaps up to here are closed
  double size;      ///< the smaller of the two
  FlatCorners corners;
  const Seams* seams_a;
  const Seams* seams_b;
  std::span<const ContactId> listed;  ///< contacts they have, in order: these stop them already
};

/// Time until a gap closes that was open, if that is within the horizon; `gaps` are then those of
/// that instant. Exact for convex shapes and inside a drum. Against a mesh a moves on by no more
/// than the way to what is nearest ahead, or half a size.
template <int D>
std::optional<double> first_meeting(const Approach<D>& approach, std::vector<GapPoint<D>>& gaps);

/// Whether a feature has a contact among these.
bool is_listed(std::span<const ContactId> listed, std::uint32_t feature);

}  // namespace talus

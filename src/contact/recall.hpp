// Which contact of the step before a contact goes on from: the one with its id, or else, when
// features have changed names (a corner passing over another's edge, faces of blocks turned by next
// to nothing), one of the same two shapes in the same place whose own name is gone.
#pragma once

#include "talus/model/state.hpp"

#include <span>
#include <vector>

namespace talus {

/// So near, in sizes of the smaller shape, are the same place.
inline constexpr double same_place = 0.01;

/// Contacts of the same two shapes, the second in the same image.
inline bool same_pair(const ContactId& id, const ContactId& other) {
  return id.shape_a == other.shape_a && id.shape_b == other.shape_b && id.image == other.image;
}

/// Contacts remembered for the pair of an id; `cursor` starts at 0 or anywhere before them and
/// moves on, so that pairs in ascending order are looked up in one passage.
template <class Memory>
std::span<const Memory> remembered(const std::vector<Memory>& memory, const ContactId& id,
                                   std::size_t& cursor) {
  const ContactId begin{id.shape_a, id.shape_b, 0, id.image};
  while (cursor < memory.size() && memory[cursor].id < begin) ++cursor;
  std::size_t end = cursor;
  while (end < memory.size() && same_pair(memory[end].id, id)) ++end;
  return {memory.data() + cursor, end - cursor};
}

/// Null when nothing is remembered. `is_present` tells whether a feature of the pair is in contact
/// now; `reach`: how far off the same place may be.
template <int D, class IsPresent>
const ContactMemory<D>* recall(std::span<const ContactMemory<D>> of_pair, std::uint32_t feature,
                               const Vec<D>& place, double reach, IsPresent&& is_present) {
  for (const auto& m : of_pair) {
    if (m.id.feature == feature) return &m;
  }
  const ContactMemory<D>* nearest = nullptr;
  double least = reach * reach;
  for (const auto& m : of_pair) {
    const double distance = (m.place - place).squaredNorm();
    if (distance > least || is_present(m.id.feature)) continue;
    nearest = &m;
    least = distance;
  }
  return nearest;
}

}  // namespace talus

// What `detect` gives: the possible contacts of a step, in increasing order of id.
#pragma once

#include "talus/geometry/contact_id.hpp"
#include "talus/math/dim.hpp"

#include <cstdint>
#include <vector>

namespace talus {

template <int D>
struct Contacts {
  std::vector<ContactId> id;
  std::vector<int> first, second;     ///< bodies; the normal points to `first`, which is free
  std::vector<std::uint8_t> flipped;  ///< `first` owns shape_b of the id, not shape_a
  std::vector<Vec<D>> point;
  std::vector<Vec<D>> place;         ///< the point seen from the body of shape_a; 0 between balls
  std::vector<Mat<D>> frame;         ///< columns: normal, tangents
  std::vector<double> gap;           ///< at the midpoint; negative when overlapped
  std::vector<double> size;          ///< smaller characteristic size of the two shapes
  std::vector<std::uint8_t> closed;  ///< gap not above the round-off of the geometry
  std::vector<int> law;

  std::size_t count() const { return id.size(); }
};

/// One row of Contacts, on its way there.
template <int D>
struct FoundContact {
  ContactId id;
  int first, second;
  int law;
  std::uint8_t flipped, closed;
  Vec<D> point, place;
  Mat<D> frame;
  double gap, size;
};

/// Rows of several lists, one list after the other, turned into columns.
template <int D>
void to_columns(const std::vector<std::vector<FoundContact<D>>>& lists, std::size_t list_count,
                Contacts<D>& out);

}  // namespace talus

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
  std::vector<Vec<D>> point;          ///< where `first` is; of `second` it is an image that touches
  std::vector<Vec<D>> place;          ///< the point seen from the body of shape_a; 0 between balls
  std::vector<Vec<D>> shift;          ///< of that image from `second` itself
  std::vector<int> layers;            ///< a sheared cell's, between `second` and the image
  std::vector<Mat<D>> frame;          ///< columns: normal, tangents
  std::vector<double> gap;            ///< at the midpoint; negative when overlapped
  std::vector<double> size;           ///< smaller characteristic size of the two shapes
  std::vector<std::uint8_t> closed;   ///< gap not above the round-off of the geometry
  std::vector<std::uint8_t> forecast;  ///< bodies would cross it within the step
  std::vector<int> law;

  std::size_t count() const { return id.size(); }
  void resize(std::size_t n);

  /// From the centres of both bodies, given the places of all, to the point.
  Vec<D> arm_first(std::size_t c, const std::vector<Vec<D>>& x) const {
    return point[c] - x[static_cast<std::size_t>(first[c])];
  }
  Vec<D> arm_second(std::size_t c, const std::vector<Vec<D>>& x) const {
    return point[c] - (x[static_cast<std::size_t>(second[c])] + shift[c]);
  }
};

/// One row of Contacts, on its way there.
template <int D>
struct FoundContact {
  FoundContact() {}  // NOLINT: not zeroed, for every number is set at once

  ContactId id;
  int first, second;
  int law;
  int layers;
  std::uint8_t flipped, closed, forecast;
  Vec<D> point, place, shift;
  Mat<D> frame;
  double gap, size;
};

/// Turns rows into columns, list after list. The columns are those of the step before until they
/// are written over: nothing is cleared that is filled again at once.
template <int D>
class ColumnWriter {
 public:
  explicit ColumnWriter(Contacts<D>& out) : out_(out) {}
  void write(const std::vector<FoundContact<D>>& rows);
  /// To be called at the end: no column is longer than what was written.
  void finish() { out_.resize(written_); }

 private:
  Contacts<D>& out_;
  std::size_t written_ = 0;
};

/// Adds rows to contacts, in the order of ids.
template <int D>
void insert(std::vector<FoundContact<D>> rows, Contacts<D>& contacts);

}  // namespace talus

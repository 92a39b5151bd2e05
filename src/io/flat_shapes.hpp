// Shapes as arrays of numbers, as files keep them, and back, bit for bit.
#pragma once

#include "talus/geometry/shape.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace talus {

/// Forms (corners and faces) are kept once, however many shapes share them; lists of different
/// length are joined end to end, `..._offset` telling where each begins, with the end of all last.
template <int D>
struct FlatShapes {
  static constexpr std::size_t sizes = 3;  ///< numbers kept for every shape

  // One entry a shape.
  std::vector<std::string> kind;
  /// Ball, drum: radius; wall: half extents; capsule, cylinder: half length, radius; else zeros.
  std::vector<double> size;
  std::vector<std::int32_t> form;  ///< of hulls and meshes; -1: none

  // Forms.
  std::vector<std::uint64_t> corner_offset = {0};
  std::vector<double> corner;                    ///< D numbers each
  std::vector<std::uint64_t> face_offset = {0};  ///< edges in the plane
  std::vector<double> face_normal;               ///< D numbers each
  std::vector<std::uint64_t> loop_offset = {0};  ///< of the corners of each face
  std::vector<std::int32_t> loop;                ///< corners of the form, from 0
};

template <int D>
FlatShapes<D> flatten(const std::vector<Shape<D>>& shapes);

/// Throws ShapeError with what is wrong.
template <int D>
std::vector<Shape<D>> unflatten(const FlatShapes<D>& flat);

}  // namespace talus

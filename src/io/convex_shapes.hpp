// Shapes with corners, as scenes give them.
#pragma once

#include "talus/io/reader.hpp"
#include "talus/model/model.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace talus::scenes {

/// A shape where it is put, before material and density are known.
template <int D>
struct Form {
  Shape<D> shape;
  Pose<D> placement;
};
/// One form, or the convex parts of what is not; none when it was not understood.
template <int D>
using Forms = std::vector<Form<D>>;

/// Rotation that takes the last axis to the direction under `key`, the last axis by default.
template <int D>
Rotation<D> rotation_along(const Reader& map, std::string_view key);

template <int D>
Forms<D> read_capsule(const Reader& map);
template <int D>
Forms<D> read_box(const Reader& map);
Forms<2> read_polygon(const Reader& map, const std::filesystem::path& folder);
Forms<2> read_chain(const Reader& map, const std::filesystem::path& folder);
Forms<3> read_polyhedron(const Reader& map);
/// Which of so many points a number given from 1 on names, counted from 0.
int point_number(const Reader& given, std::size_t count);
/// The hull of points given at a place of the scene, where what is wrong with them is told.
Forms<3> hull_of(const Reader& at, const std::vector<Vec<3>>& points);

}  // namespace talus::scenes

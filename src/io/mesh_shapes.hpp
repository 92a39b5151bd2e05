// Surfaces of triangles, fields of heights and points from files, as scenes give them.
#pragma once

#include "talus/io/convex_shapes.hpp"

#include <filesystem>

namespace talus::scenes {

Forms<3> read_mesh(const Reader& map, const std::filesystem::path& folder);
Forms<3> read_height_field(const Reader& map, const std::filesystem::path& folder);
/// A polyhedron whose points may come from a table.
Forms<3> read_polyhedron(const Reader& map, const std::filesystem::path& folder);

}  // namespace talus::scenes

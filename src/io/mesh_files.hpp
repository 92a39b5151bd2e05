// Surfaces of triangles from STL and OBJ files.
#pragma once

#include "talus/math/vec.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace talus::scenes {

struct MeshFile {
  std::vector<Vec<3>> corners;
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::size_t> face;  ///< of each triangle, counted from 1 as in the file
  std::vector<std::size_t> line;  ///< of each triangle; empty for files without lines
  bool corners_repeat = false;    ///< the format gives each triangle its own corners

  /// "face 3 (line 12)", for a triangle.
  std::string face_name(std::size_t triangle) const;
};

/// A file that cannot be read; the message says where and why.
class MeshFileError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Binary when the length is the one such a file must have, else the written form.
MeshFile parse_stl(const std::string& bytes);
/// Vertices 'v' and faces 'f'; faces with more than three corners must be flat and convex. Normals,
/// textures, groups and materials are skipped.
MeshFile parse_obj(const std::string& text);
/// By the file's ending: .stl or .obj.
MeshFile read_mesh_file(const std::filesystem::path& file);

}  // namespace talus::scenes

#include "talus/io/mesh_shapes.hpp"

#include "talus/io/mesh_files.hpp"
#include "talus/io/point_tables.hpp"

#include <fmt/format.h>

#include <optional>

namespace talus::scenes {

namespace {

/// The surface of corners and triangles. What is wrong with it is complained about where it was
/// given, what was mended is told there.
Forms<3> mesh_form(const Reader& at, const MeshFile& mesh, const std::string& source,
                   double scale) {
  std::vector<Vec<3>> corners = mesh.corners;
  for (auto& c : corners) c *= scale;
  MeshOptions options;
  options.corners_repeat = mesh.corners_repeat;
  options.face_name = [&](std::size_t t) { return mesh.face_name(t); };
  Repairs repairs;
  try {
    auto surface = mesh_surface(std::move(corners), mesh.triangles, options, repairs);
    if (!surface.closed) surface.open_at = source + surface.open_at;
    Forms<3> out = {{TriangleMesh(std::move(surface)), {}}};
    for (const auto& r : repairs) {
      at.complaints().warn(at.place(), fmt::format("{}: {}{}", at.path(), source, r));
    }
    return out;
  } catch (const ShapeError& e) {
    at.error(source + e.what());
    return {};
  }
}

Forms<3> mesh_from_file(const Reader& map, const std::filesystem::path& folder, double scale) {
  const Reader file = *map.find("file");
  const std::string name = file.text();
  if (name.empty()) return {};
  try {
    return mesh_form(file, read_mesh_file(folder / name), name + ": ", scale);
  } catch (const std::runtime_error& e) {  // of the file or of its bytes
    file.error(fmt::format("cannot read mesh '{}': {}", name, e.what()));
    return {};
  }
}

Forms<3> mesh_in_place(const Reader& map, double scale) {
  const auto list = map.require("points", "or 'file', an STL or OBJ file");
  const auto faces = map.require("faces", "lists of three points each, counted from 1");
  if (!list || !faces) return {};
  const std::size_t before = map.complaints().errors();
  MeshFile mesh;
  for (const auto& item : list->items()) mesh.corners.push_back(item.vector<3>());
  for (const auto& item : faces->items()) {
    const auto numbers = item.items();
    if (numbers.size() != 3) {
      item.error(fmt::format("expected three points, found {}", numbers.size()));
      continue;
    }
    auto& t = mesh.triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) t[k] = point_number(numbers[k], mesh.corners.size());
    mesh.face.push_back(mesh.triangles.size());
  }
  if (map.complaints().errors() > before) return {};
  return mesh_form(*faces, mesh, "", scale);
}

/// Rows of numbers, all of the same length, one after the other.
std::optional<std::vector<double>> rows_in_place(const Reader& list, int& columns, int& rows) {
  std::vector<double> out;
  const std::size_t before = list.complaints().errors();
  for (const auto& row : list.items()) {
    const auto numbers = row.numbers();
    if (rows == 0) columns = static_cast<int>(numbers.size());
    if (static_cast<int>(numbers.size()) != columns) {
      row.error(fmt::format("expected {} heights as in the first row, found {}", columns,
                            numbers.size()));
    }
    out.insert(out.end(), numbers.begin(), numbers.end());
    ++rows;
  }
  if (list.complaints().errors() > before) return std::nullopt;
  return out;
}

Vec<2> read_spacing(const Reader& map) {
  const auto spacing =
      map.require("spacing", "the distance of neighbours, a number or one an axis");
  if (!spacing) return Vec<2>::Ones();
  if (!spacing->is(Node::Kind::list)) return Vec<2>::Constant(spacing->number(positive));
  const Vec<2> both = spacing->vector<2>();
  if (!(both.minCoeff() > 0)) spacing->error("both distances must be positive");
  return both;
}

}  // namespace

Forms<3> read_mesh(const Reader& map, const std::filesystem::path& folder) {
  map.map({"file", "points", "faces", "scale"});
  map.not_both("file", "points");
  const double scale = map.number_or("scale", 1, positive);
  return map.has("file") ? mesh_from_file(map, folder, scale) : mesh_in_place(map, scale);
}

Forms<3> read_height_field(const Reader& map, const std::filesystem::path& folder) {
  map.map({"file", "heights", "spacing"});
  map.not_both("file", "heights");
  const std::size_t before = map.complaints().errors();
  const Vec<2> spacing = read_spacing(map);
  std::optional<std::vector<double>> heights;
  int columns = 0;
  int rows = 0;
  const auto given = map.has("file")
                         ? map.find("file")
                         : map.require("heights", "rows of heights, or 'file', a table of them");
  if (!given) return {};
  if (map.has("file")) {
    const auto table = table_of(*given, folder);
    if (!table) return {};
    columns = static_cast<int>(table->values.size());
    rows = static_cast<int>(table->rows());
    heights.emplace();
    for (std::size_t r = 0; r < table->rows(); ++r) {
      for (const auto& column : table->values) heights->push_back(column[r]);
    }
  } else {
    heights = rows_in_place(*given, columns, rows);
  }
  if (!heights || map.complaints().errors() > before) return {};
  try {
    return {{TriangleMesh(height_surface(*heights, columns, rows, spacing)), {}}};
  } catch (const ShapeError& e) {
    given->error(e.what());
    return {};
  }
}

Forms<3> read_polyhedron(const Reader& map, const std::filesystem::path& folder) {
  if (!map.has("file")) return read_polyhedron(map);
  map.map({"file"});
  const Reader file = *map.find("file");
  const auto points = points_of_table<3>(file, folder);
  if (!points) return {};
  return hull_of(file, *points);
}

}  // namespace talus::scenes

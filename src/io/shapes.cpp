// Shapes of bodies.
#include "talus/io/convex_shapes.hpp"
#include "talus/io/mesh_shapes.hpp"
#include "talus/io/sections.hpp"
#include "talus/io/suggestions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace talus::scenes {

namespace {

using Kind = Node::Kind;

template <int D>
Forms<D> read_ball(const Reader& map) {
  map.map({"radius"});
  return {{Ball<D>{map.require_number("radius", positive)}, {}}};
}

template <int D>
Forms<D> read_half_space(const Reader& map) {
  map.map({"normal", "through"});
  const Rotation<D> r = rotation_along<D>(map, "normal");
  return {{HalfSpace<D>{}, {map.vector_or<D>("through", Vec<D>::Zero()), r}}};
}

template <int D>
Forms<D> read_drum(const Reader& map) {
  Pose<D> place;
  if constexpr (D == 2) {
    map.map({"radius"});
  } else {
    map.map({"radius", "axis"});
    place.r = rotation_along<D>(map, "axis");
  }
  return {{Drum<D>{map.require_number("radius", positive)}, place}};
}

Forms<2> read_wall_2(const Reader& map) {
  map.map({"from", "to"});
  const Vec<2> from = map.require_vector<2>("from");
  const Vec<2> to = map.require_vector<2>("to");
  const Vec<2> along = to - from;
  if (map.has("from") && map.has("to") && !(along.norm() > 0)) {
    map.error("the segment has length 0: give two points that differ");
  }
  return {
      {Wall<2>{Vec<1>(0.5 * along.norm())}, {0.5 * (from + to), {std::atan2(along[1], along[0])}}}};
}

Forms<3> read_wall_3(const Reader& map) {
  map.map({"size", "normal", "first_axis"});
  Vec<2> size = Vec<2>::Ones();
  if (const auto given = map.require("size")) {
    size = given->vector<2>();
    if (!(size.minCoeff() > 0)) given->error("both sides of a rectangle must be positive");
  }
  Pose<3> place;
  place.r = rotation_along<3>(map, "normal");
  if (const auto axis = map.find("first_axis")) {
    const Vec<3> normal = rotate<3>(place.r, Vec<3>::UnitZ());
    const Vec<3> given = axis->direction<3>();
    const Vec<3> x = given - normal.dot(given) * normal;
    if (x.norm() < 1e-6) {
      axis->error("the first axis is along the normal");
      return {};
    }
    Mat<3> frame;
    frame.col(0) = x.normalized();
    frame.col(1) = normal.cross(Vec<3>(frame.col(0)));
    frame.col(2) = normal;
    place.r.q = Eigen::Quaterniond(frame).normalized();
  }
  return {{Wall<3>{0.5 * size}, place}};
}

Forms<3> read_cylinder(const Reader& map) {
  map.map({"length", "radius", "axis"});
  Pose<3> place;
  place.r = rotation_along<3>(map, "axis");
  const double length = map.require_number("length", positive);
  return {{Cylinder{0.5 * length, map.require_number("radius", positive)}, place}};
}

/// The registry of shapes by name. Files are looked up in the folder.
template <int D>
struct ShapeReader {
  std::string_view name;
  Forms<D> (*read)(const Reader&) = nullptr;
  Forms<D> (*read_with_files)(const Reader&, const std::filesystem::path& folder) = nullptr;

  Forms<D> operator()(const Reader& map, const std::filesystem::path& folder) const {
    return read != nullptr ? read(map) : read_with_files(map, folder);
  }
};

template <int D>
const std::vector<ShapeReader<D>>& shape_readers();

template <>
const std::vector<ShapeReader<2>>& shape_readers<2>() {
  static const std::vector<ShapeReader<2>> readers = {
      {"disk", read_ball<2>},
      {"half_plane", read_half_space<2>},
      {"segment", read_wall_2},
      {"drum", read_drum<2>},
      {"capsule", read_capsule<2>},
      {"box", read_box<2>},
      {"polygon", nullptr, read_polygon},
      {"chain", nullptr, read_chain},
  };
  return readers;
}

template <>
const std::vector<ShapeReader<3>>& shape_readers<3>() {
  static const std::vector<ShapeReader<3>> readers = {
      {"sphere", read_ball<3>},     {"half_space", read_half_space<3>},
      {"rectangle", read_wall_3},   {"drum", read_drum<3>},
      {"capsule", read_capsule<3>}, {"box", read_box<3>},
      {"cylinder", read_cylinder},  {"polyhedron", nullptr, read_polyhedron},
      {"mesh", nullptr, read_mesh}, {"height_field", nullptr, read_height_field},
  };
  return readers;
}

template <int D>
std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  for (const auto& r : shape_readers<D>()) names.emplace_back(r.name);
  return names;
}

/// Keys a shape may carry beside its kind.
template <int D>
bool places_shape(const std::string& key) {
  return key == "at" || key == rotation_key<D> || key == "material" || key == "density";
}

/// Reads the one entry of the map that names a kind of shape.
template <int D>
Forms<D> read_kind(const Reader& shape, const std::filesystem::path& folder) {
  const auto names = shape_names<D>();
  std::string kind;
  for (const auto& entry : shape.node().entries) {
    if (places_shape<D>(entry.key)) continue;
    if (!kind.empty()) {
      shape.error(fmt::format("two shapes, {} and {}; write a list of shapes", kind, entry.key));
      return {};
    }
    kind = entry.key;
  }
  if (kind.empty()) {
    shape.error(fmt::format("no shape given; shapes here: {}", fmt::join(names, ", ")));
    return {};
  }
  for (const auto& reader : shape_readers<D>()) {
    if (reader.name != kind) continue;
    const auto properties = shape.find(kind);
    if (properties->is(Kind::map) || properties->is(Kind::nothing)) {
      properties->node().kind = Kind::map;
      return reader(*properties, folder);
    }
    properties->expected("a map");
    return {};
  }
  std::string hint = did_you_mean(kind, names);
  if (hint.empty()) hint = fmt::format("; shapes here: {}", fmt::join(names, ", "));
  shape.complaints().error(shape.node().find(kind)->place,
                           fmt::format("{}: unknown shape '{}'{}", shape.path(), kind, hint));
  return {};
}

/// Appends one shape, or the convex parts of one that is not.
template <int D>
void read_shape(const Reader& shape, Draft<D>& draft, int body_material,
                std::optional<double> body_density, std::vector<PlacedShape<D>>& out) {
  if (shape.is(Kind::scalar)) {  // "shape: half_plane" is short for "shape: {half_plane: {}}"
    Entry entry{shape.node().text, shape.place(), {}};
    entry.value.place = shape.place();
    shape.node().kind = Kind::map;
    shape.node().entries.push_back(std::move(entry));
  }
  if (!shape.is(Kind::map)) {
    shape.expected("a shape, as in {" + shape_names<D>().front() + ": {radius: 1}}");
    return;
  }
  const Forms<D> forms = read_kind<D>(shape, draft.folder);
  Pose<D> place;
  if (const auto at = shape.find("at")) place.x = at->template vector<D>();
  if (shape.has(rotation_key<D>)) place.r = read_rotation<D>(shape);
  int material = body_material;
  if (const auto given = shape.find("material")) material = draft.material(*given);
  std::optional<double> density = body_density;
  if (const auto given = shape.find("density")) {
    density = given->number(positive);
  } else if (!density && material >= 0) {
    density = draft.materials[static_cast<std::size_t>(material)].density;
  }
  for (const auto& form : forms) {
    out.push_back({form.shape, compose(place, form.placement), material, density.value_or(0)});
  }
}

}  // namespace

template <int D>
int read_material(const Reader& body, Draft<D>& draft) {
  const auto& names = draft.scene.model.material_name;
  if (const auto given = body.find("material")) return draft.material(*given);
  if (names.size() == 1) {
    body.fill("material", Node::scalar(names.front()));
    return 0;
  }
  return material_not_given;
}

template <int D>
std::vector<PlacedShape<D>> read_shapes(const Reader& body, Draft<D>& draft) {
  std::vector<PlacedShape<D>> out;
  const int material = read_material(body, draft);
  std::optional<double> density;
  if (const auto given = body.find("density")) density = given->number(positive);
  body.not_both("shape", "shapes");
  if (const auto list = body.find("shapes")) {
    for (const auto& shape : list->items()) {
      read_shape(shape, draft, material, density, out);
    }
    if (list->items().empty() && list->is(Kind::list)) list->error("expected at least one shape");
  } else if (const auto shape = body.require("shape", "or 'shapes', a list")) {
    read_shape(*shape, draft, material, density, out);
  }
  for (const auto& s : out) {
    if (s.material != material_not_given || draft.materials.empty()) continue;
    body.require("material");
    break;
  }
  return out;
}

template int read_material<2>(const Reader&, Draft<2>&);
template int read_material<3>(const Reader&, Draft<3>&);
template std::vector<PlacedShape<2>> read_shapes<2>(const Reader&, Draft<2>&);
template std::vector<PlacedShape<3>> read_shapes<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

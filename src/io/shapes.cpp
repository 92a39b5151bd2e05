// Shapes of bodies.
#include "talus/io/sections.hpp"
#include "talus/io/suggestions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace talus::scenes {

namespace {

using Kind = Node::Kind;

/// Rotation that takes the last axis to `n`.
Rotation<2> towards(const Vec<2>& n) { return {std::atan2(-n[0], n[1]) + 0.0}; }
Rotation<3> towards(const Vec<3>& n) {
  return {Eigen::Quaterniond::FromTwoVectors(Vec<3>(Vec<3>::UnitZ()), n)};
}

template <int D>
Rotation<D> rotation_along(const Reader& map, std::string_view key) {
  if (!map.has(key)) {
    const Vec<D> axis = last_axis<D>();
    map.fill(key, Reader::vector_node(axis.data(), D));
  }
  return towards(map.find(key)->template direction<D>());
}

template <int D>
void read_ball(const Reader& map, PlacedShape<D>& out) {
  map.map({"radius"});
  out.shape = Ball<D>{map.require_number("radius", positive)};
}

template <int D>
void read_half_space(const Reader& map, PlacedShape<D>& out) {
  map.map({"normal", "through"});
  out.shape = HalfSpace<D>{};
  out.placement.r = rotation_along<D>(map, "normal");
  out.placement.x = map.vector_or<D>("through", Vec<D>::Zero());
}

template <int D>
void read_drum(const Reader& map, PlacedShape<D>& out) {
  if constexpr (D == 2) {
    map.map({"radius"});
  } else {
    map.map({"radius", "axis"});
    out.placement.r = rotation_along<D>(map, "axis");
  }
  out.shape = Drum<D>{map.require_number("radius", positive)};
}

void read_wall(const Reader& map, PlacedShape<2>& out) {
  map.map({"from", "to"});
  const Vec<2> from = map.require_vector<2>("from");
  const Vec<2> to = map.require_vector<2>("to");
  const Vec<2> along = to - from;
  if (map.has("from") && map.has("to") && !(along.norm() > 0)) {
    map.error("the segment has length 0");
  }
  out.shape = Wall<2>{Vec<1>(0.5 * along.norm())};
  out.placement.x = 0.5 * (from + to);
  out.placement.r.angle = std::atan2(along[1], along[0]);
}

void read_wall(const Reader& map, PlacedShape<3>& out) {
  map.map({"size", "normal", "first_axis"});
  Vec<2> size = Vec<2>::Ones();
  if (const auto given = map.require("size")) {
    size = given->vector<2>();
    if (!(size.minCoeff() > 0)) given->error("both sides of a rectangle must be positive");
  }
  out.shape = Wall<3>{0.5 * size};
  out.placement.r = rotation_along<3>(map, "normal");
  if (const auto axis = map.find("first_axis")) {
    const Vec<3> normal = rotate<3>(out.placement.r, Vec<3>::UnitZ());
    const Vec<3> given = axis->direction<3>();
    const Vec<3> x = given - normal.dot(given) * normal;
    if (x.norm() < 1e-6) {
      axis->error("the first axis is along the normal");
      return;
    }
    Mat<3> frame;
    frame.col(0) = x.normalized();
    frame.col(1) = normal.cross(Vec<3>(frame.col(0)));
    frame.col(2) = normal;
    out.placement.r.q = Eigen::Quaterniond(frame).normalized();
  }
}

/// The registry of shapes by name.
template <int D>
struct ShapeReader {
  std::string_view name;
  void (*read)(const Reader&, PlacedShape<D>&);
};

template <int D>
constexpr ShapeReader<D> shape_readers[] = {
    {D == 2 ? "disk" : "sphere", read_ball<D>},
    {D == 2 ? "half_plane" : "half_space", read_half_space<D>},
    {D == 2 ? "segment" : "rectangle", read_wall},
    {"drum", read_drum<D>},
};

template <int D>
std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  for (const auto& r : shape_readers<D>) names.emplace_back(r.name);
  return names;
}

/// Keys a shape may carry beside its kind.
template <int D>
bool places_shape(const std::string& key) {
  return key == "at" || key == rotation_key<D> || key == "material" || key == "density";
}

/// Reads the one entry of the map that names a kind of shape.
template <int D>
void read_kind(const Reader& shape, PlacedShape<D>& out) {
  const auto names = shape_names<D>();
  std::string kind;
  for (const auto& entry : shape.node().entries) {
    if (places_shape<D>(entry.key)) continue;
    if (!kind.empty()) {
      shape.error(fmt::format("two shapes, {} and {}; write a list of shapes", kind, entry.key));
      return;
    }
    kind = entry.key;
  }
  if (kind.empty()) {
    shape.error(fmt::format("no shape given; shapes here: {}", fmt::join(names, ", ")));
    return;
  }
  for (const auto& reader : shape_readers<D>) {
    if (reader.name != kind) continue;
    const auto properties = shape.find(kind);
    if (properties->is(Kind::map) || properties->is(Kind::nothing)) {
      properties->node().kind = Kind::map;
      reader.read(*properties, out);
    } else {
      properties->expected("a map");
    }
    return;
  }
  std::string hint = did_you_mean(kind, names);
  if (hint.empty()) hint = fmt::format("; shapes here: {}", fmt::join(names, ", "));
  shape.complaints().error(shape.node().find(kind)->place,
                           fmt::format("{}: unknown shape '{}'{}", shape.path(), kind, hint));
}

template <int D>
PlacedShape<D> read_shape(const Reader& shape, Draft<D>& draft, int body_material,
                          std::optional<double> body_density) {
  PlacedShape<D> out{Ball<D>{1}, {}, body_material, 0};
  if (shape.is(Kind::scalar)) {  // "shape: half_plane" is short for "shape: {half_plane: {}}"
    Entry entry{shape.node().text, shape.place(), {}};
    entry.value.place = shape.place();
    shape.node().kind = Kind::map;
    shape.node().entries.push_back(std::move(entry));
  }
  if (!shape.is(Kind::map)) {
    shape.expected("a shape, as in {" + shape_names<D>().front() + ": {radius: 1}}");
    return out;
  }
  read_kind<D>(shape, out);
  Pose<D> place;
  if (const auto at = shape.find("at")) place.x = at->template vector<D>();
  if (shape.has(rotation_key<D>)) place.r = read_rotation<D>(shape);
  out.placement = compose(place, out.placement);
  if (const auto material = shape.find("material")) out.material = draft.material(*material);
  std::optional<double> density = body_density;
  if (const auto given = shape.find("density")) {
    density = given->number(positive);
  } else if (!density && out.material >= 0) {
    density = draft.materials[static_cast<std::size_t>(out.material)].density;
  }
  out.density = density.value_or(0);
  return out;
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
      out.push_back(read_shape(shape, draft, material, density));
    }
    if (out.empty() && list->is(Kind::list)) list->error("expected at least one shape");
  } else if (const auto shape = body.require("shape", "or 'shapes', a list")) {
    out.push_back(read_shape(*shape, draft, material, density));
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

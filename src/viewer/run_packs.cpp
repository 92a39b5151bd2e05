#include "talus/viewer/run_packs.hpp"

#include "talus/draw/surface.hpp"
#include "talus/draw/surroundings.hpp"
#include "talus/math/overload.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace talus::viewer {

namespace {

using nlohmann::json;

/// Names of kinds the page knows, whatever a scene calls them.
constexpr std::array kinds = {"ball",    "half_space", "wall",     "drum",
                              "capsule", "hull",       "cylinder", "mesh"};

template <int D>
std::uint8_t kind_of(const Shape<D>& shape) {
  // In the order of the variant, which is that of `kinds`.
  return static_cast<std::uint8_t>(shape.index());
}

/// Two numbers say how large a shape is that is no hull or mesh.
template <int D>
std::array<double, 2> size_of(const Shape<D>& shape) {
  using Size = std::array<double, 2>;
  return std::visit(Overload{[](const Ball<D>& b) -> Size {
                               return {b.radius, 0};
                             },
                             [](const HalfSpace<D>&) -> Size {
                               return {0, 0};
                             },
                             [](const Wall<D>& w) -> Size {
                               return {w.half_extent[0], D == 3 ? w.half_extent[D - 2] : 0};
                             },
                             [](const Drum<D>& d) -> Size {
                               return {d.radius, 0};
                             },
                             [](const Capsule<D>& c) -> Size {
                               return {c.half_length, c.radius};
                             },
                             [](const Hull<D>&) -> Size {
                               return {0, 0};
                             },
                             [](const Cylinder& c) -> Size {
                               return {c.half_length, c.radius};
                             },
                             [](const TriangleMesh&) -> Size {
                               return {0, 0};
                             }},
                    shape);
}

/// What shapes of one form share, null for those that have sizes only.
template <int D>
const void* form_of(const Shape<D>& shape) {
  if (const auto* hull = std::get_if<Hull<D>>(&shape)) return hull->polytope.get();
  if constexpr (D == 3) {
    if (const auto* mesh = std::get_if<TriangleMesh>(&shape)) return mesh->surface.get();
  }
  return nullptr;
}

void put(const Rotation<2>& r, std::vector<double>& out) { out.push_back(r.angle); }
void put(const Rotation<3>& r, std::vector<double>& out) {
  out.insert(out.end(), {r.q.x(), r.q.y(), r.q.z(), r.q.w()});
}
template <int D>
constexpr int turn_width = D == 2 ? 1 : 4;

/// Vectors end to end.
template <int N>
std::vector<double> flat(const std::vector<Vec<N>>& vectors,
                         const Vec<N>& origin = Vec<N>::Zero()) {
  std::vector<double> out;
  out.reserve(N * vectors.size());
  for (const auto& v : vectors) {
    for (int k = 0; k < N; ++k) out.push_back(v[k] - origin[k]);
  }
  return out;
}

/// Corners and faces of forms, each once.
template <int D>
struct Forms {
  std::vector<std::int32_t> of_shape;
  std::vector<std::uint32_t> first_vertex = {0}, first_face = {0}, first_corner = {0};
  std::vector<double> vertex;
  std::vector<std::uint32_t> corner;

  explicit Forms(const Model<D>& model) {
    std::map<const void*, std::int32_t> known;
    for (const auto& shape : model.shape) {
      const void* form = form_of<D>(shape);
      if (form == nullptr) {
        of_shape.push_back(-1);
        continue;
      }
      const auto [at, is_new] = known.emplace(form, static_cast<std::int32_t>(known.size()));
      if (is_new) add(*surface_of<D>(shape));
      of_shape.push_back(at->second);
    }
  }

  void add(const Surface<D>& surface) {
    for (const auto& v : surface.vertex) vertex.insert(vertex.end(), v.data(), v.data() + D);
    for (const auto& face : surface.face) {
      for (const int v : face) corner.push_back(static_cast<std::uint32_t>(v));
      first_corner.push_back(static_cast<std::uint32_t>(corner.size()));
    }
    first_vertex.push_back(static_cast<std::uint32_t>(vertex.size() / D));
    first_face.push_back(static_cast<std::uint32_t>(first_corner.size() - 1));
  }
};

template <int D>
json numbers(const Vec<D>& v) {
  return json(std::vector<double>(v.data(), v.data() + D));
}

template <int D>
json cell_json(const PeriodicCell<D>& cell) {
  if (!cell.any()) return nullptr;
  return {{"period", numbers<D>(cell.period)}, {"flow", cell.flow}, {"gradient", cell.gradient}};
}

template <int D>
std::string header(const Model<D>& model, const ViewBox<D>& box, const HeadNotes& notes) {
  json j;
  j["kind"] = "head";
  j["dimension"] = D;
  j["title"] = notes.title;
  j["name"] = notes.name;
  j["version"] = notes.version;
  j["scene"] = {{"given", notes.scene_given}, {"complete", notes.scene_complete}};
  j["origin"] = numbers<D>(box.origin);
  j["low"] = numbers<D>(box.low);
  j["high"] = numbers<D>(box.high);
  j["cell"] = cell_json(model.cell);
  j["materials"] = model.material_name;
  j["names"] = model.name;
  j["kinds"] = kinds;
  j["kind_names"] = kinds;
  for (const auto& shape : model.shape) j["kind_names"][kind_of<D>(shape)] = shape_name<D>(shape);
  j["contacts"] = notes.contacts;
  j["tolerance"] = notes.tolerance;
  j["law_error_max"] = notes.law_error_max;
  j["steps"] = notes.steps;
  j["unconverged"] = notes.unconverged;
  j["frames_recorded"] = notes.frames_recorded;
  j["live"] = notes.live;
  j["precision"] = notes.precision == Precision::full ? "f8" : "f4";
  // Names come from files: what is no UTF-8 must not end the program.
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

template <int D>
void add_bodies(const Model<D>& model, std::vector<double> births, PackWriter& out) {
  std::vector<double> volumes(model.body_count(), 0);
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    volumes[static_cast<std::size_t>(model.owner[s])] += volume<D>(model.shape[s]);
  }
  out.add("prescribed", 1, std::span<const std::uint8_t>(model.prescribed));
  out.add("mass", 1, std::span<const double>(model.mass));
  out.add("volume", 1, std::span<const double>(volumes));
  births.resize(model.body_count(), 0);
  out.add("born", 1, std::span<const double>(births));
}

template <int D>
void add_shapes(const Model<D>& model, PackWriter& out) {
  std::vector<std::uint8_t> kind;
  std::vector<std::uint32_t> owner, material;
  std::vector<double> position, turn, size, radius;
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    kind.push_back(kind_of<D>(model.shape[s]));
    owner.push_back(static_cast<std::uint32_t>(model.owner[s]));
    material.push_back(static_cast<std::uint32_t>(model.material[s]));
    const auto& at = model.placement[s];
    position.insert(position.end(), at.x.data(), at.x.data() + D);
    put(at.r, turn);
    const auto sizes = size_of<D>(model.shape[s]);
    size.insert(size.end(), sizes.begin(), sizes.end());
    radius.push_back(bounding_radius<D>(model.shape[s]));
  }
  const Forms<D> forms(model);
  out.add("shape_kind", 1, std::span<const std::uint8_t>(kind));
  out.add("shape_owner", 1, std::span<const std::uint32_t>(owner));
  out.add("shape_material", 1, std::span<const std::uint32_t>(material));
  out.add("shape_position", D, std::span<const double>(position), Precision::single);
  out.add("shape_turn", turn_width<D>, std::span<const double>(turn), Precision::single);
  out.add("shape_size", 2, std::span<const double>(size), Precision::single);
  out.add("shape_radius", 1, std::span<const double>(radius), Precision::single);
  out.add("shape_form", 1, std::span<const std::int32_t>(forms.of_shape));
  out.add("form_vertex", 1, std::span<const std::uint32_t>(forms.first_vertex));
  out.add("form_face", 1, std::span<const std::uint32_t>(forms.first_face));
  out.add("vertices", D, std::span<const double>(forms.vertex), Precision::single);
  out.add("face_start", 1, std::span<const std::uint32_t>(forms.first_corner));
  out.add("face_vertices", 1, std::span<const std::uint32_t>(forms.corner));
}

template <int D>
void add_contacts(const Model<D>& model, const RecordedContacts<D>& c, const Vec<D>& origin,
                  Precision precision, PackWriter& out) {
  const auto reals = [&](const char* name, const std::vector<double>& values, int width) {
    out.add(name, width, std::span<const double>(values), precision);
  };
  std::vector<std::uint32_t> id;
  std::vector<std::uint8_t> status;
  for (std::size_t i = 0; i < c.count(); ++i) {
    id.insert(id.end(), {c.id[i].shape_a, c.id[i].shape_b, c.id[i].feature, c.id[i].image});
    status.push_back(static_cast<std::uint8_t>(c.status[i]));
  }
  out.add("contact_a", 1, std::span<const std::int32_t>(c.body_a));
  out.add("contact_b", 1, std::span<const std::int32_t>(c.body_b));
  out.add("contact_id", 4, std::span<const std::uint32_t>(id));
  out.add("contact_status", 1, std::span<const std::uint8_t>(status));
  reals("contact_point", flat<D>(c.point, origin), D);
  reals("contact_normal", flat<D>(c.normal), D);
  reals("contact_force", flat<D>(c.force), D);
  reals("contact_impulse", flat<D>(c.impulse), D);
  reals("contact_velocity", flat<D>(c.velocity), D);
  reals("contact_gap", c.gap, 1);
  if (model.cell.any()) reals("contact_shift", flat<D>(c.shift), D);
}

}  // namespace

template <int D>
ViewBox<D> view_box(const Model<D>& model, const State<D>& first, const State<D>& last,
                    Precision precision) {
  const Bounds<D> box = bounds_of_run<D>(model, first, last);
  ViewBox<D> out;
  out.low = box.low;
  out.high = box.high;
  if (precision == Precision::single) out.origin = 0.5 * (out.low + out.high);
  return out;
}

template <int D>
std::string head_pack(const Model<D>& model, const ViewBox<D>& box, const HeadNotes& notes,
                      const std::vector<double>& frame_times) {
  PackWriter out(header(model, box, notes));
  add_bodies(model, notes.births, out);
  add_shapes(model, out);
  out.add("frame_times", 1, std::span<const double>(frame_times));
  return out.finish();
}

template <int D>
std::string frame_pack(const Model<D>& model, const RecordedFrame<D>& frame, const ViewBox<D>& box,
                       Precision precision) {
  const State<D>& state = frame.state;
  json j = {{"kind", "frame"},
            {"time", frame.time},
            {"step", frame.step},
            {"cell_offset", frame.cell_offset}};
  PackWriter out(j.dump());
  std::vector<double> turn;
  std::vector<Spin<D>> spin;
  for (std::size_t b = 0; b < state.x.size(); ++b) {
    put(state.r[b], turn);
    spin.push_back(model.world_spin(static_cast<int>(b), state));
  }
  out.add("position", D, std::span<const double>(flat<D>(state.x, box.origin)), precision);
  out.add("turn", turn_width<D>, std::span<const double>(turn), precision);
  out.add("velocity", D, std::span<const double>(flat<D>(state.v)), precision);
  out.add("spin", spin_dim<D>, std::span<const double>(flat<spin_dim<D>>(spin)), precision);
  add_contacts(model, frame.contacts, box.origin, precision, out);
  return out.finish();
}

template ViewBox<2> view_box<2>(const Model<2>&, const State<2>&, const State<2>&, Precision);
template ViewBox<3> view_box<3>(const Model<3>&, const State<3>&, const State<3>&, Precision);
template std::string head_pack<2>(const Model<2>&, const ViewBox<2>&, const HeadNotes&,
                                  const std::vector<double>&);
template std::string head_pack<3>(const Model<3>&, const ViewBox<3>&, const HeadNotes&,
                                  const std::vector<double>&);
template std::string frame_pack<2>(const Model<2>&, const RecordedFrame<2>&, const ViewBox<2>&,
                                   Precision);
template std::string frame_pack<3>(const Model<3>&, const RecordedFrame<3>&, const ViewBox<3>&,
                                   Precision);

}  // namespace talus::viewer

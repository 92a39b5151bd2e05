#include "talus/io/flat_shapes.hpp"

#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/joined_polytope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace talus {

namespace {

/// By the number of the alternative in Shape<D>.
constexpr std::array<const char*, 8> kinds = {"ball",    "half_space", "wall",     "drum",
                                              "capsule", "hull",       "cylinder", "mesh"};

template <int D>
void add(const Vec<D>& v, std::vector<double>& out) {
  out.insert(out.end(), v.data(), v.data() + D);
}

template <int D>
void add_face(const Vec<D>& normal, const int* begin, const int* end, FlatShapes<D>& flat) {
  add<D>(normal, flat.face_normal);
  flat.loop.insert(flat.loop.end(), begin, end);
  flat.loop_offset.push_back(flat.loop.size());
}

void add_faces(const Polytope<2>& p, FlatShapes<2>& flat) {
  const int n = static_cast<int>(p.normal.size());
  for (int i = 0; i < n; ++i) {
    const std::array<int, 2> ends = {i, (i + 1) % n};
    add_face<2>(p.normal[static_cast<std::size_t>(i)], ends.data(), ends.data() + 2, flat);
  }
}

void add_faces(const Polytope<3>& p, FlatShapes<3>& flat) {
  for (const auto& f : p.face) {
    add_face<3>(f.normal, f.vertex.data(), f.vertex.data() + f.vertex.size(), flat);
  }
}

void add_faces(const MeshSurface& m, FlatShapes<3>& flat) {
  for (const auto& t : m.triangle) {
    add_face<3>(m.facet[static_cast<std::size_t>(t.facet)].normal, t.vertex.data(),
                t.vertex.data() + 3, flat);
  }
}

/// Writes each shape's numbers; forms by where they live in memory.
template <int D>
class Flattener {
 public:
  explicit Flattener(FlatShapes<D>& flat) : flat_(flat) {}

  std::array<double, 3> operator()(const Ball<D>& s) const { return {s.radius, 0, 0}; }
  std::array<double, 3> operator()(const HalfSpace<D>&) const { return {}; }
  std::array<double, 3> operator()(const Wall<D>& s) const {
    return {s.half_extent[0], D == 3 ? s.half_extent[D - 2] : 0, 0};
  }
  std::array<double, 3> operator()(const Drum<D>& s) const { return {s.radius, 0, 0}; }
  std::array<double, 3> operator()(const Capsule<D>& s) const {
    return {s.half_length, s.radius, 0};
  }
  std::array<double, 3> operator()(const Cylinder& s) const { return {s.half_length, s.radius, 0}; }
  std::array<double, 3> operator()(const Hull<D>& s) { return form(*s.polytope); }
  std::array<double, 3> operator()(const TriangleMesh& s) { return form(*s.surface); }

  std::int32_t take_form() { return std::exchange(form_, -1); }

 private:
  template <class Form>
  std::array<double, 3> form(const Form& f) {
    const auto [place, fresh] =
        number_.try_emplace(&f, static_cast<std::int32_t>(flat_.corner_offset.size() - 1));
    form_ = place->second;
    if (fresh) {
      for (const auto& v : f.vertex) add<D>(v, flat_.corner);
      add_faces(f, flat_);
      flat_.corner_offset.push_back(flat_.corner.size() / D);
      flat_.face_offset.push_back(flat_.loop_offset.size() - 1);
    }
    return {};
  }

  FlatShapes<D>& flat_;
  std::map<const void*, std::int32_t> number_;
  std::int32_t form_ = -1;
};

/// Where lists begin: ascending from 0 to the end of all.
void check_offsets(const std::vector<std::uint64_t>& offset, std::size_t end, const char* what) {
  bool good = !offset.empty() && offset.front() == 0 && offset.back() == end;
  for (std::size_t i = 0; good && i + 1 < offset.size(); ++i) good = offset[i] <= offset[i + 1];
  if (!good) throw ShapeError(fmt::format("the places where {} begin are not in order", what));
}

template <int D>
Vec<D> vector_at(const std::vector<double>& numbers, std::size_t i) {
  return Vec<D>(Eigen::Map<const Vec<D>>(numbers.data() + D * i));
}

/// One form's corners, faces and normals.
template <int D>
struct Form {
  std::vector<Vec<D>> corner, normal;
  std::vector<std::vector<int>> face;
};

template <int D>
Form<D> form_at(const FlatShapes<D>& flat, std::size_t f) {
  Form<D> out;
  for (auto i = flat.corner_offset[f]; i < flat.corner_offset[f + 1]; ++i) {
    out.corner.push_back(vector_at<D>(flat.corner, i));
    if (!out.corner.back().allFinite()) throw ShapeError("a corner that is not a finite point");
  }
  for (auto i = flat.face_offset[f]; i < flat.face_offset[f + 1]; ++i) {
    out.normal.push_back(vector_at<D>(flat.face_normal, i));
    const auto begin = flat.loop.begin();
    auto& loop =
        out.face.emplace_back(begin + static_cast<std::ptrdiff_t>(flat.loop_offset[i]),
                              begin + static_cast<std::ptrdiff_t>(flat.loop_offset[i + 1]));
    if (loop.size() > std::min(out.corner.size(), most_features)) {
      throw ShapeError("a face with more corners than there are");
    }
  }
  return out;
}

Shape<2> hull_of(Form<2> form) {
  return Hull<2>(joined_polygon(std::move(form.corner), std::move(form.normal)));
}
Shape<3> hull_of(Form<3> form) {
  return Hull<3>(joined_polyhedron(std::move(form.corner), std::move(form.face), form.normal));
}

Shape<2> mesh_of(const Form<2>&) { throw ShapeError("there are no meshes in the plane"); }
Shape<3> mesh_of(Form<3> form) {
  std::vector<std::array<int, 3>> triangles;
  for (const auto& face : form.face) {
    if (face.size() != 3) throw ShapeError("a mesh with a face that is no triangle");
    triangles.push_back({face[0], face[1], face[2]});
    for (const int corner : face) {
      if (corner < 0 || static_cast<std::size_t>(corner) >= form.corner.size()) {
        throw ShapeError("a triangle with a corner that is not there");
      }
    }
  }
  Repairs repairs;  // none: they were made when the mesh was first read
  MeshOptions options;
  options.check_crossing = false;
  return TriangleMesh(mesh_surface(std::move(form.corner), std::move(triangles), options, repairs));
}

template <int D>
Shape<D> cylinder_of(double half_length, double radius) {
  if constexpr (D == 3) {
    return Cylinder{half_length, radius};
  } else {
    throw ShapeError("there are no cylinders in the plane");
  }
}

template <int D>
Shape<D> simple_shape(const std::string& kind, const double* size) {
  for (int i = 0; i < 3; ++i) {
    if (!(size[i] >= 0 && std::isfinite(size[i]))) {
      throw ShapeError(fmt::format("a {} with the size {}", kind, size[i]));
    }
  }
  if (kind == "ball") return Ball<D>{size[0]};
  if (kind == "half_space") return HalfSpace<D>{};
  if (kind == "wall") return Wall<D>{Vec<D - 1>(Eigen::Map<const Vec<D - 1>>(size))};
  if (kind == "drum") return Drum<D>{size[0]};
  if (kind == "capsule") return Capsule<D>{size[0], size[1]};
  if (kind == "cylinder") return cylinder_of<D>(size[0], size[1]);
  throw ShapeError(fmt::format("a shape of the unknown kind '{}'", kind));
}

template <int D>
void check_arrays(const FlatShapes<D>& flat) {
  const std::size_t n = flat.kind.size();
  if (flat.size.size() != FlatShapes<D>::sizes * n || flat.form.size() != n) {
    throw ShapeError("lists of shapes that differ in length");
  }
  check_offsets(flat.corner_offset, flat.corner.size() / D, "corners");
  check_offsets(flat.face_offset, flat.face_normal.size() / D, "faces");
  check_offsets(flat.loop_offset, flat.loop.size(), "corners of faces");
  if (flat.corner_offset.size() != flat.face_offset.size() ||
      flat.loop_offset.size() != flat.face_normal.size() / D + 1) {
    throw ShapeError("lists of forms that differ in length");
  }
}

}  // namespace

template <int D>
FlatShapes<D> flatten(const std::vector<Shape<D>>& shapes) {
  FlatShapes<D> flat;
  Flattener<D> flattener(flat);
  for (const auto& shape : shapes) {
    flat.kind.emplace_back(kinds[shape.index()]);
    const auto size = std::visit(flattener, shape);
    flat.size.insert(flat.size.end(), size.begin(), size.end());
    flat.form.push_back(flattener.take_form());
  }
  return flat;
}

template <int D>
std::vector<Shape<D>> unflatten(const FlatShapes<D>& flat) {
  check_arrays(flat);
  std::vector<Shape<D>> shapes;
  std::vector<std::optional<Shape<D>>> made(flat.corner_offset.size() - 1);
  for (std::size_t s = 0; s < flat.kind.size(); ++s) {
    const std::string& kind = flat.kind[s];
    if (kind != "hull" && kind != "mesh") {
      shapes.push_back(simple_shape<D>(kind, &flat.size[FlatShapes<D>::sizes * s]));
      continue;
    }
    const auto f = static_cast<std::size_t>(flat.form[s]);
    if (flat.form[s] < 0 || f >= made.size()) throw ShapeError("a shape without its form");
    if (!made[f]) {
      made[f] = kind == "hull" ? hull_of(form_at<D>(flat, f)) : mesh_of(form_at<D>(flat, f));
    }
    shapes.push_back(*made[f]);
  }
  return shapes;
}

template FlatShapes<2> flatten<2>(const std::vector<Shape<2>>&);
template FlatShapes<3> flatten<3>(const std::vector<Shape<3>>&);
template std::vector<Shape<2>> unflatten<2>(const FlatShapes<2>&);
template std::vector<Shape<3>> unflatten<3>(const FlatShapes<3>&);

}  // namespace talus

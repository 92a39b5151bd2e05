#include "talus/draw/outline.hpp"

#include "talus/math/overload.hpp"

#include <cmath>
#include <numbers>

namespace talus {

namespace {

void turn_normals(const Mat<2>& turn, Polytope<2>& p) {
  for (auto& n : p.normal) n = turn * n;
}
void turn_normals(const Mat<3>& turn, Polytope<3>& p) {
  for (auto& f : p.face) f.normal = turn * f.normal;
}

/// A prism that looks round enough.
Outline<3> outline_of_cylinder(const Cylinder& c) {
  constexpr int sides = 48;
  std::vector<Vec<3>> corners;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    for (const double z : {-c.half_length, c.half_length}) {
      corners.emplace_back(c.radius * std::cos(angle), c.radius * std::sin(angle), z);
    }
  }
  return {convex_hull(corners)};
}

Outline<3> outline_of_mesh(const MeshSurface& surface) {
  Outline<3> out;
  out.core.vertex = surface.vertex;
  out.core.solid = surface.closed;
  for (const auto& t : surface.triangle) {
    out.core.face.push_back({surface.facet[static_cast<std::size_t>(t.facet)].normal,
                             {t.vertex.begin(), t.vertex.end()},
                             {}});
  }
  return out;
}

}  // namespace

template <int D>
std::optional<Outline<D>> outline_of(const Shape<D>& shape, const Pose<D>& pose) {
  using Result = std::optional<Outline<D>>;
  auto out = std::visit(
      Overload{
          [](const Ball<D>& b) -> Result {
            return Outline<D>{point_polytope<D>(), b.radius};
          },
          [](const HalfSpace<D>&) -> Result { return std::nullopt; },
          [](const Wall<D>& w) -> Result { return Outline<D>{flat_polytope(w.half_extent)}; },
          [](const Drum<D>&) -> Result { return std::nullopt; },
          [](const Capsule<D>& c) -> Result {
            return Outline<D>{axis_polytope<D>(c.half_length), c.radius};
          },
          [](const Cylinder& c) -> std::optional<Outline<3>> { return outline_of_cylinder(c); },
          [](const TriangleMesh& m) -> std::optional<Outline<3>> {
            return outline_of_mesh(*m.surface);
          },
          [](const Hull<D>& h) -> Result { return Outline<D>{*h.polytope}; }},
      shape);
  if (!out) return out;
  for (auto& v : out->core.vertex) v = to_world(pose, v);
  turn_normals(matrix(pose.r), out->core);
  return out;
}

template <int D>
Pose<D> shape_pose(const Model<D>& model, const State<D>& state, std::size_t shape) {
  return compose(state.pose(static_cast<std::size_t>(model.owner[shape])), model.placement[shape]);
}

template <int D>
std::vector<Vec<D>> cut(const std::vector<Vec<D>>& polygon, const Vec<D>& normal, double level) {
  std::vector<Vec<D>> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec<D>& p = polygon[i];
    const Vec<D>& q = polygon[(i + 1) % polygon.size()];
    const double a = normal.dot(p) - level;
    const double b = normal.dot(q) - level;
    if (a >= 0) out.push_back(p);
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) out.push_back(p + a / (a - b) * (q - p));
  }
  return out;
}

template std::optional<Outline<2>> outline_of<2>(const Shape<2>&, const Pose<2>&);
template std::optional<Outline<3>> outline_of<3>(const Shape<3>&, const Pose<3>&);
template Pose<2> shape_pose<2>(const Model<2>&, const State<2>&, std::size_t);
template Pose<3> shape_pose<3>(const Model<3>&, const State<3>&, std::size_t);
template std::vector<Vec<2>> cut<2>(const std::vector<Vec<2>>&, const Vec<2>&, double);
template std::vector<Vec<3>> cut<3>(const std::vector<Vec<3>>&, const Vec<3>&, double);

}  // namespace talus

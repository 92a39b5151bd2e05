#include "talus/export/shape_surfaces.hpp"

#include "talus/draw/surroundings.hpp"

#include <map>

namespace talus {

namespace {

constexpr std::size_t most_vertices = 2'000'000;
constexpr int drum_sides = 64;

/// What shapes share: balls all, hulls and meshes those of one form.
template <int D>
const void* shared_form(const Shape<D>& shape) {
  static const char any_ball = 0;
  if (std::holds_alternative<Ball<D>>(shape)) return &any_ball;
  if (const auto* hull = std::get_if<Hull<D>>(&shape)) return hull->polytope.get();
  if constexpr (D == 3) {
    if (const auto* mesh = std::get_if<TriangleMesh>(&shape)) return mesh->surface.get();
  }
  return nullptr;
}

/// A shape of which all that share its form are copies, larger or smaller.
template <int D>
Shape<D> unit_shape(const Shape<D>& shape) {
  if (std::holds_alternative<Ball<D>>(shape)) return Ball<D>{1};
  return shape;
}

/// Corners of all shapes, surfaces that are shared counted as often as they are drawn.
template <int D>
std::size_t vertex_count(const Model<D>& model, int sides) {
  std::map<const void*, std::size_t> known;
  std::size_t sum = 0;
  for (const auto& shape : model.shape) {
    const void* form = shared_form<D>(shape);
    const auto found = known.find(form);
    if (form != nullptr && found != known.end()) {
      sum += found->second;
      continue;
    }
    const auto surface = surface_of<D>(unit_shape<D>(shape), sides);
    const std::size_t count = surface ? surface->vertex.size() : 0;
    if (form != nullptr) known.emplace(form, count);
    sum += count;
  }
  return sum;
}

template <int D>
int chosen_sides(const Model<D>& model) {
  for (const int sides : {32, 24, 16, 12}) {
    if (vertex_count(model, sides) <= most_vertices) return sides;
  }
  return 8;
}

}  // namespace

template <int D>
ShapeSurfaces<D>::ShapeSurfaces(const Model<D>& model, const State<D>& first,
                                const State<D>& last) {
  const int sides = chosen_sides(model);
  const Bounds<D> box = roomy(bounds_of_run<D>(model, first, last));
  const Picture<D> start(model, first, iso_view());
  std::map<const void*, std::size_t> known;
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    const Shape<D>& shape = model.shape[s];
    const auto* ball = std::get_if<Ball<D>>(&shape);
    scale_.push_back(ball != nullptr ? ball->radius : 1);
    const void* form = shared_form<D>(shape);
    const auto found = known.find(form);
    if (form != nullptr && found != known.end()) {
      which_.push_back(found->second);
      continue;
    }
    if (form != nullptr) known.emplace(form, surface_.size());
    which_.push_back(surface_.size());
    auto surface = surface_of<D>(unit_shape<D>(shape), sides);
    surface_.push_back(surface ? std::move(*surface)
                               : surface_within<D>(box, start, s, drum_sides));
  }
}

template class ShapeSurfaces<2>;
template class ShapeSurfaces<3>;

}  // namespace talus

// Shapes of a state, placed in the world and ready to be drawn.
#pragma once

#include "talus/draw/view.hpp"
#include "talus/model/model.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace talus {

/// A bounded shape in the world: all within `radius` of a polytope.
template <int D>
struct Outline {
  Polytope<D> core;
  double radius = 0;
};

/// Nothing for half-spaces and drums.
template <int D>
std::optional<Outline<D>> outline_of(const Shape<D>& shape, const Pose<D>& pose);

/// Whether all corners are somewhere: not so after a run that went wrong.
template <int D>
bool is_finite(const Outline<D>& outline) {
  return std::all_of(outline.core.vertex.begin(), outline.core.vertex.end(),
                     [](const Vec<D>& v) { return v.allFinite(); });
}

/// Pose of a shape in the world.
template <int D>
Pose<D> shape_pose(const Model<D>& model, const State<D>& state, std::size_t shape);

/// The smallest box along the axes that holds what was added.
template <int N>
struct Bounds {
  Vec<N> low = Vec<N>::Constant(std::numeric_limits<double>::infinity());
  Vec<N> high = Vec<N>::Constant(-std::numeric_limits<double>::infinity());

  bool empty() const { return !(low[0] <= high[0]); }
  Vec<N> middle() const { return 0.5 * (low + high); }
  double size() const { return (high - low).maxCoeff(); }
  void add(const Vec<N>& point, double radius = 0) {
    low = low.cwiseMin((point.array() - radius).matrix());
    high = high.cwiseMax((point.array() + radius).matrix());
  }
};

template <int D>
void add(const Outline<D>& outline, Bounds<D>& bounds) {
  for (const auto& v : outline.core.vertex) bounds.add(v, outline.radius);
}

/// Cuts off a convex polygon what lies where normal . x < level.
template <int D>
std::vector<Vec<D>> cut(const std::vector<Vec<D>>& polygon, const Vec<D>& normal, double level);

}  // namespace talus

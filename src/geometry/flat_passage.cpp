#include "talus/geometry/flat_passage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace talus {

namespace {

/// Of the line through p along a direction from all lines along a facet's border.
double distance_from_border(const SurfacePatch& flat, const Vec<3>& p, const Vec<3>& along) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& e : flat.edge) {
    const Vec<3>& from = flat.vertex[e.from];
    const Vec<3> border = (flat.vertex[e.to] - from).normalized();
    const Vec<3> across = along.cross(border);
    const double sine = across.norm();
    const double distance = sine > 1e-6 * along.norm() ? std::abs(across.dot(p - from)) / sine
                                                       : border.cross(p - from).norm();
    least = std::min(least, distance);
  }
  return least;
}

}  // namespace

std::uint32_t FlatPassage::last(const std::vector<std::uint32_t>& next, std::uint32_t vertex) {
  while (next[vertex] != vertex) vertex = next[vertex];
  return vertex;
}

void FlatPassage::look(const SurfacePatch& flat, const SurfacePatch::Facet& facet,
                       const SurfacePatch& surface, double tie) {
  const std::size_t count = surface.vertex.size();
  height_.resize(count);
  for (std::size_t v = 0; v < count; ++v) {
    height_[v] = facet.normal.dot(surface.vertex[v]) - facet.offset;
  }
  lower_.resize(count);
  std::iota(lower_.begin(), lower_.end(), 0U);
  upper_ = lower_;
  for (const auto& e : surface.edge) {
    for (const auto& [v, w] : {std::pair(e.from, e.to), std::pair(e.to, e.from)}) {
      if (height_[w] < height_[lower_[v]]) lower_[v] = w;
      if (height_[w] > height_[upper_[v]]) upper_[v] = w;
    }
  }
  piercing_.clear();
  for (const auto& e : surface.edge) {
    const bool falls = height_[e.from] > height_[e.to];
    const std::uint32_t below = falls ? e.to : e.from;
    const std::uint32_t above = falls ? e.from : e.to;
    if (height_[below] >= 0 || height_[above] < 0) continue;
    const Vec<3> along = surface.vertex[above] - surface.vertex[below];
    const Vec<3> at =
        surface.vertex[below] - height_[below] / (height_[above] - height_[below]) * along;
    if (!flat.covers(facet, at, tie)) continue;
    const std::uint32_t bottom = last(lower_, below);
    piercing_.push_back({bottom, height_[last(upper_, above)], -height_[bottom],
                         distance_from_border(flat, at, along), e.name});
  }
}

bool FlatPassage::came_through(std::uint32_t vertex, double depth) const {
  const std::uint32_t bottom = last(lower_, vertex);
  return std::any_of(piercing_.begin(), piercing_.end(), [&](const Piercing& p) {
    return p.below == bottom && p.rise >= depth && p.from_border >= depth;
  });
}

bool FlatPassage::came_over_border(std::uint32_t edge, double depth) const {
  return std::any_of(piercing_.begin(), piercing_.end(), [&](const Piercing& p) {
    return p.edge == edge && std::min({p.rise, p.fall, p.from_border}) >= depth;
  });
}

}  // namespace talus

#include "talus/geometry/seams.hpp"

#include "talus/geometry/core_gap.hpp"
#include "talus/geometry/placed_core.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace talus {

namespace {

double turned(const Vec<2>& a, const Vec<2>& b) { return a[0] * b[1] - a[1] * b[0]; }

/// A shape's core in the body's frame.
struct Core {
  PlacedPolytope<2> placed;
  double left, right;  ///< along the first axis
  double size;

  std::size_t count() const { return placed.vertex.size(); }
  const Vec<2>& vertex(std::size_t i) const { return placed.vertex[i % count()]; }
  bool is_solid() const { return count() > 2; }
};

template <class S>
bool place_joinable(const S& shape, const Pose<2>& pose, PlacedPolytope<2>& out) {
  constexpr bool joins =
      std::is_same_v<S, Wall<2>> || std::is_same_v<S, Capsule<2>> || std::is_same_v<S, Hull<2>>;
  if constexpr (joins) place_core(shape, pose, Vec<2>(Vec<2>::Zero()), out);
  return joins;
}

/// Directions in which a core goes on from a point of it; none where the point lies outside.
void directions_from(const Core& c, const Vec<2>& p, double tie, std::vector<Vec<2>>& out) {
  const std::size_t n = c.count();
  for (std::size_t i = 0; i < n; ++i) {
    if ((c.vertex(i) - p).norm() > tie) continue;
    out.push_back((c.vertex(i + 1) - c.vertex(i)).normalized());
    out.push_back((c.vertex(i + n - 1) - c.vertex(i)).normalized());
    return;
  }
  bool inside = c.is_solid();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec<2> edge = c.vertex(i + 1) - c.vertex(i);
    const Vec<2> along = edge.normalized();
    const double away = -turned(along, p - c.vertex(i));
    const double place = along.dot(p - c.vertex(i));
    if (std::abs(away) <= tie && place > 0 && place < edge.norm()) {
      out.insert(out.end(), {along, -along});
      if (c.is_solid()) out.emplace_back(-c.placed.normal[i]);
      return;
    }
    inside = inside && away < 0;
  }
  if (!inside) return;
  for (int axis = 0; axis < 2; ++axis) {
    out.insert(out.end(), {Vec<2>(Vec<2>::Unit(axis)), Vec<2>(-Vec<2>::Unit(axis))});
  }
}

bool holds(const Core& c, const Vec<2>& p, double tie) {
  for (std::size_t i = 0; i < c.count(); ++i) {
    if (c.placed.normal[i].dot(p - c.vertex(i)) > tie) return false;
  }
  return true;
}

/// Whether an edge of one core lies in another, which goes on behind it.
bool covers(const Core& other, const Core& core, std::size_t edge, double tie) {
  if (!other.is_solid() || !holds(other, core.vertex(edge), tie) ||
      !holds(other, core.vertex(edge + 1), tie)) {
    return false;
  }
  return std::any_of(other.placed.vertex.begin(), other.placed.vertex.end(), [&](const auto& v) {
    return core.placed.normal[edge].dot(v - core.vertex(edge)) > tie;
  });
}

void join(const Core& core, const Rotation<2>& turn, const Core& other, double tie, Seams& out) {
  std::vector<Vec<2>> directions;
  for (std::size_t i = 0; i < core.count(); ++i) {
    directions.clear();
    directions_from(other, core.vertex(i), tie, directions);
    for (const auto& d : directions) out.beyond.push_back({i, unrotate<2>(turn, d)});
    if (covers(other, core, i, tie)) out.inner.push_back(i);
  }
}

}  // namespace

std::vector<std::shared_ptr<const Seams>> find_seams(const std::vector<Shape<2>>& shapes,
                                                     const std::vector<Pose<2>>& placements) {
  std::vector<std::shared_ptr<const Seams>> out(shapes.size());
  std::vector<Core> cores(shapes.size());
  std::vector<std::size_t> order;
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    Core& c = cores[s];
    const auto place = [&](const auto& shape) {
      return place_joinable(shape, placements[s], c.placed);
    };
    if (!std::visit(place, shapes[s])) continue;
    c.size = characteristic_size<2>(shapes[s]);
    c.left = c.right = c.vertex(0)[0];
    for (const auto& v : c.placed.vertex) {
      c.left = std::min(c.left, v[0]);
      c.right = std::max(c.right, v[0]);
    }
    order.push_back(s);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t s, std::size_t t) {
    return std::pair(cores[s].left, s) < std::pair(cores[t].left, t);
  });
  std::vector<Seams> found(shapes.size());
  for (auto first = order.begin(); first != order.end(); ++first) {
    for (auto second = first + 1; second != order.end(); ++second) {
      const Core& a = cores[*first];
      const Core& b = cores[*second];
      const double tie = same_distance * std::min(a.size, b.size);
      if (b.left > a.right + tie) break;  // and so are all that follow
      if (std::abs(a.placed.radius - b.placed.radius) > tie) continue;
      join(a, placements[*first].r, b, tie, found[*first]);
      join(b, placements[*second].r, a, tie, found[*second]);
    }
  }
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    if (found[s].beyond.empty() && found[s].inner.empty()) continue;
    out[s] = std::make_shared<const Seams>(std::move(found[s]));
  }
  return out;
}

}  // namespace talus

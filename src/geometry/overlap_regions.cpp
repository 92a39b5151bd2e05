#include "talus/geometry/overlap_regions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace talus {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

AxisBox box_of(const SurfacePatch& s, std::uint32_t t) {
  AxisBox box;
  for (const std::uint32_t v : s.triangle[t]) box.extend(s.vertex[v]);
  return box;
}

std::uint32_t facet_of(const SurfacePatch& s, std::uint32_t t) {
  const auto after =
      std::upper_bound(s.facet.begin(), s.facet.end(), t,
                       [](std::uint32_t u, const auto& f) { return u < f.last_triangle; });
  return static_cast<std::uint32_t>(after - s.facet.begin());
}

/// Where two edges of a triangle come through a plane. False when all of it is on one side; what
/// lies in the plane counts as before it, for all triangles alike.
bool cut(const SurfacePatch& s, std::uint32_t t, const SurfacePatch::Facet& plane,
         std::uint32_t facet, bool of_a, Piercing (&out)[2]) {
  int count = 0;
  for (std::size_t k = 0; k < 3 && count < 2; ++k) {
    const auto [low, high] = std::minmax(s.triangle[t][k], s.triangle[t][(k + 1) % 3]);
    const double start = plane.normal.dot(s.vertex[low]) - plane.offset;
    const double end = plane.normal.dot(s.vertex[high]) - plane.offset;
    if ((start >= 0) == (end >= 0)) continue;
    const double part = start / (start - end);
    const Vec<3> point = s.vertex[low] + part * (s.vertex[high] - s.vertex[low]);
    out[count++] = {point, low, high, facet, of_a};
  }
  return count == 2;
}

}  // namespace

double way_out(const SurfacePatch& body, const Vec<3>& from, const Vec<3>& direction, double tie) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& f : body.facet) {
    const double rise = f.normal.dot(direction);
    if (rise <= 0) continue;
    const double way = (f.offset - f.normal.dot(from)) / rise;
    if (way < -tie || way >= least) continue;
    if (body.covers(f, from + way * direction, tie)) least = way;
  }
  return least;
}

bool OverlapRegions::find(const SurfacePatch& a, const SurfacePatch& b, double tie) {
  segment_.clear();
  inside_.clear();
  region_.clear();
  some_are_left_out_ = false;
  AxisBox around_a;
  AxisBox around_b;
  for (const auto& v : a.vertex) around_a.extend(v);
  for (const auto& v : b.vertex) around_b.extend(v);
  boxes(a, around_b, box_a_);
  boxes(b, around_a, box_b_);
  // Both lists in the order of their lower ends along x: of a pair that meets, one begins within
  // the other.
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < box_a_.size() && j < box_b_.size()) {
    if (box_a_[i].box.min()[0] <= box_b_[j].box.min()[0]) {
      const Box& one = box_a_[i++];
      for (std::size_t k = j; k < box_b_.size() && box_b_[k].box.min()[0] <= one.box.max()[0];
           ++k) {
        if (box_b_[k].box.intersects(one.box)) intersect(a, one.triangle, b, box_b_[k].triangle);
      }
    } else {
      const Box& one = box_b_[j++];
      for (std::size_t k = i; k < box_a_.size() && box_a_[k].box.min()[0] <= one.box.max()[0];
           ++k) {
        if (box_a_[k].box.intersects(one.box)) intersect(a, box_a_[k].triangle, b, one.triangle);
      }
    }
  }
  if (segment_.empty()) return false;
  join_ends();
  for (std::uint32_t k = 0; k < segment_.size(); ++k) segment_[k].curve = root(k);
  const double size = (around_a.sizes() + around_b.sizes()).norm();
  go_inside(a, b, true, size);
  go_inside(b, a, false, size);
  describe(a, b, tie);
  return true;
}

void OverlapRegions::boxes(const SurfacePatch& s, const AxisBox& near, std::vector<Box>& out) {
  out.clear();
  for (std::uint32_t t = 0; t < s.triangle.size(); ++t) {
    const AxisBox box = box_of(s, t);
    if (box.intersects(near)) out.push_back({box, t});
  }
  std::sort(out.begin(), out.end(), [](const Box& one, const Box& other) {
    return std::tuple(one.box.min()[0], one.triangle) <
           std::tuple(other.box.min()[0], other.triangle);
  });
}

/// What two triangles have in common lies along the line of their planes, within both.
void OverlapRegions::intersect(const SurfacePatch& a, std::uint32_t of_a, const SurfacePatch& b,
                               std::uint32_t of_b) {
  const std::uint32_t facet_a = facet_of(a, of_a);
  const std::uint32_t facet_b = facet_of(b, of_b);
  const auto& plane_a = a.facet[facet_a];
  const auto& plane_b = b.facet[facet_b];
  Piercing cut_a[2];
  Piercing cut_b[2];
  if (!cut(a, of_a, plane_b, facet_b, true, cut_a) ||
      !cut(b, of_b, plane_a, facet_a, false, cut_b)) {
    return;
  }
  // To the left of it, seen from outside of a, lies what is behind b: n_a x (n_a x n_b) . n_b < 0.
  const Vec<3> along = plane_a.normal.cross(plane_b.normal);
  const auto before = [&](const Piercing& one, const Piercing& other) {
    return along.dot(one.point) < along.dot(other.point);
  };
  if (before(cut_a[1], cut_a[0])) std::swap(cut_a[0], cut_a[1]);
  if (before(cut_b[1], cut_b[0])) std::swap(cut_b[0], cut_b[1]);
  const Piercing& from = before(cut_a[0], cut_b[0]) ? cut_b[0] : cut_a[0];
  const Piercing& to = before(cut_a[1], cut_b[1]) ? cut_a[1] : cut_b[1];
  if (!before(from, to)) return;
  const auto number = static_cast<std::uint32_t>(segment_.size());
  segment_.push_back({from, to, of_a, of_b, number, number});
}

std::uint32_t OverlapRegions::root(std::uint32_t segment) {
  while (segment_[segment].region != segment) {
    segment_[segment].region = segment_[segment_[segment].region].region;
    segment = segment_[segment].region;
  }
  return segment;
}

void OverlapRegions::join(std::uint32_t one, std::uint32_t other) {
  one = root(one);
  other = root(other);
  segment_[std::max(one, other)].region = std::min(one, other);
}

/// Where an edge comes through a facet the curve goes on in the neighbouring triangle.
void OverlapRegions::join_ends() {
  const auto end = [this](std::uint32_t k) -> const Piercing& {
    return k % 2 == 0 ? segment_[k / 2].from : segment_[k / 2].to;
  };
  const auto name = [](const Piercing& p) {
    return std::tuple(p.edge_of_a, p.edge_from, p.edge_to, p.facet);
  };
  order_.resize(2 * segment_.size());
  for (std::uint32_t k = 0; k < order_.size(); ++k) order_[k] = k;
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::tuple(name(end(i)), i) < std::tuple(name(end(j)), j);
  });
  for (std::size_t k = 1; k < order_.size(); ++k) {
    if (name(end(order_[k - 1])) == name(end(order_[k]))) join(order_[k - 1] / 2, order_[k] / 2);
  }
}

/// Vertices inside the other body, from the curve inwards. Curves they connect bound one region.
void OverlapRegions::go_inside(const SurfacePatch& one, const SurfacePatch& other, bool of_a,
                               double size) {
  owner_.assign(one.vertex.size(), none);
  const std::size_t first = inside_.size();
  const auto reach = [&](std::uint32_t v, std::uint32_t segment) {
    if (owner_[v] != none) return join(owner_[v], segment);
    if (!other.deeper_than(one.vertex[v], 0, size)) return;
    owner_[v] = segment;
    inside_.push_back({v, segment, of_a});
  };
  for (std::uint32_t s = 0; s < segment_.size(); ++s) {
    for (const std::uint32_t v : one.triangle[of_a ? segment_[s].of_a : segment_[s].of_b]) {
      const Piercing& from = segment_[s].from;
      const Piercing& to = segment_[s].to;
      const auto is_at = [&](const Piercing& p) {
        return p.edge_of_a == of_a && (p.edge_from == v || p.edge_to == v);
      };
      if (is_at(from) || is_at(to)) reach(v, s);
    }
  }
  for (std::size_t k = first; k < inside_.size(); ++k) {
    const std::uint32_t v = inside_[k].vertex;
    for (const auto& e : one.edge) {
      if (e.from != v && e.to != v) continue;
      reach(e.from == v ? e.to : e.from, inside_[k].segment);
    }
  }
}

/// Of a curve, as a vector across it: half the sum of r x dr.
Vec<3> OverlapRegions::area_within(std::uint32_t curve) const {
  Vec<3> area = Vec<3>::Zero();
  const Vec<3>& origin = segment_[curve].from.point;
  for (std::uint32_t s = curve; s < segment_.size(); ++s) {
    if (segment_[s].curve != curve) continue;
    const Vec<3>& from = segment_[s].from.point;
    area += 0.5 * (from - origin).cross(segment_[s].to.point - from);
  }
  return area;
}

void OverlapRegions::describe(const SurfacePatch& a, const SurfacePatch& b, double tie) {
  std::vector<Piercing> rim;
  for (std::uint32_t first = 0; first < segment_.size(); ++first) {
    if (root(first) != first) continue;
    OverlapRegion region{};
    rim.clear();
    for (std::uint32_t s = first; s < segment_.size(); ++s) {
      if (root(s) != first) continue;
      rim.push_back(segment_[s].from);
      rim.push_back(segment_[s].to);
    }
    Vec<3> centre = Vec<3>::Zero();
    for (const auto& p : rim) centre += p.point / static_cast<double>(rim.size());
    // A body's surface inside the other, as a vector: the way out that gains the most volume.
    Vec<3> area = Vec<3>::Zero();
    double areas = 0;
    for (std::uint32_t curve = first; curve < segment_.size(); ++curve) {
      if (segment_[curve].curve != curve || root(curve) != first) continue;
      const Vec<3> within = area_within(curve);
      area += within;
      areas += within.norm();
    }
    if (areas <= tie * tie) continue;
    // One body through and through another has a curve on both sides, and no way out to prefer.
    if (area.norm() <= 0.1 * areas) {
      some_are_left_out_ = true;
      continue;
    }
    region.normal = -area.normalized();
    for (const auto& p : rim) region.box.extend(p.point);
    find_deepest(a, b, first, centre, tie, region);
    choose_rim(rim, centre, region);
    region_.push_back(std::move(region));
  }
}

/// Lines from a corner of one body inside the other end where they leave the other. A line through
/// the middle of the curve begins where it enters a, from b, and ends where it leaves b.
void OverlapRegions::find_deepest(const SurfacePatch& a, const SurfacePatch& b, std::uint32_t first,
                                  const Vec<3>& centre, double tie, OverlapRegion& region) {
  const Vec<3>& n = region.normal;
  region.of_a = region.of_b = centre;
  region.depth = 0;
  double least_of_a = std::numeric_limits<double>::infinity();
  double most_of_b = -least_of_a;
  for (const auto& s : segment_) {
    if (root(s.region) != first) continue;
    least_of_a = std::min({least_of_a, n.dot(s.from.point), n.dot(s.to.point)});
    most_of_b = std::max({most_of_b, n.dot(s.from.point), n.dot(s.to.point)});
  }
  const auto take = [&](const Vec<3>& of_a, const Vec<3>& of_b) {
    const double depth = n.dot(of_b - of_a);
    if (!(depth > region.depth) || !std::isfinite(depth)) return;
    region.of_a = of_a;
    region.of_b = of_b;
    region.depth = depth;
  };
  for (const auto& v : inside_) {
    if (root(v.segment) != first) continue;
    const Vec<3>& x = (v.of_a ? a : b).vertex[v.vertex];
    region.box.extend(x);
    (v.of_a ? region.inside_b : region.inside_a).push_back(x);
    if (v.of_a) {
      least_of_a = std::min(least_of_a, n.dot(x));
      take(x, x + way_out(b, x, n, tie) * n);
    } else {
      most_of_b = std::max(most_of_b, n.dot(x));
      take(x - way_out(a, x, -n, tie) * n, x);
    }
  }
  const Vec<3> below = centre - way_out(a, centre, -n, tie) * n;
  take(below, below + way_out(b, below, n, tie) * n);
  const Vec<3> above = centre + way_out(b, centre, n, tie) * n;
  take(above - way_out(a, above, -n, tie) * n, above);
  region.plane_depth = std::max(region.depth, most_of_b - least_of_a);
}

/// The farthest from the centre, the farthest from that, and the farthest to both sides of the two.
void OverlapRegions::choose_rim(const std::vector<Piercing>& all, const Vec<3>& centre,
                                OverlapRegion& region) {
  const auto farthest = [&](const auto& way) {
    return *std::max_element(all.begin(), all.end(),
                             [&](const Piercing& one, const Piercing& other) {
                               return way(one.point) < way(other.point);
                             });
  };
  const Piercing first = farthest([&](const Vec<3>& x) { return (x - centre).squaredNorm(); });
  const Piercing second =
      farthest([&](const Vec<3>& x) { return (x - first.point).squaredNorm(); });
  const Vec<3> across = region.normal.cross(second.point - first.point);
  region.rim = {first, second, farthest([&](const Vec<3>& x) { return across.dot(x); }),
                farthest([&](const Vec<3>& x) { return -across.dot(x); })};
}

}  // namespace talus

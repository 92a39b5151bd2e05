// Gaps of convex polygons, their thin limits and roundings.
#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/core_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

using Placed = PlacedPolytope<2>;
using Out = std::vector<GapPoint<2>>;

/// A line along an edge of one polygon, and how far the other is in front of it.
struct Separation {
  double distance = -std::numeric_limits<double>::infinity();
  std::size_t edge = 0;
  bool of_a = true;
  Vec<2> from_b_to_a = Vec<2>::Zero();
};

double in_front(const Placed& p, std::size_t edge, const Placed& other) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& v : other.vertex)
    least = std::min(least, p.normal[edge].dot(v - p.vertex[edge]));
  return least;
}

/// The line with the polygons farthest apart, or least overlapped. Of lines that do so equally well
/// but point elsewhere (corner on corner) the one that is not being crossed.
class LineSearch {
 public:
  explicit LineSearch(const GapQuery<2>& query) : query_(query) {}

  void take(const Placed& p, const Placed& other, bool of_a) {
    for (std::size_t i = 0; i < p.normal.size(); ++i) {
      const Vec<2> n = of_a ? Vec<2>(-p.normal[i]) : p.normal[i];
      consider({in_front(p, i, other), i, of_a, n});
    }
  }
  const Separation& best() const { return best_; }

 private:
  void consider(const Separation& s) {
    const double tie = same_distance * query_.size;
    if (parts_better<2>(s.distance, s.from_b_to_a, best_.distance, best_.from_b_to_a,
                        query_.approach, tie)) {
      best_ = s;
    }
  }

  const GapQuery<2>& query_;
  Separation best_;
};

/// The edge of p that looks most against a direction.
std::size_t facing_edge(const Placed& p, const Vec<2>& direction) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < p.normal.size(); ++i) {
    if (p.normal[i].dot(direction) < p.normal[best].dot(direction)) best = i;
  }
  return best;
}

/// Corners of the common part of an edge (of `base`) and what faces it.
class EdgeManifold {
 public:
  EdgeManifold(const Placed& a, const Placed& b, const GapQuery<2>& query, const Separation& s)
      : a_(a),
        b_(b),
        query_(query),
        s_(s),
        base_(s.of_a ? a : b),
        other_(s.of_a ? b : a),
        normal_(base_.normal[s.edge]),
        start_(base_.vertex[s.edge]),
        next_((s.edge + 1) % base_.vertex.size()),
        length_((base_.vertex[next_] - start_).norm()),
        along_((base_.vertex[next_] - start_) / length_) {}

  /// True when the nearest points, as the line tells their distance, are among the corners: else
  /// the polygons are nearest elsewhere, at corners beside the edge.
  bool find(Out& out) const {
    const double tie = same_distance * query_.size;
    double nearest = std::numeric_limits<double>::infinity();
    const std::size_t first = facing_edge(other_, normal_);
    const std::size_t second = (first + 1) % other_.vertex.size();
    const double u = coordinate(first);
    const double w = coordinate(second);
    const bool flush = !other_.normal.empty() &&
                       (other_.normal[first] + normal_).squaredNorm() <= parallel * parallel;
    const double beside = flush ? same_line * query_.size : tie;
    const bool first_in = u >= -beside && u <= length_ + beside;
    const bool second_in = w >= -beside && w <= length_ + beside;
    if (first_in) nearest = std::min(nearest, vertex_of_other(first, out));
    if (second_in && std::abs(u - w) > tie) {
      nearest = std::min(nearest, vertex_of_other(second, out));
    }
    // Ends of the base edge under the other one's inside.
    const double low = std::min(u, w);
    const double high = std::max(u, w);
    if (low < -beside && high > beside) {
      nearest = std::min(nearest, vertex_of_base(s_.edge, 0, first, second, u, w, out));
    }
    if (low < length_ - beside && high > length_ + beside) {
      nearest = std::min(nearest, vertex_of_base(next_, length_, first, second, u, w, out));
    }
    return nearest <= s_.distance + tie;
  }

  /// The vertex farthest behind the line. Where the facing edge lies beside the base, as that of a
  /// sharp corner may, this is all there is of an overlap.
  void find_deepest(Out& out) const { vertex_of_other(deepest(), out); }

 private:
  double coordinate(std::size_t i) const { return along_.dot(other_.vertex[i] - start_); }

  std::size_t deepest() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < other_.vertex.size(); ++i) {
      if (normal_.dot(other_.vertex[i]) < normal_.dot(other_.vertex[best])) best = i;
    }
    return best;
  }

  double vertex_of_other(std::size_t i, Out& out) const {
    const Vec<2>& on_other = other_.vertex[i];
    const double gap = normal_.dot(on_other - start_);
    push(on_other, on_other - gap * normal_, gap,
         s_.of_a ? feature_of(FeatureKind::vertex_of_b, 0, i)
                 : feature_of(FeatureKind::vertex_of_a, i, 0),
         out);
    return gap;
  }

  double vertex_of_base(std::size_t i, double place, std::size_t first, std::size_t second,
                        double u, double w, Out& out) const {
    const Vec<2> on_other = other_.vertex[first] +
                            (place - u) / (w - u) * (other_.vertex[second] - other_.vertex[first]);
    const double gap = normal_.dot(on_other - start_);
    push(on_other, on_other - gap * normal_, gap,
         s_.of_a ? feature_of(FeatureKind::vertex_of_a, i, 0)
                 : feature_of(FeatureKind::vertex_of_b, 0, i),
         out);
    return gap;
  }

  void push(const Vec<2>& on_other, const Vec<2>& on_base, double gap, std::uint32_t feature,
            Out& out) const {
    add_gap<2>(a_, b_, query_.alert, s_.of_a ? on_base : on_other, s_.of_a ? on_other : on_base,
               s_.from_b_to_a, gap, feature, out);
  }

  const Placed& a_;
  const Placed& b_;
  const GapQuery<2>& query_;
  const Separation& s_;
  const Placed& base_;
  const Placed& other_;
  const Vec<2> normal_, start_;
  const std::size_t next_;
  const double length_;
  const Vec<2> along_;
};

struct CornerPair {
  double distance = std::numeric_limits<double>::infinity();
  std::size_t a = 0, b = 0;
};

CornerPair nearest_corners(const Placed& a, const Placed& b) {
  CornerPair best;
  for (std::size_t i = 0; i < a.vertex.size(); ++i) {
    for (std::size_t j = 0; j < b.vertex.size(); ++j) {
      const double distance = (a.vertex[i] - b.vertex[j]).norm();
      if (distance < best.distance) best = {distance, i, j};
    }
  }
  return best;
}

}  // namespace

void polytope_gaps(const PlacedPolytope<2>& a, const PlacedPolytope<2>& b, const GapQuery<2>& query,
                   std::vector<GapPoint<2>>& out) {
  LineSearch search(query);
  search.take(a, b, true);
  search.take(b, a, false);
  const Separation& line = search.best();
  if (line.distance - a.radius - b.radius > query.alert) return;
  const double tie = same_distance * query.size;
  const Placed& base = line.of_a ? a : b;
  // Solids that no line parts overlap; thin ones may still lie one behind the other.
  const bool thin = a.vertex.size() < 3 && b.vertex.size() < 3;
  const bool apart = line.distance > (thin ? -tie : tie);
  if (!base.normal.empty()) {
    const EdgeManifold manifold(a, b, query, line);
    const std::size_t before = out.size();
    if (manifold.find(out)) return;
    if (!apart) {
      if (out.size() == before) manifold.find_deepest(out);
      return;
    }
    out.resize(before);
  }
  const CornerPair corners = nearest_corners(a, b);
  const Vec<2>& p = a.vertex[corners.a];
  const Vec<2>& q = b.vertex[corners.b];
  const Vec<2> n = corners.distance > 0 ? Vec<2>((p - q) / corners.distance) : last_axis<2>();
  add_gap<2>(a, b, query.alert, p, q, n, corners.distance,
             feature_of(FeatureKind::others, corners.a, corners.b), out);
}

}  // namespace talus

// Gaps of convex polygons, their thin limits and roundings.
#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/core_gap.hpp"
#include "talus/geometry/seams.hpp"

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

/// Distance of the vertex nearest to a line, or farthest behind it.
struct Foremost {
  double distance = std::numeric_limits<double>::infinity();
  std::size_t vertex = 0;
};

Foremost in_front(const Placed& p, std::size_t edge, const Placed& other) {
  Foremost least;
  for (std::size_t i = 0; i < other.vertex.size(); ++i) {
    const double distance = p.normal[edge].dot(other.vertex[i] - p.vertex[edge]);
    if (distance < least.distance) least = {distance, i};
  }
  return least;
}

bool is_inner(const Placed& p, std::size_t edge) {
  return std::find(p.inner.begin(), p.inner.end(), edge) != p.inner.end();
}

/// Whether the body goes straight on where an edge ends that comes `from` another vertex: there is
/// no corner.
bool goes_on(const Placed& p, std::size_t vertex, std::size_t from) {
  if (p.beyond.empty()) return false;
  const Vec<2> edge = p.vertex[vertex] - p.vertex[from];
  return std::any_of(p.beyond.begin(), p.beyond.end(), [&](const auto& b) {
    const double across = edge[0] * b.along[1] - edge[1] * b.along[0];
    return b.vertex == vertex && std::abs(across) <= straight * edge.norm() &&
           edge.dot(b.along) > 0;
  });
}

bool is_joint(const Placed& p, std::size_t vertex) {
  return std::any_of(p.beyond.begin(), p.beyond.end(),
                     [vertex](const auto& b) { return b.vertex == vertex; });
}

/// The line with the polygons farthest apart, or least overlapped. Of lines that do so equally well
/// but point elsewhere (corner on corner) the one that is not being crossed.
class LineSearch {
 public:
  explicit LineSearch(const GapQuery<2>& query) : query_(query) {}

  void take(const Placed& p, const Placed& other, bool of_a) {
    for (std::size_t i = 0; i < p.normal.size(); ++i) {
      const Vec<2> n = of_a ? Vec<2>(-p.normal[i]) : p.normal[i];
      const Foremost foremost = in_front(p, i, other);
      const Separation s{foremost.distance, i, of_a, n};
      consider(s, best_);
      if (!is_inner(p, i) && leaves_body(other, foremost.vertex, -p.normal[i])) {
        consider(s, outer_);
      }
    }
  }
  const Separation& best() const { return best_; }
  /// Of lines outside both bodies only: those along seams would push bodies the wrong way.
  const Separation& outer() const { return outer_; }

 private:
  void consider(const Separation& s, Separation& best) {
    const double tie = same_distance * query_.size;
    if (parts_better<2>(s.distance, s.from_b_to_a, best.distance, best.from_b_to_a, query_.approach,
                        tie)) {
      best = s;
    }
  }

  const GapQuery<2>& query_;
  Separation best_, outer_;
};

/// The edge of p that looks most against a direction; inner edges only where there are no others.
std::size_t facing_edge(const Placed& p, const Vec<2>& direction) {
  std::size_t best = 0;
  bool inside = is_inner(p, 0);
  for (std::size_t i = 1; i < p.normal.size(); ++i) {
    if (is_inner(p, i)) continue;
    if (!inside && !(p.normal[i].dot(direction) < p.normal[best].dot(direction))) continue;
    best = i;
    inside = false;
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
        outward_(s.of_a ? Vec<2>(-s.from_b_to_a) : s.from_b_to_a),
        lean_(normal_.dot(outward_)),
        start_(base_.vertex[s.edge]),
        next_((s.edge + 1) % base_.vertex.size()),
        length_((base_.vertex[next_] - start_).norm()),
        along_((base_.vertex[next_] - start_) / length_) {}

  /// Whether the nearest points, as the line tells their distance, are among the corners (else the
  /// polygons are nearest elsewhere, at corners beside the edge), and whether there are any.
  struct Found {
    bool nearest, any;
  };

  Found find(Out& out) const {
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
    if (first_in) nearest = std::min(nearest, vertex_of_other(first, second, flush, out));
    if (second_in && std::abs(u - w) > tie) {
      nearest = std::min(nearest, vertex_of_other(second, first, flush, out));
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
    return {nearest <= s_.distance + tie, std::isfinite(nearest)};
  }

  /// Whether what faces the edge does so.
  bool lies_across() const {
    return other_.normal.empty() ||
           -other_.normal[facing_edge(other_, normal_)].dot(normal_) > lying_across;
  }

  /// The vertex farthest behind the line. Where the facing edge lies beside the base, as that of a
  /// sharp corner may, this is all there is of an overlap. Beyond a joint it is the neighbour's,
  /// and so it is beyond any end if a seam hides a better line: turned from the edge's normal
  /// towards the neighbour's the bodies overlap by less, so that a corner here lies over an edge
  /// there.
  void find_deepest(bool seam, Out& out) const {
    const std::size_t i = deepest();
    const double place = coordinate(i);
    const double tie = same_distance * query_.size;
    if (place < 0 && (is_joint(base_, s_.edge) || (seam && place < -tie))) return;
    if (place > length_ && (is_joint(base_, next_) || (seam && place > length_ + tie))) return;
    vertex_of_other(i, i, false, out);
  }

 private:
  double gap_at(const Vec<2>& on_other) const { return normal_.dot(on_other - start_) / lean_; }

  double coordinate(std::size_t i) const { return along_.dot(other_.vertex[i] - start_); }

  std::size_t deepest() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < other_.vertex.size(); ++i) {
      if (normal_.dot(other_.vertex[i]) < normal_.dot(other_.vertex[best])) best = i;
    }
    return best;
  }

  /// `from`: the other end of its edge.
  double vertex_of_other(std::size_t i, std::size_t from, bool flush, Out& out) const {
    const Vec<2>& on_other = other_.vertex[i];
    const double gap = gap_at(on_other);
    // Flush edges are as good as parallel: hollows at their ends take no corner away.
    if ((!flush && !leaves_body(other_, i, -normal_)) || goes_on(other_, i, from)) {
      // No corner; but an end of the base may lie on it.
      if (flush) end_at(i, from, out);
      return gap;
    }
    push(on_other, on_other - gap * outward_, gap,
         s_.of_a ? feature_of(FeatureKind::vertex_of_b, 0, i)
                 : feature_of(FeatureKind::vertex_of_a, i, 0),
         out);
    return gap;
  }

  /// An end of the base that lies on vertex i of the other's edge between two vertices.
  void end_at(std::size_t i, std::size_t from, Out& out) const {
    const double place = coordinate(i);
    for (const auto& [end, at] : {std::pair(s_.edge, 0.0), std::pair(next_, length_)}) {
      if (std::abs(place - at) > same_line * query_.size) continue;
      const double part = (at - place) / (coordinate(from) - place);
      const Vec<2> on_other = other_.vertex[i] + part * (other_.vertex[from] - other_.vertex[i]);
      const double gap = gap_at(on_other);
      push(on_other, on_other - gap * outward_, gap, base_name(end), out);
    }
  }

  std::uint32_t base_name(std::size_t i) const {
    return s_.of_a ? feature_of(FeatureKind::vertex_of_a, i, 0)
                   : feature_of(FeatureKind::vertex_of_b, 0, i);
  }

  double vertex_of_base(std::size_t i, double place, std::size_t first, std::size_t second,
                        double u, double w, Out& out) const {
    const Vec<2> on_other = other_.vertex[first] +
                            (place - u) / (w - u) * (other_.vertex[second] - other_.vertex[first]);
    const double gap = gap_at(on_other);
    if (goes_on(base_, i, place > 0 ? s_.edge : next_)) return gap;
    push(on_other, on_other - gap * outward_, gap, base_name(i), out);
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
  const Vec<2> normal_;
  const Vec<2> outward_;  ///< what the edge pushes along: its normal, nearly
  const double lean_;     ///< cosine between the two
  const Vec<2> start_;
  const std::size_t next_;
  const double length_;
  const Vec<2> along_;
};

double thickness(const Placed& p, const Vec<2>& n) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const auto& v : p.vertex) {
    low = std::min(low, n.dot(v));
    high = std::max(high, n.dot(v));
  }
  return high - low;
}

/// Of a solid, whether a point lies in it, or beyond a seam; of a segment, whether it lies beside
/// it.
bool may_hold(const Placed& p, const Vec<2>& point, double slack) {
  if (p.vertex.size() < 3) {
    const Vec<2> along = (p.vertex[1] - p.vertex[0]).normalized();
    const double place = along.dot(point - p.vertex[0]);
    return place >= -slack && along.dot(p.vertex[1] - point) >= -slack;
  }
  for (std::size_t i = 0; i < p.vertex.size(); ++i) {
    if (!is_inner(p, i) && p.normal[i].dot(point - p.vertex[i]) > slack) return false;
  }
  return true;
}

bool is_inside(const Placed& p, const Vec<2>& point) {
  if (p.vertex.size() < 3) return false;
  for (std::size_t i = 0; i < p.vertex.size(); ++i) {
    if (p.normal[i].dot(point - p.vertex[i]) >= 0) return false;
  }
  return true;
}

/// Whether a line that is not the best one has the bodies overlap where it is: the foremost vertex
/// of the other in the base, or an end of the base's edge in the other. Else it is some far side.
bool overlaps_here(const Placed& base, std::size_t edge, const Placed& other, double tie) {
  const std::size_t next = (edge + 1) % base.vertex.size();
  return may_hold(base, other.vertex[in_front(base, edge, other).vertex], tie) ||
         (other.vertex.size() > 1 &&
          (may_hold(other, base.vertex[edge], tie) || may_hold(other, base.vertex[next], tie)));
}

/// Whether one polygon reaches behind a line by more than half of what a solid is thick there: then
/// it has come from another side.
bool passes_through(const Placed& a, const Placed& b, const Separation& line) {
  for (const Placed* p : {&a, &b}) {
    if (p->vertex.size() > 2 && -line.distance > 0.5 * thickness(*p, line.from_b_to_a)) return true;
  }
  return !std::isfinite(line.distance);
}

/// Turns the line to the mean of two edges that lie on each other, or nearly, with a's as the base:
/// else round-off would choose between them in each step, and with the base names of contacts and
/// directions of impulses. False when there are no such edges. tilt2: square of their angle.
bool settle_base(const Placed& a, const Placed& b, Separation& line, double& tilt2) {
  const Placed& base = line.of_a ? a : b;
  const Placed& other = line.of_a ? b : a;
  if (base.normal.empty() || other.normal.empty()) return false;
  const Vec<2>& normal = base.normal[line.edge];
  const std::size_t facing = facing_edge(other, normal);
  tilt2 = (other.normal[facing] + normal).squaredNorm();
  if (tilt2 > parallel * parallel || is_inner(base, line.edge) || is_inner(other, facing)) {
    return false;
  }
  const Vec<2> outward = (normal - other.normal[facing]).normalized();
  line.from_b_to_a = line.of_a ? Vec<2>(-outward) : outward;
  if (!line.of_a) line.edge = facing;
  line.of_a = true;
  return true;
}

/// Whether all of the body is behind a line through one of its vertices, as far as it reaches from
/// there.
bool is_outward(const Placed& p, std::size_t vertex, const Vec<2>& normal) {
  const std::size_t n = p.vertex.size();
  for (const std::size_t next : {(vertex + 1) % n, (vertex + n - 1) % n}) {
    const Vec<2> edge = p.vertex[next] - p.vertex[vertex];
    if (normal.dot(edge) > straight * edge.norm()) return false;
  }
  return leaves_body(p, vertex, normal);
}

/// Whether bodies that overlap are parted better along an edge that the body of p goes on with
/// beyond a vertex: then that part of it, which overlaps the other one too if the vertex does, has
/// the contact. All of p is behind such a line.
bool neighbour_parts_better(const Placed& p, std::size_t vertex, const Placed& other,
                            double distance) {
  if (p.beyond.empty() || !is_inside(other, p.vertex[vertex])) return false;
  for (const auto& b : p.beyond) {
    if (b.vertex != vertex) continue;
    for (const double side : {1.0, -1.0}) {
      const Vec<2> normal(side * b.along[1], -side * b.along[0]);
      if (!is_outward(p, vertex, normal)) continue;
      double least = std::numeric_limits<double>::infinity();
      for (const auto& v : other.vertex) {
        least = std::min(least, normal.dot(v - p.vertex[vertex]));
      }
      if (least > distance) return true;
    }
  }
  return false;
}

/// The same where a line along an edge of either meets the other's foremost vertex.
bool neighbour_parts_better(const Placed& a, const Placed& b, const Separation& line, double tie) {
  const Placed& base = line.of_a ? a : b;
  const Placed& other = line.of_a ? b : a;
  const double distance = line.distance + tie;
  const std::size_t next = (line.edge + 1) % base.vertex.size();
  return neighbour_parts_better(base, line.edge, other, distance) ||
         neighbour_parts_better(base, next, other, distance) ||
         neighbour_parts_better(other, in_front(base, line.edge, other).vertex, base, distance);
}

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
  if (search.best().distance - a.radius - b.radius > query.alert) return;
  const double tie = same_distance * query.size;
  // Solids that no line parts overlap; thin ones may still lie one behind the other.
  const bool thin = a.vertex.size() < 3 && b.vertex.size() < 3;
  const bool apart = search.best().distance > (thin ? -tie : tie);
  const Separation& line = apart ? search.best() : search.outer();
  const bool seam = line.distance < search.best().distance;
  // Other parts of the bodies touch.
  if (seam && (passes_through(a, b, line) ||
               !overlaps_here(line.of_a ? a : b, line.edge, line.of_a ? b : a, tie))) {
    return;
  }
  if (!apart && neighbour_parts_better(a, b, line, tie)) return;
  const std::size_t before = out.size();
  const bool near = std::abs(line.distance - a.radius - b.radius) <= parallel * query.size;
  Separation settled = line;
  double tilt2 = 0;
  if (near && settle_base(a, b, settled, tilt2)) {
    // The line is the best to a tie, the corners' gaps are to another, and the turn adds a square.
    settled.distance += tie + tilt2 * query.size;
    const EdgeManifold::Found found = EdgeManifold(a, b, query, settled).find(out);
    if (found.nearest || (found.any && !apart)) return;
    out.resize(before);
  }
  const Placed& base = line.of_a ? a : b;
  if (!base.normal.empty()) {
    const EdgeManifold manifold(a, b, query, line);
    const EdgeManifold::Found found = manifold.find(out);
    if (found.nearest) {
      // Across an inner edge the next part of the body is nearer.
      if (is_inner(base, line.edge)) out.resize(before);
      return;
    }
    if (!apart) {
      // Corners of a line that is not the best tell nothing where edges are inclined to each other
      // and it is not by them that it is deep.
      const bool aside = seam && !manifold.lies_across();
      if (aside) out.resize(before);
      if (aside || !found.any) manifold.find_deepest(seam, out);
      return;
    }
    out.resize(before);
  }
  const CornerPair corners = nearest_corners(a, b);
  const Vec<2>& p = a.vertex[corners.a];
  const Vec<2>& q = b.vertex[corners.b];
  const Vec<2> n = corners.distance > 0 ? Vec<2>((p - q) / corners.distance) : last_axis<2>();
  if (!leaves_body(a, corners.a, -n) || !leaves_body(b, corners.b, n)) return;
  add_gap<2>(a, b, query.alert, p, q, n, corners.distance,
             feature_of(FeatureKind::others, corners.a, corners.b), out);
}

}  // namespace talus

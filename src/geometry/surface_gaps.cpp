#include "talus/geometry/surface_gaps.hpp"

#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/contact_places.hpp"
#include "talus/geometry/core_gap.hpp"
#include "talus/geometry/edge_pairs.hpp"
#include "talus/geometry/facet_overlap.hpp"
#include "talus/geometry/flat_passage.hpp"
#include "talus/geometry/overlap_contacts.hpp"
#include "talus/geometry/point_triangle.hpp"
#include "talus/geometry/side_by_side.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

using Edge = SurfacePatch::Edge;

/// Nearest places along two segments.
void nearest_places(const Vec<3>& p, const Vec<3>& u, const Vec<3>& q, const Vec<3>& v, double& s,
                    double& t) {
  const double uu = u.squaredNorm();
  const double vv = v.squaredNorm();
  const double uv = u.dot(v);
  const Vec<3> d = p - q;
  const double determinant = uu * vv - uv * uv;
  const auto place = [](double rise, double square) {
    return square > 0 ? std::clamp(rise / square, 0.0, 1.0) : 0.0;
  };
  s = determinant > 1e-14 * uu * vv
          ? std::clamp((uv * v.dot(d) - vv * u.dot(d)) / determinant, 0.0, 1.0)
          : 0.0;
  t = place(v.dot(p + s * u - q), vv);
  s = place(u.dot(q + t * v - p), uu);
}

class SurfacePair {
 public:
  SurfacePair(const SurfacePatch& a, const SurfacePatch& b, const GapQuery<3>& query)
      : a_(a),
        b_(b),
        tie_(same_distance * query.size),
        size_(query.size),
        wanted_(reach_ahead(query) + a.radius + b.radius),
        reach_(wanted_ + query.size) {
    places_.start(query.approach, tie_, a.convex && b.convex);
    done_.clear();
    overlaps_.look(a, b, tie_, size_);
    if (overlaps_.are_bounded()) reach_ = wanted_ + overlaps_.deepest_elsewhere();
  }

  /// Vertices of one body that are foremost over facets of the other.
  void facets(bool of_a) {
    const SurfacePatch& base = of_a ? a_ : b_;
    const SurfacePatch& other = of_a ? b_ : a_;
    for (std::size_t f = 0; f < base.facet.size(); ++f) {
      const auto& facet = base.facet[f];
      for (std::uint32_t v = 0; v < other.vertex.size(); ++v) {
        if (other.is_smooth[v] != 0) continue;
        const double gap = facet.normal.dot(other.vertex[v]) - facet.offset;
        if (gap > wanted_ || !overlaps_.may_be(gap, other.vertex[v])) continue;
        if (!other.normal_at_vertex(v, -facet.normal, tie_)) continue;
        const int face = static_cast<int>(f);
        const int incident = other.facing(v, facet.normal);
        if (!base.covers(facet, other.vertex[v], slack(facet, other, incident))) {
          if (base.came_through_hollow(face, other.vertex[v], gap, tie_)) {
            vertex_behind(other, v, facet, gap, of_a);
          }
          continue;
        }
        const bool through = gap < -tie_ && base.is_flat();
        const bool deep =
            through ? !passage(base, other, face).came_through(v, -gap)
                    : gap < -tie_ && !base.deeper_than(other.vertex[v], -gap - tie_, -gap);
        const std::pair<int, int> pair(of_a ? face : incident, of_a ? incident : face);
        if (std::find(done_.begin(), done_.end(), pair) != done_.end()) continue;
        done_.push_back(pair);
        manifold({base, face, other, incident, of_a, facet.normal, 1}, deep, through);
        places_.end();
      }
    }
  }

  /// Edges that cross, and edges and vertices that are apart.
  void edges() {
    edge_pairs_.find(a_, b_, reach_);
    for (const auto& box : overlaps_.near()) edge_pairs_.add_within(a_, b_, box);
    for (const auto& [i, j] : edge_pairs_.pairs()) {
      const Edge& e = a_.edge[i];
      const Edge& f = b_.edge[j];
      if (!crossing(e, f)) beside(e, f);
    }
  }

  void choose() {
    overlaps_.add_to(places_);
    places_.choose(
        [this](const Vec<3>& p, const Vec<3>& q, double reach) {
          return a_.is_hollow_near(p, reach) || b_.is_hollow_near(q, reach);
        },
        [this] { return pierces(a_, b_, tie_) || pierces(b_, a_, tie_); });
  }

  void emit(const GapQuery<3>& query, std::vector<GapPoint<3>>& out) {
    places_.emit(a_.radius, b_.radius, query, out);
  }

 private:
  /// What of a surface came through a side of a flat body. Two of these never meet, so there is but
  /// one in a pair.
  const FlatPassage& passage(const SurfacePatch& flat, const SurfacePatch& surface, int face) {
    if (!passages_known_) {
      passage_.resize(std::max(passage_.size(), flat.facet.size()));
      for (std::size_t f = 0; f < flat.facet.size(); ++f) {
        passage_[f].look(flat, flat.facet[f], surface, tie_);
      }
      passages_known_ = true;
    }
    return passage_[static_cast<std::size_t>(face)];
  }

  /// How far beside a facet a corner counts as over it: more where facets lie flush, or blocks set
  /// on each other would gain and lose contacts with every hair's breadth they shift.
  double slack(const SurfacePatch::Facet& facet, const SurfacePatch& other, int incident) const {
    if (incident < 0) return tie_;
    const Vec<3>& facing = other.facet[static_cast<std::size_t>(incident)].normal;
    const bool flush = (facet.normal + facing).squaredNorm() <= parallel * parallel;
    return flush ? same_line / same_distance * tie_ : tie_;
  }

  std::uint32_t name(FeatureKind kind, std::uint32_t of_a, std::uint32_t of_b) const {
    return feature_of(kind, a_.squeezed(of_a), b_.squeezed(of_b));
  }

  void vertex_behind(const SurfacePatch& other, std::uint32_t v, const SurfacePatch::Facet& plane,
                     double gap, bool of_a) {
    const Vec<3>& p = other.vertex[v];
    const Vec<3> on_base = p - gap * plane.normal;
    const std::uint32_t vertex = other.vertex_name[v];
    if (of_a) {
      places_.single(on_base, p, -plane.normal, gap,
                     name(FeatureKind::vertex_of_b, plane.name, vertex));
    } else {
      places_.single(p, on_base, plane.normal, gap,
                     name(FeatureKind::vertex_of_a, vertex, plane.name));
    }
  }

  /// A facet that lies over another, seen along a direction out of this one that need not be quite
  /// its normal.
  struct FacingFacets {
    const SurfacePatch& base;
    int facet;
    const SurfacePatch& other;
    int incident;  ///< -1: all of a segment or a point
    bool of_a;     ///< the base is a
    Vec<3> along;
    double lean;  ///< cosine of the direction and the facet's normal
  };

  /// Begins a group of the corners two facets have in common; returns the least of their gaps.
  double manifold(const FacingFacets& two, bool deep, bool through) {
    thread_local std::vector<CommonCorner> common;
    const auto& plane = two.base.facet[static_cast<std::size_t>(two.facet)];
    common_corners(two.base, two.facet, two.other, two.incident, two.along,
                   slack(plane, two.other, two.incident), common);
    const bool of_a = two.of_a;
    places_.begin(of_a ? Vec<3>(-two.along) : two.along, deep, through,
                  {of_a ? two.facet : two.incident, of_a ? two.incident : two.facet});
    double least = std::numeric_limits<double>::infinity();
    for (const auto& c : common) {
      const double gap = (plane.normal.dot(c.point) - plane.offset) / two.lean;
      if (gap > wanted_) continue;
      least = std::min(least, gap);
      const Vec<3> on_base = c.point - gap * two.along;
      places_.add(of_a ? on_base : c.point, of_a ? c.point : on_base, gap,
                  corner_name(c, two.base, plane, two.other, two.incident, of_a));
    }
    return least;
  }

  /// Of the facets beside an edge the one that looks most along a direction; -1: none.
  static int facet_beside(const SurfacePatch& s, const Edge& e, const Vec<3>& direction) {
    const auto cosine = [&](int f) {
      return f < 0 ? -1 : s.facet[static_cast<std::size_t>(f)].normal.dot(direction);
    };
    return cosine(e.right) > cosine(e.left) ? e.right : e.left;
  }

  /// Two edges nearest at p and q. Overlapped, they bring the common corners of the facets that
  /// meet there, seen along n: a body that rests on edges by a flat that reaches beyond them would
  /// turn about one crossing and sink.
  void edges_meet(const Edge& e, const Edge& f, const Vec<3>& p, const Vec<3>& q, const Vec<3>& n,
                  double gap, std::uint32_t feature, bool deep) {
    const int of_a = facet_beside(a_, e, -n);
    const int of_b = facet_beside(b_, f, n);
    const double lean_a = of_a < 0 ? 0 : -a_.facet[static_cast<std::size_t>(of_a)].normal.dot(n);
    const double lean_b = of_b < 0 ? 0 : b_.facet[static_cast<std::size_t>(of_b)].normal.dot(n);
    const bool overlap = gap - a_.radius - b_.radius <= tie_;
    if (!overlap || std::max(lean_a, lean_b) < lying_across) {
      if (ends_beside(e, f, q, n, gap, feature, deep)) return;
      return places_.single(p, q, n, gap, feature, deep);
    }
    if (places_.knows({of_a, of_b}, gap, deep)) return;
    const double least = lean_a >= lean_b
                             ? manifold({a_, of_a, b_, of_b, true, -n, lean_a}, deep, false)
                             : manifold({b_, of_b, a_, of_a, false, n, lean_b}, deep, false);
    if (least > gap + tie_) places_.add(p, q, gap, feature);
    places_.end();
  }

  /// Edges of a rounded body and a mesh that lie side by side, nearly: both ends of what they share
  /// and q, the nearest point, unless these hold it. False when they do not.
  bool ends_beside(const Edge& e, const Edge& f, const Vec<3>& q, const Vec<3>& n, double gap,
                   std::uint32_t feature, bool deep) {
    const double rounding = a_.radius + b_.radius;
    const Vec<3> u = span(a_, e);
    const Vec<3> v = span(b_, f);
    if (rounding == 0 || u.norm() <= tie_ || v.norm() <= tie_) return false;
    const auto rod = [](const SurfacePatch& s, const Edge& edge, const Vec<3>& along) {
      const double length = along.norm();
      return Rod{s.vertex[edge.from] + 0.5 * along, along / length, 0.5 * length, s.radius};
    };
    const SharedEnds ends = shared_ends(rod(a_, e, u), rod(b_, f, v), n, gap - rounding, tie_);
    if (ends.count == 0) return false;
    places_.begin(n, deep);
    const Vec<3> p = q + gap * n;
    for (int i = 0; i < ends.count; ++i) {
      const RodEnd& end = ends.end[i];
      const bool is_q = ends.is_nearest(i, p - a_.radius * n, gap - rounding, tie_, size_);
      const double at = is_q ? gap : std::max(gap, end.gap + rounding);
      const Vec<3> on_b = is_q ? q : Vec<3>(end.on_b - b_.radius * end.normal);
      if (at > wanted_) continue;
      places_.add(on_b + at * n, on_b, at,
                  name(i == 0 ? FeatureKind::others : FeatureKind::edges, a_.vertex_total + e.name,
                       b_.vertex_total + f.name));
    }
    if (!ends.hold(p - a_.radius * n, gap - rounding, tie_, size_)) {
      places_.add(p, q, gap, feature);
    }
    places_.end();
    return true;
  }

  std::uint32_t corner_name(const CommonCorner& c, const SurfacePatch& base,
                            const SurfacePatch::Facet& plane, const SurfacePatch& other,
                            int incident, bool of_a) const {
    using Kind = CommonCorner::Kind;
    if (c.kind == Kind::crossing) {
      const std::uint32_t i = other.edge[c.incident].name;
      const std::uint32_t j = base.edge[c.base].name;
      return name(FeatureKind::edges, of_a ? j : i, of_a ? i : j);
    }
    const bool on_other = c.kind == Kind::incident_vertex;
    const std::uint32_t vertex =
        on_other ? other.vertex_name[c.incident] : base.vertex_name[c.base];
    const std::uint32_t flat =
        on_other ? plane.name : other.facet[static_cast<std::size_t>(incident)].name;
    return on_other != of_a ? name(FeatureKind::vertex_of_a, vertex, flat)
                            : name(FeatureKind::vertex_of_b, flat, vertex);
  }

  Vec<3> span(const SurfacePatch& s, const Edge& e) const {
    return s.vertex[e.to] - s.vertex[e.from];
  }

  /// Two edges that cross with a normal both have. True also when they overlap too deeply to count.
  bool crossing(const Edge& e, const Edge& f) {
    const Vec<3> u = span(a_, e);
    const Vec<3> v = span(b_, f);
    const Vec<3> across = u.cross(v);
    const double uu = u.squaredNorm();
    const double vv = v.squaredNorm();
    if (across.squaredNorm() <= 1e-12 * uu * vv || uu == 0 || vv == 0) return false;
    Vec<3> n = across.normalized();
    if (!b_.normal_at_edge(f, n) || !a_.normal_at_edge(e, -n)) {
      n = -n;
      if (!b_.normal_at_edge(f, n) || !a_.normal_at_edge(e, -n)) return false;
    }
    const Vec<3> d = a_.vertex[e.from] - b_.vertex[f.from];
    const double uv = u.dot(v);
    const double determinant = uu * vv - uv * uv;
    const double s = (uv * v.dot(d) - vv * u.dot(d)) / determinant;
    const double t = (uu * v.dot(d) - uv * u.dot(d)) / determinant;
    const double slack_s = tie_ / std::sqrt(uu);
    const double slack_t = tie_ / std::sqrt(vv);
    if (s < -slack_s || s > 1 + slack_s || t < -slack_t || t > 1 + slack_t) return false;
    const Vec<3> p = a_.vertex[e.from] + s * u;
    const Vec<3> q = b_.vertex[f.from] + t * v;
    const double gap = n.dot(p - q);
    if (gap > wanted_ || !overlaps_.may_be(gap, p)) return true;
    bool deep = false;
    if (gap < -tie_) {
      const double length_u = std::sqrt(uu);
      const double length_v = std::sqrt(vv);
      deep = !passes_behind(a_, e, p, q, v / length_v, -t * length_v, (1 - t) * length_v) ||
             !passes_behind(b_, f, q, p, u / length_u, -s * length_u, (1 - s) * length_u) ||
             !edge_came_in(a_, e, b_, f, -n, -gap) || !edge_came_in(b_, f, a_, e, n, -gap);
    }
    edges_meet(e, f, p, q, n, gap, name(FeatureKind::edges, e.name, f.name), deep);
    return true;
  }

  /// Whether edge e of a surface, `depth` behind the border of a flat body along a direction out of
  /// it, came in there: through the flat, or over the border and now through the flat itself.
  bool edge_came_in(const SurfacePatch& flat, const Edge& border, const SurfacePatch& surface,
                    const Edge& e, const Vec<3>& outward, double depth) {
    if (!flat.is_flat()) return true;
    const int face = facet_beside(flat, border, outward);
    if (face < 0) return true;
    const FlatPassage& through = passage(flat, surface, face);
    return through.came_over_border(e.name, depth - tie_) || through.came_through(e.from, depth) ||
           through.came_through(e.to, depth);
  }

  /// Whether a segment through `q`, from `low` to `high` along a direction, passes behind the
  /// facets that meet at point p of an edge, and these are the nearest part of the surface there.
  bool passes_behind(const SurfacePatch& surface, const Edge& e, const Vec<3>& p, const Vec<3>& q,
                     const Vec<3>& along, double low, double high) const {
    if (surface.is_flat()) return true;  // there is no behind
    for (const int k : {e.left, e.right}) {
      if (k < 0) continue;
      const Vec<3>& normal = surface.facet[static_cast<std::size_t>(k)].normal;
      const double in_front = normal.dot(q - p);
      const double rise = normal.dot(along);
      if (rise > 0) high = std::min(high, -in_front / rise);
      if (rise < 0) low = std::max(low, -in_front / rise);
    }
    if (low > high) return false;
    // Near q if that is possible: far along facets end.
    const double first = std::clamp(0.0, low, high);
    const double middle = 0.5 * (low + high);
    for (const double place : {first, 0.5 * (first + middle), middle}) {
      const Vec<3> point = q + place * along;
      const double within = (point - p).norm();
      double depth = within;
      for (const int k : {e.left, e.right}) {
        if (k < 0) continue;
        depth = std::min(depth, surface.facet[static_cast<std::size_t>(k)].normal.dot(p - point));
      }
      if (surface.deeper_than(point, depth - tie_, within)) return true;
    }
    return false;
  }

  /// Vertices and parallel edges that are apart.
  void beside(const Edge& e, const Edge& f) {
    const Vec<3> u = span(a_, e);
    const Vec<3> v = span(b_, f);
    const Vec<3>& start_a = a_.vertex[e.from];
    const Vec<3>& start_b = b_.vertex[f.from];
    double s = 0;
    double t = 0;
    nearest_places(start_a, u, start_b, v, s, t);
    const Vec<3> p = start_a + s * u;
    const Vec<3> q = start_b + t * v;
    const double distance = (p - q).norm();
    if (distance <= tie_ || distance > wanted_) return;
    const Vec<3> n = (p - q) / distance;
    const std::uint32_t of_a = a_.name_at(e, s);
    const std::uint32_t of_b = b_.name_at(f, t);
    if (!a_.normal_at(e, s, -n, tie_) || !b_.normal_at(f, t, n, tie_)) return;
    const double uu = u.squaredNorm();
    const double vv = v.squaredNorm();
    if (uu > 0 && vv > 0 && u.cross(v).squaredNorm() <= 1e-12 * uu * vv) {
      const double one = u.dot(start_b - start_a) / uu;
      const double two = u.dot(start_b + v - start_a) / uu;
      const double low = std::max(0.0, std::min(one, two));
      const double high = std::min(1.0, std::max(one, two));
      if (high - low > 1e-9) {
        for (const double end : {low, high}) {
          const Vec<3> on_a = start_a + end * u;
          const Vec<3> on_b = nearest_on_segment(on_a, start_b, start_b + v);
          places_.single(on_a, on_b, n, (on_a - on_b).norm(),
                         name(end == low ? FeatureKind::others : FeatureKind::edges,
                              a_.vertex_total + e.name, b_.vertex_total + f.name));
        }
        return;
      }
    }
    edges_meet(e, f, p, q, n, distance, name(FeatureKind::others, of_a, of_b), false);
  }

  const SurfacePatch& a_;
  const SurfacePatch& b_;
  double tie_;
  double size_;
  double wanted_;
  double reach_;  ///< edges that overlap are apart too, by their depth
  bool passages_known_ = false;
  static thread_local ContactPlaces places_;
  static thread_local OverlapContacts overlaps_;
  static thread_local EdgePairs edge_pairs_;
  static thread_local std::vector<std::pair<int, int>> done_;  ///< facets of a and b seen together
  static thread_local std::vector<FlatPassage> passage_;       ///< of a flat body's facets
};

thread_local ContactPlaces SurfacePair::places_;
thread_local OverlapContacts SurfacePair::overlaps_;
thread_local EdgePairs SurfacePair::edge_pairs_;
thread_local std::vector<std::pair<int, int>> SurfacePair::done_;
thread_local std::vector<FlatPassage> SurfacePair::passage_;

}  // namespace

void surface_gaps(const SurfacePatch& a, const SurfacePatch& b, const GapQuery<3>& query,
                  std::vector<GapPoint<3>>& out) {
  SurfacePair pair(a, b, query);
  pair.facets(true);
  pair.facets(false);
  pair.edges();
  pair.choose();
  pair.emit(query, out);
}

}  // namespace talus

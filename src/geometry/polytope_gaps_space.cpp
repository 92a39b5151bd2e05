// Gaps of convex polyhedra, their thin limits and roundings.
#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/core_gap.hpp"
#include "talus/geometry/face_clipping.hpp"
#include "talus/geometry/nearest_features.hpp"
#include "talus/geometry/separating_plane.hpp"
#include "talus/geometry/side_by_side.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

using Placed = PlacedPolytope<3>;
using Out = std::vector<GapPoint<3>>;
using Kind = ClippedCorner::Kind;

/// Emits gap points between core points p of a and q of b, n from b to a.
class Emitter {
 public:
  Emitter(const Placed& a, const Placed& b, double alert, Out& out)
      : a_(a), b_(b), alert_(alert), out_(out) {}

  void operator()(const Vec<3>& p, const Vec<3>& q, const Vec<3>& n, double core_gap,
                  std::uint32_t feature) const {
    add_gap<3>(a_, b_, alert_, p, q, n, core_gap, feature, out_);
  }

 private:
  const Placed& a_;
  const Placed& b_;
  double alert_;
  Out& out_;
};

/// Vertices and edges around a face; the whole of a polytope without faces.
void loop_of(const Placed& p, std::size_t face, std::vector<std::size_t>& loop,
             std::vector<std::size_t>& edge) {
  loop.clear();
  edge.clear();
  if (p.normal.empty()) {
    for (std::size_t i = 0; i < p.vertex.size(); ++i) loop.push_back(i);
    edge.assign(p.vertex.size(), 0);
    return;
  }
  for (const int i : p.shape->face[face].vertex) loop.push_back(static_cast<std::size_t>(i));
  for (const int e : p.shape->face[face].edge) edge.push_back(static_cast<std::size_t>(e));
}

/// Of the faces of p that hold a vertex foremost against a direction, the one that looks most
/// against it.
struct Facing {
  std::size_t face = 0;
  double cosine = 0;  ///< of the face's normal and the direction; 0 where there are no faces
};

Facing facing(const Placed& p, const Vec<3>& direction, double tie) {
  if (p.normal.empty()) return {};
  double front = std::numeric_limits<double>::infinity();
  for (const auto& v : p.vertex) front = std::min(front, direction.dot(v));
  std::size_t best = p.normal.size();
  for (std::size_t f = 0; f < p.normal.size(); ++f) {
    if (best < p.normal.size() && p.normal[f].dot(direction) >= p.normal[best].dot(direction)) {
      continue;
    }
    const auto& vertex = p.shape->face[f].vertex;
    const bool foremost = std::any_of(vertex.begin(), vertex.end(), [&](int i) {
      return direction.dot(p.vertex[static_cast<std::size_t>(i)]) <= front + tie;
    });
    if (foremost) best = f;
  }
  return {best, p.normal[best].dot(direction)};
}

void corners_of(const Placed& p, const std::vector<std::size_t>& loop, std::vector<Vec<3>>& out) {
  out.clear();
  for (const std::size_t i : loop) out.push_back(p.vertex[i]);
}

/// Two flats that face each other, seen along a direction that need not be quite normal to either.
struct FacingFlats {
  bool base_of_a;           ///< the base, onto which the other one is clipped, is a face of a
  std::size_t base, other;  ///< faces
  Vec<3> from_b_to_a;       ///< the direction
  double lean;              ///< its cosine with the base's normal
  double slack;             ///< corners beside the base by less than this count as over it
};

/// All corners of what two flats have in common, and the least of their gaps.
double flats_manifold(const Placed& a, const Placed& b, const FacingFlats& flats,
                      const Emitter& emit) {
  thread_local std::vector<std::size_t> base_loop, base_edge, loop, edge;
  thread_local std::vector<Vec<3>> base_corner, corner;
  thread_local std::vector<ClippedCorner> common;
  const bool of_a = flats.base_of_a;
  const Placed& base = of_a ? a : b;
  const Placed& other = of_a ? b : a;
  const Vec<3>& normal = base.normal[flats.base];
  const Vec<3> outward = of_a ? Vec<3>(-flats.from_b_to_a) : flats.from_b_to_a;
  loop_of(base, flats.base, base_loop, base_edge);
  loop_of(other, flats.other, loop, edge);
  corners_of(base, base_loop, base_corner);
  corners_of(other, loop, corner);
  clip(corner, base_corner, outward, flats.slack, common);
  double least = std::numeric_limits<double>::infinity();
  for (const auto& c : common) {
    const double gap = normal.dot(c.point - base_corner[0]) / flats.lean;
    least = std::min(least, gap);
    const Vec<3> on_base = c.point - gap * outward;
    const std::size_t i = c.kind == Kind::crossing ? edge[c.incident] : loop[c.incident];
    const std::size_t j = c.kind == Kind::crossing ? base_edge[c.base] : base_loop[c.base];
    const bool on_a = of_a == (c.kind == Kind::base_vertex);  // the vertex is one of a
    const std::size_t vertex = c.kind == Kind::base_vertex ? j : i;
    std::uint32_t feature = 0;
    if (c.kind == Kind::crossing) {
      feature = feature_of(FeatureKind::edges, of_a ? j : i, of_a ? i : j);
    } else {
      feature = on_a ? feature_of(FeatureKind::vertex_of_a, vertex, 0)
                     : feature_of(FeatureKind::vertex_of_b, 0, vertex);
    }
    emit(of_a ? on_base : c.point, of_a ? c.point : on_base, flats.from_b_to_a, gap, feature);
  }
  return least;
}

/// All corners of what a face and its partner have in common, seen along the face's normal, and the
/// least of their gaps.
double face_manifold(const Placed& a, const Placed& b, const SeparatingPlane& plane, double size,
                     const Emitter& emit) {
  const Placed& base = plane.of_a ? a : b;
  const Placed& other = plane.of_a ? b : a;
  const Vec<3>& normal = base.normal[plane.face];
  const Facing partner = facing(other, normal, same_distance * size);
  // |n + m|^2 = 2 (1 + n . m) for unit normals.
  const bool flush = 2 * (1 + partner.cosine) <= parallel * parallel;
  FacingFlats flats{plane.of_a,        plane.face, partner.face,
                    plane.from_b_to_a, 1,          (flush ? same_line : same_distance) * size};
  if (flush) {
    // Flush faces push along the mean of their normals: which of them is the base must not matter.
    const Vec<3> outward = (normal - other.normal[partner.face]).normalized();
    flats.from_b_to_a = plane.of_a ? Vec<3>(-outward) : outward;
    flats.lean = normal.dot(outward);
  }
  return flats_manifold(a, b, flats, emit);
}

/// What overlapped bodies have in common beside the place where they overlap least, n being its
/// normal: corners of the flats that meet there, seen along n. The least gap, or infinity when no
/// flat lies across n.
///
/// A body that rests on edges, by a flat that reaches beyond them, overlaps least where two edges
/// cross. Held there alone it would turn about this place and sink, step by step at another end.
double beside_least(const Placed& a, const Placed& b, const Vec<3>& n, double tie,
                    const Emitter& emit) {
  const Facing of_a = facing(a, n, tie);
  const Facing of_b = facing(b, -n, tie);
  const bool base_of_a = of_a.cosine <= of_b.cosine;
  const double lean = -(base_of_a ? of_a : of_b).cosine;
  if (lean < lying_across) return std::numeric_limits<double>::infinity();
  return flats_manifold(a, b,
                        {base_of_a, base_of_a ? of_a.face : of_b.face,
                         base_of_a ? of_b.face : of_a.face, n, lean, tie},
                        emit);
}

/// Turns the plane into that of the face that looks along its normal, nearly: one of a if there is
/// any, or round-off would choose between faces that lie on each other, and with them the names of
/// contacts. False when neither polytope has one. tilt2: square of the angle turned by.
bool turn_to_face(const Placed& a, const Placed& b, SeparatingPlane& plane, double& tilt2) {
  tilt2 = parallel * parallel;
  const Vec<3> n = plane.from_b_to_a;
  bool found = false;
  const auto look = [&](const Placed& p, bool of_a) {
    for (std::size_t f = 0; f < p.normal.size(); ++f) {
      const Vec<3> outward = of_a ? Vec<3>(-n) : n;
      const double off = (p.normal[f] - outward).squaredNorm();
      if (off >= tilt2) continue;
      found = true;
      tilt2 = off;
      plane.of = SeparatingPlane::Of::face;
      plane.face = f;
      plane.of_a = of_a;
      plane.from_b_to_a = of_a ? Vec<3>(-p.normal[f]) : p.normal[f];
    }
  };
  look(a, true);
  if (!found) look(b, false);
  return found;
}

/// The vertex deepest behind an overlapped face, where the faces' common area does not hold it.
void deepest_gap(const Placed& a, const Placed& b, const SeparatingPlane& plane,
                 const Emitter& emit) {
  const Placed& other = plane.of_a ? b : a;
  const Vec<3>& normal = (plane.of_a ? a : b).normal[plane.face];
  std::size_t deepest = 0;
  for (std::size_t i = 1; i < other.vertex.size(); ++i) {
    if (normal.dot(other.vertex[i]) < normal.dot(other.vertex[deepest])) deepest = i;
  }
  const Vec<3>& on_other = other.vertex[deepest];
  const Vec<3> on_base = on_other - plane.distance * normal;
  emit(plane.of_a ? on_base : on_other, plane.of_a ? on_other : on_base, plane.from_b_to_a,
       plane.distance,
       plane.of_a ? feature_of(FeatureKind::vertex_of_b, 0, deepest)
                  : feature_of(FeatureKind::vertex_of_a, deepest, 0));
}

/// Rounded bodies whose nearest edges lie side by side: the ends of what these share. True when
/// they hold the nearest points, too.
bool ends_of_edges(const Placed& a, const Placed& b, const NearestFeatures& near,
                   const Vec<3>& direction, double tie, double size, const Emitter& emit) {
  const double length_a = near.span_a.norm();
  const double length_b = near.span_b.norm();
  if (!(a.radius + b.radius > 0 && length_a > tie && length_b > tie)) return false;
  const auto rod = [](const Vec<3>& start, const Vec<3>& span, double length, double radius) {
    return Rod{start + 0.5 * span, span / length, 0.5 * length, radius};
  };
  const double gap = near.distance - a.radius - b.radius;
  const Vec<3> on_a = near.on_a - a.radius * direction;
  const SharedEnds ends =
      shared_ends(rod(near.start_a, near.span_a, length_a, a.radius),
                  rod(near.start_b, near.span_b, length_b, b.radius), direction, gap, tie);
  for (int i = 0; i < ends.count; ++i) {
    const RodEnd& end = ends.end[i];
    const Vec<3>& n = end.normal;
    // What is rounded has one edge, so there is room for the end's number.
    const auto number = static_cast<std::size_t>(i);
    const std::uint32_t feature =
        a.radius > 0 ? feature_of(FeatureKind::edges, 2 * near.edge_a + number, near.edge_b)
                     : feature_of(FeatureKind::edges, near.edge_a, 2 * near.edge_b + number);
    if (ends.is_nearest(i, on_a, gap, tie, size)) {
      emit(near.on_a, near.on_b, direction, near.distance, feature);
    } else {
      emit(end.on_a + a.radius * n, end.on_b - b.radius * n, n, end.gap + a.radius + b.radius,
           feature);
    }
  }
  return ends.hold(on_a, gap, tie, size);
}

/// The nearest points of two polytopes that are apart. Rounded ones may overlap all the same.
void nearest_gap(const Placed& a, const Placed& b, const SeparatingPlane& plane, double tie,
                 double size, const Emitter& emit) {
  const NearestFeatures n = nearest_features(a, b, plane.from_b_to_a, plane.distance, tie);
  const Vec<3> direction =
      n.distance > 0 ? Vec<3>((n.on_a - n.on_b) / n.distance) : plane.from_b_to_a;
  if (n.distance - a.radius - b.radius <= tie &&
      beside_least(a, b, direction, tie, emit) <= n.distance + tie) {
    return;
  }
  if (ends_of_edges(a, b, n, direction, tie, size, emit)) return;
  emit(n.on_a, n.on_b, direction, n.distance,
       feature_of(FeatureKind::others, n.feature_a, n.feature_b));
  if (!n.parallel || a.radius + b.radius > 0) return;
  emit(n.other_end_a, n.other_end_b, direction, (n.other_end_a - n.other_end_b).norm(),
       feature_of(FeatureKind::edges, n.feature_a, n.feature_b));
}

/// Crossing edges that overlap: the plane between them tells the gap.
void crossing_gap(const Placed& a, const Placed& b, const SeparatingPlane& plane, double tie,
                  const Emitter& emit) {
  if (beside_least(a, b, plane.from_b_to_a, tie, emit) <= plane.distance + tie) return;
  const auto& edge_a = a.shape->edge[plane.edge_a];
  const auto& edge_b = b.shape->edge[plane.edge_b];
  const Vec<3>& p = a.vertex[static_cast<std::size_t>(edge_a.from)];
  const Vec<3>& q = b.vertex[static_cast<std::size_t>(edge_b.from)];
  const Vec<3> along_a = a.vertex[static_cast<std::size_t>(edge_a.to)] - p;
  const Vec<3> along_b = b.vertex[static_cast<std::size_t>(edge_b.to)] - q;
  // Nearest points of the two lines.
  const double aa = along_a.squaredNorm();
  const double bb = along_b.squaredNorm();
  const double ab = along_a.dot(along_b);
  const Vec<3> d = p - q;
  const double determinant = aa * bb - ab * ab;
  const double s = std::clamp((ab * along_b.dot(d) - bb * along_a.dot(d)) / determinant, 0.0, 1.0);
  const double t = std::clamp((aa * along_b.dot(d) - ab * along_a.dot(d)) / determinant, 0.0, 1.0);
  emit(p + s * along_a, q + t * along_b, plane.from_b_to_a, plane.distance,
       feature_of(FeatureKind::edges, plane.edge_a, plane.edge_b));
}

}  // namespace

void polytope_gaps(const PlacedPolytope<3>& a, const PlacedPolytope<3>& b, const GapQuery<3>& query,
                   std::vector<GapPoint<3>>& out) {
  const double tie = same_distance * query.size;
  const double wanted = query.alert + a.radius + b.radius;
  const SeparatingPlane plane = separating_plane(a, b, query.approach, tie, wanted);
  if (plane.distance > wanted) return;
  const Emitter emit(a, b, query.alert, out);
  using Of = SeparatingPlane::Of;
  // Solids that no plane parts overlap; thin bodies may still lie beside each other in it.
  const bool solid = a.shape->solid || b.shape->solid;
  const bool apart = plane.distance > (solid ? tie : -tie);
  const std::size_t before = out.size();
  const bool near = std::abs(plane.distance - a.radius - b.radius) <= parallel * query.size;
  SeparatingPlane beside = plane;
  double tilt2 = 0;
  const bool flat = near && turn_to_face(a, b, beside, tilt2);
  if (plane.of == Of::face) {
    // The plane is the best to a tie, and the corners' gaps are to another.
    const double least = face_manifold(a, b, flat ? beside : plane, query.size, emit);
    if (least <= plane.distance + 2 * tie) return;
    // Overlapped beyond the face's border: what is over it holds, and the deepest vertex too.
    if (!apart) return deepest_gap(a, b, plane, emit);
    out.resize(before);
  }
  // Faces about to touch, turned against each other by next to nothing, are nearest where edges
  // cross or at a corner, but they meet as faces: all corners of their common part count.
  if (flat) {
    const double least = face_manifold(a, b, beside, query.size, emit);
    if (std::abs(least - plane.distance) <= tie + tilt2 * query.size) return;
    out.resize(before);
  }
  if (plane.of == Of::edges && !apart) {
    crossing_gap(a, b, plane, tie, emit);
  } else {
    nearest_gap(a, b, plane, tie, query.size, emit);
  }
}

}  // namespace talus

// Gaps of a cylinder and a mesh, in the cylinder's frame. As between two surfaces
// (surface_gaps.hpp) every place counts where both have the same normal: facets of the mesh under
// the cylinder's foremost points, vertices under its ends and its side, edges under the side, an
// end or a rim.
#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/contact_places.hpp"
#include "talus/geometry/core_gap.hpp"
#include "talus/geometry/cylinder_frame.hpp"
#include "talus/geometry/cylinder_gaps.hpp"
#include "talus/geometry/facet_overlap.hpp"
#include "talus/geometry/rim_maxima.hpp"
#include "talus/geometry/side_by_side.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace talus {

namespace {

using Edge = SurfacePatch::Edge;
using Facet = SurfacePatch::Facet;

/// A direction as near to the axis, or to the plane across it, as this is along it.
constexpr double along_axis = 1e-9;
/// Edges turned from the axis by less than this run along it, as for two edges of surfaces.
constexpr double parallel_edge = 1e-6;

/// Names of what of a cylinder has no rim point: its line and its ends under edges, its side.
constexpr std::uint32_t line_name = 50;
constexpr std::uint32_t side_name = rim_foremost + 10;
constexpr std::uint32_t end_name = rim_foremost + 12;     ///< and the one after it
constexpr std::uint32_t curved_name = rim_foremost + 14;  ///< and the one after it

/// Fixed points of the rims as a prism of radius and half length 1: points of end 0, then of end 1.
Polytope<3> unit_prism() {
  std::vector<Vec<3>> corner;
  std::vector<std::vector<int>> face(2);
  for (int end = 0; end < 2; ++end) {
    for (int k = 0; k < rim_count; ++k) {
      corner.push_back(rim_point({1, 1}, end, 2 * std::numbers::pi * k / rim_count));
      face[static_cast<std::size_t>(end)].push_back(end * rim_count + k);
    }
  }
  std::reverse(face[0].begin(), face[0].end());  // counter-clockwise seen from outside
  for (int k = 0; k < rim_count; ++k) {
    const int next = (k + 1) % rim_count;
    face.push_back({k, next, rim_count + next, rim_count + k});
  }
  return convex_polyhedron(std::move(corner), std::move(face));
}

/// Memory of a query, reused.
struct Memory {
  SurfacePatch mesh, prism, line;
  PlacedPolytope<3> placed;
  ContactPlaces places;
  std::vector<CommonCorner> common;
  std::vector<std::pair<int, int>> done;  ///< ends and facets seen together
};

class CylinderOnMesh {
 public:
  CylinderOnMesh(const Cylinder& c, const GapQuery<3>& query, const Vec<3>& approach,
                 Memory& memory)
      : c_(c),
        mesh_(memory.mesh),
        memory_(memory),
        places_(memory.places),
        tie_(same_distance * query.size),
        wanted_(reach_ahead(query)),
        deepest_(-query.size) {
    places_.start(approach, tie_, mesh_.convex);
    memory_.done.clear();
    static const Polytope<3> prism = unit_prism();
    memory_.placed.place(prism, {}, Vec<3>::Zero(), 0, {c.radius, c.radius, c.half_length});
    memory_.prism.take(memory_.placed);
  }

  void find() {
    for (std::size_t f = 0; f < mesh_.facet.size(); ++f) facet(static_cast<int>(f));
    for (std::uint32_t v = 0; v < mesh_.vertex.size(); ++v) {
      if (mesh_.is_smooth[v] != 0) continue;
      for (int end = 0; end < 2; ++end) under_end(v, end);
      inside_side(v);
    }
    for (const auto& e : mesh_.edge) {
      if (e.bend != Bend::flat && e.bend != Bend::concave) edge(e);
    }
    places_.choose([this](const Vec<3>&, const Vec<3>& q,
                          double reach) { return mesh_.is_hollow_near(q, reach); },
                   [this] { return runs_through_ || pierces(memory_.prism, mesh_, tie_); });
  }

 private:
  std::uint32_t name(FeatureKind kind, std::uint32_t of_a, std::uint32_t of_b) const {
    return feature_of(kind, of_a, mesh_.squeezed(of_b));
  }
  bool counts(double gap) const { return gap <= wanted_ && gap >= deepest_; }
  double height(int end) const { return end == 0 ? -c_.half_length : c_.half_length; }
  static Vec<3> outward(int end) { return {0, 0, end == 0 ? -1.0 : 1.0}; }
  static int facing_end(const Vec<3>& n) { return n[2] > 0 ? 0 : 1; }
  Vec<3> foremost(int end, const Vec<3>& n) const {
    return rim_point(c_, end, std::atan2(-n[1], -n[0]));
  }
  double inside_side_by(const Vec<3>& p) const { return c_.radius - std::hypot(p[0], p[1]); }
  double inside_ends_by(const Vec<3>& p) const { return c_.half_length - std::abs(p[2]); }

  /// What of the cylinder lies over a facet: an end that faces it, else the line along the side.
  void facet(int number) {
    const Facet& plane = mesh_.facet[static_cast<std::size_t>(number)];
    const Vec<3>& n = plane.normal;
    const double front = least_along(c_, n) - plane.offset;
    if (!counts(front)) return;
    const double across = std::hypot(n[0], n[1]);
    const bool on_end = std::abs(n[2]) > std::sqrt(0.5);
    const int end = facing_end(n);
    auto& common = memory_.common;
    if (on_end) {
      common_corners(mesh_, number, memory_.prism, end, tie_, common);
    } else {
      place_line(n);
      common_corners(mesh_, number, memory_.line, -1, tie_, common);
    }
    // All of an end or a line is foremost, nearly, when it lies flat and is about to touch.
    double slack = tie_;
    const bool is_near = front <= parallel * -deepest_;
    if (is_near && on_end && across <= parallel) slack += 2 * c_.radius * across;
    if (is_near && std::abs(n[2]) <= parallel) slack += 2 * c_.half_length * std::abs(n[2]);
    const SurfacePatch& incident = on_end ? memory_.prism : memory_.line;
    for (std::uint32_t v = 0; v < incident.vertex.size(); ++v) {
      const Vec<3>& p = incident.vertex[v];
      if (n.dot(p) - plane.offset > front + slack || mesh_.covers(plane, p, tie_)) continue;
      if (!mesh_.came_through_hollow(number, p, n.dot(p) - plane.offset, tie_)) continue;
      common.push_back({CommonCorner::Kind::incident_vertex, p, v, 0});
    }
    // The foremost point moves round a rim that is turned to the facet.
    const bool turns = on_end && across > along_axis;
    const Vec<3> foot = turns ? foremost(end, n) : Vec<3>::Zero();
    const bool has_foot = turns && (mesh_.covers(plane, foot, tie_) ||
                                    mesh_.came_through_hollow(number, foot, front, tie_));
    double least = has_foot ? n.dot(foot) - plane.offset : std::numeric_limits<double>::infinity();
    Vec<3> lowest = foot;
    for (const auto& corner : common) {
      const double gap = n.dot(corner.point) - plane.offset;
      if (gap >= least) continue;
      least = gap;
      lowest = corner.point;
    }
    if (least > front + slack) return;  // what is foremost is elsewhere
    if (on_end) memory_.done.emplace_back(end, number);
    const bool deep = least < -tie_ && is_behind_another(number, lowest, least);
    // The rim may dip into a facet between its fixed points, and no edge runs through it.
    if (deep && mesh_.deeper_than(lowest, tie_, -least)) runs_through_ = true;
    places_.begin(n, deep, false, {on_end ? end : -1, number});
    const auto add = [&](const Vec<3>& p, std::uint32_t feature) {
      const double gap = n.dot(p) - plane.offset;
      if (gap <= wanted_) places_.add(p, p - gap * n, gap, feature);
    };
    for (const auto& corner : common) {
      if (has_foot && (corner.point - foot).norm() <= same_line * c_.radius) continue;
      add(corner.point, name_over_facet(corner, on_end, end, plane));
    }
    if (has_foot) {
      add(foot, name(FeatureKind::vertex_of_a, rim_foremost + static_cast<std::uint32_t>(end),
                     plane.name));
    }
    places_.end();
  }

  /// The line along the side that is foremost against n, as a segment.
  void place_line(const Vec<3>& n) {
    static const Polytope<3> segment = axis_polytope<3>(1);
    memory_.placed.place(segment, {}, Vec<3>::Zero());
    for (auto& v : memory_.placed.vertex) v = foremost(v[2] < 0 ? 0 : 1, n);
    memory_.line.take(memory_.placed);
  }

  std::uint32_t name_over_facet(const CommonCorner& corner, bool on_end, int end,
                                const Facet& plane) const {
    using Kind = CommonCorner::Kind;
    if (corner.kind == Kind::crossing) {
      return name(FeatureKind::edges, on_end ? corner.incident : line_name,
                  mesh_.edge[corner.base].name);
    }
    if (corner.kind == Kind::base_vertex) {
      return name(FeatureKind::vertex_of_b, static_cast<std::uint32_t>(end),
                  mesh_.vertex_name[corner.base]);
    }
    const std::uint32_t v = corner.incident;
    return name(FeatureKind::vertex_of_a,
                on_end ? v : rim_foremost + (memory_.line.vertex[v][2] < 0 ? 0 : 1), plane.name);
  }

  /// Whether a point at this gap behind a facet is nearer to some other part of the surface.
  bool is_behind_another(int number, const Vec<3>& point, double gap) const {
    return !mesh_.deeper_than(point, -gap - tie_, -gap) &&
           !mesh_.came_through_hollow(number, point, gap, tie_);
  }

  /// A vertex under an end, with what the facet around it that looks to the end shares with it.
  void under_end(std::uint32_t v, int end) {
    const Vec<3>& tip = mesh_.vertex[v];
    const Vec<3> out = outward(end);
    const Vec<3> n = -out;
    const double gap = out.dot(tip) - c_.half_length;
    if (!counts(gap) || inside_side_by(tip) < -tie_) return;
    if (!mesh_.normal_at_vertex(v, n, tie_)) return;
    const bool deep = gap < -tie_ && inside_side_by(tip) < -gap - tie_;
    const auto on_end = [&](const Vec<3>& q) { return Vec<3>(q[0], q[1], height(end)); };
    const std::uint32_t feature =
        name(FeatureKind::vertex_of_b, static_cast<std::uint32_t>(end), mesh_.vertex_name[v]);
    const int incident = mesh_.facing(v, out);
    const std::pair<int, int> pair(end, incident);
    auto& done = memory_.done;
    if (incident >= 0 && std::find(done.begin(), done.end(), pair) == done.end()) {
      done.push_back(pair);
      common_corners(memory_.prism, end, mesh_, incident, tie_, memory_.common);
      places_.begin(n, deep, false, {end, incident});
      double least = std::numeric_limits<double>::infinity();
      for (const auto& corner : memory_.common) {
        const double height_over = out.dot(corner.point) - c_.half_length;
        least = std::min(least, height_over);
        if (height_over > wanted_) continue;
        places_.add(on_end(corner.point), corner.point, height_over,
                    name_under_end(corner, end, incident));
      }
      // The rim is rounder than its fixed points.
      if (least > gap + tie_) places_.add(on_end(tip), tip, gap, feature);
      places_.end();
      return;
    }
    places_.single(on_end(tip), tip, n, gap, feature, deep);
  }

  std::uint32_t name_under_end(const CommonCorner& corner, int end, int incident) const {
    using Kind = CommonCorner::Kind;
    if (corner.kind == Kind::crossing) {
      return name(FeatureKind::edges, corner.base, mesh_.edge[corner.incident].name);
    }
    if (corner.kind == Kind::incident_vertex) {
      return name(FeatureKind::vertex_of_b, static_cast<std::uint32_t>(end),
                  mesh_.vertex_name[corner.incident]);
    }
    return name(FeatureKind::vertex_of_a, corner.base,
                mesh_.facet[static_cast<std::size_t>(incident)].name);
  }

  /// A vertex that has come through the side.
  void inside_side(std::uint32_t v) {
    const Vec<3>& tip = mesh_.vertex[v];
    const double gap = -inside_side_by(tip);
    const double across = gap + c_.radius;
    if (gap > tie_ || gap < deepest_ || across <= tie_ || inside_ends_by(tip) < -tie_) return;
    const Vec<3> n(-tip[0] / across, -tip[1] / across, 0);
    if (!mesh_.normal_at_vertex(v, n, tie_)) return;
    const bool deep = gap < -tie_ && inside_ends_by(tip) < -gap - tie_;
    places_.single(tip + gap * n, tip, n, gap,
                   name(FeatureKind::vertex_of_b, side_name, mesh_.vertex_name[v]), deep);
  }

  Vec<3> span_of(const Edge& e) const { return mesh_.vertex[e.to] - mesh_.vertex[e.from]; }

  void edge(const Edge& e) {
    const Vec<3>& from = mesh_.vertex[e.from];
    const SegmentFoot foot = foot_of_segment(c_, from, mesh_.vertex[e.to]);
    if (foot.distance > wanted_) return;
    if (foot.distance > tie_) {
      const Vec<3> n = (foot.on_cylinder - foot.on_segment) / foot.distance;
      if (!mesh_.normal_at(e, foot.place, n, tie_)) return;
      if (ends_of_common_line(e, n, foot.distance)) return;
      const std::uint32_t feature =
          name(FeatureKind::others, curved_name, mesh_.name_at(e, foot.place));
      if (ends_beside(e, n, foot.distance, foot.on_segment, feature, false)) return;
      places_.single(foot.on_cylinder, foot.on_segment, n, foot.distance, feature);
      return;
    }
    runs_through_ = true;
    const Vec<3> span = span_of(e);
    const double length = span.norm();
    const Vec<3> across = Vec<3>::UnitZ().cross(span) / length;
    if (across.norm() <= parallel_edge) {
      const double distance = std::hypot(from[0], from[1]);
      if (distance > tie_) overlapped(e, Vec<3>(-from[0] / distance, -from[1] / distance, 0));
      return;
    }
    overlapped(e, across.normalized());
    overlapped(e, -across.normalized());
    if (std::abs(span[2]) <= parallel_edge * length) {
      overlapped(e, Vec<3>::UnitZ());
      overlapped(e, -Vec<3>::UnitZ());
    }
    for_each_rim_maximum(span / length, c_, Vec<3>::UnitZ(), -from, [&](const Vec<3>& n) {
      const bool on_rim = std::abs(n[2]) > 1e-6 && std::hypot(n[0], n[1]) > 1e-6;
      if (on_rim) overlapped(e, n);  // else looked at already
    });
  }

  /// An edge inside the cylinder and a plane along it, if it is one of both and the foremost point
  /// of the cylinder is over the edge.
  void overlapped(const Edge& e, const Vec<3>& n) {
    const Vec<3>& from = mesh_.vertex[e.from];
    const double gap = least_along(c_, n) - n.dot(from);
    if (!counts(gap) || !mesh_.normal_at_edge(e, n)) return;
    if (ends_of_common_line(e, n, gap)) return;
    const Vec<3> span = span_of(e);
    const bool on_side = std::abs(n[2]) <= along_axis;
    double place = 0;
    if (on_side) {  // where it passes the plane of the axis and the normal
      const Vec<3> beside = Vec<3>::UnitZ().cross(n);
      place = -beside.dot(from) / beside.dot(span);
    } else {
      place = span.dot(foremost(facing_end(n), n) - from) / span.squaredNorm();
    }
    const double slack = tie_ / span.norm();
    if (place < -slack || place > 1 + slack) return;
    const Vec<3> q = from + place * span;
    if (inside_ends_by(q) < -tie_) return;
    const auto of_a = on_side ? side_name : curved_name + static_cast<std::uint32_t>(facing_end(n));
    const std::uint32_t feature = name(FeatureKind::edges, of_a, e.name);
    const bool deep = gap < -tie_ && is_deep(e, n, gap, q);
    if (corners_beside(e, n, gap, q, feature, deep)) return;
    if (ends_beside(e, n, gap, q, feature, deep)) return;
    places_.single(q + gap * n, q, n, gap, feature, deep);
  }

  /// An edge that lies beside the side, nearly, touches by both ends of what they share and by q,
  /// its nearest point, unless these hold it. False when it does not.
  bool ends_beside(const Edge& e, const Vec<3>& n, double gap, const Vec<3>& q,
                   std::uint32_t feature, bool deep) {
    const Vec<3> span = span_of(e);
    const double length = span.norm();
    if (length <= tie_) return false;
    const Rod side{Vec<3>::Zero(), Vec<3>::UnitZ(), c_.half_length, c_.radius, true};
    const Rod along{mesh_.vertex[e.from] + 0.5 * span, span / length, 0.5 * length, 0};
    const SharedEnds ends = shared_ends(side, along, n, gap, tie_);
    if (ends.count == 0) return false;
    places_.begin(n, deep);
    const Vec<3> p = q + gap * n;
    const double size = -deepest_;
    for (int i = 0; i < ends.count; ++i) {
      const bool is_q = ends.is_nearest(i, p, gap, tie_, size);
      const double at = is_q ? gap : std::max(gap, ends.end[i].gap);
      const Vec<3>& on_edge = is_q ? q : ends.end[i].on_b;
      if (at > wanted_) continue;
      places_.add(on_edge + at * n, on_edge, at,
                  name(i == 0 ? FeatureKind::others : FeatureKind::edges, side_name,
                       mesh_.vertex_total + e.name));
    }
    if (!ends.hold(p, gap, tie_, size)) places_.add(p, q, gap, feature);
    places_.end();
    return true;
  }

  /// What the flats that meet at point q of an edge have in common, seen along n, beside q itself:
  /// a cylinder that lies on edges would turn about one of them and sink. False when no flat lies
  /// across n.
  bool corners_beside(const Edge& e, const Vec<3>& n, double gap, const Vec<3>& q,
                      std::uint32_t feature, bool deep) {
    const auto lean_of = [&](int k) {
      return k < 0 ? -1 : mesh_.facet[static_cast<std::size_t>(k)].normal.dot(n);
    };
    const int number = lean_of(e.right) > lean_of(e.left) ? e.right : e.left;
    const double lean = lean_of(number);
    if (gap > tie_ || std::max(lean, std::abs(n[2])) < lying_across) return false;
    const bool on_end = std::abs(n[2]) > std::sqrt(0.5);
    const int end = facing_end(n);
    const ContactPlaces::Flats flats{on_end ? end : -1, number};
    if (places_.knows(flats, gap, deep)) return true;
    const Facet& plane = mesh_.facet[static_cast<std::size_t>(number)];
    auto& common = memory_.common;
    places_.begin(n, deep, false, flats);
    double least = std::numeric_limits<double>::infinity();
    const auto add = [&](const Vec<3>& on_cylinder, const Vec<3>& on_mesh, double at,
                         std::uint32_t its_name) {
      least = std::min(least, at);
      if (at <= wanted_) places_.add(on_cylinder, on_mesh, at, its_name);
    };
    if (lean >= std::abs(n[2])) {
      if (!on_end) place_line(n);
      common_corners(mesh_, number, on_end ? memory_.prism : memory_.line, on_end ? end : -1, n,
                     tie_, common);
      for (const auto& corner : common) {
        const double at = (plane.normal.dot(corner.point) - plane.offset) / lean;
        add(corner.point, corner.point - at * n, at, name_over_facet(corner, on_end, end, plane));
      }
    } else {
      common_corners(memory_.prism, end, mesh_, number, -n, tie_, common);
      for (const auto& corner : common) {
        const double at = (height(end) - corner.point[2]) / n[2];
        add(corner.point + at * n, corner.point, at, name_under_end(corner, end, number));
      }
    }
    if (least > gap + tie_) add(q + gap * n, q, gap, feature);
    places_.end();
    return true;
  }

  /// Whether some other part of either surface is nearer to the point inside it.
  bool is_deep(const Edge& e, const Vec<3>& n, double gap, const Vec<3>& q) const {
    const bool on_side = std::abs(n[2]) <= along_axis;
    const bool on_end = std::hypot(n[0], n[1]) <= along_axis;
    const double least_part =
        on_side || on_end ? 1 : std::min(std::abs(n[2]), std::hypot(n[0], n[1]));
    // Normals at rims are known to the root of the rounding only, which counts where they are next
    // to those of an end or the side.
    const double expected = 0.5 * -gap * least_part;
    if (std::min(inside_side_by(q), inside_ends_by(q)) < expected - tie_) return true;
    double depth = -gap;
    for (const int k : {e.left, e.right}) {
      if (k < 0) continue;
      depth = std::min(depth, -gap * mesh_.facet[static_cast<std::size_t>(k)].normal.dot(n));
    }
    return !mesh_.deeper_than(q + gap * n, depth - tie_, -gap);
  }

  /// An edge along the side or flat under an end touches by both ends of what they share; false
  /// when it does neither.
  bool ends_of_common_line(const Edge& e, const Vec<3>& n, double gap) {
    const Vec<3>& from = mesh_.vertex[e.from];
    const Vec<3> span = span_of(e);
    const double length = span.norm();
    double low = 0;
    double high = 1;
    std::uint32_t of_a = side_name;
    if (std::abs(n[2]) <= along_axis && std::hypot(span[0], span[1]) <= parallel_edge * length) {
      const double one = (-c_.half_length - from[2]) / span[2];
      const double two = (c_.half_length - from[2]) / span[2];
      low = std::max(low, std::min(one, two));
      high = std::min(high, std::max(one, two));
    } else if (std::hypot(n[0], n[1]) <= along_axis &&
               std::abs(span[2]) <= parallel_edge * length) {
      // |from + t span|^2 = R^2 across the axis
      const double a = span.squaredNorm();
      const double b = span.head<2>().dot(from.head<2>());
      const double root = b * b - a * (from.head<2>().squaredNorm() - c_.radius * c_.radius);
      if (root <= 0) return false;
      low = std::max(low, (-b - std::sqrt(root)) / a);
      high = std::min(high, (-b + std::sqrt(root)) / a);
      of_a = end_name + static_cast<std::uint32_t>(facing_end(n));
    } else {
      return false;
    }
    if ((high - low) * length <= tie_) return false;
    for (const double place : {low, high}) {
      const Vec<3> q = from + place * span;
      places_.single(q + gap * n, q, n, gap,
                     name(place == low ? FeatureKind::others : FeatureKind::edges, of_a,
                          mesh_.vertex_total + e.name),
                     gap < -tie_ && is_deep(e, n, gap, q));
    }
    return true;
  }

  const Cylinder& c_;
  const SurfacePatch& mesh_;
  Memory& memory_;
  ContactPlaces& places_;
  double tie_;
  double wanted_;
  double deepest_;             ///< overlaps beyond the size are none
  bool runs_through_ = false;  ///< some edge does
};

}  // namespace

void cylinder_gaps(const Cylinder& a, const Pose<3>& pose_a, const TriangleMesh& b,
                   const Pose<3>& pose_b, const GapQuery<3>& query, std::vector<GapPoint<3>>& out) {
  thread_local Memory memory;
  const Pose<3> seen{unrotate<3>(pose_a.r, pose_b.x - pose_a.x),
                     compose(inverse(pose_a.r), pose_b.r)};
  // The cylinder's box in the frame of the mesh.
  const Mat<3> turn_back = matrix(seen.r).transpose();
  const Vec<3> centre = -(turn_back * seen.x);
  const Vec<3> half = turn_back.cwiseAbs() * Vec<3>(a.radius, a.radius, a.half_length) +
                      Vec<3>::Constant(reach_ahead(query));
  memory.mesh.take(*b.surface, seen, Vec<3>::Zero(), AxisBox(centre - half, centre + half));
  if (memory.mesh.triangle.empty()) return;
  CylinderOnMesh(a, query, unrotate<3>(pose_a.r, query.approach), memory).find();
  const std::size_t first = out.size();
  memory.places.emit(0, 0, query, out);
  for (std::size_t i = first; i < out.size(); ++i) {
    out[i].point = to_world(pose_a, out[i].point);
    out[i].normal = rotate<3>(pose_a.r, out[i].normal);
  }
}

}  // namespace talus

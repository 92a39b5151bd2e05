#include "talus/geometry/cylinder_gaps.hpp"

#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/core_gap.hpp"
#include "talus/geometry/cylinder_corners.hpp"
#include "talus/geometry/cylinder_frame.hpp"
#include "talus/geometry/face_clipping.hpp"
#include "talus/geometry/rim_maxima.hpp"
#include "talus/geometry/side_by_side.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace talus {

namespace {

using Placed = PlacedPolytope<3>;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The angle at which a rim reaches farthest along a direction; the first axis when it lies flat.
double angle_along(const Vec<3>& direction) {
  const double across = std::hypot(direction[0], direction[1]);
  return across > 1e-9 * direction.norm() ? std::atan2(direction[1], direction[0]) : 0;
}

/// Everything below is in the cylinder's own frame.

double most_along(const std::vector<Vec<3>>& points, const Vec<3>& n) {
  double most = -infinity;
  for (const auto& p : points) most = std::max(most, n.dot(p));
  return most;
}

struct Nearest {
  double distance = infinity;
  Vec<3> on_cylinder = Vec<3>::Zero();
  Vec<3> on_other = Vec<3>::Zero();
  int face = -1;            ///< of the other, where the nearest point is inside one
  std::size_t feature = 0;  ///< else vertices first, then edges
};

/// What a parting direction comes from.
enum class From { face, end, other };

struct Plane {
  double distance = -infinity;
  Vec<3> normal = Vec<3>::UnitZ();  ///< from the other to the cylinder
  From from = From::other;
  std::size_t face = 0;
  bool apart = false;  ///< the nearest points tell it
};

class CylinderPair {
 public:
  CylinderPair(const Cylinder& c, const Placed& b, const Vec<3>& approach, double tie)
      : c_(c), b_(b), approach_(approach), tie_(tie) {}

  void edge(const Vec<3>& from, const Vec<3>& to, std::size_t vertex, std::size_t other_vertex,
            std::size_t number, Nearest& best) const {
    const SegmentFoot foot = foot_of_segment(c_, from, to);
    if (foot.distance >= best.distance) return;
    best = {foot.distance, foot.on_cylinder, foot.on_segment, -1,
            foot.place <= 0   ? vertex
            : foot.place >= 1 ? other_vertex
                              : b_.vertex.size() + number};
  }

  Nearest nearest() const {
    Nearest best;
    const auto at = [&](int i) -> const Vec<3>& { return b_.vertex[static_cast<std::size_t>(i)]; };
    if (b_.shape->edge.empty()) edge(b_.vertex[0], b_.vertex[0], 0, 0, 0, best);
    for (std::size_t e = 0; e < b_.shape->edge.size(); ++e) {
      const auto& ends = b_.shape->edge[e];
      edge(at(ends.from), at(ends.to), static_cast<std::size_t>(ends.from),
           static_cast<std::size_t>(ends.to), e, best);
    }
    for (std::size_t f = 0; f < b_.normal.size(); ++f) {
      const Vec<3>& n = b_.normal[f];
      const Vec<3>& corner = at(b_.shape->face[f].vertex[0]);
      const double gap = least_along(c_, n) - n.dot(corner);
      if (gap <= 0 || gap >= best.distance + tie_) continue;
      RimPoints& front = front_;
      rim_points(c_, n, front);
      for (const auto& p : front.point) {
        if (n.dot(p - corner) - front.lowered > gap + tie_ || !lies_over(b_, f, p, tie_)) continue;
        best = {gap, p, p - gap * n, static_cast<int>(f), 0};
        break;
      }
    }
    return best;
  }

  /// The best of all planes that can part a cylinder and a polytope: along faces, along the ends,
  /// along the side and an edge or a vertex, along a rim and an edge.
  Plane plane() const {
    Plane best;
    const auto consider = [&](const Vec<3>& n, From from, std::size_t face) {
      const double distance = least_along(c_, n) - most_along(b_.vertex, n);
      // Flats come before others that are no better; of these the best has the right normal.
      const bool better =
          from != From::other
              ? parts_better<3>(distance, n, best.distance, best.normal, approach_, tie_)
              : distance > best.distance + (best.from == From::other ? 0 : tie_);
      if (better) best = {distance, n, from, face};
    };
    for (std::size_t f = 0; f < b_.normal.size(); ++f) consider(b_.normal[f], From::face, f);
    consider(Vec<3>::UnitZ(), From::end, 0);
    consider(-Vec<3>::UnitZ(), From::end, 1);
    for (const auto& v : b_.vertex) {
      const double across = std::hypot(v[0], v[1]);
      if (across > tie_) consider(Vec<3>(-v[0] / across, -v[1] / across, 0), From::other, 0);
    }
    for (const auto& e : b_.shape->edge) {
      const Vec<3>& from = b_.vertex[static_cast<std::size_t>(e.from)];
      const Vec<3> along = (b_.vertex[static_cast<std::size_t>(e.to)] - from).normalized();
      const Vec<3> side = Vec<3>::UnitZ().cross(along);
      if (side.norm() > 1e-9) {
        consider(side.normalized(), From::other, 0);
        consider(-side.normalized(), From::other, 0);
      }
      for_each_rim_maximum(along, c_, Vec<3>::UnitZ(), -from,
                           [&](const Vec<3>& n) { consider(n, From::other, 0); });
    }
    return best;
  }

  /// The plane between the nearest points. If it does not part the bodies they overlap, though no
  /// edge may run through the cylinder.
  Plane parting(const Nearest& near) const {
    if (near.distance <= tie_) return plane();
    Plane out;
    out.apart = true;
    out.distance = near.distance;
    out.normal = (near.on_cylinder - near.on_other) / near.distance;
    if (near.face >= 0) {
      out.from = From::face;
      out.face = static_cast<std::size_t>(near.face);
      out.normal = b_.normal[out.face];
    } else if (std::abs(out.normal[2]) > 1 - 1e-14) {
      out.from = From::end;
    }
    const double parted = least_along(c_, out.normal) - most_along(b_.vertex, out.normal);
    return parted >= near.distance - tie_ ? out : plane();
  }

 private:
  const Cylinder& c_;
  const Placed& b_;
  Vec<3> approach_;
  double tie_;
  static thread_local RimPoints front_;
};

thread_local RimPoints CylinderPair::front_;

/// Of the polytope's faces with a vertex foremost along a direction the one that looks most along
/// it; -1 for a polytope without faces.
int facing(const Placed& b, const Vec<3>& n, double tie) {
  int best = -1;
  const double most = most_along(b.vertex, n);
  for (std::size_t f = 0; f < b.normal.size(); ++f) {
    if (best >= 0 && b.normal[f].dot(n) <= b.normal[static_cast<std::size_t>(best)].dot(n)) {
      continue;
    }
    const auto& loop = b.shape->face[f].vertex;
    const bool foremost = std::any_of(loop.begin(), loop.end(), [&](int i) {
      return n.dot(b.vertex[static_cast<std::size_t>(i)]) >= most - tie;
    });
    if (foremost) best = static_cast<int>(f);
  }
  return best;
}

/// Of the polytope's edges the one that lies beside the cylinder, n being the normal of their
/// nearest points: the ends of what they share. None where no edge does.
struct EdgeBeside {
  SharedEnds ends;
  std::size_t edge = 0;
};

EdgeBeside edge_beside(const Cylinder& c, const Placed& b, const Vec<3>& n, double gap,
                       double tie) {
  const Rod side{Vec<3>::Zero(), Vec<3>::UnitZ(), c.half_length, c.radius, true};
  EdgeBeside best;
  double least = infinity;
  for (std::size_t e = 0; e < b.shape->edge.size(); ++e) {
    const Vec<3>& from = b.vertex[static_cast<std::size_t>(b.shape->edge[e].from)];
    const Vec<3>& to = b.vertex[static_cast<std::size_t>(b.shape->edge[e].to)];
    const double length = (to - from).norm();
    if (length <= tie) continue;
    const Rod along{0.5 * (from + to), (to - from) / length, 0.5 * length, b.radius};
    const SharedEnds ends = shared_ends(side, along, n, gap, tie);
    if (ends.count == 0) continue;
    const double lower = std::min(ends.end[0].gap, ends.end[1].gap);
    if (lower < least) best = {ends, e};
    least = std::min(lower, least);
  }
  return best;
}

}  // namespace

void rim_points(const Cylinder& c, const Vec<3>& normal, RimPoints& out) {
  out.point.clear();
  out.name.clear();
  const double front = angle_along(-normal);
  const double sine = std::hypot(normal[0], normal[1]) / normal.norm();
  const bool lies_flat = sine <= parallel;
  constexpr double between = 2 * std::numbers::pi / rim_count;
  const double beside = std::remainder(front, between);
  out.lowered = lies_flat ? sine * c.radius * (1 - std::cos(beside)) : 0;
  for (int end = 0; end < 2; ++end) {
    const bool faces = (end == 0 ? normal[2] : -normal[2]) > std::sqrt(0.5) * normal.norm();
    if (!lies_flat) {
      out.point.push_back(rim_point(c, end, front));
      out.name.push_back(rim_foremost + static_cast<std::uint32_t>(end));
    }
    for (int k = 0; faces && k < rim_count; ++k) {
      const double angle = 2 * std::numbers::pi * k / rim_count;
      if (!lies_flat && std::cos(angle - front) > 1 - 1e-12) continue;  // there already
      out.point.push_back(rim_point(c, end, angle));
      out.name.push_back(static_cast<std::uint32_t>(end * rim_count + k));
    }
  }
}

void rim_points_far_from(const Cylinder& c, const Vec<3>& origin, const Vec<3>& axis,
                         RimPoints& out) {
  out.point.clear();
  out.name.clear();
  const auto across = [&](const Vec<3>& p) {
    const Vec<3> d = p - origin;
    return Vec<3>(d - axis.dot(d) * axis);
  };
  constexpr int samples = 32;
  constexpr double step = 2 * std::numbers::pi / samples;
  for (int end = 0; end < 2; ++end) {
    const auto tangent = [&](double angle) {
      return Vec<3>(-c.radius * std::sin(angle), c.radius * std::cos(angle), 0);
    };
    // Half the slope of the squared distance.
    const auto slope = [&](double angle) {
      return across(rim_point(c, end, angle)).dot(tangent(angle));
    };
    std::uint32_t count = 0;
    double sampled[samples];
    for (int i = 0; i < samples; ++i) sampled[i] = slope(i * step);
    for (int i = 0; i < samples; ++i) {
      double low = i * step;
      double high = (i + 1) * step;
      if (!(sampled[i] > 0 && sampled[(i + 1) % samples] <= 0)) continue;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (slope(middle) > 0 ? low : high) = middle;
      }
      out.point.push_back(rim_point(c, end, 0.5 * (low + high)));
      out.name.push_back(rim_foremost + 2 * count++ + static_cast<std::uint32_t>(end));
    }
  }
}

void cylinder_gaps(const Cylinder& a, const Pose<3>& pose_a, const PlacedPolytope<3>& b,
                   const GapQuery<3>& query, std::vector<GapPoint<3>>& out) {
  thread_local Placed local;
  thread_local std::vector<CylinderCorner> common;
  const Mat<3> turn = matrix(pose_a.r);
  local.shape = b.shape;
  local.radius = b.radius;
  local.vertex.clear();
  local.normal.clear();
  for (const auto& v : b.vertex) local.vertex.emplace_back(turn.transpose() * (v - pose_a.x));
  for (const auto& n : b.normal) local.normal.emplace_back(turn.transpose() * n);
  const double tie = same_distance * query.size;
  const double wanted = query.alert + b.radius;
  const CylinderPair pair(a, local, turn.transpose() * query.approach, tie);
  const Nearest nearest = pair.nearest();
  const Plane plane = pair.parting(nearest);
  if (plane.distance > wanted) return;
  const Vec<3>& n = plane.normal;
  // p on the cylinder, q on the other's core.
  const auto emit = [&](const Vec<3>& p, const Vec<3>& q, double gap, std::uint32_t feature) {
    if (gap > wanted) return;
    const Vec<3> point = 0.5 * (p + q + b.radius * n);
    out.push_back({turn * point + pose_a.x, turn * n, gap - b.radius, feature});
  };
  const double nearly_foremost = std::max(tie, 1e-7 * query.size);  // normals at rims are no better
  common.clear();
  if (plane.from == From::face) {
    corners_over_face(a, local, plane.face, n, tie, common);
  } else if (plane.from == From::end) {
    corners_under_end(a, local, facing(local, n, nearly_foremost), n, tie, common);
  } else if (plane.distance - b.radius <= tie) {
    // Overlapped least at an edge: the flats that meet there hold the body, or it would turn about
    // this place and sink.
    const int face = facing(local, n, nearly_foremost);
    const double lean = face < 0 ? 0 : local.normal[static_cast<std::size_t>(face)].dot(n);
    if (std::max(lean, std::abs(n[2])) >= lying_across) {
      lean >= std::abs(n[2])
          ? corners_over_face(a, local, static_cast<std::size_t>(face), n, tie, common)
          : corners_under_end(a, local, face, n, tie, common);
    }
  }
  bool held = false;  // the nearest points are among the corners
  for (const auto& c : common) {
    // Beside a rim normals are less exact than the plane's distance.
    const bool least = c.gap <= plane.distance + tie;
    held = held || least;
    emit(c.on_cylinder, c.on_other, least ? plane.distance : c.gap, c.feature);
  }
  if (held) return;
  // The nearest points, p on the cylinder, and what else an edge along the side brings.
  const auto emit_nearest = [&](const Vec<3>& p, const Vec<3>& q, std::size_t of_b) {
    const double gap = plane.distance - b.radius;
    const auto [ends, edge] = edge_beside(a, local, n, gap, tie);
    for (int i = 0; i < ends.count; ++i) {
      const RodEnd& end = ends.end[i];
      if (end.gap > query.alert) continue;
      const std::uint32_t feature =
          feature_of(FeatureKind::edges, rim_foremost + static_cast<std::uint32_t>(i), edge);
      if (ends.is_nearest(i, p, gap, tie, query.size)) {
        emit(p, q, plane.distance, feature);
      } else {
        out.push_back(
            {turn * (0.5 * (end.on_a + end.on_b)) + pose_a.x, turn * end.normal, end.gap, feature});
      }
    }
    if (ends.hold(p, gap, tie, query.size)) return;
    emit(p, q, plane.distance, feature_of(FeatureKind::others, rim_foremost, of_b));
  };
  if (plane.apart) {
    emit_nearest(nearest.on_cylinder, nearest.on_other, nearest.feature);
    return;
  }
  // Overlapped away from flats: the middle of what of the other is foremost along the plane.
  Vec<3> sum = Vec<3>::Zero();
  double count = 0;
  std::size_t first = 0;
  const double most = most_along(local.vertex, n);
  for (std::size_t i = local.vertex.size(); i-- > 0;) {
    if (n.dot(local.vertex[i]) < most - nearly_foremost) continue;
    sum += local.vertex[i];
    ++count;
    first = i;
  }
  Vec<3> q = sum / count;
  if (count == 2) {  // an edge: where the cylinder is over it
    const Vec<3>& from = local.vertex[first];
    const Vec<3> far = sum - from;
    const Vec<3> span = far - from;
    Nearest foot;
    pair.edge(from, far, first, first, 0, foot);
    q = foot.on_other;
    if (foot.distance <= tie) {
      // Inside all along some way: under the foremost line of the cylinder, or its foremost point.
      const Vec<3> sideways = Vec<3>::UnitZ().cross(n);
      const bool on_side = std::abs(n[2]) < 1e-9;
      const double crosses = sideways.dot(span);
      double place = on_side ? -sideways.dot(from) / crosses
                             : span.dot(rim_point(a, n[2] > 0 ? 0 : 1, angle_along(-n)) - from) /
                                   span.squaredNorm();
      if (on_side && std::abs(crosses) <= 1e-9 * span.norm()) {  // along the side: in the middle
        place = -from[2] / span[2];
      }
      q = from + std::clamp(place, 0.0, 1.0) * span;
    }
  }
  emit_nearest(q + plane.distance * n, q, first);
}

}  // namespace talus

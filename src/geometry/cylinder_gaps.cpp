#include "talus/geometry/cylinder_gaps.hpp"

#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/core_gap.hpp"
#include "talus/geometry/cylinder_frame.hpp"
#include "talus/geometry/face_clipping.hpp"
#include "talus/geometry/rim_maxima.hpp"

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
        if (n.dot(p - corner) > gap + tie_ || !inside(f, p)) continue;
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

  bool inside(std::size_t face, const Vec<3>& p) const {
    const auto& loop = b_.shape->face[face].vertex;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Vec<3>& from = b_.vertex[static_cast<std::size_t>(loop[k])];
      const Vec<3> along = b_.vertex[static_cast<std::size_t>(loop[(k + 1) % loop.size()])] - from;
      if (along.cross(b_.normal[face]).dot(p - from) > tie_ * along.norm()) return false;
    }
    return true;
  }

 private:
  const Cylinder& c_;
  const Placed& b_;
  Vec<3> approach_;
  double tie_;
  static thread_local RimPoints front_;
};

thread_local RimPoints CylinderPair::front_;

/// Of the polytope's faces the one that looks most along a direction, as corners and their numbers;
/// the whole of a polytope without faces.
void facing(const Placed& b, const Vec<3>& n, std::vector<Vec<3>>& corner,
            std::vector<std::size_t>& number) {
  corner.clear();
  number.clear();
  if (b.normal.empty()) {
    for (std::size_t i = 0; i < b.vertex.size(); ++i) number.push_back(i);
  } else {
    std::size_t best = 0;
    for (std::size_t f = 1; f < b.normal.size(); ++f) {
      if (b.normal[f].dot(n) > b.normal[best].dot(n)) best = f;
    }
    for (const int i : b.shape->face[best].vertex) number.push_back(static_cast<std::size_t>(i));
  }
  for (const std::size_t i : number) corner.push_back(b.vertex[i]);
}

}  // namespace

void rim_points(const Cylinder& c, const Vec<3>& normal, RimPoints& out) {
  out.point.clear();
  out.name.clear();
  const double front = angle_along(-normal);
  const bool lies_flat = std::hypot(normal[0], normal[1]) <= 1e-9 * normal.norm();
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
  thread_local RimPoints rim;
  thread_local std::vector<Vec<3>> corner;
  thread_local std::vector<Vec<3>> loop;
  thread_local std::vector<std::size_t> number;
  thread_local std::vector<ClippedCorner> common;
  const Mat<3> turn = matrix(pose_a.r);
  local.shape = b.shape;
  local.vertex.clear();
  local.normal.clear();
  for (const auto& v : b.vertex) local.vertex.emplace_back(turn.transpose() * (v - pose_a.x));
  for (const auto& n : b.normal) local.normal.emplace_back(turn.transpose() * n);
  const double tie = same_distance * query.size;
  const double wanted = query.alert + b.radius;
  const CylinderPair pair(a, local, turn.transpose() * query.approach, tie);
  const std::size_t before = out.size();
  // p on the cylinder, q on the other's core.
  const auto emit = [&](const Vec<3>& p, const Vec<3>& q, const Vec<3>& n, double gap,
                        std::uint32_t feature) {
    if (gap > wanted) return;
    const Vec<3> point = 0.5 * (p + q + b.radius * n);
    out.push_back({turn * point + pose_a.x, turn * n, gap - b.radius, feature});
  };
  const Nearest nearest = pair.nearest();
  const Plane plane = pair.parting(nearest);
  if (plane.distance > wanted) return;
  const bool apart = plane.apart;
  const Vec<3>& n = plane.normal;
  if (plane.from == From::face) {  // what of the rims lies over the face
    const auto& face = local.shape->face[plane.face];
    loop.clear();
    for (const int i : face.vertex) loop.push_back(local.vertex[static_cast<std::size_t>(i)]);
    rim_points(a, n, rim);
    const bool on_end = rim.point.size() > 2;
    if (on_end) {
      // The facing rim is a polygon of its fixed points; the foremost ones are looked at apart.
      corner.clear();
      number.clear();
      for (std::size_t i = 0; i < rim.point.size(); ++i) {
        if (rim.name[i] >= rim_foremost) {
          const double gap = n.dot(rim.point[i] - loop[0]);
          if (pair.inside(plane.face, rim.point[i])) {
            emit(rim.point[i], rim.point[i] - gap * n, n, gap,
                 feature_of(FeatureKind::vertex_of_a, rim.name[i], 0));
          }
          continue;
        }
        corner.push_back(rim.point[i]);
        number.push_back(rim.name[i]);
      }
      // Seen from outside the end that faces down runs clockwise; clipping does not mind.
    } else {
      corner = rim.point;
      number.assign(rim.name.begin(), rim.name.end());
    }
    clip(corner, loop, n, tie, common);
    for (const auto& c : common) {
      const double gap = n.dot(c.point - loop[0]);
      const bool crossing = c.kind == ClippedCorner::Kind::crossing;
      const std::size_t of_a = c.kind == ClippedCorner::Kind::base_vertex ? 0 : number[c.incident];
      const std::size_t of_b = c.kind == ClippedCorner::Kind::incident_vertex ? 0
                               : crossing ? static_cast<std::size_t>(face.edge[c.base])
                                          : static_cast<std::size_t>(face.vertex[c.base]);
      const FeatureKind kind = crossing ? FeatureKind::edges
                               : c.kind == ClippedCorner::Kind::base_vertex
                                   ? FeatureKind::vertex_of_b
                                   : FeatureKind::vertex_of_a;
      emit(c.point, c.point - gap * n, n, gap, feature_of(kind, of_a, of_b));
    }
  } else if (plane.from == From::end) {  // what of the other lies under the end
    const int end = n[2] > 0 ? 0 : 1;
    const double height = n[2] > 0 ? -a.half_length : a.half_length;
    loop.clear();
    // Counter-clockwise seen from the other side.
    for (int k = 0; k < rim_count; ++k) {
      loop.push_back(rim_point(a, end, (end == 0 ? -1 : 1) * 2 * std::numbers::pi * k / rim_count));
    }
    const Vec<3> outward = -n;
    facing(local, n, corner, number);
    clip(corner, loop, outward, tie, common);
    for (const auto& c : common) {
      const double gap = n[2] * (height - c.point[2]);
      const bool crossing = c.kind == ClippedCorner::Kind::crossing;
      const std::size_t of_b = c.kind == ClippedCorner::Kind::base_vertex ? 0 : number[c.incident];
      const std::size_t of_a = c.kind == ClippedCorner::Kind::incident_vertex
                                   ? 0
                                   : static_cast<std::size_t>(end * rim_count) + c.base;
      const FeatureKind kind = crossing ? FeatureKind::edges
                               : c.kind == ClippedCorner::Kind::base_vertex
                                   ? FeatureKind::vertex_of_a
                                   : FeatureKind::vertex_of_b;
      emit({c.point[0], c.point[1], height}, c.point, n, gap, feature_of(kind, of_a, of_b));
    }
  }
  // The nearest points themselves, unless the common area holds them.
  const bool held =
      std::any_of(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                  [&](const auto& g) { return g.gap + b.radius <= plane.distance + tie; });
  if (held) return;
  if (apart) {
    emit(nearest.on_cylinder, nearest.on_other, n, nearest.distance,
         feature_of(FeatureKind::others, rim_foremost, nearest.feature));
    return;
  }
  // Overlapped away from flats: the middle of what of the other is foremost along the plane.
  Vec<3> sum = Vec<3>::Zero();
  double count = 0;
  std::size_t first = 0;
  const double most = most_along(local.vertex, n);
  for (std::size_t i = local.vertex.size(); i-- > 0;) {
    if (n.dot(local.vertex[i]) < most - std::max(tie, 1e-7 * query.size)) continue;
    sum += local.vertex[i];
    ++count;
    first = i;
  }
  Vec<3> q = sum / count;
  if (count == 2) {  // an edge: where the cylinder is over it
    const Vec<3> far = sum - local.vertex[first];
    const Vec<3> span = far - local.vertex[first];
    Nearest foot;
    pair.edge(local.vertex[first], far, first, first, 0, foot);
    q = foot.on_other;
    if (foot.distance <= tie) {
      // Inside all along some way: under the foremost point of the cylinder.
      const double angle = angle_along(-n);
      const Vec<3> front(a.radius * std::cos(angle), a.radius * std::sin(angle),
                         std::abs(n[2]) < 1e-9 ? std::clamp(q[2], -a.half_length, a.half_length)
                         : n[2] > 0            ? -a.half_length
                                               : a.half_length);
      const double place = span.dot(front - local.vertex[first]) / span.squaredNorm();
      q = local.vertex[first] + std::clamp(place, 0.0, 1.0) * span;
    }
  }
  emit(q + plane.distance * n, q, n, plane.distance,
       feature_of(FeatureKind::others, rim_foremost, first));
}

}  // namespace talus

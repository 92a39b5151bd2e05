// Gaps of two cylinders. Their separation is smooth but for normals across or along an axis, so the
// sphere falls into pieces: the rest (rim on rim), the circles across each axis (side on rim), and
// single points (ends, and the two normals across both axes: side on side). The maximum is looked
// for on every piece.
#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/core_gap.hpp"
#include "talus/geometry/cylinder_gaps.hpp"
#include "talus/geometry/cylinder_separation.hpp"
#include "talus/geometry/face_clipping.hpp"
#include "talus/geometry/rim_maxima.hpp"
#include "talus/geometry/side_by_side.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace talus {

namespace {

using std::numbers::pi;

/// Sides of such cylinders touch along a line, which is held by both of its ends.
bool are_parallel(const PlacedCylinder& a, const PlacedCylinder& b) {
  return a.axis.cross(b.axis).squaredNorm() <= 1e-12;
}

struct Plane {
  double distance = -std::numeric_limits<double>::infinity();
  Vec<3> normal = Vec<3>::UnitZ();
  bool is_flat = false;  ///< along an end, or along sides that touch all the way
};

class PlaneSearch {
 public:
  PlaneSearch(const PlacedCylinder& a, const PlacedCylinder& b, const Vec<3>& approach, double tie)
      : separation_(a, b), a_(a), b_(b), approach_(approach), tie_(tie) {}

  /// Some plane that parts the bodies by more than `wanted` will do when there is one.
  Plane best(double wanted) {
    const Vec<3> between = a_.centre - b_.centre;
    if (between.norm() > tie_) {
      const Vec<3> n = separation_.climb(between.normalized());
      if (separation_(n) > wanted) return {separation_(n), n};
    }
    for (const PlacedCylinder* c : {&a_, &b_}) {
      points(c->axis, true);
      points(-c->axis, true);
    }
    const Vec<3> across = a_.axis.cross(b_.axis);
    if (across.norm() > 1e-12) {
      points(across.normalized(), are_parallel(a_, b_));
      points(-across.normalized(), are_parallel(a_, b_));
    }
    circle(a_, b_);
    circle(b_, a_);
    if (is_proved()) return best_;
    if (best_.distance <= 0) {
      rest();
      leave_kinks();
    }
    rims();
    return best_;
  }

 private:
  void points(const Vec<3>& n, bool is_flat) {
    const double distance = separation_(n);
    if (parts_better<3>(distance, n, best_.distance, best_.normal, approach_, tie_)) {
      best_ = {distance, n, is_flat};
    }
  }
  /// Flats come before others that are no better; of these the best has the right normal. Sides
  /// that cross are no flat: a tie may lie far beyond an end, where axes are nearly parallel.
  void others(const Vec<3>& n) {
    const double distance = separation_(n);
    if (distance > best_.distance + (best_.is_flat ? 1 : rounding_of_tie) * tie_) {
      best_ = {distance, n};
    }
  }

  /// Normals across the axis of one.
  void circle(const PlacedCylinder& one, const PlacedCylinder& other) {
    const Vec<3> between = a_.centre - b_.centre;
    const Vec<3> outward = between - one.axis.dot(between) * one.axis;
    if (outward.norm() > tie_) others(outward.normalized());  // the best if the axes are parallel
    for_each_rim_maximum(one.axis, other.form, other.axis, a_.centre - b_.centre,
                         [&](const Vec<3>& n) { others(n); });
  }

  bool is_proved() const {
    return is_proved_by_side(b_, a_, best_.normal) || is_proved_by_side(a_, b_, -best_.normal);
  }

  /// Whether no normal is better than n, which parts a point p of `other` from a point q on the
  /// side of `one` by -d along n: p - q = -d n. For any unit m, as p is a point of the other,
  ///
  ///   f(m) <= m . p - max over one of m . x <= -d m . n - R (|m x u| - m . n) - w |m . u|,
  ///
  /// w being how far q is from the nearer end. With c = m . n and y = |m . u|, y^2 <= 1 - c^2, that
  /// is at most -d if d (1 - c) <= R (1 - y^2 - c) + w y, since |m x u|^2 = 1 - y^2; and so if
  /// d <= R and w >= (R + d) / 2, for w y >= w y^2 and 1 - c^2 <= 2 (1 - c).
  bool is_proved_by_side(const PlacedCylinder& one, const PlacedCylinder& other,
                         const Vec<3>& n) const {
    const double depth = -best_.distance;
    if (!one.lies_across(n) || depth > one.form.radius) return false;
    const Vec<3> beside = one.axis.cross(n);
    Vec<3> p = other.front(-n);
    if (other.lies_across(n)) {
      // All along a line of the other: where it passes over q, or the middle of what they share.
      const Vec<3> line = other.centre - other.form.radius * n - one.centre;
      const double passes = beside.dot(other.axis);
      const double along = one.axis.dot(other.axis);
      const double reach = std::abs(along) * one.form.half_length;
      const double level = -along * one.axis.dot(line);
      const double h = other.form.half_length;
      const double place =
          std::abs(passes) > 1e-9
              ? -beside.dot(line) / passes
              : 0.5 * (std::clamp(level - reach, -h, h) + std::clamp(level + reach, -h, h));
      if (std::abs(place) > h) return false;
      p = one.centre + line + place * other.axis;
    }
    if (std::abs(beside.dot(p - one.centre)) > tie_) return false;
    const double from_end = one.form.half_length - std::abs(one.axis.dot(p - one.centre));
    return from_end >= std::max(0.0, 0.5 * (one.form.radius + depth));
  }

  /// Everywhere else: Newton's method from the largest of samples around.
  void rest() {
    constexpr int rows = 12;
    constexpr int columns = 24;
    const auto normal = [&](int row, int column) {
      const double polar = pi * (row + 0.5) / rows;
      const double round = 2 * pi * (column + 0.37) / columns;
      return Vec<3>(std::sin(polar) * std::cos(round), std::sin(polar) * std::sin(round),
                    std::cos(polar));
    };
    double value[rows][columns];
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) value[i][j] = separation_(normal(i, j));
    }
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        bool largest = true;
        for (int di = -1; di <= 1; ++di) {
          for (int dj = -1; dj <= 1 && i + di >= 0 && i + di < rows; ++dj) {
            largest = largest && value[i][j] >= value[i + di][(j + dj + columns) % columns];
          }
        }
        if (largest) others(separation_.climb(normal(i, j)));
      }
    }
  }

  /// A climb that ran into a kink stays there, even if the way up leads on from some place beside:
  /// starts around the best so far find it.
  void leave_kinks() {
    const Vec<3> n = best_.normal;
    const Vec<3> u = n.unitOrthogonal();
    const Vec<3> v = n.cross(u);
    for (const double tilt : {1e-3, 0.1}) {
      for (int k = 0; k < 8; ++k) {
        const double angle = 2 * pi * (k + 0.3) / 8;
        others(separation_.climb(
            (n + tilt * (std::cos(angle) * u + std::sin(angle) * v)).normalized()));
      }
    }
  }

  /// Rim on rim: the best normal that leans to one end of each is that of the two end discs, whose
  /// separation is smooth but for their axes and nowhere below that of the cylinders. Apart it is
  /// concave where the best so far is, so the climb from there arrives.
  void rims() {
    const Vec<3> start = best_.normal;
    const auto disc = [](const PlacedCylinder& c, double side, const Cylinder& form) {
      return PlacedCylinder{form, c.centre + side * c.form.half_length * c.axis, c.turn, c.axis};
    };
    const Cylinder flat_a{0, a_.form.radius};
    const Cylinder flat_b{0, b_.form.radius};
    for (const double side_a : {1.0, -1.0}) {
      for (const double side_b : {1.0, -1.0}) {
        const PlacedCylinder disc_a = disc(a_, side_a, flat_a);
        const PlacedCylinder disc_b = disc(b_, side_b, flat_b);
        others(CylinderSeparation(disc_a, disc_b).climb(start));
      }
    }
  }

  CylinderSeparation separation_;
  const PlacedCylinder& a_;
  const PlacedCylinder& b_;
  Vec<3> approach_;
  double tie_;
  Plane best_;
};

/// Points of one end's rim, counter-clockwise seen from outside.
void end_loop(const PlacedCylinder& c, int end, std::vector<Vec<3>>& out) {
  out.clear();
  for (int k = 0; k < rim_count; ++k) {
    const double angle = (end == 0 ? -1 : 1) * 2 * pi * k / rim_count;
    out.emplace_back(
        c.centre + c.turn * Vec<3>(c.form.radius * std::cos(angle), c.form.radius * std::sin(angle),
                                   end == 0 ? -c.form.half_length : c.form.half_length));
  }
}

}  // namespace

void cylinder_gaps(const Cylinder& a, const Pose<3>& pose_a, const Cylinder& b,
                   const Pose<3>& pose_b, const GapQuery<3>& query, std::vector<GapPoint<3>>& out) {
  thread_local RimPoints rim;
  thread_local std::vector<Vec<3>> loop, corner;
  thread_local std::vector<std::size_t> number;
  thread_local std::vector<ClippedCorner> common;
  const PlacedCylinder one{a, pose_a.x, matrix(pose_a.r), rotate<3>(pose_a.r, Vec<3>::UnitZ())};
  const PlacedCylinder two{b, pose_b.x, matrix(pose_b.r), rotate<3>(pose_b.r, Vec<3>::UnitZ())};
  const double tie = same_distance * query.size;
  const Plane plane = PlaneSearch(one, two, query.approach, tie).best(query.alert);
  if (plane.distance > query.alert) return;
  // Ends about to touch that are turned against each other by next to nothing meet as flats, and
  // push along the mean of their normals: which of them is the base must not matter.
  const auto nearly = [](const Vec<3>& u, const Vec<3>& v) {
    return u.cross(v).squaredNorm() <= parallel * parallel;
  };
  const bool flush = std::abs(plane.distance) <= parallel * query.size &&
                     nearly(one.axis, plane.normal) && nearly(two.axis, plane.normal);
  const auto along = [&](const Vec<3>& axis) {
    return Vec<3>(axis.dot(plane.normal) > 0 ? axis : Vec<3>(-axis));
  };
  const Vec<3> n = flush ? Vec<3>((along(one.axis) + along(two.axis)).normalized()) : plane.normal;
  const bool on_flat = flush || one.stands_along(n) || two.stands_along(n);
  const double lean_a = std::abs(one.axis.dot(n));
  const double lean_b = std::abs(two.axis.dot(n));
  // Overlapped least at a rim, an end that nearly faces the other holds it: or it would turn about
  // this place and sink.
  const bool on_leaning =
      !on_flat && plane.distance <= tie && std::max(lean_a, lean_b) >= lying_across;
  const auto emit = [&](const Vec<3>& p, const Vec<3>& q, std::uint32_t feature,
                        double lowered = 0) {
    double gap = n.dot(p - q) - lowered;
    // Normals at rims are less exact than the plane's distance.
    if (on_leaning && gap <= plane.distance + tie) gap = plane.distance;
    if (gap <= query.alert) out.push_back({0.5 * (p + q), n, gap, feature});
  };
  const std::size_t before = out.size();
  if (on_flat || on_leaning) {
    // An end: what of the other lies on it, seen along n.
    const bool of_a = flush || (on_flat ? one.stands_along(n) : lean_a >= lean_b);
    const PlacedCylinder& base = of_a ? one : two;
    const PlacedCylinder& other = of_a ? two : one;
    const Vec<3> outward = of_a ? Vec<3>(-n) : n;
    const int end = outward.dot(base.axis) > 0 ? 1 : 0;
    const bool leans = flush || !on_flat;
    const Vec<3> flat = leans ? Vec<3>(end == 1 ? base.axis : Vec<3>(-base.axis)) : outward;
    const double lean = leans ? flat.dot(outward) : 1;
    const Vec<3> middle = base.centre + base.form.half_length * flat;
    const auto foot = [&](const Vec<3>& p) {
      return Vec<3>(p - flat.dot(p - middle) / lean * outward);
    };
    rim_points(other.form, other.turn.transpose() * (flush ? flat : outward), rim);
    end_loop(base, end, loop);
    corner.clear();
    number.clear();
    const bool on_end = rim.point.size() > 2;
    const auto add = [&](const Vec<3>& on_other, FeatureKind kind, std::size_t of_base,
                         std::size_t of_other) {
      const Vec<3> on_base = foot(on_other);
      emit(of_a ? on_base : on_other, of_a ? on_other : on_base,
           feature_of(kind, of_a ? of_base : of_other, of_a ? of_other : of_base), rim.lowered);
    };
    const FeatureKind of_other_kind = of_a ? FeatureKind::vertex_of_b : FeatureKind::vertex_of_a;
    const FeatureKind of_base_kind = of_a ? FeatureKind::vertex_of_a : FeatureKind::vertex_of_b;
    for (std::size_t i = 0; i < rim.point.size(); ++i) {
      const Vec<3> p = other.centre + other.turn * rim.point[i];
      if (on_end && rim.name[i] >= rim_foremost) {
        const bool over = (foot(p) - middle).norm() <= base.form.radius + tie;
        if (over) add(p, of_other_kind, 0, rim.name[i]);
        continue;
      }
      corner.push_back(p);
      number.push_back(rim.name[i]);
    }
    clip(corner, loop, outward, tie, common);
    for (const auto& c : common) {
      const std::size_t of_base = static_cast<std::size_t>(end * rim_count) + c.base;
      if (c.kind == ClippedCorner::Kind::incident_vertex) {
        add(c.point, of_other_kind, 0, number[c.incident]);
      } else if (c.kind == ClippedCorner::Kind::crossing) {
        add(c.point, FeatureKind::edges, of_base, number[c.incident]);
      } else {
        add(c.point, of_base_kind, of_base, 0);
      }
    }
    // Flush ends are told apart by the square of their turn.
    const double most =
        plane.distance + tie + (flush ? one.axis.cross(two.axis).squaredNorm() * query.size : 0);
    const bool held = std::any_of(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                                  [&](const auto& g) { return g.gap <= most; });
    if (held || (flush && out.size() > before)) return;
  }
  const auto rod = [](const PlacedCylinder& c) {
    return Rod{c.centre, c.axis, c.form.half_length, c.form.radius, true};
  };
  Vec<3> p, q;
  if (one.lies_across(n) && two.lies_across(n)) {
    // Side on side: where the axes pass each other.
    const Vec<3> on_a = one.centre - a.radius * n;
    const Vec<3> on_b = two.centre + b.radius * n;
    const Vec<3> d = on_b - on_a;
    const double cosine = one.axis.dot(two.axis);
    // Where rounding puts it beyond an end, the end is meant. Of parallel ones that share next to
    // nothing any place of that will do.
    const double crossing = are_parallel(one, two) ? one.axis.dot(d)
                                                   : (one.axis.dot(d) - cosine * two.axis.dot(d)) /
                                                         one.axis.cross(two.axis).squaredNorm();
    const double s = std::clamp(crossing, -a.half_length, a.half_length);
    const double t = std::clamp(cosine * s - two.axis.dot(d), -b.half_length, b.half_length);
    p = on_a + s * one.axis;
    q = on_b + t * two.axis;
  } else if (!one.lies_across(n) && !one.stands_along(n)) {
    p = one.front(-n);
    q = p - plane.distance * n;
  } else {
    q = two.front(n);
    p = q + plane.distance * n;
  }
  const SharedEnds ends = shared_ends(rod(one), rod(two), n, plane.distance, tie);
  for (int i = 0; i < ends.count; ++i) {
    const RodEnd& end = ends.end[i];
    const std::uint32_t feature =
        feature_of(FeatureKind::edges, rim_foremost, static_cast<std::size_t>(i));
    if (ends.is_nearest(i, p, plane.distance, tie, query.size)) {
      emit(p, q, feature);
    } else if (end.gap <= query.alert) {
      out.push_back({0.5 * (end.on_a + end.on_b), end.normal, end.gap, feature});
    }
  }
  if (ends.hold(p, plane.distance, tie, query.size)) return;
  emit(p, q, feature_of(FeatureKind::others, rim_foremost, rim_foremost));
}

}  // namespace talus

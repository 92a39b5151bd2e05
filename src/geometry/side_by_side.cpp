#include "talus/geometry/side_by_side.hpp"

#include "talus/geometry/core_gap.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// The end of one rod beside another.
struct Beside {
  Vec<3> on_one, on_other;
  Vec<3> normal;  ///< from the other to the one
  double gap;
  double place;  ///< along the other, from its centre
};

/// The normal n across the other's axis that parts the end from the other best: what reaches
/// farthest against n, p, then lies on n as seen from the other's axis. Of a round end that leans
/// towards the other p is e - R n; else it is where the side ends, e - R m, m the part of n across
/// the axis. With t across n and the other's axis, t . (p - f) = 0 says (e - f) . t = R t . m,
/// whose right-hand side is of the square of the angle between the axes.
bool end_beside(const Rod& one, double side, const Rod& other, Beside& out) {
  const Vec<3> e = one.centre + side * one.half_length * one.axis;
  const Vec<3> from_centre = e - other.centre;
  const Vec<3> across = from_centre - other.axis.dot(from_centre) * other.axis;
  const double distance = across.norm();
  if (!(distance > 0)) return false;
  const Vec<3> straight = across / distance;
  const Vec<3> beside = other.axis.cross(straight);
  Vec<3> n = straight;
  Vec<3> m = n;
  if (one.flat_ends || side * one.axis.dot(straight) > 0) {
    double sine = 0;
    for (int i = 0; i < 50; ++i) {
      m = (n - one.axis.dot(n) * one.axis).normalized();
      const Vec<3> t = other.axis.cross(n);
      const double next = -one.radius / distance * t.dot(m);
      if (!(std::abs(next) < 0.5)) return false;
      const bool settled = std::abs(next - sine) <= 1e-16;
      sine = next;
      n = std::sqrt(1 - sine * sine) * straight + sine * beside;
      if (settled) break;
    }
  }
  out.on_one = e - one.radius * m;
  out.normal = n;
  out.gap = n.dot(out.on_one - other.centre) - other.radius;
  out.on_other = out.on_one - out.gap * n;
  out.place = other.axis.dot(out.on_one - other.centre);
  const double beyond = std::abs(out.place) - other.half_length;
  if (beyond > 0 && out.gap > 0) {
    // The nearest point of the other is at its end.
    const Vec<3> outward = out.place > 0 ? other.axis : Vec<3>(-other.axis);
    const double inset = other.flat_ends ? 0 : other.radius;
    const Vec<3> on_end = out.on_other - beyond * outward - inset * n;
    const Vec<3> way = out.on_one - on_end;
    out.normal = way.normalized();
    out.gap = way.norm() - inset;
    out.on_other = on_end + inset * out.normal;
  }
  return true;
}

}  // namespace

bool SharedEnds::is_nearest(int i, const Vec<3>& on_a, double gap, double tie, double size) const {
  return end[i].gap <= gap + tie && (end[i].on_a - on_a).norm() <= parallel * size;
}

bool SharedEnds::hold(const Vec<3>& on_a, double gap, double tie, double size) const {
  if (count == 0) return false;
  if (is_nearest(0, on_a, gap, tie, size) || is_nearest(1, on_a, gap, tie, size)) return true;
  // Between the ends the distance sags by the square of the angle.
  return sine2 <= parallel * parallel &&
         std::min(end[0].gap, end[1].gap) <= gap + tie + sine2 * size;
}

SharedEnds shared_ends(const Rod& a, const Rod& b, const Vec<3>& normal, double gap, double tie) {
  SharedEnds out;
  out.sine2 = a.axis.cross(b.axis).squaredNorm();
  constexpr double most_sine2 = 1 - lying_across * lying_across;
  const double lean_a = a.axis.dot(normal);
  const double lean_b = b.axis.dot(normal);
  if (out.sine2 > most_sine2 || std::max(lean_a * lean_a, lean_b * lean_b) > most_sine2) return out;
  const double same_way = a.axis.dot(b.axis) > 0 ? 1 : -1;
  const double sine = std::sqrt(out.sine2);
  // Ends that are level may each lie beyond the other by what the way between the surfaces leans.
  const auto lies_beside = [&](const Beside& found, const Rod& other) {
    return std::abs(found.place) <= other.half_length + tie + sine * std::abs(found.gap);
  };
  for (const double side : {-1.0, 1.0}) {
    // Of a's end and b's one lies beside the other rod, or both where they are level.
    Beside found;
    RodEnd& end = out.end[out.count];
    if (end_beside(a, side, b, found) && lies_beside(found, b)) {
      end = {found.on_one, found.on_other, found.normal, found.gap};
    } else if (end_beside(b, side * same_way, a, found) && lies_beside(found, a)) {
      end = {found.on_other, found.on_one, -found.normal, found.gap};
    } else {
      break;
    }
    if (end.normal.dot(normal) < lying_across || end.gap < gap - tie) break;
    ++out.count;
  }
  const bool apart =
      out.count == 2 && a.axis.dot(out.end[1].on_a - out.end[0].on_a) > same_line * a.half_length;
  if (!apart) out.count = 0;
  return out;
}

}  // namespace talus

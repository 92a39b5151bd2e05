#include "talus/geometry/gap.hpp"

#include <algorithm>
#include <type_traits>

namespace talus {

namespace {

template <int D>
using Out = std::vector<GapPoint<D>>;

/// Direction from b to a, or `fallback` when the points coincide.
template <int D>
Vec<D> direction(const Vec<D>& difference, double length, const Vec<D>& fallback) {
  if (length > 0) return difference / length;
  return fallback;
}

template <int D>
void push(Out<D>& out, double alert, const Vec<D>& surface_a, const Vec<D>& normal, double gap,
          std::uint32_t feature) {
  if (gap <= alert) out.push_back({surface_a - 0.5 * gap * normal, normal, gap, feature});
}

template <int D>
void gaps(const Ball<D>& a, const Pose<D>& pa, const Ball<D>& b, const Pose<D>& pb, double alert,
          Out<D>& out) {
  const Vec<D> difference = pa.x - pb.x;
  const double distance = difference.norm();
  const Vec<D> n = direction<D>(difference, distance, last_axis<D>());
  push<D>(out, alert, pa.x - a.radius * n, n, distance - a.radius - b.radius, 0);
}

template <int D>
void gaps(const Ball<D>& a, const Pose<D>& pa, const HalfSpace<D>&, const Pose<D>& pb, double alert,
          Out<D>& out) {
  const Vec<D> n = rotate<D>(pb.r, last_axis<D>());
  push<D>(out, alert, pa.x - a.radius * n, n, n.dot(pa.x - pb.x) - a.radius, 0);
}

/// Component of a local point across the drum's axis.
template <int D>
Vec<D> radial(const Vec<D>& local) {
  Vec<D> v = local;
  if constexpr (D == 3) v[2] = 0;
  return v;
}

template <int D>
void gaps(const Ball<D>& a, const Pose<D>& pa, const Drum<D>& b, const Pose<D>& pb, double alert,
          Out<D>& out) {
  const Vec<D> across = radial<D>(unrotate<D>(pb.r, pa.x - pb.x));
  const double distance = across.norm();
  if (distance == 0 && b.radius - a.radius > alert) return;
  const Vec<D> n = rotate<D>(pb.r, direction<D>(-across, distance, Vec<D>::Unit(0)));
  push<D>(out, alert, pa.x - a.radius * n, n, b.radius - distance - a.radius, 0);
}

/// Nearest point of the wall to the ball's centre. The feature says whether the face (0), an edge
/// or a corner is touched: one base-3 digit for each extent.
template <int D>
void gaps(const Ball<D>& a, const Pose<D>& pa, const Wall<D>& b, const Pose<D>& pb, double alert,
          Out<D>& out) {
  const Vec<D> local = unrotate<D>(pb.r, pa.x - pb.x);
  Vec<D> nearest = Vec<D>::Zero();
  std::uint32_t feature = 0;
  for (int i = D - 2; i >= 0; --i) {
    nearest[i] = std::clamp(local[i], -b.half_extent[i], b.half_extent[i]);
    feature = 3 * feature + (local[i] > b.half_extent[i]    ? 2
                             : local[i] < -b.half_extent[i] ? 1
                                                            : 0);
  }
  const Vec<D> difference = local - nearest;
  const double distance = difference.norm();
  const Vec<D> n = rotate<D>(pb.r, direction<D>(difference, distance, last_axis<D>()));
  push<D>(out, alert, pa.x - a.radius * n, n, distance - a.radius, feature);
}

/// Calls f(corner, number) for every corner of a wall, in its own frame.
template <int D, class F>
void for_each_corner(const Wall<D>& wall, F&& f) {
  for (std::uint32_t corner = 0; corner < (1U << (D - 1)); ++corner) {
    Vec<D> local = Vec<D>::Zero();
    for (int i = 0; i < D - 1; ++i) {
      local[i] = (corner >> i & 1U) != 0 ? wall.half_extent[i] : -wall.half_extent[i];
    }
    f(local, corner);
  }
}

/// A flat wall on a plane touches by its corners, as if its edges were slightly concave (001 sect.
/// 9).
template <int D>
void gaps(const Wall<D>& a, const Pose<D>& pa, const HalfSpace<D>&, const Pose<D>& pb, double alert,
          Out<D>& out) {
  const Vec<D> n = rotate<D>(pb.r, last_axis<D>());
  for_each_corner(a, [&](const Vec<D>& local, std::uint32_t corner) {
    const Vec<D> p = to_world(pa, local);
    push<D>(out, alert, p, n, n.dot(p - pb.x), corner);
  });
}

template <int D>
void gaps(const Wall<D>& a, const Pose<D>& pa, const Drum<D>& b, const Pose<D>& pb, double alert,
          Out<D>& out) {
  for_each_corner(a, [&](const Vec<D>& local, std::uint32_t corner) {
    const Vec<D> p = to_world(pa, local);
    const Vec<D> across = radial<D>(unrotate<D>(pb.r, p - pb.x));
    const double distance = across.norm();
    if (distance == 0) return;
    push<D>(out, alert, p, rotate<D>(pb.r, -across / distance), b.radius - distance, corner);
  });
}

/// The pairs with a gap, in this order; the others are said to never touch.
template <class A, class B>
inline constexpr bool defined = false;
template <int D>
inline constexpr bool defined<Ball<D>, Ball<D>> = true;
template <int D>
inline constexpr bool defined<Ball<D>, HalfSpace<D>> = true;
template <int D>
inline constexpr bool defined<Ball<D>, Drum<D>> = true;
template <int D>
inline constexpr bool defined<Ball<D>, Wall<D>> = true;
template <int D>
inline constexpr bool defined<Wall<D>, HalfSpace<D>> = true;
template <int D>
inline constexpr bool defined<Wall<D>, Drum<D>> = true;

}  // namespace

template <int D>
void find_gaps(const Shape<D>& a, const Pose<D>& pose_a, const Shape<D>& b, const Pose<D>& pose_b,
               double alert, std::vector<GapPoint<D>>& out) {
  std::visit(
      [&]<class A, class B>(const A& sa, const B& sb) {
        if constexpr (defined<A, B>) {
          gaps(sa, pose_a, sb, pose_b, alert, out);
        } else if constexpr (defined<B, A>) {
          const std::size_t first = out.size();
          gaps(sb, pose_b, sa, pose_a, alert, out);
          for (std::size_t i = first; i < out.size(); ++i) out[i].normal = -out[i].normal;
        }
      },
      a, b);
}

template <int D>
bool can_touch(const Shape<D>& a, const Shape<D>& b) {
  return std::visit(
      []<class A, class B>(const A&, const B&) { return defined<A, B> || defined<B, A>; }, a, b);
}

template void find_gaps<2>(const Shape<2>&, const Pose<2>&, const Shape<2>&, const Pose<2>&, double,
                           Out<2>&);
template void find_gaps<3>(const Shape<3>&, const Pose<3>&, const Shape<3>&, const Pose<3>&, double,
                           Out<3>&);
template bool can_touch<2>(const Shape<2>&, const Shape<2>&);
template bool can_touch<3>(const Shape<3>&, const Shape<3>&);

}  // namespace talus

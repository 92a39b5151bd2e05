#include "talus/geometry/gap.hpp"

#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/cylinder_gaps.hpp"
#include "talus/geometry/mesh_gaps.hpp"
#include "talus/geometry/placed_core.hpp"

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
void gaps(const Ball<D>& a, const Pose<D>& pa, const Ball<D>& b, const Pose<D>& pb,
          const GapQuery<D>& query, Out<D>& out) {
  const GapPoint<D> g = ball_gap<D>(pa.x, a.radius, pb.x, b.radius);
  if (g.gap <= query.alert) out.push_back(g);
}

template <int D>
void gaps(const Ball<D>& a, const Pose<D>& pa, const HalfSpace<D>&, const Pose<D>& pb,
          const GapQuery<D>& query, Out<D>& out) {
  const Vec<D> n = rotate<D>(pb.r, last_axis<D>());
  push<D>(out, query.alert, pa.x - a.radius * n, n, n.dot(pa.x - pb.x) - a.radius, 0);
}

/// Component of a local point across the drum's axis.
template <int D>
Vec<D> radial(const Vec<D>& local) {
  Vec<D> v = local;
  if constexpr (D == 3) v[2] = 0;
  return v;
}

template <int D>
void gaps(const Ball<D>& a, const Pose<D>& pa, const Drum<D>& b, const Pose<D>& pb,
          const GapQuery<D>& query, Out<D>& out) {
  const Vec<D> across = radial<D>(unrotate<D>(pb.r, pa.x - pb.x));
  const double distance = across.norm();
  if (distance == 0 && b.radius - a.radius > query.alert) return;
  const Vec<D> n = rotate<D>(pb.r, direction<D>(-across, distance, Vec<D>::Unit(0)));
  push<D>(out, query.alert, pa.x - a.radius * n, n, b.radius - distance - a.radius, 0);
}

/// Nearest point of the wall to the ball's centre. The feature says whether the face (0), an edge
/// or a corner is touched: one base-3 digit for each extent.
template <int D>
void gaps(const Ball<D>& a, const Pose<D>& pa, const Wall<D>& b, const Pose<D>& pb,
          const GapQuery<D>& query, Out<D>& out) {
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
  const Vec<D> local_n = direction<D>(difference, distance, last_axis<D>());
  if constexpr (D == 2) {
    const std::size_t end = feature - 1;
    if (feature > 0 && query.seams_b != nullptr && !leaves_body(*query.seams_b, end, local_n)) {
      return;
    }
  }
  const Vec<D> n = rotate<D>(pb.r, local_n);
  push<D>(out, query.alert, pa.x - a.radius * n, n, distance - a.radius, feature);
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
void gaps(const Wall<D>& a, const Pose<D>& pa, const HalfSpace<D>&, const Pose<D>& pb,
          const GapQuery<D>& query, Out<D>& out) {
  const Vec<D> n = rotate<D>(pb.r, last_axis<D>());
  for_each_corner(a, [&](const Vec<D>& local, std::uint32_t corner) {
    const Vec<D> p = to_world(pa, local);
    push<D>(out, query.alert, p, n, n.dot(p - pb.x), corner);
  });
}

template <int D>
void gaps(const Wall<D>& a, const Pose<D>& pa, const Drum<D>& b, const Pose<D>& pb,
          const GapQuery<D>& query, Out<D>& out) {
  for_each_corner(a, [&](const Vec<D>& local, std::uint32_t corner) {
    const Vec<D> p = to_world(pa, local);
    const Vec<D> across = radial<D>(unrotate<D>(pb.r, p - pb.x));
    const double distance = across.norm();
    if (distance == 0) return;
    push<D>(out, query.alert, p, rotate<D>(pb.r, -across / distance), b.radius - distance, corner);
  });
}

template <int D>
PlacedPolytope<D>& core_memory(int which) {
  thread_local PlacedPolytope<D> memory[2];
  return memory[which];
}

template <int D, class A, class B>
GapQuery<D> with_size(GapQuery<D> query, const A& a, const B& b) {
  query.size = smaller_size(characteristic_size<D>(a), characteristic_size<D>(b));
  return query;
}

template <int D, class A, class B>
void convex_gaps(const A& a, const Pose<D>& pa, const B& b, const Pose<D>& pb,
                 const GapQuery<D>& query, Out<D>& out) {
  auto& core_a = core_memory<D>(0);
  auto& core_b = core_memory<D>(1);
  place_core(a, pa, pb.x, core_a);
  place_core(b, pb, pb.x, core_b);
  if (query.seams_a != nullptr) core_a.join(*query.seams_a, pa);
  if (query.seams_b != nullptr) core_b.join(*query.seams_b, pb);
  const std::size_t first = out.size();
  polytope_gaps(core_a, core_b, with_size(query, a, b), out);
  for (std::size_t i = first; i < out.size(); ++i) out[i].point += pb.x;
}

/// A convex body on a plane touches by the corners of its core.
template <int D, class A>
void gaps_on_plane(const A& a, const Pose<D>& pa, const Pose<D>& pb, const GapQuery<D>& query,
                   Out<D>& out) {
  auto& core = core_memory<D>(0);
  place_core(a, pa, pb.x, core);
  const Vec<D> n = rotate<D>(pb.r, last_axis<D>());
  for (std::size_t i = 0; i < core.vertex.size(); ++i) {
    const Vec<D>& v = core.vertex[i];
    push<D>(out, query.alert, pb.x + v - core.radius * n, n, n.dot(v) - core.radius,
            feature_of(FeatureKind::vertex_of_a, i, 0));
  }
}

template <int D, class A>
void gaps_in_drum(const A& a, const Pose<D>& pa, const Drum<D>& b, const Pose<D>& pb,
                  const GapQuery<D>& query, Out<D>& out) {
  auto& core = core_memory<D>(0);
  place_core(a, pa, pb.x, core);
  for (std::size_t i = 0; i < core.vertex.size(); ++i) {
    const Vec<D>& v = core.vertex[i];
    const Vec<D> across = radial<D>(unrotate<D>(pb.r, v));
    const double distance = across.norm();
    if (distance == 0) continue;
    const Vec<D> n = rotate<D>(pb.r, -across / distance);
    push<D>(out, query.alert, pb.x + v - core.radius * n, n, b.radius - distance - core.radius,
            feature_of(FeatureKind::vertex_of_a, i, 0));
  }
}

// Thin walls with skins.

/// Of the smaller wall's size, half its diagonal: some sheets of paper on a table.
constexpr double skin_part = 1e-3;

/// In the plane a wall with a skin is a capsule, whose ends may be joined to others' as before.
void place_with_skin(const Wall<2>& s, double half_skin, const Pose<2>& p, const Vec<2>& origin,
                     PlacedPolytope<2>& out) {
  place_core(s, p, origin, out);
  out.radius = half_skin;
}

/// In space it is a box: rectangles that lie beside each other, nearly in one plane, are parted by
/// none of the planes that part what is thin.
void place_with_skin(const Wall<3>& s, double half_skin, const Pose<3>& p, const Vec<3>& origin,
                     PlacedPolytope<3>& out) {
  static const Polytope<3> unit = box_polytope(Vec<3>(Vec<3>::Ones()));
  out.place(unit, p, origin, 0, Vec<3>(s.half_extent[0], s.half_extent[1], half_skin));
}

template <int D>
void gaps_of_skins(const Wall<D>& a, const Pose<D>& pa, const Wall<D>& b, const Pose<D>& pb,
                   const GapQuery<D>& query, Out<D>& out) {
  auto& core_a = core_memory<D>(0);
  auto& core_b = core_memory<D>(1);
  const GapQuery<D> sized = with_size(query, a, b);
  const double half_skin = 0.5 * skin_part * sized.size;
  place_with_skin(a, half_skin, pa, pb.x, core_a);
  place_with_skin(b, half_skin, pb, pb.x, core_b);
  if (query.seams_a != nullptr) core_a.join(*query.seams_a, pa);
  if (query.seams_b != nullptr) core_b.join(*query.seams_b, pb);
  const std::size_t first = out.size();
  polytope_gaps(core_a, core_b, sized, out);
  for (std::size_t i = first; i < out.size(); ++i) out[i].point += pb.x;
  if constexpr (D == 3) {
    if (query.corners == FlatCorners::extreme) keep_extreme_corners(out, first, out.size());
  }
}

// Meshes.

template <class A>
void gaps(const A& a, const Pose<3>& pa, const TriangleMesh& b, const Pose<3>& pb,
          const GapQuery<3>& query, Out<3>& out) {
  const std::size_t first = out.size();
  if constexpr (std::is_same_v<A, TriangleMesh>) {
    mesh_gaps(a, pa, b, pb, with_size(query, a, b), out);
  } else {
    auto& core = core_memory<3>(0);
    place_core(a, pa, pb.x, core);
    mesh_gaps(core, b, pb, with_size(query, a, b), out);
  }
  for (std::size_t i = first; i < out.size(); ++i) out[i].point += pb.x;
}

/// A mesh touches a plane by its corners: lower points are vertices of something.
void gaps(const TriangleMesh& a, const Pose<3>& pa, const HalfSpace<3>&, const Pose<3>& pb,
          const GapQuery<3>& query, Out<3>& out) {
  const Vec<3> n = rotate<3>(pb.r, last_axis<3>());
  const Vec<3> up = unrotate<3>(pa.r, n);
  const double height = n.dot(pa.x - pb.x);
  const auto near = [&](const AxisBox& box) {
    return height + up.dot(box.center()) - up.cwiseAbs().dot(0.5 * box.sizes()) <= query.alert;
  };
  for (const int v : touching_vertices(*a.surface, near)) {
    const Vec<3> p = to_world(pa, a.surface->vertex[static_cast<std::size_t>(v)]);
    push<3>(out, query.alert, p, n, n.dot(p - pb.x), static_cast<std::uint32_t>(v));
  }
}

/// And a drum, for the distance from its axis is convex.
void gaps(const TriangleMesh& a, const Pose<3>& pa, const Drum<3>& b, const Pose<3>& pb,
          const GapQuery<3>& query, Out<3>& out) {
  const auto near = [&](const AxisBox& box) {
    const Vec<3> centre = unrotate<3>(pb.r, to_world(pa, Vec<3>(box.center())) - pb.x);
    return b.radius - radial<3>(centre).norm() - 0.5 * box.sizes().norm() <= query.alert;
  };
  for (const int v : touching_vertices(*a.surface, near)) {
    const Vec<3> p = to_world(pa, a.surface->vertex[static_cast<std::size_t>(v)]);
    const Vec<3> across = radial<3>(unrotate<3>(pb.r, p - pb.x));
    const double distance = across.norm();
    if (distance == 0) continue;
    push<3>(out, query.alert, p, rotate<3>(pb.r, -across / distance), b.radius - distance,
            static_cast<std::uint32_t>(v));
  }
}

// Cylinders.

template <class A>
void gaps(const Cylinder& a, const Pose<3>& pa, const A& b, const Pose<3>& pb,
          const GapQuery<3>& query, Out<3>& out) {
  const std::size_t first = out.size();
  const Pose<3> from_b{pa.x - pb.x, pa.r};
  if constexpr (std::is_same_v<A, Cylinder>) {
    cylinder_gaps(a, from_b, b, {Vec<3>::Zero(), pb.r}, with_size(query, a, b), out);
  } else {
    auto& core = core_memory<3>(1);
    place_core(b, pb, pb.x, core);
    cylinder_gaps(a, from_b, core, with_size(query, a, b), out);
  }
  for (std::size_t i = first; i < out.size(); ++i) out[i].point += pb.x;
}

void gaps(const Cylinder& a, const Pose<3>& pa, const TriangleMesh& b, const Pose<3>& pb,
          const GapQuery<3>& query, Out<3>& out) {
  cylinder_gaps(a, pa, b, pb, with_size(query, a, b), out);
}

RimPoints& rim_memory() {
  thread_local RimPoints memory;
  return memory;
}

void gaps(const Cylinder& a, const Pose<3>& pa, const HalfSpace<3>&, const Pose<3>& pb,
          const GapQuery<3>& query, Out<3>& out) {
  const Vec<3> n = rotate<3>(pb.r, last_axis<3>());
  auto& rim = rim_memory();
  rim_points(a, unrotate<3>(pa.r, n), rim);
  for (std::size_t i = 0; i < rim.point.size(); ++i) {
    const Vec<3> p = to_world(pa, rim.point[i]);
    push<3>(out, query.alert, p, n, n.dot(p - pb.x) - rim.lowered,
            feature_of(FeatureKind::vertex_of_a, rim.name[i], 0));
  }
}

void gaps(const Cylinder& a, const Pose<3>& pa, const Drum<3>& b, const Pose<3>& pb,
          const GapQuery<3>& query, Out<3>& out) {
  const Vec<3> axis = unrotate<3>(pa.r, rotate<3>(pb.r, last_axis<3>()));
  auto& rim = rim_memory();
  rim_points_far_from(a, unrotate<3>(pa.r, pb.x - pa.x), axis, rim);
  for (std::size_t i = 0; i < rim.point.size(); ++i) {
    const Vec<3> p = to_world(pa, rim.point[i]);
    const Vec<3> across = radial<3>(unrotate<3>(pb.r, p - pb.x));
    const double distance = across.norm();
    if (distance == 0) continue;
    push<3>(out, query.alert, p, rotate<3>(pb.r, -across / distance), b.radius - distance,
            feature_of(FeatureKind::vertex_of_a, rim.name[i], 0));
  }
}

/// Every pair once: how its gaps are found, or that it has none. Two thin walls, for instance, have
/// no inside to tell apart from outside.
template <class A>
inline constexpr bool convex = false;
template <int D>
inline constexpr bool convex<Capsule<D>> = true;
template <int D>
inline constexpr bool convex<Hull<D>> = true;

template <class A, class B>
inline constexpr bool special = false;
template <int D>
inline constexpr bool special<Ball<D>, Ball<D>> = true;
template <int D>
inline constexpr bool special<Ball<D>, HalfSpace<D>> = true;
template <int D>
inline constexpr bool special<Ball<D>, Drum<D>> = true;
template <int D>
inline constexpr bool special<Ball<D>, Wall<D>> = true;
template <int D>
inline constexpr bool special<Wall<D>, HalfSpace<D>> = true;
template <int D>
inline constexpr bool special<Wall<D>, Drum<D>> = true;

template <>
inline constexpr bool special<Cylinder, Cylinder> = true;
template <>
inline constexpr bool special<Cylinder, Ball<3>> = true;
template <>
inline constexpr bool special<Cylinder, Wall<3>> = true;
template <>
inline constexpr bool special<Cylinder, Capsule<3>> = true;
template <>
inline constexpr bool special<Cylinder, Hull<3>> = true;
template <>
inline constexpr bool special<Cylinder, HalfSpace<3>> = true;
template <>
inline constexpr bool special<Cylinder, Drum<3>> = true;
template <>
inline constexpr bool special<Cylinder, TriangleMesh> = true;
template <>
inline constexpr bool special<Ball<3>, TriangleMesh> = true;
template <>
inline constexpr bool special<Wall<3>, TriangleMesh> = true;
template <>
inline constexpr bool special<Capsule<3>, TriangleMesh> = true;
template <>
inline constexpr bool special<Hull<3>, TriangleMesh> = true;
template <>
inline constexpr bool special<TriangleMesh, TriangleMesh> = true;
template <>
inline constexpr bool special<TriangleMesh, HalfSpace<3>> = true;
template <>
inline constexpr bool special<TriangleMesh, Drum<3>> = true;

template <int D, class A, class B>
inline constexpr bool defined = special<A, B> ||
                                (convex<A> &&
                                 (convex<B> || std::is_same_v<B, Ball<D>> ||
                                  std::is_same_v<B, Wall<D>> || std::is_same_v<B, HalfSpace<D>> ||
                                  std::is_same_v<B, Drum<D>>));

template <int D, class A, class B>
void pair_gaps(const A& a, const Pose<D>& pa, const B& b, const Pose<D>& pb,
               const GapQuery<D>& query, Out<D>& out) {
  [[maybe_unused]] const std::size_t first = out.size();
  if constexpr (special<A, B>) {
    gaps(a, pa, b, pb, query, out);
  } else if constexpr (std::is_same_v<B, HalfSpace<D>>) {
    gaps_on_plane<D>(a, pa, pb, query, out);
  } else if constexpr (std::is_same_v<B, Drum<D>>) {
    gaps_in_drum<D>(a, pa, b, pb, query, out);
  } else {
    convex_gaps<D>(a, pa, b, pb, query, out);
  }
  // Convex bodies meet by one flat at most; on a mesh, which may have several, each is seen to
  // where it is found.
  if constexpr (D == 3 && !std::is_same_v<B, TriangleMesh>) {
    if (query.corners == FlatCorners::extreme) keep_extreme_corners(out, first, out.size());
  }
}

}  // namespace

template <int D>
void find_gaps(const Shape<D>& a, const Pose<D>& pose_a, const Shape<D>& b, const Pose<D>& pose_b,
               double alert, std::vector<GapPoint<D>>& out, const GapOptions<D>& options) {
  // Only pairs with ties ask for the size.
  const GapQuery<D> query{alert,          0, options.approach, options.corners, options.seams_a,
                          options.seams_b};
  const std::size_t first = out.size();
  std::visit(
      [&]<class A, class B>(const A& sa, const B& sb) {
        if constexpr (defined<D, A, B>) {
          pair_gaps<D>(sa, pose_a, sb, pose_b, query, out);
        } else if constexpr (defined<D, B, A>) {
          const GapQuery<D> back{
              alert, 0, -options.approach, options.corners, options.seams_b, options.seams_a};
          pair_gaps<D>(sb, pose_b, sa, pose_a, back, out);
          for (std::size_t i = first; i < out.size(); ++i) out[i].normal = -out[i].normal;
        } else if constexpr (std::is_same_v<A, Wall<D>> && std::is_same_v<B, Wall<D>>) {
          if (options.skins) gaps_of_skins<D>(sa, pose_a, sb, pose_b, query, out);
        }
      },
      a, b);
  // The memory of contacts is searched by id.
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
            [](const GapPoint<D>& p, const GapPoint<D>& q) { return p.feature < q.feature; });
}

template <int D>
double skin_between(const Shape<D>& a, const Shape<D>& b) {
  const auto thin = [](const Shape<D>& s) { return std::holds_alternative<Wall<D>>(s); };
  if (!thin(a) || !thin(b)) return 0;
  return skin_part * std::min(characteristic_size<D>(a), characteristic_size<D>(b));
}

template <int D>
bool can_touch(const Shape<D>& a, const Shape<D>& b, bool skins) {
  if (skins && skin_between<D>(a, b) > 0) return true;
  return std::visit(
      []<class A, class B>(const A&, const B&) { return defined<D, A, B> || defined<D, B, A>; }, a,
      b);
}

template void find_gaps<2>(const Shape<2>&, const Pose<2>&, const Shape<2>&, const Pose<2>&, double,
                           Out<2>&, const GapOptions<2>&);
template void find_gaps<3>(const Shape<3>&, const Pose<3>&, const Shape<3>&, const Pose<3>&, double,
                           Out<3>&, const GapOptions<3>&);
template double skin_between<2>(const Shape<2>&, const Shape<2>&);
template double skin_between<3>(const Shape<3>&, const Shape<3>&);
template bool can_touch<2>(const Shape<2>&, const Shape<2>&, bool);
template bool can_touch<3>(const Shape<3>&, const Shape<3>&, bool);

}  // namespace talus

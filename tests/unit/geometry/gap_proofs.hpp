// Proofs of gaps from nothing but the points of two convex bodies that are farthest along a
// direction.
#pragma once

#include "support/convex_samples.hpp"
#include "support/gap_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace talus::test {

/// A convex shape in its place.
class PlacedConvex : public samples::Convex<3> {
 public:
  PlacedConvex(samples::Convex<3> body, const Pose<3>& place)
      : samples::Convex<3>(std::move(body)),
        pose(place),
        corner_(samples::placed(corners, place)),
        turn_(matrix(place.r)) {}

  Pose<3> pose;

  bool has_volume() const {
    return std::holds_alternative<Hull<3>>(shape) || std::holds_alternative<Cylinder>(shape);
  }

  bool is_round() const { return std::holds_alternative<Cylinder>(shape); }

  /// Whether a flat of it looks along n or against it.
  bool has_flat_along(const Vec<3>& n) const {
    const Vec<3> d = turn_.transpose() * n;
    const auto same = [&](const Vec<3>& m) { return d.cross(m).norm() < 1e-12; };
    if (const auto* hull = std::get_if<Hull<3>>(&shape)) {
      const auto& faces = hull->polytope->face;
      return std::any_of(faces.begin(), faces.end(), [&](const auto& f) { return same(f.normal); });
    }
    return (is_round() || std::holds_alternative<Wall<3>>(shape)) && same(Vec<3>::UnitZ());
  }

  /// Directions of its edges and of its axis.
  std::vector<Vec<3>> lines() const {
    if (const auto* hull = std::get_if<Hull<3>>(&shape)) {
      std::vector<Vec<3>> out;
      for (const auto& e : hull->polytope->edge) {
        out.push_back(
            (corner_[static_cast<std::size_t>(e.to)] - corner_[static_cast<std::size_t>(e.from)])
                .normalized());
      }
      return out;
    }
    return {turn_.col(0), turn_.col(1), turn_.col(2)};
  }

  /// Point of the placed core that is farthest along a direction.
  Vec<3> front(const Vec<3>& direction) const {
    if (const auto* c = std::get_if<Cylinder>(&shape)) {
      const Vec<3> d = turn_.transpose() * direction;
      const double across = std::hypot(d[0], d[1]);
      const double reach = across > 0 ? c->radius / across : 0;
      return pose.x +
             turn_ * Vec<3>(reach * d[0], reach * d[1], std::copysign(c->half_length, d[2]));
    }
    const Vec<3>* farthest = nullptr;
    double most = -1e9;
    for (const auto& p : corner_) {
      const double along = direction.dot(p);
      if (along <= most) continue;
      most = along;
      farthest = &p;
    }
    return *farthest;
  }

 private:
  std::vector<Vec<3>> corner_;  ///< placed
  Mat<3> turn_;
};

/// Of the cores; the radii are exact in everybody's book.
inline GapPoint<3> core_gap(const PlacedConvex& a, const PlacedConvex& b) {
  auto point = least(gaps(a.shape, a.pose, b.shape, b.pose, 100));
  point.gap += a.radius + b.radius;
  return point;
}

/// From b to a, between their points foremost along n (unit, from b to a) and against it.
inline Vec<3> between(const PlacedConvex& a, const PlacedConvex& b, const Vec<3>& n) {
  return a.front(-n) - b.front(n);
}

/// How far planes across n part the cores.
inline double parted(const PlacedConvex& a, const PlacedConvex& b, const Vec<3>& n) {
  return n.dot(between(a, b, n));
}

/// A normal whose planes part the cores by more than `limit`, or none if there is none on the whole
/// sphere.
///
/// If s joins any two points of the cores, planes across n part them by s . n at most. In a
/// spherical triangle n is a mean of the corners over its length, which is at most 1 and at least
/// what the corners reach along its middle. So what s . n is at most at the corners it is, over
/// that length, inside. An s for which this is `limit` is looked for among the `between` of the
/// corners and the means of two of them that lie nearest to the middle's normal; where there is
/// none the triangle is cut in four. `limit` must be a little above the best, or the cutting has no
/// end.
inline std::optional<Vec<3>> better_plane(const PlacedConvex& a, const PlacedConvex& b,
                                          double limit) {
  struct Corner {
    Vec<3> n, s;
  };
  using Triangle = std::array<Corner, 3>;
  const auto corner = [&](const Vec<3>& n) { return Corner{n, between(a, b, n)}; };
  std::vector<Triangle> open;
  for (const double x : {1.0, -1.0}) {
    for (const double y : {1.0, -1.0}) {
      for (const double z : {1.0, -1.0}) {
        open.push_back({corner(x * Vec<3>::UnitX()), corner(y * Vec<3>::UnitY()),
                        corner(z * Vec<3>::UnitZ())});
      }
    }
  }
  while (!open.empty()) {
    const Triangle t = open.back();
    open.pop_back();
    for (const auto& c : t) {
      if (c.n.dot(c.s) > limit) return c.n;
    }
    const Vec<3> middle = (t[0].n + t[1].n + t[2].n).normalized();
    double most = limit;
    if (limit > 0) most *= std::min({middle.dot(t[0].n), middle.dot(t[1].n), middle.dot(t[2].n)});
    const auto holds = [&](const Vec<3>& s) {
      return std::all_of(t.begin(), t.end(), [&](const Corner& c) { return s.dot(c.n) <= most; });
    };
    bool closed = false;
    for (std::size_t i = 0; i < 3 && !closed; ++i) {
      const Vec<3>& s = t[i].s;
      const Vec<3> way = t[(i + 1) % 3].s - s;
      const Vec<3> aside = way - middle.dot(way) * middle;
      const double square = aside.squaredNorm();
      const double place = square > 0 ? std::clamp(-s.dot(aside) / square, 0.0, 1.0) : 0;
      closed = holds(s) || holds(s + place * way);
    }
    if (closed) continue;
    std::array<Corner, 3> half;
    for (std::size_t i = 0; i < 3; ++i) {
      half[i] = corner((t[i].n + t[(i + 1) % 3].n).normalized());
    }
    for (std::size_t i = 0; i < 3; ++i) open.push_back({t[i], half[i], half[(i + 2) % 3]});
    open.push_back(half);
  }
  return std::nullopt;
}

/// Points are up to 3 from the origin. Turned by a quaternion and shifted, each coordinate carries
/// some 4 roundings of that, and its product with a normal 3 more; a gap is the difference of two
/// such products, once as it was found and once as it is checked: 2 * 2 * 7 * 3 eps = 84 eps, to
/// which the division by the lean of a flat, at least .9, adds a tenth.
inline constexpr double rounding = 93 * samples::eps;

/// Planes closer than this count as equally good, and flats are preferred.
inline double same_plane(const PlacedConvex& a, const PlacedConvex& b) {
  return 1e-9 * smaller_size(characteristic_size<3>(a.shape), characteristic_size<3>(b.shape));
}

/// How well a gap is known from its normal: one between points is as sharp as they are far apart.
inline double exactness(const GapPoint<3>& found) {
  return rounding + (found.gap > 0 ? 3 * rounding / found.gap : 0);
}

/// How much better than the one found a plane nearby may be: a flat is preferred to planes as good.
inline double slack(const PlacedConvex& a, const PlacedConvex& b, const GapPoint<3>& found) {
  const bool on_flat = a.has_flat_along(found.normal) || b.has_flat_along(found.normal);
  return exactness(found) + (on_flat ? same_plane(a, b) : 0);
}

/// Directions in which planes across n are turned about a line of a body that lies in them. What
/// they part the bodies by has a ridge there, and falls off on both sides of it.
inline std::vector<Vec<3>> turns_along_ridges(const PlacedConvex& body, const Vec<3>& n) {
  std::vector<Vec<3>> out;
  for (const auto& line : body.lines()) {
    if (std::abs(line.dot(n)) > 1e-9) continue;
    out.push_back(line.cross(n));
    out.push_back(-out.back());
  }
  return out;
}

/// That planes across the normal part the cores by the gap (no less is the distance, no more the
/// depth), that none turned by 1e-7 does better, and that none at all does.
inline void prove_gap(const PlacedConvex& a, const PlacedConvex& b, const GapPoint<3>& found) {
  const Vec<3>& n = found.normal;
  const double nearby = slack(a, b, found);
  ASSERT_NEAR(n.norm(), 1, rounding);
  ASSERT_NEAR(parted(a, b, n), found.gap, exactness(found));
  const Vec<3> u = n.unitOrthogonal();
  const Vec<3> v = n.cross(u);
  const auto prove_turned = [&](const Vec<3>& way) {
    ASSERT_LE(parted(a, b, (n + 1e-7 * way).normalized()), found.gap + nearby);
  };
  for (int k = 0; k < 8; ++k) {
    const double angle = k * M_PI / 4;
    prove_turned(std::cos(angle) * u + std::sin(angle) * v);
  }
  for (const auto* body : {&a, &b}) {
    for (const auto& way : turns_along_ridges(*body, n)) prove_turned(way);
  }
  const auto better = better_plane(a, b, found.gap + same_plane(a, b) + exactness(found));
  ASSERT_FALSE(better) << "better by " << parted(a, b, *better) - found.gap;
}

}  // namespace talus::test

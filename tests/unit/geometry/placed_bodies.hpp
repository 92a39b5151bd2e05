// Random bodies of every kind of shape, with what a brute force needs of them: the support
// function and the distance of a point.
#pragma once

#include "support/convex_samples.hpp"
#include "support/gap_points.hpp"
#include "support/least_norm_point.hpp"
#include "support/meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus::test {

/// The kinds of `Shape`, by their places in it.
enum Kind : std::size_t { ball, half_space, wall, drum, capsule, hull, cylinder, mesh };

/// How many kinds there are in the plane or in space.
template <int D>
inline constexpr std::size_t kind_count = std::variant_size_v<Shape<D>>;

inline bool is_unbounded(std::size_t kind) { return kind == half_space || kind == drum; }

/// Whether bodies of these kinds have gaps. Unbounded ones come second.
template <int D>
bool can_meet(std::size_t one, std::size_t other) {
  if (is_unbounded(one)) return false;
  return is_unbounded(other) || one != wall || other != wall;
}

template <int D>
struct Body : samples::Convex<D> {
  Pose<D> pose;
  Shape<D> solid = Ball<D>{1};  ///< the same form; where it is a mesh, as a polyhedron

  double most_along(const Vec<D>& n) const {
    const Vec<D> d = unrotate<D>(pose.r, n);
    double most = -1e9;
    if constexpr (D == 3) {
      if (const auto* c = std::get_if<Cylinder>(&this->shape)) {
        most = c->half_length * std::abs(d[2]) + c->radius * std::hypot(d[0], d[1]);
      }
    }
    for (const auto& v : this->corners) most = std::max(most, d.dot(v) + this->radius);
    return most + n.dot(pose.x);
  }

  double distance(const Vec<D>& point) const {
    const Vec<D> p = unrotate<D>(pose.r, point - pose.x);
    if constexpr (D == 3) {
      if (const auto* c = std::get_if<Cylinder>(&this->shape)) {
        const double across = std::max(0.0, std::hypot(p[0], p[1]) - c->radius);
        return std::hypot(across, std::max(0.0, std::abs(p[2]) - c->half_length));
      }
    }
    return std::max(0.0, least_norm(differences<D>({p}, this->corners)) - this->radius);
  }

  /// Points that hold the farthest from any axis; of a rim a close few.
  std::vector<Vec<D>> outline() const {
    std::vector<Vec<D>> out = samples::placed(this->corners, pose);
    if constexpr (D == 3) {
      if (const auto* c = std::get_if<Cylinder>(&this->shape)) {
        constexpr int count = 4000;
        for (int k = 0; k < count; ++k) {
          const double angle = 2 * M_PI * k / count;
          const Vec<3> rim(c->radius * std::cos(angle), c->radius * std::sin(angle),
                           c->half_length);
          out.push_back(to_world(pose, rim));
          out.push_back(to_world(pose, Vec<3>(rim[0], rim[1], -rim[2])));
        }
      }
    }
    return out;
  }
};

template <int D>
void place(Random& random, Body<D>& body) {
  body.pose = {1.5 * random.uniform() * samples::unit<D>(random), samples::rotation<D>(random)};
}

/// Its centre lies up to 1.5 from the origin. Meshes are convex.
template <int D>
Body<D> random_body(Random& random, std::size_t kind) {
  using samples::ConvexKind;
  Body<D> body;
  const auto take = [&](ConvexKind k) {
    static_cast<samples::Convex<D>&>(body) = samples::convex<D>(random, k);
  };
  switch (kind) {
    case ball: take(ConvexKind::ball); break;
    case wall: take(ConvexKind::wall); break;
    case capsule: take(ConvexKind::capsule); break;
    case hull: take(random.below(2) == 0 ? ConvexKind::box : ConvexKind::hull); break;
    case mesh: take(ConvexKind::hull); break;
    case half_space: body.shape = HalfSpace<D>{}; break;
    case drum: body.shape = Drum<D>{random.uniform(1, 3)}; break;
    default: break;
  }
  if constexpr (D == 3) {
    if (kind == cylinder) body.shape = samples::cylinder(random);
    body.solid = body.shape;
    if (kind == mesh) {
      body.shape = TriangleMesh(triangulated(*std::get<Hull<3>>(body.solid).polytope));
    }
  } else {
    body.solid = body.shape;
  }
  place(random, body);
  return body;
}

/// Of all gap points within 100 the least; there must be one.
template <int D>
GapPoint<D> least_gap(const Shape<D>& a, const Pose<D>& pose_a, const Shape<D>& b,
                      const Pose<D>& pose_b) {
  std::vector<GapPoint<D>> points;
  find_gaps<D>(a, pose_a, b, pose_b, 100, points);
  EXPECT_FALSE(points.empty());
  if (points.empty()) return {Vec<D>::Zero(), Vec<D>::Zero(), std::nan(""), 0};
  return least(points);
}

}  // namespace talus::test

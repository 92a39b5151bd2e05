// A search of the whole sphere of normals for planes that part two convex bodies better.
#pragma once

#include "talus/math/vec.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace talus {

/// If s joins any two points of the bodies, planes across n part them by s . n at most. In a
/// spherical triangle n is a mean of the corners over its length, which is at most 1 and at least
/// what the corners reach along its middle. So what s . n is at most at the corners it is, over
/// that length, inside. An s for which this is the limit is looked for among those between the
/// foremost points of the corners, and the means of two of them that lie nearest to the middle's
/// normal; where there is none the triangle is cut in four.
///
/// Triangles once closed stay so as the limit grows: the search goes on where it was.
class SphereCover {
 public:
  /// `between(n)`: from the foremost point along n of the body behind to the other's against n.
  template <class Between>
  void start(const Between& between) {
    open_.clear();
    left_ = most_triangles;
    for (const double x : {1.0, -1.0}) {
      for (const double y : {1.0, -1.0}) {
        for (const double z : {1.0, -1.0}) {
          open_.push_back({corner(x * Vec<3>::UnitX(), between),
                           corner(y * Vec<3>::UnitY(), between),
                           corner(z * Vec<3>::UnitZ(), between)});
        }
      }
    }
  }

  /// A normal whose planes part the bodies by more than `limit`; none if there is none, or if too
  /// many are nearly as good to tell: all around the common axis of two bodies, say.
  template <class Between>
  std::optional<Vec<3>> better(double limit, const Between& between) {
    while (!open_.empty() && left_ > 0) {
      const Triangle t = open_.back();
      for (const auto& c : t) {
        if (c.n.dot(c.s) > limit) return c.n;
      }
      open_.pop_back();
      --left_;
      if (is_closed(t, limit)) continue;
      Triangle half;
      for (std::size_t i = 0; i < 3; ++i) {
        half[i] = corner((t[i].n + t[(i + 1) % 3].n).normalized(), between);
      }
      for (std::size_t i = 0; i < 3; ++i) open_.push_back({t[i], half[i], half[(i + 2) % 3]});
      open_.push_back(half);
    }
    return std::nullopt;
  }

 private:
  static constexpr int most_triangles = 4000;

  struct Corner {
    Vec<3> n, s;
  };
  using Triangle = std::array<Corner, 3>;

  template <class Between>
  static Corner corner(const Vec<3>& n, const Between& between) {
    return {n, between(n)};
  }

  static bool is_closed(const Triangle& t, double limit) {
    const Vec<3> middle = (t[0].n + t[1].n + t[2].n).normalized();
    double most = limit;
    if (limit > 0) most *= std::min({middle.dot(t[0].n), middle.dot(t[1].n), middle.dot(t[2].n)});
    const auto holds = [&](const Vec<3>& s) {
      return s.dot(t[0].n) <= most && s.dot(t[1].n) <= most && s.dot(t[2].n) <= most;
    };
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec<3>& s = t[i].s;
      if (holds(s)) return true;
      const Vec<3> way = t[(i + 1) % 3].s - s;
      const Vec<3> aside = way - middle.dot(way) * middle;
      const double square = aside.squaredNorm();
      const double place = square > 0 ? std::clamp(-s.dot(aside) / square, 0.0, 1.0) : 0;
      if (holds(s + place * way)) return true;
    }
    return false;
  }

  std::vector<Triangle> open_;
  int left_ = 0;  ///< triangles that may still be looked at
};

}  // namespace talus

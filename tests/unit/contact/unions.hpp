// Random bodies made of several shapes, with what a brute force needs of them: the corners and
// roundings of their parts.
#pragma once

#include "talus/contact/detect.hpp"
#include "talus/geometry/convex_parts.hpp"

#include "support/convex_samples.hpp"
#include "support/least_norm_point.hpp"
#include "support/world.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus::test {

/// Parts in the body's own frame.
template <int D>
struct Union {
  /// Of its surface, without rounding. Filled in the plane only.
  struct Line {
    Vec<D> from, to;
  };
  std::vector<Line> outline;
  std::vector<samples::Convex<D>> part;
  std::vector<Pose<D>> placement;
  Pose<D> pose;

  void add(samples::Convex<D> shape, const Pose<D>& at = {}) {
    part.push_back(std::move(shape));
    placement.push_back(at);
  }
  void add_loop(const std::vector<Vec<D>>& corners) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      outline.push_back({corners[i], corners[(i + 1) % corners.size()]});
    }
  }
  Pose<D> pose_of(std::size_t i) const { return compose(pose, placement[i]); }
  /// Corners of a part's core where it is.
  std::vector<Vec<D>> corners(std::size_t i) const {
    return samples::placed(part[i].corners, pose_of(i));
  }
};

template <int D>
BodyDescription<D> described(const Union<D>& whole, bool prescribed = false) {
  BodyDescription<D> out;
  for (std::size_t i = 0; i < whole.part.size(); ++i) {
    out.shapes.push_back({whole.part[i].shape, whole.placement[i], 0, 1});
  }
  out.pose = whole.pose;
  out.prescribed = prescribed;
  if (!prescribed) {
    out.mass = 1;
    out.inertia = Spin<D>::Ones();
  }
  return out;
}

/// Bodies of the plane, those of one shape first.
enum class Kind { ball, wall, capsule, hull, chain, rounded_chain, cut_polygon, compound };
inline constexpr int kind_count = 8;

/// Corners around the origin, in order.
inline std::vector<Vec<2>> random_star(Random& random) {
  const auto count = 5 + random.below(5);
  std::vector<Vec<2>> out;
  const double first = random.uniform(0, 2 * M_PI);
  for (std::uint64_t k = 0; k < count; ++k) {
    const double angle = first + 2 * M_PI * (static_cast<double>(k) + random.uniform(-0.3, 0.3)) /
                                     static_cast<double>(count);
    out.push_back(random.uniform(0.3, 1) * Vec<2>(std::cos(angle), std::sin(angle)));
  }
  return out;
}

/// Segments, or capsules, from point to point of a star, which may be open.
inline void add_chain(Random& random, double radius, Union<2>& out) {
  auto points = random_star(random);
  if (random.below(2) == 0) points.push_back(points.front());
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec<2> along = points[i + 1] - points[i];
    const double half = 0.5 * along.norm();
    out.outline.push_back({points[i], points[i + 1]});
    samples::Convex<2> link;
    link.radius = radius;
    Pose<2> at{0.5 * (points[i] + points[i + 1]), {std::atan2(along[1], along[0])}};
    if (radius > 0) {
      at.r.angle -= M_PI / 2;
      link.shape = Capsule<2>{half, radius};
      link.corners = {Vec<2>(0, -half), Vec<2>(0, half)};
    } else {
      link.shape = Wall<2>{Vec<1>(half)};
      link.corners = {Vec<2>(-half, 0), Vec<2>(half, 0)};
    }
    out.add(std::move(link), at);
  }
}

inline void add_cut_polygon(Random& random, Union<2>& out) {
  const auto star = random_star(random);
  out.add_loop(star);
  for (const auto& corners : convex_parts(star)) {
    samples::Convex<2> part;
    part.shape = Hull<2>(convex_polygon(corners));
    part.corners = corners;
    out.add(std::move(part));
  }
}

/// Two to four solids about the origin, which may overlap each other.
template <int D>
void add_compound(Random& random, Union<D>& out) {
  const auto count = 2 + random.below(3);
  for (std::uint64_t k = 0; k < count; ++k) {
    out.add(samples::convex<D>(random, samples::solid_kind(random)), samples::pose<D>(random, 0.7));
  }
}

inline Union<2> random_union(Random& random, Kind kind) {
  using samples::ConvexKind;
  Union<2> out;
  const auto single = [&](ConvexKind k) {
    out.add(samples::convex<2>(random, k));
    out.add_loop(out.part[0].corners);
  };
  switch (kind) {
    case Kind::ball: single(ConvexKind::ball); break;
    case Kind::wall: single(ConvexKind::wall); break;
    case Kind::capsule: single(ConvexKind::capsule); break;
    case Kind::hull: single(ConvexKind::hull); break;
    case Kind::chain: add_chain(random, 0, out); break;
    case Kind::rounded_chain: add_chain(random, random.uniform(0.02, 0.15), out); break;
    case Kind::cut_polygon: add_cut_polygon(random, out); break;
    case Kind::compound: add_compound(random, out); break;
  }
  return out;
}

inline bool is_thin(Kind kind) { return kind == Kind::wall || kind == Kind::chain; }

template <int D>
void place(Random& random, Union<D>& body) {
  body.pose = {random.uniform(0, 1.6) * samples::unit<D>(random), samples::rotation<D>(random)};
}

/// All contacts of two bodies, however far apart; normals point to the first.
template <int D>
Contacts<D> contacts_of(const BodyDescription<D>& one, const BodyDescription<D>& two) {
  ContactLaw law;
  law.form = Signorini::gap;
  samples::World<D> world{law};
  world.model.add(one, world.state);
  world.model.add(two, world.state);
  DetectScratch<D> scratch;
  Contacts<D> out;
  DetectOptions options;
  options.alert = 100;
  detect(world.model, world.state.x, world.state.r, {}, options, scratch, out);
  return out;
}

template <int D>
std::size_t deepest(const Contacts<D>& contacts) {
  return static_cast<std::size_t>(std::min_element(contacts.gap.begin(), contacts.gap.end()) -
                                  contacts.gap.begin());
}

/// The same with brute force: the least over all pairs of parts.
template <int D>
struct ForcedGap {
  double gap = 1e9;
  Vec<D> normal = Vec<D>::Zero();
  bool cores_apart = true;  ///< else nothing is said
  bool unique = true;       ///< no other normal comes near
};

template <int D>
bool is_thin(const samples::Convex<D>& part) {
  return std::holds_alternative<Wall<D>>(part.shape);
}

template <int D>
ForcedGap<D> forced_gap(const Union<D>& a, const Union<D>& b) {
  ForcedGap<D> out;
  std::vector<std::pair<double, Vec<D>>> all;
  for (std::size_t i = 0; i < a.part.size(); ++i) {
    for (std::size_t j = 0; j < b.part.size(); ++j) {
      if (is_thin(a.part[i]) && is_thin(b.part[j])) continue;
      const Vec<D> d = least_norm_point(differences(a.corners(i), b.corners(j)));
      const double distance = d.norm();
      if (distance < 1e-6) {
        out.cores_apart = false;
        return out;
      }
      const double gap = distance - a.part[i].radius - b.part[j].radius;
      all.emplace_back(gap, d / distance);
      if (gap < out.gap) {
        out.gap = gap;
        out.normal = d / distance;
      }
    }
  }
  for (const auto& [gap, n] : all) {
    if (gap < out.gap + 1e-7 && (n - out.normal).norm() > 1e-8) out.unique = false;
  }
  return out;
}

}  // namespace talus::test

#include "talus/io/grain_shapes.hpp"

#include "talus/io/masonry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace talus::scenes {

namespace {

using std::numbers::pi;
constexpr int most_corners = 200;

template <int D>
struct CornerRange {
  int least = D + 1;
  int most = D + 1;

  int draw(Random& random) const {
    const auto choices = static_cast<std::uint64_t>(most - least) + 1;
    return least + static_cast<int>(random.below(choices));
  }
};

int read_corner_number(const Reader& given, int least) {
  const std::int64_t n = given.integer(least);
  if (n <= most_corners) return static_cast<int>(n);
  given.error(fmt::format("expected at most {} corners", most_corners));
  return least;
}

/// A whole number, or the least and the most.
template <int D>
CornerRange<D> read_corners(const Reader& map) {
  map.map({"corners"});
  CornerRange<D> out;
  const auto given = map.require("corners", "a whole number, or [least, most]");
  if (!given) return out;
  if (!given->is(Node::Kind::list)) {
    out.least = out.most = read_corner_number(*given, D + 1);
    return out;
  }
  const auto items = given->items();
  if (items.size() != 2) {
    given->error("expected a whole number, or [least, most]");
    return out;
  }
  out.least = read_corner_number(items[0], D + 1);
  out.most = read_corner_number(items[1], D + 1);
  if (out.most < out.least) {
    given->error("expected the smaller number first");
    out.most = out.least;
  }
  return out;
}

template <int D>
GrainShape<D> read_boxes(const Reader& map) {
  map.map({"proportions"});
  Vec<D> sides = map.vector_or<D>("proportions", Vec<D>::Ones());
  if (!(sides.minCoeff() > 0)) {
    map.find("proportions")->error("all proportions must be positive");
    sides = Vec<D>::Ones();
  }
  const Vec<D> unit = sides.normalized();  // half sides of a box with corners at distance 1
  return {[unit](double radius, Random&) -> Shape<D> {
            return Hull<D>(box_polytope(Vec<D>(radius * unit)));
          },
          true};
}

/// Length of the axis and radius, as they are to each other; the grain as large as a radius says.
Vec<2> read_length_and_radius(const Reader& map) {
  map.map({"proportions"});
  const Vec<2> given = map.vector_or<2>("proportions", Vec<2>(2, 1));
  if (given.minCoeff() > 0) return given;
  map.find("proportions")->error("both proportions, length and radius, must be positive");
  return {2, 1};
}

template <int D>
GrainShape<D> read_capsules(const Reader& map) {
  const Vec<2> p = read_length_and_radius(map);
  const Vec<2> unit = p / (0.5 * p[0] + p[1]);  // ends at distance 1
  return {[unit](double radius, Random&) -> Shape<D> {
            return Capsule<D>{0.5 * radius * unit[0], radius * unit[1]};
          },
          true};
}

GrainShape<3> read_cylinders(const Reader& map) {
  const Vec<2> p = read_length_and_radius(map);
  const Vec<2> unit = p / Vec<2>(0.5 * p[0], p[1]).norm();  // rims at distance 1
  return {[unit](double radius, Random&) -> Shape<3> {
            return Cylinder{0.5 * radius * unit[0], radius * unit[1]};
          },
          true};
}

GrainShape<2> read_regular(const Reader& map) {
  map.map({"sides"});
  const auto given = map.require("sides", "a whole number from 3 on");
  const int sides = given ? read_corner_number(*given, 3) : 3;
  return {[sides](double radius, Random&) -> Shape<2> {
            return Hull<2>(convex_polygon(regular_polygon(sides, radius)));
          },
          true};
}

GrainShape<2> read_polygons(const Reader& map) {
  return {[range = read_corners<2>(map)](double radius, Random& random) -> Shape<2> {
            const int corners = range.draw(random);
            return Hull<2>(random_polygon(corners, radius, random));
          },
          false};
}

GrainShape<3> read_polyhedra(const Reader& map) {
  return {[range = read_corners<3>(map)](double radius, Random& random) -> Shape<3> {
            const int corners = range.draw(random);
            return Hull<3>(random_polyhedron(corners, radius, random));
          },
          false};
}

template <int D>
GrainShape<D> read_balls(const Reader& map) {
  map.map({});
  return {};
}

/// The registry of forms by name.
template <int D>
struct FormReader {
  std::string_view name;
  GrainShape<D> (*read)(const Reader&);
};

template <int D>
std::vector<FormReader<D>> form_readers() {
  if constexpr (D == 2) {
    return {{"disk", read_balls<2>},
            {"box", read_boxes<2>},
            {"regular", read_regular},
            {"polygon", read_polygons},
            {"capsule", read_capsules<2>}};
  } else {
    return {{"sphere", read_balls<3>},
            {"box", read_boxes<3>},
            {"polyhedron", read_polyhedra},
            {"capsule", read_capsules<3>},
            {"cylinder", read_cylinders}};
  }
}

/// No two points nearer than a third of what they could be at best.
std::vector<Vec<3>> scattered_points(int count, Random& random) {
  const double apart = 1.2 / std::sqrt(count);
  std::vector<Vec<3>> points;
  while (static_cast<int>(points.size()) < count) {
    Vec<3> p;
    for (int i = 0; i < 3; ++i) p[i] = random.normal();
    if (!(p.norm() > 1e-6)) continue;
    p.normalize();
    const bool lonely = std::all_of(points.begin(), points.end(),
                                    [&](const Vec<3>& q) { return (p - q).norm() >= apart; });
    if (lonely) points.push_back(p);
  }
  return points;
}

}  // namespace

template <int D>
Shape<D> GrainShape<D>::draw(double radius, Random& random) {
  if (!make_) return Ball<D>{radius};
  if (alike_ && radius == last_radius_) return last_;
  last_radius_ = radius;
  last_ = make_(radius, random);
  return last_;
}

template <int D>
GrainShape<D> read_grain_shape(const Reader& group) {
  const auto readers = form_readers<D>();
  std::vector<std::string_view> names;
  names.reserve(readers.size());
  for (const auto& r : readers) names.push_back(r.name);
  if (!group.has("shape")) group.fill("shape", Node::scalar(std::string(names.front())));
  const Reader shape = *group.find("shape");
  if (shape.is(Node::Kind::scalar) && shape.node().text == names.front()) return {};
  if (shape.is(Node::Kind::scalar)) {  // "shape: box" is short for "shape: {box: {}}"
    Entry entry{shape.node().text, shape.place(), {}};
    entry.value.place = shape.place();
    entry.value.kind = Node::Kind::map;
    shape.node().kind = Node::Kind::map;
    shape.node().entries.push_back(std::move(entry));
  }
  const std::size_t before = group.complaints().errors();
  if (!shape.map(names) || group.complaints().errors() > before) return {};
  if (shape.node().entries.size() != 1) {
    shape.error(fmt::format("expected one of {}", fmt::join(names, ", ")));
    return {};
  }
  for (const auto& r : readers) {
    if (const auto found = shape.find(r.name)) return r.read(*found);
  }
  return {};
}

template <>
Rotation<2> random_rotation<2>(Random& random) {
  return {random.uniform(-pi, pi)};
}

template <>
Rotation<3> random_rotation<3>(Random& random) {
  Vec<4> q = Vec<4>::Zero();
  while (!(q.norm() > 1e-6)) {
    for (int i = 0; i < 4; ++i) q[i] = random.normal();
  }
  return {Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized()};
}

Polytope<2> random_polygon(int corners, double radius, Random& random) {
  std::vector<Vec<2>> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * pi * (i + 0.7 * random.uniform()) / corners;
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return convex_polygon(std::move(points));
}

Polytope<3> random_polyhedron(int corners, double radius, Random& random) {
  for (;;) {
    auto points = scattered_points(corners, random);
    try {
      Polytope<3> form = convex_hull(points);
      // Flat ones, which only few points make, are drawn again.
      if (extent(form).volume < 0.01 * 4 * pi / 3) continue;
      for (auto& v : form.vertex) v *= radius;
      return form;
    } catch (const ShapeError&) {
      continue;
    }
  }
}

template class GrainShape<2>;
template class GrainShape<3>;
template GrainShape<2> read_grain_shape<2>(const Reader&);
template GrainShape<3> read_grain_shape<3>(const Reader&);

}  // namespace talus::scenes

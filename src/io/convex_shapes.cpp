#include "talus/io/convex_shapes.hpp"

#include "talus/geometry/convex_parts.hpp"
#include "talus/io/point_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>

namespace talus::scenes {

namespace {

Rotation<2> towards(const Vec<2>& n) { return {std::atan2(-n[0], n[1]) + 0.0}; }
Rotation<3> towards(const Vec<3>& n) {
  return {Eigen::Quaterniond::FromTwoVectors(Vec<3>(Vec<3>::UnitZ()), n)};
}

/// Nothing when some point was not understood.
template <int D>
std::optional<std::vector<Vec<D>>> read_points(const Reader& list) {
  const std::size_t before = list.complaints().errors();
  std::vector<Vec<D>> out;
  for (const auto& item : list.items()) out.push_back(item.template vector<D>());
  if (list.complaints().errors() > before) return std::nullopt;
  return out;
}

/// Where points are: under the key, or in a file.
std::optional<Reader> given_at(const Reader& map, std::string_view key) {
  if (map.has("file")) return map.find("file");
  return map.require(key, "a list of points, or 'file', a table of them");
}

template <int D>
std::optional<std::vector<Vec<D>>> points_given(const Reader& map, const Reader& at,
                                                const std::filesystem::path& folder) {
  return map.has("file") ? points_of_table<D>(at, folder) : read_points<D>(at);
}

void warn(const Reader& at, const std::string& repair) {
  at.complaints().warn(at.place(), fmt::format("{}: {}", at.path(), repair));
}

bool is_clockwise(const std::vector<Vec<2>>& corners) {
  double twice_area = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec<2> a = corners[i] - corners[0];
    const Vec<2> b = corners[(i + 1) % corners.size()] - corners[0];
    twice_area += a[0] * b[1] - a[1] * b[0];
  }
  return twice_area < 0;
}

/// A hull does not mind points given twice, but whoever wrote them may.
void warn_of_repeated(const Reader& at, const std::vector<Vec<3>>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    return std::tuple(points[i][0], points[i][1], points[i][2], i);
  };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  const auto same =
      std::adjacent_find(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return points[a] == points[b]; });
  if (same == order.end()) return;
  warn(at, fmt::format("points {} and {} are the same: counted once", same[0] + 1, same[1] + 1));
}

/// Faces that all run clockwise seen from outside are turned round, as those of meshes are.
void turn_outward(const Reader& at, const std::vector<Vec<3>>& points,
                  std::vector<std::vector<int>>& faces) {
  const auto known = [&](int i) { return i >= 0 && i < static_cast<int>(points.size()); };
  double volume = 0;
  for (const auto& f : faces) {
    if (f.size() < 3 || !std::all_of(f.begin(), f.end(), known)) return;  // told by whoever builds
    const auto corner = [&](std::size_t k) -> Vec<3> {
      return points[static_cast<std::size_t>(f[k])] - points.front();
    };
    for (std::size_t k = 1; k + 1 < f.size(); ++k) {
      volume += corner(0).dot(corner(k).cross(corner(k + 1)));
    }
  }
  if (!(volume < 0)) return;
  for (auto& f : faces) std::reverse(f.begin(), f.end());
  warn(at, "the faces look inward: turned round");
}

/// Runs `make`; what it says about points that make no shape becomes a complaint.
template <class Make>
auto built(const Reader& at, Make&& make) -> decltype(make()) {
  try {
    return make();
  } catch (const ShapeError& e) {
    at.error(e.what());
    return {};
  }
}

}  // namespace

template <int D>
Rotation<D> rotation_along(const Reader& map, std::string_view key) {
  if (!map.has(key)) {
    const Vec<D> axis = last_axis<D>();
    map.fill(key, Reader::vector_node(axis.data(), D));
  }
  return towards(map.find(key)->template direction<D>());
}

template <int D>
Forms<D> read_capsule(const Reader& map) {
  map.map({"length", "radius", "axis"});
  Pose<D> place;
  place.r = rotation_along<D>(map, "axis");
  const double length = map.require_number("length", positive);
  return {{Capsule<D>{0.5 * length, map.require_number("radius", positive)}, place}};
}

template <int D>
Forms<D> read_box(const Reader& map) {
  map.map({"size"});
  const auto size = map.require("size");
  if (!size) return {};
  const Vec<D> s = size->template vector<D>();
  if (!(s.minCoeff() > 0)) {
    size->error("all sides of a box must be positive");
    return {};
  }
  return {{Hull<D>(box_polytope(Vec<D>(0.5 * s))), {}}};
}

Forms<2> read_polygon(const Reader& map, const std::filesystem::path& folder) {
  map.map({"corners", "file"});
  map.not_both("corners", "file");
  const auto corners = given_at(map, "corners");
  if (!corners) return {};
  const auto points = points_given<2>(map, *corners, folder);
  if (!points) return {};
  return built(*corners, [&] {
    Forms<2> out;
    for (auto& part : convex_parts(*points)) {
      out.push_back({Hull<2>(convex_polygon(std::move(part))), {}});
    }
    if (is_clockwise(*points))
      warn(*corners, "the corners go clockwise: taken the other way round");
    return out;
  });
}

Forms<2> read_chain(const Reader& map, const std::filesystem::path& folder) {
  map.map({"points", "file", "closed"});
  map.not_both("points", "file");
  const auto list = given_at(map, "points");
  if (!list) return {};
  auto given = points_given<2>(map, *list, folder);
  if (!given) return {};
  auto& points = *given;
  if (points.size() < 2) {
    list->error("a chain needs two points or more");
    return {};
  }
  const std::size_t given_count = points.size();
  if (map.flag_or("closed", false)) points.push_back(points.front());
  Forms<2> out;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec<2> along = points[i + 1] - points[i];
    if (!(along.norm() > 0)) {
      list->error(
          fmt::format("points {} and {} of the chain are the same: a segment of length 0; leave "
                      "one out",
                      i + 1, (i + 1) % given_count + 1));
      return {};
    }
    out.push_back({Wall<2>{Vec<1>(0.5 * along.norm())},
                   {0.5 * (points[i] + points[i + 1]), {std::atan2(along[1], along[0])}}});
  }
  return out;
}

int point_number(const Reader& given, std::size_t count) {
  const std::int64_t number = given.integer(1);
  if (number <= static_cast<std::int64_t>(count)) return static_cast<int>(number) - 1;
  given.error(fmt::format("point {} is named, but {} are given", number, count));
  return 0;
}

Forms<3> read_polyhedron(const Reader& map) {
  map.map({"points", "faces"});
  const auto list = map.require("points", "a list of points");
  if (!list) return {};
  auto points = read_points<3>(*list);
  if (!points) return {};
  if (const auto faces = map.find("faces")) {
    const std::size_t before = map.complaints().errors();
    std::vector<std::vector<int>> loops;
    for (const auto& face : faces->items()) {
      auto& loop = loops.emplace_back();
      // Counted from 1, as people and OBJ files do.
      for (const auto& i : face.items()) loop.push_back(point_number(i, points->size()));
    }
    if (map.complaints().errors() > before) return {};
    turn_outward(*faces, *points, loops);
    return built(*faces, [&] {
      return Forms<3>{{Hull<3>(convex_polyhedron(std::move(*points), std::move(loops))), {}}};
    });
  }
  return hull_of(*list, *points);
}

Forms<3> hull_of(const Reader& at, const std::vector<Vec<3>>& points) {
  return built(at, [&] {
    Forms<3> out{{Hull<3>(convex_hull(points)), {}}};
    warn_of_repeated(at, points);
    return out;
  });
}

template Rotation<2> rotation_along<2>(const Reader&, std::string_view);
template Rotation<3> rotation_along<3>(const Reader&, std::string_view);
template Forms<2> read_capsule<2>(const Reader&);
template Forms<3> read_capsule<3>(const Reader&);
template Forms<2> read_box<2>(const Reader&);
template Forms<3> read_box<3>(const Reader&);

}  // namespace talus::scenes

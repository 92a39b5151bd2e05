#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/joined_polytope.hpp"
#include "talus/geometry/polytope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace talus {

namespace {

using Face = Polytope<3>::Face;
using Corners = std::vector<Vec<3>>;

double spread(const Corners& points) {
  double size = 0;
  for (const auto& p : points) size = std::max(size, (p - points.front()).norm());
  return size;
}

const Vec<3>& at(const Corners& v, int i) { return v[static_cast<std::size_t>(i)]; }

/// Newell's normal: the mean over all corners, so that nearly straight corners do no harm.
Vec<3> area_vector(const Corners& v, const std::vector<int>& loop) {
  Vec<3> sum = Vec<3>::Zero();
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    sum +=
        0.5 *
        Vec<3>(at(v, loop[k]) - at(v, loop[0])).cross(Vec<3>(at(v, loop[k + 1]) - at(v, loop[0])));
  }
  return sum;
}

void check_loop(const Corners& v, const std::vector<int>& loop, std::size_t number) {
  if (loop.size() < 3) throw ShapeError(fmt::format("face {} has fewer than 3 corners", number));
  for (const int i : loop) {
    if (i < 0 || static_cast<std::size_t>(i) >= v.size()) {
      throw ShapeError(
          fmt::format("face {} names corner {}, but there are {}", number, i + 1, v.size()));
    }
    if (std::count(loop.begin(), loop.end(), i) > 1) {
      throw ShapeError(fmt::format("face {} names corner {} twice", number, i + 1));
    }
  }
}

/// Fills edges from the faces' loops; every edge must be run once in each direction.
void join_faces(Polytope<3>& p) {
  std::map<std::pair<int, int>, int> number;
  for (std::size_t f = 0; f < p.face.size(); ++f) {
    auto& face = p.face[f];
    for (std::size_t k = 0; k < face.vertex.size(); ++k) {
      const int from = face.vertex[k];
      const int to = face.vertex[(k + 1) % face.vertex.size()];
      const auto [place, fresh] =
          number.try_emplace(std::minmax(from, to), static_cast<int>(p.edge.size()));
      if (fresh) p.edge.push_back({from, to, -1, -1});
      auto& edge = p.edge[static_cast<std::size_t>(place->second)];
      int& side = edge.from == from ? edge.left : edge.right;
      if (side >= 0) {
        throw ShapeError(
            fmt::format("faces {} and {} run the same way along the edge of corners "
                        "{} and {}: turn one of them round",
                        side + 1, f + 1, from + 1, to + 1));
      }
      side = static_cast<int>(f);
      face.edge.push_back(place->second);
    }
  }
  for (const auto& e : p.edge) {
    if (e.left >= 0 && e.right >= 0) continue;
    throw ShapeError(fmt::format("the surface is open at the edge of corners {} and {} of face {}",
                                 e.from + 1, e.to + 1, std::max(e.left, e.right) + 1));
  }
}

/// Faces that name one point by two numbers would seem to part there.
void check_distinct(const Corners& corners) {
  std::map<std::tuple<double, double, double>, std::size_t> seen;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto& c = corners[i];
    const auto [at, fresh] = seen.try_emplace({c[0], c[1], c[2]}, i);
    if (fresh) continue;
    throw ShapeError(fmt::format("corners {} and {} are the same point: let faces name one of them",
                                 at->second + 1, i + 1));
  }
}

void check_features(const Polytope<3>& p) {
  if (p.vertex.size() + p.edge.size() <= most_features) return;
  throw ShapeError(fmt::format("{} corners and {} edges are too many: {} features can be named",
                               p.vertex.size(), p.edge.size(), most_features));
}

void check_convex(const Polytope<3>& p, double size) {
  for (std::size_t f = 0; f < p.face.size(); ++f) {
    const auto& face = p.face[f];
    const Vec<3>& origin = at(p.vertex, face.vertex[0]);
    for (const int i : face.vertex) {
      if (std::abs(face.normal.dot(at(p.vertex, i) - origin)) > 1e-7 * size) {
        throw ShapeError(fmt::format("face {} is not flat", f + 1));
      }
    }
    for (std::size_t i = 0; i < p.vertex.size(); ++i) {
      if (face.normal.dot(p.vertex[i] - origin) > 1e-7 * size) {
        throw ShapeError(fmt::format(
            "the polyhedron is not convex: corner {} is in front of face {}", i + 1, f + 1));
      }
    }
  }
}

Polytope<3> two_sided(Corners corners) {
  Polytope<3> out;
  out.vertex = std::move(corners);
  std::vector<int> loop(out.vertex.size());
  for (std::size_t i = 0; i < loop.size(); ++i) loop[i] = static_cast<int>(i);
  const Vec<3> normal = area_vector(out.vertex, loop).normalized();
  out.face.push_back({normal, loop, {}});
  std::reverse(loop.begin(), loop.end());
  out.face.push_back({-normal, loop, {}});
  join_faces(out);
  return out;
}

}  // namespace

Polytope<3> convex_polyhedron(std::vector<Vec<3>> corners, std::vector<std::vector<int>> faces) {
  Polytope<3> out;
  out.vertex = std::move(corners);
  for (std::size_t i = 0; i < out.vertex.size(); ++i) {
    if (!out.vertex[i].allFinite()) {
      throw ShapeError(fmt::format("corner {} is not a finite point", i + 1));
    }
  }
  if (out.vertex.size() < 4 || faces.size() < 4) {
    throw ShapeError(
        fmt::format("a polyhedron needs four corners and four faces or more, not {} and {}",
                    out.vertex.size(), faces.size()));
  }
  check_distinct(out.vertex);
  const double size = spread(out.vertex);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    check_loop(out.vertex, faces[f], f + 1);
    const Vec<3> area = area_vector(out.vertex, faces[f]);
    if (area.norm() <= 1e-12 * size * size) {
      throw ShapeError(fmt::format("face {} has no area", f + 1));
    }
    out.face.push_back({area.normalized(), std::move(faces[f]), {}});
  }
  join_faces(out);
  check_features(out);
  check_convex(out, size);
  out.solid = true;
  if (extent(out).volume <= 1e-9 * size * size * size) {
    throw ShapeError(
        "the polyhedron is flat: it has no volume; a rectangle is flat, a box may be thin");
  }
  return out;
}

Polytope<3> joined_polyhedron(std::vector<Vec<3>> corners, std::vector<std::vector<int>> faces,
                              const std::vector<Vec<3>>& normals) {
  if (faces.size() != normals.size()) {
    throw ShapeError(fmt::format("{} faces but {} normals", faces.size(), normals.size()));
  }
  Polytope<3> out;
  out.vertex = std::move(corners);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    check_loop(out.vertex, faces[f], f + 1);
    out.face.push_back({normals[f], std::move(faces[f]), {}});
  }
  join_faces(out);
  check_features(out);
  out.solid = true;
  return out;
}

Polytope<3> flat_polytope(const Vec<2>& h) {
  return two_sided({{-h[0], -h[1], 0}, {h[0], -h[1], 0}, {h[0], h[1], 0}, {-h[0], h[1], 0}});
}

Polytope<3> box_polytope(const Vec<3>& h) {
  Corners corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1) != 0 ? h[0] : -h[0], (i & 2) != 0 ? h[1] : -h[1],
                         (i & 4) != 0 ? h[2] : -h[2]);
  }
  return convex_polyhedron(
      std::move(corners),
      {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}});
}

template <>
Polytope<3> point_polytope<3>() {
  Polytope<3> out;
  out.vertex = {Vec<3>::Zero()};
  return out;
}

template <>
Polytope<3> axis_polytope<3>(double half_length) {
  Polytope<3> out;
  out.vertex = {Vec<3>(0, 0, -half_length), Vec<3>(0, 0, half_length)};
  out.edge = {{0, 1, -1, -1}};
  return out;
}

void ExtentSum::add(const Vec<3>& corner_a, const Vec<3>& corner_b, const Vec<3>& corner_c) {
  const Vec<3> a = corner_a - origin_;
  const Vec<3> b = corner_b - origin_;
  const Vec<3> c = corner_c - origin_;
  const double volume = a.dot(b.cross(c)) / 6;
  const Vec<3> sum = a + b + c;
  volume_ += volume;
  moment_ += volume * sum / 4;
  second_ += volume / 20 *
             (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
}

Extent<3> ExtentSum::result() const {
  Extent<3> out;
  out.volume = volume_;
  if (volume_ <= 0) return out;
  const Vec<3> d = moment_ / volume_;
  const Mat<3> central = second_ / volume_ - d * d.transpose();
  out.centre = origin_ + d;
  out.inertia = central.trace() * Mat<3>::Identity() - central;
  return out;
}

Extent<3> extent(const Polytope<3>& polytope) {
  if (!polytope.solid) return {};
  const auto& v = polytope.vertex;
  ExtentSum sum(v[0]);
  for (const auto& face : polytope.face) {
    for (std::size_t k = 1; k + 1 < face.vertex.size(); ++k) {
      sum.add(at(v, face.vertex[0]), at(v, face.vertex[k]), at(v, face.vertex[k + 1]));
    }
  }
  return sum.result();
}

}  // namespace talus

// Convex hulls in space, by Qhull.
#include "talus/geometry/polytope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

extern "C" {
#include <libqhull_r/libqhull_r.h>
#include <libqhull_r/poly_r.h>
}

namespace talus {

namespace {

/// Qhull's memory, released however the hull ends.
class Qhull {
 public:
  explicit Qhull(const std::vector<Vec<3>>& points) {
    for (const auto& p : points) coordinates_.insert(coordinates_.end(), p.data(), p.data() + 3);
    qh_zero(&qh_, nullptr);
    char command[] = "qhull Qx C-1e-10";
    // Its own words for what went wrong help nobody here.
    std::FILE* const silent = std::fopen("/dev/null", "w");
    failed_ = qh_new_qhull(&qh_, 3, static_cast<int>(points.size()), coordinates_.data(), False,
                           command, silent, silent);
    if (silent != nullptr) std::fclose(silent);
  }
  ~Qhull() {
    qh_freeqhull(&qh_, qh_ALL);
    int current = 0;
    int total = 0;
    qh_memfreeshort(&qh_, &current, &total);
  }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  bool failed() const { return failed_ != 0; }

  /// Loops of point numbers, counter-clockwise seen from outside.
  std::vector<std::vector<int>> faces() {
    std::vector<std::vector<int>> out;
    for (facetT* facet = qh_.facet_list; facet != nullptr && facet->next != nullptr;
         facet = facet->next) {
      std::vector<int> loop;
      setT* vertices = qh_facet3vertex(&qh_, facet);
      for (int i = 0; i < qh_setsize(&qh_, vertices); ++i) {
        const auto* vertex = static_cast<vertexT*>(vertices->e[i].p);
        loop.push_back(qh_pointid(&qh_, vertex->point));
      }
      qh_settempfree(&qh_, &vertices);
      out.push_back(std::move(loop));
    }
    return out;
  }

 private:
  std::vector<double> coordinates_;
  qhT qh_;
  int failed_ = 0;
};

double volume_of_loops(const std::vector<Vec<3>>& p, const std::vector<std::vector<int>>& faces) {
  double sum = 0;
  for (const auto& f : faces) {
    for (std::size_t k = 1; k + 1 < f.size(); ++k) {
      const Vec<3> a = p[static_cast<std::size_t>(f[0])] - p[0];
      const Vec<3> b = p[static_cast<std::size_t>(f[k])] - p[0];
      const Vec<3> c = p[static_cast<std::size_t>(f[k + 1])] - p[0];
      sum += a.dot(b.cross(c));
    }
  }
  return sum;
}

}  // namespace

Polytope<3> convex_hull(const std::vector<Vec<3>>& points) {
  if (points.size() < 4) throw ShapeError("a polyhedron needs four points or more");
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) throw ShapeError(fmt::format("point {} is not finite", i + 1));
  }
  // Qhull's tolerances are absolute: give it a body of size one about the origin.
  double size = 0;
  for (const auto& p : points) size = std::max(size, (p - points[0]).norm());
  if (size == 0) throw ShapeError("all points are the same");
  std::vector<Vec<3>> unit;
  unit.reserve(points.size());
  for (const auto& p : points) unit.emplace_back((p - points[0]) / size);
  Qhull hull(unit);
  if (hull.failed())
    throw ShapeError(
        "the points lie in a plane: the body would have no volume; a rectangle is flat, a box may "
        "be thin");
  auto faces = hull.faces();
  if (volume_of_loops(unit, faces) < 0) {
    for (auto& f : faces) std::reverse(f.begin(), f.end());
  }
  // Only corners that faces use, in the order given.
  std::map<int, int> number;
  for (const auto& f : faces) {
    for (const int i : f) number[i] = 0;
  }
  std::vector<Vec<3>> corners;
  for (auto& [old, fresh] : number) {
    fresh = static_cast<int>(corners.size());
    corners.push_back(points[static_cast<std::size_t>(old)]);
  }
  for (auto& f : faces) {
    for (int& i : f) i = number[i];
  }
  return convex_polyhedron(std::move(corners), std::move(faces));
}

}  // namespace talus

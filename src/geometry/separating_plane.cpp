#include "talus/geometry/separating_plane.hpp"

#include "talus/geometry/core_gap.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

using Placed = PlacedPolytope<3>;
using Of = SeparatingPlane::Of;

double least_along(const Placed& p, const Vec<3>& n) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& v : p.vertex) least = std::min(least, n.dot(v));
  return least;
}

const Vec<3>& normal_of(const Placed& p, int face) {
  return p.normal[static_cast<std::size_t>(face)];
}
const Vec<3>& vertex_of(const Placed& p, int i) { return p.vertex[static_cast<std::size_t>(i)]; }

class PlaneSearch {
 public:
  PlaneSearch(const Placed& a, const Placed& b, const Vec<3>& approach, double tie)
      : a_(a), b_(b), approach_(approach), tie_(tie) {}

  void faces(bool of_a, double wanted) {
    const Placed& p = of_a ? a_ : b_;
    const Placed& other = of_a ? b_ : a_;
    for (std::size_t f = 0; f < p.normal.size() && best_.distance <= wanted; ++f) {
      const Vec<3>& n = p.normal[f];
      SeparatingPlane plane;
      plane.of = Of::face;
      plane.distance = least_along(other, n) - n.dot(vertex_of(p, p.shape->face[f].vertex[0]));
      plane.from_b_to_a = of_a ? Vec<3>(-n) : n;
      plane.of_a = of_a;
      plane.face = f;
      consider(plane);
    }
  }

  void edges(double wanted) {
    for (std::size_t i = 0; i < a_.shape->edge.size(); ++i) {
      for (std::size_t j = 0; j < b_.shape->edge.size(); ++j) {
        if (best_.distance > wanted) return;
        edge_pair(i, j);
      }
    }
  }

  const SeparatingPlane& best() const { return best_; }

 private:
  void consider(const SeparatingPlane& p) {
    // Faces before edges.
    const bool better =
        p.of == Of::face
            ? parts_better<3>(p.distance, p.from_b_to_a, best_.distance, best_.from_b_to_a,
                              approach_, tie_)
            : p.distance > best_.distance + (best_.of == Of::edges ? rounding_of_tie : 1) * tie_;
    if (better) best_ = p;
  }

  /// Whether two edges make a face of the Minkowski difference: whether their arcs on the Gauss map
  /// cross, at +-(da x db). If so `across` is turned outward from a.
  bool arcs_cross(const Polytope<3>::Edge& ea, const Polytope<3>::Edge& eb, const Vec<3>& da,
                  const Vec<3>& db, Vec<3>& across) const {
    const Vec<3>& a1 = normal_of(a_, ea.left);
    const Vec<3>& a2 = normal_of(a_, ea.right);
    const Vec<3> b1 = -normal_of(b_, eb.left);
    const Vec<3> b2 = -normal_of(b_, eb.right);
    if (da.dot(b1) * da.dot(b2) >= 0 || db.dot(a1) * db.dot(a2) >= 0) return false;
    const double side_a = across.dot(a1 + a2);
    const double side_b = across.dot(b1 + b2);
    if (side_a * side_b <= 0) return false;
    if (side_a < 0) across = -across;
    return true;
  }

  void edge_pair(std::size_t i, std::size_t j) {
    const auto& ea = a_.shape->edge[i];
    const auto& eb = b_.shape->edge[j];
    const Vec<3> da = vertex_of(a_, ea.to) - vertex_of(a_, ea.from);
    const Vec<3> db = vertex_of(b_, eb.to) - vertex_of(b_, eb.from);
    Vec<3> across = da.cross(db);
    const bool solid = a_.shape->solid && b_.shape->solid;
    if (solid && !arcs_cross(ea, eb, da, db, across)) return;
    const double square = across.squaredNorm();
    if (square <= 1e-12 * da.squaredNorm() * db.squaredNorm()) return;
    Vec<3> n = across / std::sqrt(square);
    const Vec<3> between = vertex_of(b_, eb.from) - vertex_of(a_, ea.from);
    SeparatingPlane plane;
    plane.of = Of::edges;
    plane.edge_a = i;
    plane.edge_b = j;
    plane.distance = n.dot(between);
    if (!solid) {
      // Thin bodies have no outside: the side with the larger distance, and only if these edges
      // are the foremost parts.
      const double b_in_front = least_along(b_, n) + least_along(a_, -n);
      const double a_in_front = least_along(a_, n) + least_along(b_, -n);
      if (a_in_front > b_in_front) n = -n;
      plane.distance = std::max(a_in_front, b_in_front);
      if (n.dot(between) > plane.distance + tie_) return;
    }
    plane.from_b_to_a = -n;
    consider(plane);
  }

  const Placed& a_;
  const Placed& b_;
  const Vec<3>& approach_;
  double tie_;
  SeparatingPlane best_;
};

}  // namespace

SeparatingPlane separating_plane(const PlacedPolytope<3>& a, const PlacedPolytope<3>& b,
                                 const Vec<3>& approach, double tie, double wanted) {
  PlaneSearch search(a, b, approach, tie);
  search.faces(true, wanted);
  search.faces(false, wanted);
  search.edges(wanted);
  return search.best();
}

}  // namespace talus

// Convex polytopes with the features contacts are named by: polygons in the plane, polyhedra in
// space, and their flat and thin limits (segments, rectangles, points).
#pragma once

#include "talus/math/dim.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace talus {

/// Points or faces that make no shape; the message says which and why.
class ShapeError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <int D>
struct Polytope;

/// Counter-clockwise; edge i goes from vertex i to the next and has normal i, outward. Two vertices
/// make a segment seen from both its sides, one a point without edges.
template <>
struct Polytope<2> {
  std::vector<Vec<2>> vertex;
  std::vector<Vec<2>> normal;
};

template <>
struct Polytope<3> {
  struct Edge {
    int from, to;
    int left, right;  ///< faces that run from->to and to->from; -1: none
  };
  struct Face {
    Vec<3> normal;            ///< outward
    std::vector<int> vertex;  ///< counter-clockwise seen from outside
    std::vector<int> edge;    ///< edge k joins vertex k and the next
  };
  std::vector<Vec<3>> vertex;
  std::vector<Edge> edge;
  std::vector<Face> face;
  bool solid = false;  ///< encloses a volume
};

/// Convex polygon from its corners in order. Clockwise order is turned round and corners on a
/// straight edge are left out; repeated, crossing, hollow or flat polygons are refused.
Polytope<2> convex_polygon(std::vector<Vec<2>> corners);
/// Segment along the first axis, about the origin.
Polytope<2> flat_polytope(const Vec<1>& half_extent);
Polytope<2> box_polytope(const Vec<2>& half_extent);

/// Convex polyhedron from corners and faces, whose corners go counter-clockwise seen from outside.
/// Must be closed, convex and have flat faces.
Polytope<3> convex_polyhedron(std::vector<Vec<3>> corners, std::vector<std::vector<int>> faces);
/// Rectangle normal to the last axis, about the origin: two faces back to back.
Polytope<3> flat_polytope(const Vec<2>& half_extent);
Polytope<3> box_polytope(const Vec<3>& half_extent);

/// Smallest convex polytope that holds the points.
Polytope<2> convex_hull(const std::vector<Vec<2>>& points);
Polytope<3> convex_hull(const std::vector<Vec<3>>& points);

/// The origin alone, or the segment between two points of the last axis: what is left of balls and
/// capsules when their radius is taken off.
template <int D>
Polytope<D> point_polytope();
template <int D>
Polytope<D> axis_polytope(double half_length);

/// Volume, centre and inertia of what a shape encloses, for unit mass spread evenly.
template <int D>
struct Extent {
  double volume = 0;
  Vec<D> centre = Vec<D>::Zero();
  Mat<spin_dim<D>> inertia = Mat<spin_dim<D>>::Zero();  ///< about the centre, in the shape's axes
};
/// Adds up what triangles of a closed surface enclose (Gauss' theorem): tetrahedra to an origin,
/// which should lie near them.
class ExtentSum {
 public:
  explicit ExtentSum(const Vec<3>& origin) : origin_(origin) {}
  /// Corners go counter-clockwise seen from outside.
  void add(const Vec<3>& a, const Vec<3>& b, const Vec<3>& c);
  Extent<3> result() const;

 private:
  Vec<3> origin_;
  double volume_ = 0;
  Vec<3> moment_ = Vec<3>::Zero();
  Mat<3> second_ = Mat<3>::Zero();  ///< integral of x x^T
};

Extent<2> extent(const Polytope<2>& polytope);
Extent<3> extent(const Polytope<3>& polytope);

}  // namespace talus

// A polytope where it is in the world, with a rounding radius about it: what gap queries work on.
#pragma once

#include "talus/geometry/extreme_corners.hpp"
#include "talus/geometry/polytope.hpp"

#include <cstddef>
#include <vector>

namespace talus {

struct Seams;

/// Coordinates are relative to some origin near both partners, so that places far from the world's
/// origin cost no digits.
template <int D>
struct PlacedPolytope {
  const Polytope<D>* shape = nullptr;
  std::vector<Vec<D>> vertex;
  std::vector<Vec<D>> normal;  ///< of edges in the plane, of faces in space
  double radius = 0;

  /// Seams with other shapes of the body (plane only): directions the body goes on in from a
  /// vertex, and edges inside it.
  struct Beyond {
    std::size_t vertex;
    Vec<D> along;
  };
  std::vector<Beyond> beyond;
  std::vector<std::size_t> inner;

  /// `scale` stretches along the polytope's axes, which keeps the normals of flats along them.
  void place(const Polytope<D>& polytope, const Pose<D>& pose, const Vec<D>& origin,
             double rounding = 0, const Vec<D>& scale = Vec<D>::Ones());
  /// To be called once placed.
  void join(const Seams& seams, const Pose<D>& pose);
};

/// What a pair's gap query is asked.
template <int D>
struct GapQuery {
  double alert;  ///< gaps up to this are wanted
  double size;   ///< of the smaller shape: what round-off is measured by
  /// Velocity of a relative to b; decides between planes that separate equally well (corner on
  /// corner, 000 sect. 4.2).
  Vec<D> approach;
  FlatCorners corners = FlatCorners::all;
  /// Where the shapes are joined to others of their bodies; null: nowhere.
  const Seams* seams_a = nullptr;
  const Seams* seams_b = nullptr;
};

/// Appends the gap points of two convex bodies: of flats that lie on each other the corners of the
/// common area, as if flats were slightly hollow (001 sect. 9); else the nearest points.
void polytope_gaps(const PlacedPolytope<2>& a, const PlacedPolytope<2>& b, const GapQuery<2>& query,
                   std::vector<GapPoint<2>>& out);
void polytope_gaps(const PlacedPolytope<3>& a, const PlacedPolytope<3>& b, const GapQuery<3>& query,
                   std::vector<GapPoint<3>>& out);

}  // namespace talus

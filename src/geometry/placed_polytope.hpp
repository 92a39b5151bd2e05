// A polytope where it is in the world, with a rounding radius about it: what gap queries work on.
#pragma once

#include "talus/geometry/extreme_corners.hpp"
#include "talus/geometry/polytope.hpp"

#include <vector>

namespace talus {

/// Coordinates are relative to some origin near both partners, so that places far from the world's
/// origin cost no digits.
template <int D>
struct PlacedPolytope {
  const Polytope<D>* shape = nullptr;
  std::vector<Vec<D>> vertex;
  std::vector<Vec<D>> normal;  ///< of edges in the plane, of faces in space
  double radius = 0;

  /// `scale` stretches along the polytope's axes, which keeps the normals of flats along them.
  void place(const Polytope<D>& polytope, const Pose<D>& pose, const Vec<D>& origin,
             double rounding = 0, const Vec<D>& scale = Vec<D>::Ones());
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
};

/// Appends the gap points of two convex bodies: of flats that lie on each other the corners of the
/// common area, as if flats were slightly hollow (001 sect. 9); else the nearest points.
void polytope_gaps(const PlacedPolytope<2>& a, const PlacedPolytope<2>& b, const GapQuery<2>& query,
                   std::vector<GapPoint<2>>& out);
void polytope_gaps(const PlacedPolytope<3>& a, const PlacedPolytope<3>& b, const GapQuery<3>& query,
                   std::vector<GapPoint<3>>& out);

}  // namespace talus

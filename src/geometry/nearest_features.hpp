// Nearest points of two polytopes that are apart, by their features.
#pragma once

#include "talus/geometry/placed_polytope.hpp"

#include <cstddef>

namespace talus {

struct NearestFeatures {
  double distance;
  Vec<3> on_a, on_b;
  std::size_t feature_a, feature_b;  ///< vertices first, then edges
  /// The edges these points lie on, ends included; without length where there are none.
  Vec<3> start_a, span_a, start_b, span_b;
  std::size_t edge_a, edge_b;
  /// Edges side by side: the ends of the part they share.
  bool parallel = false;
  Vec<3> other_end_a, other_end_b;
};

/// Among vertices and edges, without faces: what is left when no face plane and no pair of crossing
/// edges parts the bodies by their whole distance. `direction` (unit, from b to a) parts them by
/// `separation`; features that lie too far back along it are not looked at.
NearestFeatures nearest_features(const PlacedPolytope<3>& a, const PlacedPolytope<3>& b,
                                 const Vec<3>& direction, double separation, double tie);

}  // namespace talus

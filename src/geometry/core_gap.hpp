// What gap queries in the plane and in space have in common.
#pragma once

#include "talus/geometry/gap.hpp"
#include "talus/geometry/placed_polytope.hpp"

#include <vector>

namespace talus {

/// Distances that differ by less than this part of the size are the same.
inline constexpr double same_distance = 1e-9;

/// A flat is preferred to planes better by a tie, for its many corners. Planes along edges and rims
/// have none to lose: of those the best is taken, and the first of those that differ by less than
/// this part of a tie, which is rounding.
inline constexpr double rounding_of_tie = 1e-6;

/// Faces turned against each other by less than this meet as faces: it changes distances by squares
/// only. A corner that lies beside such a face by less than `same_line` of the size counts as over
/// it, or blocks set flush would gain and lose contacts with every hair's breadth they shift.
inline constexpr double parallel = 1e-4;
inline constexpr double same_line = 1e-6;

/// A flat lies across a normal when their cosine is above this. Of flats more inclined, corners
/// that overlap by d at most are within 2 d of each other: one contact holds them.
inline constexpr double lying_across = 0.9;

/// Whether a plane (a line) with normal n from b to a that parts two bodies by `distance` is to be
/// preferred to the best so far: when it parts them farther, or, where both do so equally well but
/// point elsewhere (corner on corner), when it is crossed less by `approach`.
template <int D>
bool parts_better(double distance, const Vec<D>& n, double best, const Vec<D>& best_n,
                  const Vec<D>& approach, double tie) {
  if (distance > best + tie) return true;
  return distance > best - tie && n.dot(best_n) < 0.99 && approach.dot(n) > approach.dot(best_n);
}

/// Appends the gap point of rounded bodies between core points p of a and q of b, n from b to a.
template <int D>
void add_gap(const PlacedPolytope<D>& a, const PlacedPolytope<D>& b, double alert, const Vec<D>& p,
             const Vec<D>& q, const Vec<D>& n, double core_gap, std::uint32_t feature,
             std::vector<GapPoint<D>>& out) {
  const double gap = core_gap - a.radius - b.radius;
  if (gap > alert) return;
  out.push_back({0.5 * (p - a.radius * n + q + b.radius * n), n, gap, feature});
}

}  // namespace talus

// Long bodies that lie side by side, nearly: logs in a pile, a rod along an edge. They are nearest
// in one place, which runs from end to end when one of them turns by next to nothing. Held there
// alone a body turns about this place and sinks, in each step at another end; so the ends of the
// stretch they share count, too, as if sides were slightly concave (001 sect. 9).
#pragma once

#include "talus/math/vec.hpp"

namespace talus {

/// All within `radius` of a segment, ends flat or round. An edge has the radius 0.
struct Rod {
  Vec<3> centre;
  Vec<3> axis;  ///< unit
  double half_length;
  double radius;
  bool flat_ends = false;
};

struct RodEnd {
  Vec<3> on_a, on_b;  ///< on the surfaces
  Vec<3> normal;      ///< unit, from b to a
  double gap;
};

/// The ends of what two rods share, the lower one along a's axis first.
struct SharedEnds {
  int count = 0;  ///< 2, or 0 where the rods cross or lie one behind the other
  RodEnd end[2];
  double sine2 = 0;  ///< of the angle between the axes, squared

  /// Whether end number i is where the rods are nearest, at `on_a` with this gap, or next to it:
  /// the nearest points then tell it exactly.
  bool is_nearest(int i, const Vec<3>& on_a, double gap, double tie, double size) const;
  /// Whether the ends make a contact at the nearest points needless: where one is there, or the
  /// axes are parallel but for next to nothing.
  bool hold(const Vec<3>& on_a, double gap, double tie, double size) const;
};

/// `normal`: of their nearest points, or of the plane they overlap least across, from b to a; `gap`
/// there. None where the ends overlap deeper, which says that they do not lie side by side.
SharedEnds shared_ends(const Rod& a, const Rod& b, const Vec<3>& normal, double gap, double tie);

}  // namespace talus

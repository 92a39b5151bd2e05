// A wall in running bond as a contact problem made without bodies or shapes: what is hyperstatic
// through and through, and stands.
#pragma once

#include "support/tower_problem.hpp"

#include <algorithm>
#include <vector>

namespace talus::samples {

/// Bricks two wide and one high, and one deep in space; every second course begins and ends with
/// half a brick. All fall with unit speed and are pushed along by a tenth of it. A contact at
/// either end of every overlap; at four corners of it in space.
template <int D>
ContactProblem<D> wall(int courses, int bricks, double mu = 0.6) {
  struct Brick {
    double middle, half;
    int body;
  };
  ContactProblem<D> p;
  const Vec<D> up = last_axis<D>();
  CanonicalLaw<D> law;
  law.mu = mu;
  std::vector<Brick> below{{bricks - 1.0, bricks + 1.0, -1}};  // the floor
  for (int course = 0; course < courses; ++course) {
    std::vector<Brick> row;
    const bool shifted = course % 2 == 1;
    if (shifted) row.push_back({-0.5, 0.5, 0});
    for (int i = 0; i + (shifted ? 1 : 0) < bricks; ++i) {
      row.push_back({2.0 * i + (shifted ? 1 : 0), 1, 0});
    }
    if (shifted) row.push_back({2.0 * bricks - 1.5, 0.5, 0});
    for (Brick& brick : row) {
      brick.body = static_cast<int>(p.v_free.size());
      Twist<D> v = -Twist<D>::Unit(D - 1);
      v[0] = 0.1;
      p.v_free.push_back(v);
      const double mass = 2 * brick.half;
      p.inv_mass.push_back(1 / mass);
      p.inv_inertia.push_back(Spin<D>::Constant(12 / (mass * (mass * mass + 1))));
      for (const Brick& other : below) {
        const double from = std::max(brick.middle - brick.half, other.middle - other.half);
        const double to = std::min(brick.middle + brick.half, other.middle + other.half);
        if (to <= from) continue;
        for (int corner = 0; corner < 1 << (D - 1); ++corner) {
          const double at = (corner & 1) == 0 ? from : to;
          Vec<D> arm = -0.5 * up;
          if constexpr (D == 3) arm[1] = (corner & 2) == 0 ? 0.5 : -0.5;
          Vec<D> arm_below = arm + up;
          arm[0] = at - brick.middle;
          arm_below[0] = at - other.middle;
          add_point_contact<D>(brick.body, other.body, up, arm, arm_below, law, p);
        }
      }
    }
    below = row;
  }
  return p;
}

}  // namespace talus::samples

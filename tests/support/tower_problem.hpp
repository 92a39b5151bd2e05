// A tower of boxes as a contact problem made without bodies or shapes: the hard case of sweeps,
// which carry the weight one box down at a time and take yet longer to find out how it bends.
#pragma once

#include "talus/problem/contact_problem.hpp"

#include "support/samples.hpp"

#include <cmath>

namespace talus::samples {

/// Adds a contact at points given by their arms; second = -1: an obstacle.
template <int D>
void add_point_contact(int first, int second, const Vec<D>& normal, const Vec<D>& arm_first,
                       const Vec<D>& arm_second, const CanonicalLaw<D>& law, ContactProblem<D>& p) {
  const Mat<D> frame = contact_frame(normal);
  p.first.push_back(first);
  p.second.push_back(second);
  p.frame.push_back(frame);
  p.offset.push_back(Vec<D>::Zero());
  p.law.push_back(law);
  p.general.push_back(static_cast<int>(p.spin_first.size()));
  p.lever_first.push_back(0);
  p.lever_second.push_back(0);
  p.spin_first.push_back(frame.transpose() * cross_matrix(arm_first));
  p.spin_second.push_back(second < 0 ? Mat<D, spin_dim<D>>(Mat<D, spin_dim<D>>::Zero())
                                     : -frame.transpose() * cross_matrix(arm_second));
}

/// Unit cubes of unit mass, each on the corners of the one below, the lowest on a floor, all
/// falling with unit speed and pushed sideways by less than friction holds. The last contact is a
/// ceiling that stays open.
template <int D>
ContactProblem<D> tower(int boxes, double mu = 0.5) {
  ContactProblem<D> p;
  const Vec<D> up = last_axis<D>();
  CanonicalLaw<D> law;
  law.mu = mu;
  for (int b = 0; b < boxes; ++b) {
    Twist<D> v = -Twist<D>::Unit(D - 1);
    v[0] = mu > 0 ? 0.02 * std::sin(3.0 * b) : 0;
    p.v_free.push_back(v);
    p.inv_mass.push_back(1);
    p.inv_inertia.push_back(Spin<D>::Constant(6));
    for (int corner = 0; corner < 1 << (D - 1); ++corner) {
      Vec<D> across = Vec<D>::Zero();
      for (int axis = 0; axis + 1 < D; ++axis)
        across[axis] = (corner >> axis & 1) == 0 ? 0.5 : -0.5;
      add_point_contact<D>(b, b - 1, up, across - 0.5 * up, across + 0.5 * up, law, p);
    }
  }
  CanonicalLaw<D> ceiling = law;
  ceiling.shift[0] = 0.5;
  add_point_contact<D>(boxes - 1, -1, -up, 0.5 * up, Vec<D>::Zero(), ceiling, p);
  return p;
}

}  // namespace talus::samples

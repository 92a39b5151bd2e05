// De Saxce's bipotential as a measure of answers (row B12; 000 (31), 001 sect. 4): over u_N >= 0
// and r in the contact's set,
//
//     b(u, r) = u . r + r's largest dissipation of u_T:   u . r + mu r_N |u_T| for Coulomb's cone,
//
// an energy, is never negative and 0 exactly where the law holds. Velocities that approach count by
// u_N^2 / w, which keeps both properties for any answer; so do slip where it sticks and motion of a
// joint. Impulses outside their set, which no solver gives, are cut to it and count by w |cut|^2.
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/problem/contact_problem.hpp"

#include <vector>

namespace talus {

struct Bipotential {
  double value = 0;  ///< sum over contacts, an energy
  /// Divided as the law error is, by energies in the place of squared velocities:
  /// min(Q, max(R, eps Q)), Q the sum of |q|^2 / w over the contacts that act or are at fault, R
  /// that of w |r^|^2. So impulses beyond all bounds excuse nothing.
  double relative = 0;
  double complementarity = 0;  ///< sum of |u . r + largest dissipation| over |q| |r|
  double cone = 0;             ///< distance of r from what its laws allow, over |r|
};

/// r canonical; v: velocities they give; m: moments of the contacts that resist turning.
template <int D>
Bipotential bipotential(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r,
                        const std::vector<Twist<D>>& v, const std::vector<Spin<D>>& m = {});

/// The same from W and q.
template <int D>
Bipotential bipotential(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& r);

/// The same of one contact: w as the judge's, u canonical.
template <int D>
double contact_bipotential(const CanonicalLaw<D>& law, double w, const Vec<D>& r, const Vec<D>& u);
template <int D>
double contact_bipotential(const ContactCone<D>& cone, double w, const Vec<D>& r, const Vec<D>& u);

}  // namespace talus

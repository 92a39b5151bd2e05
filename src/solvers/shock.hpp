// Shocks: what an impact law (laws/impact_law.hpp) makes of the velocities of bodies that touch at
// several contacts, without loads. Impulses are those of the contact problem whose v_free are the
// velocities before, laws standing without shift, cohesion or compliance: what needs time has none
// here.
//
// - newton: r and the means of u- and u+ by the contacts' law, all together: 000 (43), (44).
// - poisson: compression gives u_c and r_c by the law without restitution. Expansion gives back e_N
//   of its push and e_T of its shear and lets contacts act on:
//       r = r_c + (e_N r_cN, e_T r_cT) + x,   0 <= u+_N  orthogonal to  x_N >= 0,
//       |x_T| <= mu (x_N + (e_N - e_T) r_cN),  against the slip u+_T
//   (Pfeiffer and Glocker; with e_T = e_N Anitescu and Potra; 003 sect. 7.4).
// - lotstedt: the least of 1/2 P . M^-1 P + P . v-  over P = H r, r in the cones: 003 (17).
// - sequential: solvers/sequential_impacts.hpp.
#pragma once

#include "talus/laws/impact_law.hpp"
#include "talus/solvers/solve.hpp"

#include <vector>

namespace talus {

template <int D>
class Shock {
 public:
  /// Changes the problem's shifts and velocities on the way. e: of each contact, tangential not
  /// above normal for Poisson's law, none for Lotstedt's.
  SolveReport strike(ImpactLaw law, const std::vector<Restitution>& e, const SolverOptions& options,
                     const std::vector<double>& height, Solvers<D>& solvers,
                     ContactProblem<D>& problem);

  /// Impulses (canonical) and moments of the last shock, and the velocities after.
  const Solution<D>& answer() const { return answer_; }

 private:
  SolveReport newton(const std::vector<Restitution>& e, const SolverOptions& options,
                     const std::vector<double>& height, Solvers<D>& solvers,
                     ContactProblem<D>& problem);
  SolveReport poisson(const std::vector<Restitution>& e, const SolverOptions& options,
                      const std::vector<double>& height, Solvers<D>& solvers,
                      ContactProblem<D>& problem);
  SolveReport lotstedt(const SolverOptions& options, ContactProblem<D>& problem);
  SolveReport sequential(const std::vector<Restitution>& e, const SolverOptions& options,
                         const ContactProblem<D>& problem);

  Solution<D> answer_;
  Solution<D> given_;
};

/// Two solves as one: efforts add up, the worse error counts.
void add_report(const SolveReport& other, SolveReport& report);

}  // namespace talus

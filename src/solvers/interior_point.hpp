// Primal-dual interior point for the exact contact problem (row B08): Newton's method on
//
//     y = T (W r + q) + |y_T| e_0,   x o y = sigma mu e,   mu -> 0,
//
// with De Saxce's shift |y_T| inside the Newton matrix, where it makes it unsymmetric, and Nesterov
// and Todd's scaling of the pair. The matrix is that of the bodies, M + H K H^T. Few and costly
// iterations whose number hardly depends on the problem, where sweeps over a stack of blocks need
// as many as the square of its height.
#pragma once

#include "talus/solvers/block_lu.hpp"
#include "talus/solvers/lorentz_cone.hpp"
#include "talus/solvers/lorentz_problem.hpp"
#include "talus/solvers/solver.hpp"

#include <vector>

namespace talus {

template <int D>
class InteriorPoint {
 public:
  /// Takes the problem, which must outlive the solve, and orders its bodies.
  void prepare(const ContactProblem<D>& problem);
  /// Multiplications of one iteration, about.
  double cost() const;
  /// Goes from far inside the cones, whatever the solution holds, towards a law error of
  /// `tolerance`, and leaves the best impulses it met with their velocities. These lie inside the
  /// cones: a sweep must say which contacts are open. Where not even the first point is a number
  /// there are none, and the error is infinite.
  SolveReport solve(double tolerance, Solution<D>& solution);

 private:
  static constexpr int N = dof<D>;

  struct Contact {
    Vec<D> x, y;       ///< impulse and shifted velocity
    Vec<D> dx, dy;     ///< where the step goes
    Vec<D> residual;   ///< of y's definition
    Vec<D> corrector;  ///< second-order part of the complementarity
    Vec<D> slip;       ///< derivative t of |y_T|: y_T / |y_T|
    lorentz::Scaling<D> scaling;
    Mat<D> gain;    ///< (1 + Q N S)^-1 Q N, N = 1 + e_0 t^T
    Mat<D> damped;  ///< (1 + Q N S)^-1
  };

  void start();
  double measure();
  bool assemble_and_factor();
  double direction(double target, bool corrected);
  Vec<D> shifted(const Contact& k, const Vec<D>& u) const;

  const ContactProblem<D>* problem_ = nullptr;
  LorentzProblem<D> lorentz_;
  Judge<D> judge_;
  BlockLu<N> lu_;
  std::vector<typename BlockLu<N>::Pair> pairs_;   ///< of bodies that touch
  std::vector<typename BlockLu<N>::Place> place_;  ///< of each contact between two bodies
  std::vector<Contact> contact_;
  std::vector<Vec<N>> v_, change_, left_;
  std::vector<Vec<D>> x_;
  Solution<D> best_;
};

}  // namespace talus

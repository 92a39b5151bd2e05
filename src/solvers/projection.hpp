// The frictionless problem as a projection in the kinetic metric (row B11; 000 sect. 5.2, 003
// (53), (56)): of all velocities that let no bodies approach, the nearest to the free one. Its
// dual,
//
//     the least of 1/2 p . W_NN p + q_N . p   over p >= 0,
//
// is solved by pivoting whole blocks (after Judice and Pires), with single pivots where blocks do
// not help; a little of the distance from the answer before is added, because loads may be shared
// in many ways, and taken back by repeating.
#pragma once

#include "talus/solvers/assembled_solver.hpp"

#include <Eigen/SparseCore>

#include <vector>

namespace talus {

/// What proves an answer without trusting who found it. The velocity it gives is nearer to the true
/// one, in the kinetic metric, than sqrt(2 gap) as far as `approach` is 0.
struct ProjectionCertificate {
  double gap = 0;       ///< p . u over the work p . W p: primal less dual value
  double approach = 0;  ///< fastest approach left over the fastest without impulses
};

template <int D>
class Projection {
 public:
  struct Answer {
    bool solved = false;
    int pivots = 0;                     ///< of blocks, a factorisation each
    ProjectionCertificate certificate;  ///< of r, solved or not
    std::vector<Vec<D>> r;
  };

  /// Friction is not looked at.
  Answer solve(const AssembledProblem<D>& problem, double tolerance, const Deadline& deadline = {});

 private:
  using Matrix = Eigen::SparseMatrix<double>;

  void take(const AssembledProblem<D>& problem);
  bool pivot(const Eigen::VectorXd& b, const Deadline& deadline, int& pivots);
  bool solve_block(const Eigen::VectorXd& b);
  std::size_t find_wrong();

  Matrix w_;  ///< normal parts, scaled to a diagonal of 1
  Eigen::VectorXd b_;
  Eigen::VectorXd scale_;
  Eigen::VectorXd p_, u_;
  std::vector<Eigen::Index> in_;     ///< contacts with an impulse
  std::vector<Eigen::Index> place_;  ///< of each contact in in_, or -1
  std::vector<Eigen::Index> wrong_;  ///< impulses that pull, contacts that approach
};

/// The certificate of normal impulses, from the problem alone.
template <int D>
ProjectionCertificate certify(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& r);

}  // namespace talus

// Newton's method from a blurred problem to the exact one. Where settled grains share loads in many
// ways, contacts switch between states that are both answers for a while: the path an interior
// point follows turns back there, and Newton's method for the exact law meets kinks everywhere.
// Here the laws are smoothed by a barrier b, the shift of De Saxce with them,
//
//     G(z) = (W~ + a) x - a x' + q~ + sqrt(|y_T|^2 + d^2 b) e_0 - y,   x - y = z,  x o y = b e,
//
// and b falls only when the equation of motion is met as well as b deserves. The proximal term
// a (x - x') carries the answer across the turns: large, it makes the next answer unique and near
// the last one, x'; it falls again while that is easy.
#pragma once

#include "talus/solvers/assembled_lorentz.hpp"
#include "talus/solvers/assembled_solver.hpp"

#include <vector>

namespace talus {

template <int D>
class GraduatedNewton {
 public:
  /// Starts from no impulses and offers what it meets. Returns the number of factorisations, which
  /// exceeds `most_factorisations` by those of one anchor at most.
  int solve(AssembledLorentz<D>& problem, const AssembledJudge<D>& judge,
            const AssembledOptions& options, int most_factorisations, BestAnswer<D>& best);

 private:
  using Points = std::vector<Vec<D>>;

  /// How the search for one anchor's answer went.
  struct Inner {
    bool found = false;
    int iterations = 0;
  };

  void start();
  double evaluate(const Points& z);
  bool factor(const Deadline& deadline);
  double pull() const;
  Inner approach(const Deadline& deadline);

  AssembledLorentz<D>* problem_ = nullptr;
  double barrier_ = 0;
  double proximity_ = 0;
  Points anchor_, z_, reached_, trial_, x_, y_, g_, dz_, moved_, r_;
  std::vector<Mat<D>> derivative_, rest_;
};

}  // namespace talus

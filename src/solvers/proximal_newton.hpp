// Proximal smoothing Newton (row B09): the equation of motion alone is solved for,
//
//     G(z) = (W~ + a) x(z) - a x' + q~ + |y_T| e_0 - y(z) = 0,    x = P_L(z),  y = P_L(-z) = x - z,
//
// because the projections of z keep x and y in their cones and orthogonal. The term a (x - x')
// holds impulses near an anchor x' where W leaves them undetermined; solved again and again from
// the last answer as the anchor, with an `a` that falls while that is easy, it vanishes. The
// projections are smoothed by a barrier that falls with the square of |G|.
#pragma once

#include "talus/solvers/assembled_lorentz.hpp"
#include "talus/solvers/assembled_solver.hpp"

#include <vector>

namespace talus {

template <int D>
class ProximalNewton {
 public:
  /// Starts from impulses and offers what it meets. Returns the number of factorisations, which
  /// exceeds `most_factorisations` by those of one anchor at most.
  int solve(AssembledLorentz<D>& problem, const AssembledJudge<D>& judge,
            const AssembledOptions& options, int most_factorisations,
            const std::vector<Vec<D>>& start, BestAnswer<D>& best);

 private:
  using Points = std::vector<Vec<D>>;

  /// How the search for one anchor's answer went.
  struct Inner {
    bool found = false;
    int iterations = 0;
  };

  void stand_at(const Points& x);
  void begin(const Points& x);
  void move_anchor();
  double evaluate(const Points& z, double barrier);
  double distance() const;
  double left_over() const;
  bool factor(const Deadline& deadline);
  Inner approach(int most, double enough, const Deadline& deadline);

  AssembledLorentz<D>* problem_ = nullptr;
  double proximity_ = 0;
  double barrier_ = 0;
  double size_ = 0;  ///< |G|, root mean square
  Points anchor_, z_, trial_, x_, y_, g_, dz_, moved_, r_;
  std::vector<Mat<D>> derivative_, rest_;
};

}  // namespace talus

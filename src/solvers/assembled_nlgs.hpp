// Gauss-Seidel sweeps over the contacts of an assembled problem (row B01): each contact is solved
// exactly while the others keep their impulses. The impulses are carried on from sweep to sweep
// with momentum, as those of solvers/nlgs.hpp are (docs/decisions/008-momentum.md).
#pragma once

#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/body_sweeps.hpp"
#include "talus/solvers/row_sweeps.hpp"

#include <vector>

namespace talus {

template <int D>
class AssembledNlgs {
 public:
  /// Takes the problem, which must outlive the sweeps.
  void take(const AssembledProblem<D>& problem);

  struct Limits {
    int sweeps = 0;
    /// Gives up when so many sweeps have not lowered the error by a fifth; 0: never.
    int patience = 0;
    /// The same while the error is far from small, when little would be lost.
    int patience_when_far = 0;
    double momentum = 0.9;
    /// From a seed: as much momentum as may be, and back to the best answer only from far away.
    bool bold = false;
  };
  /// Sweeps from `start` and offers what it meets. Returns the number of sweeps.
  int solve(const AssembledJudge<D>& judge, const AssembledOptions& options, const Limits& limits,
            const std::vector<Vec<D>>& start, BestAnswer<D>& best);

 private:
  template <class Sweeps>
  int solve(Sweeps& by, const AssembledJudge<D>& judge, const AssembledOptions& options,
            const Limits& limits, const std::vector<Vec<D>>& start, BestAnswer<D>& best);

  bool by_bodies_ = false;
  RowSweeps<D> rows_;
  BodySweeps<D == 5 ? 3 : D> bodies_;
  BestAnswer<D> own_;
};

}  // namespace talus

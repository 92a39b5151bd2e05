// The judge of assembled problems. The law error is that of problem/judge.hpp; beside it stand the
// two errors others report, so that answers can be compared:
//
//     natural   |r - P_K(r - u~)| / |q|                    impulses and velocities added as numbers
//     siconos   |r - P_K(r - u~)| / max(|q|, |r|, |u|)     the division of Siconos 4.5, laxer
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/problem/law_error.hpp"

#include <vector>

namespace talus {

struct AssembledError {
  LawError law;
  double natural = 0;
  double siconos = 0;
  double complementarity = 0;  ///< sum of |u~ . r| over |q| |r|
  double cone = 0;             ///< distance of r from K, over |r|

  /// What a solve is stopped by: the larger of the law error and the natural one.
  double decisive() const { return law.relative > natural ? law.relative : natural; }
};

template <int D>
class AssembledJudge {
 public:
  AssembledJudge() = default;
  explicit AssembledJudge(const AssembledProblem<D>& problem) { take(problem); }

  /// Turns to another problem, which must outlive the verdicts.
  void take(const AssembledProblem<D>& problem);

  /// From the impulses alone: velocities are recomputed.
  AssembledError operator()(const std::vector<Vec<D>>& r) const;

 private:
  const AssembledProblem<D>* problem_ = nullptr;
  std::vector<double> weight_;  ///< mean diagonal of each contact's own block
};

}  // namespace talus

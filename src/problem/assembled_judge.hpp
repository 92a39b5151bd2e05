// The judge of assembled problems. The law error is that of problem/judge.hpp; beside it stand the
// two errors others report, so that answers can be compared:
//
//     natural   |r - P_K(r - u~)| / |q|                    impulses and velocities added as numbers
//     siconos   |r - P_K(r - u~)| / max(|q|, |r|, |u|)     the division of Siconos 4.5, laxer
//
// Neither is reported below eps (|r| + |q|), what rounding leaves uncertain, before division.
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/problem/law_error.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace talus {

struct AssembledError {
  LawError law;
  double natural = 0;
  double natural_found = 0;  ///< the same as it came out, be it below its rounding
  double siconos = 0;
  double complementarity = 0;  ///< sum of |u~ . r| over |q| |r|
  double cone = 0;             ///< distance of r from K, over |r|

  /// What a solve is stopped by: the larger of the law error and the natural one; infinite where
  /// either is no number. The natural one as it came out: in units in which impulses are 1e8 times
  /// as large as velocities its rounding alone is above 1e-8, and the law error, which knows no
  /// units, says what is uncertain.
  double decisive() const {
    const double e = std::max(law.relative, natural_found);
    return e >= 0 && natural_found >= 0 ? e : std::numeric_limits<double>::infinity();
  }
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

  /// Each contact's part of the law error: squared they add up to its square, above its rounding.
  std::vector<double> contact_errors(const std::vector<Vec<D>>& r) const;

 private:
  void add(std::size_t c, const Vec<D>& r, const Vec<D>& u, LawErrorSum& sum) const;

  const AssembledProblem<D>* problem_ = nullptr;
  std::vector<double> weight_;  ///< mean diagonal of each contact's own block
  std::vector<double> length_;  ///< with rolling: the unit of length in which it is judged
};

}  // namespace talus

// A contact problem handed to Siconos' nonsmooth Gauss-Seidel (NSGS), for comparison only.
#pragma once

#include "talus/problem/assembled_problem.hpp"

#include <memory>
#include <vector>

namespace talus::bench {

/// How Siconos solves a single contact: Newton with safeguards (its default), Newton alone
/// (ONECONTACT_NSN), or the roots of a quartic equation (ONECONTACT_QUARTIC_NU).
enum class LocalSolver { by_default, newton, quartic };

struct NsgsAnswer {
  std::vector<Vec<3>> r;  ///< canonical impulses
  int sweeps = 0;
  double seconds = 0;  ///< of the processor, inside Siconos, from a zero guess
};

class SiconosNsgs {
 public:
  explicit SiconosNsgs(const AssembledProblem<3>& problem);
  ~SiconosNsgs();
  SiconosNsgs(const SiconosNsgs&) = delete;
  SiconosNsgs& operator=(const SiconosNsgs&) = delete;

  /// `tolerance` is Siconos' own residual, relative to the largest of |q|, |r|, |u|.
  NsgsAnswer solve(LocalSolver local, double tolerance, int max_sweeps) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace talus::bench

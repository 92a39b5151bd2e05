// Contact problems handed to the solvers of Siconos' numerics, for comparison only.
#pragma once

#include "talus/problem/global_problem.hpp"

#include <memory>
#include <vector>

namespace talus::bench {

/// How W goes over: by its blocks, as scalars in columns, as a full matrix; or not at all, but M
/// and H instead.
enum class SiconosStorage { blocks, columns, full, bodies };

struct SiconosMethod {
  const char* name;
  int id;
  int local;  ///< its solver of a single contact, 0: the default
  SiconosStorage storage;
};

/// What Debian's 4.4 has for problems in the plane, in space, and with rolling. Methods that need a
/// licensed solver (GAMS, PATH) are not among them.
template <int D>
const std::vector<SiconosMethod>& siconos_methods();

template <int D>
struct SiconosAnswer {
  std::vector<Vec<D>> r;
  int iterations = 0;
  double seconds = 0;  ///< inside Siconos, from a zero guess
};

template <int D>
class SiconosProblem {
 public:
  /// `bodies` may be null; methods with SiconosStorage::bodies then have no answer. Units of
  /// impulse are changed so that the mean diagonal of W is 1: Siconos' residual adds impulses to
  /// velocities and then weighs both alike. Bodies go over as they are.
  SiconosProblem(const AssembledProblem<D>& problem, const GlobalProblem* bodies);
  ~SiconosProblem();
  SiconosProblem(const SiconosProblem&) = delete;
  SiconosProblem& operator=(const SiconosProblem&) = delete;

  bool suits(const SiconosMethod& method) const;
  /// `tolerance` is Siconos' own residual, relative to the largest of |q|, |r|, |u|.
  SiconosAnswer<D> solve(const SiconosMethod& method, double tolerance, int most_iterations) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace talus::bench

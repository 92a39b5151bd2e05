// What solvers of assembled problems take and give. Their registry is solvers/assembled_solve.hpp.
#pragma once

#include "talus/problem/assembled_judge.hpp"
#include "talus/problem/no_way_out.hpp"
#include "talus/problem/statuses.hpp"
#include "talus/solvers/deadline.hpp"
#include "talus/solvers/solver.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace talus {

enum class AssembledMethod : std::uint8_t {
  automatic,       ///< sweeps; where they stall, Newton or a seed, whichever suits
  nlgs,            ///< sweeps only
  seeded,          ///< sweeps from the answer to a convex neighbour of the problem
  interior_point,  ///< interior point only: a point inside the cones
  newton,          ///< interior point, then proximal smoothing Newton
  lemke,           ///< Lemke's pivots on polyhedral cones
  pivoting,        ///< pivots of Dantzig's kind, after Baraff
  projection,      ///< without friction: a quadratic programme
  apgd,            ///< accelerated projected gradient on the convex relaxation
  admm             ///< augmented Lagrangian on the convex relaxation
};

struct AssembledOptions {
  AssembledMethod method = AssembledMethod::automatic;
  /// Both the law error and the natural one are to be below it.
  double tolerance = 1e-8;
  int max_sweeps = 100'000;
  int facets = 16;  ///< of the cones Lemke's method sees in space
  Deadline deadline;
};

enum class AssembledOutcome : std::uint8_t {
  solved,
  stalled,       ///< the method has nothing more to offer
  budget_spent,  ///< of sweeps or of time
  infeasible     ///< proved: no impulses stop all approach
};

struct AssembledReport {
  AssembledOutcome outcome = AssembledOutcome::stalled;
  int sweeps = 0;
  int factorisations = 0;
  AssembledError error;
  Statuses statuses;
  NoWayOut no_way_out;             ///< the proof of an infeasible problem
  std::vector<std::string> notes;  ///< what the method took otherwise than given
  std::string path;                ///< the stages gone through and what each reached
};

/// Impulses with the least error met so far.
template <int D>
struct BestAnswer {
  std::vector<Vec<D>> r;
  AssembledError error;
  bool any = false;

  /// Takes the answer if it is the best; says whether it was.
  bool offer(const std::vector<Vec<D>>& other, const AssembledError& its_error) {
    if (any && !(its_error.decisive() < error.decisive())) return false;
    r = other;
    error = its_error;
    any = true;
    return true;
  }
  double decisive() const {
    return any ? error.decisive() : std::numeric_limits<double>::infinity();
  }
};

/// The least error an iteration has seen, and when it last fell to `worth` of what it was: methods
/// that gain nothing for long stop.
class Gain {
 public:
  explicit Gain(double worth = 1) : worth_(worth) {}
  void look(double error, int iteration) {
    least_ = std::min(least_, error);
    if (!(error < worth_ * mark_)) return;
    mark_ = error;
    last_ = iteration;
  }
  double least() const { return least_; }
  int iterations_without(int iteration) const { return iteration - last_; }

 private:
  double worth_;
  double least_ = std::numeric_limits<double>::infinity();
  double mark_ = std::numeric_limits<double>::infinity();
  int last_ = 0;
};

}  // namespace talus

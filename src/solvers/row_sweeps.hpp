// Sweeps over the contacts of an assembled problem, a row of W each: for any W.
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/solvers/awake_rows.hpp"
#include "talus/solvers/lane_batcher.hpp"
#include "talus/solvers/rolling_contact.hpp"
#include "talus/solvers/row_batch.hpp"
#include "talus/solvers/sweep_size.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// Contacts go in batches of eight that are no neighbours in W: forward, but for what that asks. A
/// contact's own block of W may be unsymmetric: the antisymmetric part is left where it is, with
/// the other contacts.
template <int D>
class RowSweeps {
 public:
  /// What the judge takes, who multiplies the same rows.
  static constexpr int sweeps_of_a_look = 2;

  /// Takes the problem.
  void take(const AssembledProblem<D>& problem) {
    rows_.take(problem);
    awake_.forget();
    apart_ = false;
  }
  /// Turns to these impulses, at rest.
  void start(const std::vector<Vec<D>>& r) {
    rows_.start(r);
    apart_ = false;
    slip_tolerance_ = 0;
  }
  /// One forward sweep from impulses carried on by `carry` of the way the last one made, over all
  /// contacts or those that were not open throughout the last sweep.
  SweepSize sweep(double carry, bool all, LaneInstructions instructions = LaneInstructions::widest);
  /// Slips need not be solved more exactly than to this part of what the sweep before changed, in
  /// space; to round-off unless asked.
  void loosen_slips(double share) { slip_share_ = share; }
  /// Where the last sweep ended.
  const std::vector<Vec<D>>& impulses() {
    if (apart_) awake_.give_back(rows_);
    rows_.store(r_);
    return r_;
  }

 private:
  RowBatches<D> rows_;
  AwakeRows<D> awake_;
  double slip_share_ = 0;
  double slip_tolerance_ = 0;  ///< of mu r_N / |r_T| - 1
  bool apart_ = false;         ///< sweeps go over those awake
  std::vector<Vec<D>> r_;
};

/// Contacts that resist rolling, one by one.
template <>
class RowSweeps<5> {
 public:
  static constexpr int sweeps_of_a_look = 1;

  /// The problem must outlive the sweeps.
  void take(const AssembledProblem<5>& problem);
  void start(const std::vector<Vec<5>>& r);
  SweepSize sweep(double carry, bool all);
  const std::vector<Vec<5>>& impulses() const { return r_; }

 private:
  /// The new impulse of a contact, all else as it is.
  Vec<5> solve(std::size_t c) const;

  const AssembledProblem<5>* problem_ = nullptr;
  std::vector<RollingContact> contact_;
  std::vector<double> weight_;
  std::vector<Vec<5>> r_;
  std::vector<Vec<5>> reached_;  ///< r at the end of the sweep before
  std::vector<std::uint8_t> asleep_;
};

}  // namespace talus

// Decides, for any Gauss-Seidel solver, when the judge looks and how much momentum sweeps get.
#pragma once

#include "talus/solvers/sweep_size.hpp"

#include <algorithm>

namespace talus {

class SweepWatch {
 public:
  SweepWatch(double tolerance, double momentum, int max_sweeps)
      : tolerance_(tolerance),
        max_sweeps_(max_sweeps),
        carries_on_(momentum > 0),
        demand_(tolerance),
        momentum_(momentum) {}

  bool wants_look(const SweepSize& size, int sweeps) {
    quiet_ = size.change <= demand_ * demand_ * size.whole;
    const bool due = sweeps >= next_look_;
    // Plain sweeps cannot go astray: fewer and fewer looks will do.
    if (due) next_look_ = carries_on_ ? sweeps + 50 : 4 * sweeps;
    const bool looks = (quiet_ && sweeps >= not_before_) || due || sweeps >= max_sweeps_;
    // A look costs as much as some eight sweeps: one in vain is not followed by another at once.
    if (looks) not_before_ = sweeps + 1 + sweeps / 8;
    return looks;
  }

  /// What the judge found; true when momentum has led away from the best answer, or round it.
  bool went_astray(double error, double best) {
    if (quiet_) demand_ *= std::clamp(0.9 * tolerance_ / error, 0.1, 0.9);
    if (error <= best) {
      // Where nothing slides, more momentum than one dares to start with pays.
      if (++gains_ % 3 == 0) momentum_ = std::min(most_, 0.4 + 0.6 * momentum_);
      losses_ = 0;
      return false;
    }
    if (momentum_ == 0 || (error <= 4 * best && ++losses_ < 3)) return false;
    most_ = momentum_ = momentum_ > 0.3 ? 0.5 * momentum_ : 0;  // in the end plain sweeps
    gains_ = losses_ = 0;
    return true;
  }

  double momentum() const { return momentum_; }

 private:
  static constexpr double most_momentum = 0.98;

  double tolerance_;
  int max_sweeps_;
  bool carries_on_;
  double demand_;
  double momentum_;
  int next_look_ = 50;
  int not_before_ = 0;
  double most_ = most_momentum;
  int gains_ = 0;
  int losses_ = 0;
  bool quiet_ = false;
};

}  // namespace talus

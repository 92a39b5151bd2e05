// Decides, for any Gauss-Seidel solver, when the judge looks and how much momentum sweeps get.
#pragma once

#include "talus/solvers/sweep_size.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

class SweepWatch {
 public:
  /// `sweeps_of_a_look`: what a look costs, about.
  SweepWatch(double tolerance, double momentum, int max_sweeps, int sweeps_of_a_look = 8)
      : tolerance_(tolerance),
        max_sweeps_(max_sweeps),
        sweeps_of_a_look_(sweeps_of_a_look),
        carries_on_(momentum > 0),
        demand_(tolerance),
        momentum_(momentum) {}

  bool wants_look(const SweepSize& size, int sweeps) {
    size_ = size.whole > 0 ? std::sqrt(size.change / size.whole) : 0;
    sweeps_ = sweeps;
    quiet_ = size_ <= demand_;
    const bool due = sweeps >= next_look_;
    // Plain sweeps cannot go astray: fewer and fewer looks will do.
    if (due) next_look_ = carries_on_ ? sweeps + 50 : 4 * sweeps;
    const bool looks = (quiet_ && sweeps >= not_before_) || due || sweeps >= max_sweeps_;
    // One in vain is not followed by another at once, the dearer it is the less so.
    if (looks) not_before_ = sweeps + 1 + sweeps * sweeps_of_a_look_ / 64;
    return looks;
  }

  /// What the judge found; true when momentum has led far away from the best answer. A little away
  /// is no reason to go back: while stress moves through a packing the error rises for hundreds of
  /// sweeps before it falls, and who goes back does it again and again.
  bool went_astray(double error, double best) {
    // Corrections and error fall together: the next look is for when their ratio promises the end.
    const double promise = 0.9 * tolerance_ / error;
    if (quiet_) {
      demand_ *= std::clamp(promise, 0.1, 0.9);
    } else {
      demand_ = std::max(demand_, promise * size_);
    }
    const int since = sweeps_ - last_sweeps_;
    const double gain = std::log(last_error_ / error) / since;  // in each sweep
    const bool first = last_sweeps_ == 0;
    if (momentum_ > 0 && error > 4 * best) {
      most_ = momentum_ = momentum_ > 0.6 ? 1 - 2 * (1 - momentum_) : 0;  // in the end plain sweeps
      last_sweeps_ = 0;
      trying_ = false;
      return true;
    }
    if (since < fair_trial) return false;
    last_error_ = error;
    last_sweeps_ = sweeps_;
    if (!first && momentum_ > 0) try_another(gain);
    return false;
  }

  double momentum() const { return momentum_; }

 private:
  /// Where contacts slide, momentum beyond some bound makes iterates swing; where none does, more
  /// pays. The bound is found by trial: now and then a stretch with more or less, kept if it gains
  /// more than the stretch before.
  void try_another(double gain) {
    if (trying_ && gain < gain_before_) {
      momentum_ = momentum_before_;
      upward_ = !upward_;
      // The other way next; when neither gains, not for a while.
      if (++in_vain_ % 2 == 0) patience_ = std::min(2 * patience_, most_patience);
      wait_ = in_vain_ % 2 == 0 ? patience_ : 1;
      trying_ = false;
      return;
    }
    if (trying_) in_vain_ = 0;
    trying_ = false;
    if (--wait_ > 0) return;
    const double more = std::min(most_, 1 - (1 - momentum_) / notch);
    const double less = std::max(0.5, 1 - (1 - momentum_) * notch);
    gain_before_ = gain;
    momentum_before_ = momentum_;
    momentum_ = upward_ ? more : less;
    trying_ = true;
  }

  static constexpr double most_momentum = 0.98;
  static constexpr double notch = 1.5;
  static constexpr int fair_trial = 40;  ///< sweeps
  static constexpr int most_patience = 8;

  double tolerance_;
  int max_sweeps_;
  int sweeps_of_a_look_;
  bool carries_on_;
  double demand_;  ///< size of sweeps at which a look is worth its cost
  double momentum_;
  double most_ = most_momentum;
  double size_ = 0;  ///< of the last sweep, relative
  int sweeps_ = 0;
  int next_look_ = 50;
  int not_before_ = 0;
  bool quiet_ = false;

  // Stretches between looks.
  double last_error_ = 1;
  int last_sweeps_ = 0;
  bool trying_ = false;
  bool upward_ = false;  ///< too much costs more than too little: less is tried first
  double gain_before_ = 0;
  double momentum_before_ = 0;
  int wait_ = 4;  ///< most solves are over before a trial would pay
  int patience_ = 2;
  int in_vain_ = 0;  ///< trials since one gained
};

}  // namespace talus

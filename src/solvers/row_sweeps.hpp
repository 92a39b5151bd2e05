// Sweeps over the contacts of an assembled problem, a row of W each: for any W.
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/solvers/rolling_contact.hpp"
#include "talus/solvers/single_contact.hpp"
#include "talus/solvers/sweep_size.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// The exact law at one contact whose own block of W may be unsymmetric: the antisymmetric part is
/// left where it is, with the other contacts.
template <int D>
class LocalContact {
 public:
  LocalContact(const Mat<D>& w, const ContactCone<D>& cone)
      : w_(0.5 * (w + w.transpose())), fixed_(w(0, 0) == 0), single_(w, cone.mu) {}
  /// The new impulse where r gives the velocity u.
  Vec<D> solve(const Vec<D>& u, const Vec<D>& r) const {
    if (fixed_) return Vec<D>::Zero();
    return single_.solve(u - w_ * r);
  }

 private:
  Mat<D> w_;
  bool fixed_;  ///< nothing it touches can move
  SingleContact<D> single_;
};

template <>
class LocalContact<5> {
 public:
  LocalContact(const Mat<5>& w, const ContactCone<5>& cone) : w_(w), fixed_(w(0, 0) == 0) {
    if (!fixed_) rolling_ = RollingContact(w, cone);
  }
  Vec<5> solve(const Vec<5>& u, const Vec<5>& r) const {
    if (fixed_) return Vec<5>::Zero();
    return rolling_.solve(u - w_ * r, r);
  }

 private:
  Mat<5> w_;
  bool fixed_;
  RollingContact rolling_;
};

template <int D>
class RowSweeps {
 public:
  /// Takes the problem, which must outlive the sweeps.
  void take(const AssembledProblem<D>& problem);
  /// Turns to these impulses, at rest.
  void start(const std::vector<Vec<D>>& r);
  /// One forward sweep from impulses carried on by `carry` of the way the last one made, over all
  /// contacts or those that were not open throughout the last sweep.
  SweepSize sweep(double carry, bool all);
  /// Where the last sweep ended.
  const std::vector<Vec<D>>& impulses() const { return r_; }

 private:
  const AssembledProblem<D>* problem_ = nullptr;
  std::vector<LocalContact<D>> contact_;
  std::vector<double> weight_;
  std::vector<Vec<D>> r_;
  std::vector<Vec<D>> reached_;  ///< r at the end of the sweep before
  std::vector<std::uint8_t> asleep_;
};

}  // namespace talus

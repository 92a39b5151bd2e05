// Gauss-Seidel sweeps over the contacts of an assembled problem (row B01): each contact is solved
// exactly while the others keep their impulses. The impulses are carried on from sweep to sweep
// with momentum, as those of solvers/nlgs.hpp are (docs/decisions/008-momentum.md).
#pragma once

#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/pace.hpp"
#include "talus/solvers/rolling_contact.hpp"
#include "talus/solvers/single_contact.hpp"

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
class AssembledNlgs {
 public:
  /// Takes the problem, which must outlive the sweeps.
  void take(const AssembledProblem<D>& problem);

  struct Limits {
    int sweeps = 0;
    /// Gives up when so many sweeps have not lowered the error by a fifth; 0: never.
    int patience = 0;
    double momentum = 0.9;
    /// From a seed: as much momentum as may be, and back to the best answer only from far away.
    bool bold = false;
  };
  /// Sweeps from `start` and offers what it meets. Returns the number of sweeps.
  int solve(const AssembledJudge<D>& judge, const AssembledOptions& options, const Limits& limits,
            const std::vector<Vec<D>>& start, BestAnswer<D>& best);

 private:
  SweepSize sweep(double carry, bool all);

  const AssembledProblem<D>* problem_ = nullptr;
  std::vector<LocalContact<D>> contact_;
  std::vector<double> weight_;
  std::vector<Vec<D>> r_;
  std::vector<Vec<D>> reached_;  ///< r at the end of the sweep before
  std::vector<std::uint8_t> asleep_;
  BestAnswer<D> own_;
};

}  // namespace talus

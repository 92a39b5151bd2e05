#include "talus/solvers/assembled_nlgs.hpp"

#include "talus/solvers/pace.hpp"
#include "talus/solvers/sweep_watch.hpp"

namespace talus {

namespace {
constexpr int sweeps_before_momentum = 10;
/// Every so many sweeps the contacts asleep are visited too.
constexpr int sweeps_between_all = 10;
constexpr double worth_waiting_for = 0.8;
constexpr double far_away = 1e3;
/// Exactness of slips, beside what the sweep before changed: a digit or two beyond those that last
/// longer than a sweep spare a step or two of Newton's method.
constexpr double slips_of_sweeps = 1e-4;
/// An error that leaves all to be done.
constexpr double far_error = 1e-3;
}  // namespace

template <int D>
void AssembledNlgs<D>::take(const AssembledProblem<D>& problem) {
  by_bodies_ = problem.balls != nullptr;
  if constexpr (D != 5) {
    if (by_bodies_) bodies_.take(*problem.balls, RadialLaw::coulomb);
  }
  if (by_bodies_) return;
  rows_.take(problem);
  if constexpr (D != 5) rows_.loosen_slips(slips_of_sweeps);
}

template <int D>
int AssembledNlgs<D>::solve(const AssembledJudge<D>& judge, const AssembledOptions& options,
                            const Limits& limits, const std::vector<Vec<D>>& start,
                            BestAnswer<D>& best) {
  if constexpr (D != 5) {
    if (by_bodies_) return solve(bodies_, judge, options, limits, start, best);
  }
  return solve(rows_, judge, options, limits, start, best);
}

template <int D>
template <class Sweeps>
int AssembledNlgs<D>::solve(Sweeps& by, const AssembledJudge<D>& judge,
                            const AssembledOptions& options, const Limits& limits,
                            const std::vector<Vec<D>>& start, BestAnswer<D>& best) {
  by.start(start);
  own_.any = false;
  SweepWatch watch(options.tolerance, limits.momentum, limits.sweeps, Sweeps::sweeps_of_a_look);
  Pace pace(limits.bold ? Pace::Manner::bold : Pace::Manner::careful);
  double carry = 0;
  double mark = std::numeric_limits<double>::infinity();
  int marked = 0;
  int sweeps = 0;
  while (sweeps < limits.sweeps) {
    const SweepSize size = by.sweep(carry, sweeps % sweeps_between_all == 0);
    ++sweeps;
    const bool late = options.deadline.passed();
    if (watch.wants_look(size, sweeps) || late) {
      const auto& r = by.impulses();
      const AssembledError error = judge(r);
      own_.offer(r, error);
      if (own_.decisive() <= options.tolerance || late) break;
      if (own_.decisive() <= worth_waiting_for * mark) {
        mark = own_.decisive();
        marked = sweeps;
      } else {
        const int patience =
            own_.decisive() > far_error ? limits.patience_when_far : limits.patience;
        if (patience > 0 && sweeps - marked >= patience) break;
      }
      const bool astray = limits.bold ? !(error.decisive() < far_away * own_.decisive())
                                      : watch.went_astray(error.decisive(), own_.decisive());
      if (astray) {
        by.start(own_.r);
        pace.start();
        carry = 0;
        continue;
      }
    }
    carry = 0;
    if (limits.bold) {
      carry = pace.factor(size, limits.momentum);
    } else if (sweeps >= sweeps_before_momentum) {
      carry = pace.factor(size, watch.momentum());
    }
  }
  best.offer(own_.r, own_.error);
  return sweeps;
}

template class AssembledNlgs<2>;
template class AssembledNlgs<3>;
template class AssembledNlgs<5>;

}  // namespace talus

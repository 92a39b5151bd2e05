#include "talus/solvers/assembled_nlgs.hpp"

#include "talus/solvers/sweep_watch.hpp"

namespace talus {

namespace {
constexpr int sweeps_before_momentum = 10;
/// Every so many sweeps the contacts asleep are visited too.
constexpr int sweeps_between_all = 10;
constexpr double worth_waiting_for = 0.8;
constexpr double far_away = 1e3;
}  // namespace

template <int D>
void AssembledNlgs<D>::take(const AssembledProblem<D>& problem) {
  problem_ = &problem;
  const std::size_t n = problem.contact_count();
  contact_.clear();
  contact_.reserve(n);
  weight_.resize(n);
  for (std::size_t c = 0; c < n; ++c) {
    contact_.emplace_back(problem.w.diagonal(c), problem.cone[c]);
    weight_[c] = problem.w.diagonal(c).trace() / D;
  }
}

/// One forward sweep from impulses carried on by `carry` of the way the last one made, over all
/// contacts or those that were not open throughout the last sweep.
template <int D>
SweepSize AssembledNlgs<D>::sweep(double carry, bool all) {
  for (std::size_t c = 0; c < r_.size(); ++c) {
    const Vec<D> end = r_[c];
    r_[c] += carry * (end - reached_[c]);
    reached_[c] = end;
  }
  SweepSize size;
  for (std::size_t c = 0; c < r_.size(); ++c) {
    if (asleep_[c] != 0 && !all) continue;
    const Vec<D> u = problem_->w.row_times(c, r_) + problem_->q[c];
    const Vec<D> r = contact_[c].solve(u, r_[c]);
    asleep_[c] = r.isZero(0) && r_[c].isZero(0) && reached_[c].isZero(0) ? 1 : 0;
    const Vec<D> step = r - r_[c];
    r_[c] = r;
    size.change += weight_[c] * weight_[c] * step.squaredNorm();
    size.whole += weight_[c] * weight_[c] * r.squaredNorm();
    size.against -= weight_[c] * step.dot(r - reached_[c]);
  }
  return size;
}

template <int D>
int AssembledNlgs<D>::solve(const AssembledJudge<D>& judge, const AssembledOptions& options,
                            const Limits& limits, const std::vector<Vec<D>>& start,
                            BestAnswer<D>& best) {
  r_ = reached_ = start;
  asleep_.assign(start.size(), 0);
  own_.any = false;
  SweepWatch watch(options.tolerance, limits.momentum, limits.sweeps);
  Pace pace(limits.bold ? Pace::Manner::bold : Pace::Manner::careful);
  double carry = 0;
  double mark = std::numeric_limits<double>::infinity();
  int marked = 0;
  int sweeps = 0;
  while (sweeps < limits.sweeps) {
    const SweepSize size = sweep(carry, sweeps % sweeps_between_all == 0);
    ++sweeps;
    if (watch.wants_look(size, sweeps)) {
      const AssembledError error = judge(r_);
      own_.offer(r_, error);
      if (own_.decisive() <= options.tolerance || options.deadline.passed()) break;
      if (own_.decisive() <= worth_waiting_for * mark) {
        mark = own_.decisive();
        marked = sweeps;
      } else if (limits.patience > 0 && sweeps - marked >= limits.patience) {
        break;
      }
      const bool astray = limits.bold ? !(error.decisive() < far_away * own_.decisive())
                                      : watch.went_astray(error.decisive(), own_.decisive());
      if (astray) {
        r_ = reached_ = own_.r;
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

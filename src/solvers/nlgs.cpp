#include "talus/solvers/nlgs.hpp"

#include "talus/math/random.hpp"
#include "talus/problem/section.hpp"
#include "talus/solvers/sweep_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace talus {

namespace {

/// Every so many sweeps the contacts asleep are visited too.
constexpr int sweeps_between_all = 10;

/// Most steps of a run are done before this; the others are worth the memory traffic.
constexpr int sweeps_before_momentum = 10;
}  // namespace

template <int D>
void Nlgs<D>::choose_order(const ContactProblem<D>& problem, const SolverOptions& options,
                           const std::vector<double>& height) {
  order_.resize(problem.contact_count());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  if (options.order == SweepOrder::gravity) {
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return height[a] < height[b]; });
  } else if (options.order == SweepOrder::random) {
    Random random(options.seed);
    for (std::size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[random.below(i)]);
  }
}

template <int D>
void Nlgs<D>::choose_guess(const ContactProblem<D>& problem, const SolverOptions& options,
                           std::vector<Vec<D>>& r) {
  r.resize(problem.contact_count(), Vec<D>::Zero());
  if (options.guess == InitialGuess::zero) {
    std::fill(r.begin(), r.end(), Vec<D>::Zero());
  } else if (options.guess == InitialGuess::random) {
    // Anywhere in the cone, as large as stopping the free motion at that contact asks for.
    Random random(options.seed + 0x9e3779b97f4a7c15ULL);
    for (std::size_t c = 0; c < r.size(); ++c) {
      const Vec<D> q =
          problem.canonical_velocity(c, problem.local_velocity(c, problem.v_free), Vec<D>::Zero());
      const double w = problem.diagonal_block(c).trace() / D;
      r[c][0] = random.uniform() * q.norm() / w;
      Vec<D> direction = Vec<D>::Zero();
      for (int i = 1; i < D; ++i) direction[i] = random.normal();
      const double length = direction.norm();
      const double size = problem.law[c].mu * r[c][0] * random.uniform();
      if (length > 0) r[c] += direction * (size / length);
    }
  }
  for (std::size_t c = 0; c < r.size(); ++c) {
    // A remembered impulse may lie outside today's cone: keep its normal part, cut the rest.
    if (problem.law[c].section != Section::cone) {
      admit<D>(problem.law[c], r[c]);
      continue;
    }
    r[c][0] = std::max(0.0, r[c][0]);
    const double limit = problem.law[c].mu * r[c][0];
    const double length2 = r[c].template tail<D - 1>().squaredNorm();
    if (length2 > limit * limit) r[c].template tail<D - 1>() *= limit / std::sqrt(length2);
  }
}

template <int D>
void Nlgs<D>::prepare(const ContactProblem<D>& problem, const SolverOptions& options,
                      const std::vector<double>& height, Solution<D>& solution) {
  choose_guess(problem, options, solution.r);
  solution.m.resize(problem.turning.size(), Spin<D>::Zero());
  if (options.guess != InitialGuess::warm) {
    std::fill(solution.m.begin(), solution.m.end(), Spin<D>::Zero());
  }
  for (std::size_t row = 0; row < solution.m.size(); ++row) {
    const auto& t = problem.turning[row];
    solution.m[row] = allowed_moment<D>(t, solution.r[t.contact][0], solution.m[row]);
  }
  choose_order(problem, options, height);
  loaded_.load(problem, order_, options.skip_open, solution);
}

template <int D>
SolveReport Nlgs<D>::solve(const ContactProblem<D>& problem, const SolverOptions& options,
                           const std::vector<double>& height, Solution<D>& solution) {
  SolveReport report;
  prepare(problem, options, height, solution);
  judge_.take(problem);
  const auto painleve = loaded_.painleve();
  report.painleve_worst = painleve.worst;
  report.painleve_contacts = painleve.contacts;
  if (problem.contact_count() == 0) return report;

  // A first sweep in any case: however good the guess, what it leaves must not add up over the
  // steps. Sweeps are watched by the size of their corrections against that of all impulses (000
  // sect. 6.2), which costs next to nothing. The judge decides, from impulses alone, once these are
  // small enough, later if it then finds the error larger, and now and then in any case.
  SweepWatch watch(options.tolerance, options.momentum, options.max_sweeps);
  Carry carry;
  best_error_.relative = std::numeric_limits<double>::infinity();
  pinch_watch_.start();
  // Room for the best answer now: whether it is needed is seen in some steps only, and a steady one
  // must not ask for memory.
  const std::size_t room = problem.contact_count();
  if (best_.capacity() < room) best_.reserve(room + room / 4);
  while (true) {
    const bool all = !options.skip_open || loaded_.sweeps_since_load() % sweeps_between_all == 0;
    SweepManner manner;
    manner.carry = carry;
    manner.extent = all ? SweepExtent::all : SweepExtent::awake;
    const SweepSize size = sweep(manner);
    ++report.sweeps;
    if (watch.wants_look(size, report.sweeps)) {
      loaded_.store(problem, solution);
      report.error = judge_(solution.r, solution.v, solution.m);
      const bool last =
          report.error.relative <= options.tolerance || report.sweeps >= options.max_sweeps;
      if (report.error.relative > options.tolerance &&
          pinch_watch_.ends(problem, solution, options.tolerance, report)) {
        return report;
      }
      if (report.error.relative < best_error_.relative) {
        best_error_ = report.error;
        if (last) break;
        best_ = solution.r;
        best_moments_ = solution.m;
      }
      if (last) break;
      if (watch.went_astray(report.error.relative, best_error_.relative)) {
        go_back_to_best(problem, options, solution);
        momentum_.start(loaded_.blocks());
        carry = {true, 0};
        continue;
      }
      // Rounding of many sweeps has parted velocities from impulses.
      if (carry.on) momentum_.keep_way(loaded_.blocks());
      loaded_.load_velocities(solution);
      if (carry.on) momentum_.keep_way(loaded_.blocks());
    }
    if (options.momentum == 0 || report.sweeps < sweeps_before_momentum) continue;
    if (!carry.on) {
      momentum_.start(loaded_.blocks());
      carry = {true, 0};
    } else {
      carry = momentum_.carry_on(size, watch.momentum(), loaded_.blocks());
    }
  }
  if (report.error.relative > best_error_.relative) {
    go_back_to_best(problem, options, solution);
    report.error = best_error_;
  }
  if (report.error.relative > options.tolerance) report.outcome = SolveOutcome::budget_spent;
  return report;
}

template <int D>
void Nlgs<D>::go_back_to_best(const ContactProblem<D>& problem, const SolverOptions& options,
                              Solution<D>& solution) {
  solution.r = best_;
  solution.m = best_moments_;
  loaded_.load(problem, order_, options.skip_open, solution);
}

template class Nlgs<2>;
template class Nlgs<3>;

}  // namespace talus

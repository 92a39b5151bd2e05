#include "talus/solvers/nlgs.hpp"

#include "talus/math/random.hpp"
#include "talus/problem/section.hpp"
#include "talus/solvers/load_contact.hpp"
#include "talus/solvers/sweep_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace talus {

namespace {

/// A radial contact is solved in closed form only when its law leaves W diagonal and isotropic.
template <int D>
bool is_plain(const CanonicalLaw<D>& law) {
  return (law.section == Section::cone || law.section == Section::sticking) && law.cohesion == 0 &&
         law.compliance.isZero(0) && (law.scale.array() == 1).all();
}

/// An open contact with no impulse that the guess leaves open.
template <int D>
bool seems_open(const ContactProblem<D>& problem, const Solution<D>& solution, std::size_t c) {
  return solution.r[c].isZero(0) &&
         problem.canonical_velocity(c, problem.local_velocity(c, solution.v), solution.r[c])[0] > 0;
}

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
void Nlgs<D>::load_velocities(const Solution<D>& solution) {
  for (std::size_t b = 0; b < solution.v.size(); ++b) {
    blocks_[b].v = solution.v[b].template head<D>();
    const Spin<D> w = solution.v[b].template tail<spin_dim<D>>();
    // What nothing turns (a servo's other directions) has no spin either.
    for (int i = 0; i < spin_dim<D>; ++i) {
      blocks_[b].spin[i] = spin_scale_[b][i] > 0 ? w[i] / spin_scale_[b][i] : 0;
    }
  }
}

template <int D>
void Nlgs<D>::load(const ContactProblem<D>& problem, bool skip_open, const Solution<D>& solution) {
  const auto obstacle = static_cast<std::uint32_t>(problem.block_count());
  blocks_.assign(obstacle + 1, NlgsBlock<D>{});
  spin_scale_.resize(obstacle + 1);
  for (std::size_t b = 0; b < obstacle; ++b) {
    blocks_[b].inv_mass = problem.inv_mass[b];
    spin_scale_[b] = problem.inv_inertia[b].cwiseSqrt();
  }
  load_velocities(solution);
  blocks_[obstacle].v.setZero();
  blocks_[obstacle].spin.setZero();
  spin_scale_[obstacle].setZero();

  radial_order_.clear();
  general_order_.clear();
  radial_place_.clear();
  radial_.start(obstacle);
  general_.clear();
  turning_.clear();
  open_.clear();
  turns_.clear();
  if (!problem.turning.empty()) {
    turns_.assign(problem.contact_count(), 0);
    for (const auto& t : problem.turning) turns_[t.contact] = 1;
    for (std::size_t row = 0; row < problem.turning.size(); ++row) {
      load_turning(problem, solution, row);
    }
  }
  for (const std::size_t c : order_) {
    if (!turns_.empty() && turns_[c] != 0) continue;
    if (skip_open && seems_open(problem, solution, c)) {
      open_.push_back(c);
    } else {
      load_contact(problem, solution, c);
    }
  }
  radial_.add_sleepers();
  for (const std::size_t c : open_) load_contact(problem, solution, c);
  sweeps_since_load_ = 0;
}

template <int D>
void Nlgs<D>::load_contact(const ContactProblem<D>& problem, const Solution<D>& solution,
                           std::size_t c) {
  const auto& law = problem.law[c];
  if (problem.general[c] >= 0 || !is_plain(law)) {
    load_general(problem, solution, c);
    return;
  }
  const auto first = static_cast<std::uint32_t>(problem.first[c]);
  const bool alone = problem.second[c] < 0;
  const auto second = static_cast<std::uint32_t>(
      alone ? blocks_.size() - 1 : static_cast<std::size_t>(problem.second[c]));
  const auto& frame = problem.frame[c];
  const auto w = problem.radial_block(c);
  radial_order_.push_back(c);
  radial_place_.push_back(
      radial_.add({frame.col(0), frame * (problem.offset[c] + law.shift), frame * solution.r[c],
                   w.normal, w.tangent, law.mu, problem.lever_first[c] * spin_scale_[first][0],
                   problem.lever_second[c] * spin_scale_[second][0], first, second}));
}

template <int D>
void Nlgs<D>::load_general(const ContactProblem<D>& problem, const Solution<D>& solution,
                           std::size_t c) {
  general_order_.push_back(c);
  general_.push_back(general_contact(problem, spin_scale_, solution.r[c], c));
}

template <int D>
void Nlgs<D>::load_turning(const ContactProblem<D>& problem, const Solution<D>& solution,
                           std::size_t row) {
  const std::size_t c = problem.turning[row].contact;
  turning_.push_back(turning_block(problem, spin_scale_, solution.r[c], solution.m[row], row));
}

template <int D>
void Nlgs<D>::find_velocities(const ContactProblem<D>& problem, Solution<D>& solution) const {
  problem.velocities(solution.r, solution.v);
  problem.apply_moments(solution.m, solution.v);
}

template <int D>
void Nlgs<D>::store(const ContactProblem<D>& problem, Solution<D>& solution) const {
  for (std::size_t i = 0; i < radial_order_.size(); ++i) {
    const std::size_t c = radial_order_[i];
    const auto& batch = radial_.batches()[radial_place_[i].batch];
    Vec<D> impulse;
    for (int k = 0; k < D; ++k) impulse[k] = batch.impulse[k][radial_place_[i].lane];
    // Turning into the local frame rounds; an open contact must read exactly open.
    solution.r[c].setZero();
    if (!impulse.isZero(0)) solution.r[c] = problem.frame[c].transpose() * impulse;
  }
  for (std::size_t i = 0; i < general_.size(); ++i) solution.r[general_order_[i]] = general_[i].r;
  for (const auto& t : turning_) {
    solution.r[t.turning.contact] = t.r.template head<D>();
    solution.m[t.row] = t.r.template tail<spin_dim<D>>();
  }
  find_velocities(problem, solution);
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
  find_velocities(problem, solution);
  choose_order(problem, options, height);
  load(problem, options.skip_open, solution);
}

template <int D>
SweepSize Nlgs<D>::sweep(Carry carry, SweepExtent extent, LaneInstructions instructions) {
  SweepSize size;
  sweep_radial(radial_, blocks_, size, carry, extent, instructions);
  sweep_general(general_, blocks_, size, carry, extent);
  sweep_turning(turning_, blocks_, size, carry);
  ++sweeps_since_load_;
  return size;
}

template <int D>
SolveReport Nlgs<D>::solve(const ContactProblem<D>& problem, const SolverOptions& options,
                           const std::vector<double>& height, Solution<D>& solution) {
  SolveReport report;
  prepare(problem, options, height, solution);
  judge_.take(problem);
  for (const auto& contact : general_) {  // the others have W_NT = 0
    if (contact.law != nullptr) continue;
    const double number = contact.single.painleve_number();
    report.painleve_worst = std::max(report.painleve_worst, number);
    report.painleve_contacts += number >= 1 ? 1 : 0;
  }
  if (problem.contact_count() == 0) return report;

  // A first sweep in any case: however good the guess, what it leaves must not add up over the
  // steps. Sweeps are watched by the size of their corrections against that of all impulses (000
  // sect. 6.2), which costs next to nothing. The judge decides, from impulses alone, once these are
  // small enough, later if it then finds the error larger, and now and then in any case.
  SweepWatch watch(options.tolerance, options.momentum, options.max_sweeps);
  Carry carry;
  best_error_.relative = std::numeric_limits<double>::infinity();
  while (true) {
    const bool all = !options.skip_open || sweeps_since_load_ % sweeps_between_all == 0;
    const SweepSize size = sweep(carry, all ? SweepExtent::all : SweepExtent::awake);
    ++report.sweeps;
    if (watch.wants_look(size, report.sweeps)) {
      store(problem, solution);
      report.error = judge_(solution.r, solution.v, solution.m);
      if (report.error.relative < best_error_.relative) {
        best_ = solution.r;
        best_moments_ = solution.m;
        best_error_ = report.error;
      }
      if (report.error.relative <= options.tolerance || report.sweeps >= options.max_sweeps) break;
      if (watch.went_astray(report.error.relative, best_error_.relative)) {
        go_back_to_best(problem, options, solution);
        momentum_.start(blocks_);
        carry = {true, 0};
        continue;
      }
      load_velocities(solution);  // rounding of many sweeps has parted them from the impulses
    }
    if (options.momentum == 0 || report.sweeps < sweeps_before_momentum) continue;
    if (!carry.on) {
      momentum_.start(blocks_);
      carry = {true, 0};
    } else {
      carry = momentum_.carry_on(size, watch.momentum(), blocks_);
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
  find_velocities(problem, solution);
  load(problem, options.skip_open, solution);
}

template class Nlgs<2>;
template class Nlgs<3>;

}  // namespace talus

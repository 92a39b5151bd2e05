#include "talus/solvers/automatic.hpp"

#include <algorithm>

namespace talus {

namespace {

/// Steps of a run that need more sweeps than this are few.
constexpr int first_sweeps = 100;
/// Bodies beyond which not even the ordering of a factorisation is tried, and multiplications
/// beyond which no factorisation is: a second's work.
template <int D>
constexpr std::size_t most_bodies = D == 2 ? 20'000 : 3'000;
constexpr double most_work = 2e9;
constexpr std::size_t few_balls = 50;
/// Multiplications that take as long as visiting a contact in a sweep, and how many iterations an
/// interior point is expected to take: sweeps may cost as much before it has its turn.
template <int D>
constexpr double work_of_general_contact = D == 2 ? 80 : 450;
constexpr double work_of_radial_contact = 16;
constexpr double expected_iterations = 12;
/// Newton's last steps gain digits cheaply, and what it leaves stays for many warm steps.
constexpr double newton_gain = 1e-2;
/// Bodies at rest move slower than this part of what they would without contacts; and how much
/// better their answer is to be.
constexpr double rest = 0.01;
constexpr double rest_gain = 0.1;
constexpr double most_sweeps_at_rest = 400;
constexpr std::size_t most_bodies_at_rest = 500;
/// Sweeps after it, to find which contacts are open.
constexpr int last_sweeps = 20;
/// Where neither sweeps nor Newton did, sweeps with more momentum may: grains in narrow wedges.
constexpr double bold_momentum = 0.95;

template <int D>
std::size_t radial_contacts(const ContactProblem<D>& problem) {
  return static_cast<std::size_t>(
      std::count_if(problem.general.begin(), problem.general.end(), [](int g) { return g < 0; }));
}

template <int D>
double work_of_sweep(const ContactProblem<D>& problem) {
  const auto radial = static_cast<double>(radial_contacts(problem));
  const auto general = static_cast<double>(problem.contact_count()) - radial;
  return radial * work_of_radial_contact + general * work_of_general_contact<D>;
}

/// Packings of balls are left to the sweeps, which are cheap there: Newton finds no answer to them
/// better than theirs. A few balls are no packing, and may be wedged.
template <int D>
bool suits_newton(const ContactProblem<D>& problem) {
  return problem.block_count() <= most_bodies<D> &&
         (problem.block_count() <= few_balls ||
          2 * radial_contacts(problem) <= problem.contact_count()) &&
         has_cones_only(problem);
}

/// Whether contacts stop nearly all of the motion there would be without them.
template <int D>
bool is_at_rest(const ContactProblem<D>& problem, const Solution<D>& solution) {
  double moving = 0;
  double free = 0;
  for (std::size_t b = 0; b < problem.block_count(); ++b) {
    moving += solution.v[b].template head<D>().squaredNorm() / problem.inv_mass[b];
    free += problem.v_free[b].template head<D>().squaredNorm() / problem.inv_mass[b];
  }
  return moving <= rest * rest * free;
}

}  // namespace

template <int D>
SolveReport Automatic<D>::solve(const ContactProblem<D>& problem, const SolverOptions& options,
                                const std::vector<double>& height, Solution<D>& solution) {
  const bool may_go_direct = options.max_sweeps > first_sweeps && suits_newton(problem);
  SolverOptions first = options;
  if (may_go_direct) first.max_sweeps = first_sweeps;
  SolveReport report = nlgs_.solve(problem, first, height, solution);
  if (!may_go_direct || problem.contact_count() == 0) return report;
  if (report.outcome == SolveOutcome::pinched) return report;
  if (report.outcome == SolveOutcome::converged) {
    // What is left over moves bodies at rest a little in every step, always the same way: creep.
    // Where Newton costs little they get an answer better than asked for.
    if (report.error.relative <= rest_gain * options.tolerance ||
        problem.block_count() > most_bodies_at_rest || !is_at_rest(problem, solution)) {
      return report;
    }
    interior_.prepare(problem);
    if (expected_iterations * interior_.cost() <= most_sweeps_at_rest * work_of_sweep(problem)) {
      go_direct(problem, options, height, report, solution);
      // Where Newton found nothing better, as much sweeping as it may cost: what is left over would
      // be in the next step's guess, and grow from step to step.
      SolverOptions better = options;
      better.tolerance = rest_gain * options.tolerance;
      if (report.error.relative > better.tolerance) {
        sweep_on(problem, better, height, static_cast<int>(most_sweeps_at_rest), report, solution);
        // As it was before; a pinch found on the way stays told unless the answer is good as asked.
        if (report.error.relative <= options.tolerance) report.outcome = SolveOutcome::converged;
      }
    }
    return report;
  }

  interior_.prepare(problem);
  if (interior_.cost() > most_work) {
    sweep_on(problem, options, height, options.max_sweeps - report.sweeps, report, solution);
    return report;
  }
  const double fair = expected_iterations * interior_.cost() / work_of_sweep(problem);
  const int more = static_cast<int>(std::min<double>(fair, 0.5 * options.max_sweeps));
  if (more > first_sweeps) {
    sweep_on(problem, options, height, more - first_sweeps, report, solution);
    if (report.outcome != SolveOutcome::budget_spent) return report;
  }
  go_direct(problem, options, height, report, solution);
  if (report.outcome != SolveOutcome::converged && report.sweeps < options.max_sweeps) {
    SolverOptions bolder = options;
    if (options.momentum > 0) bolder.momentum = std::max(options.momentum, bold_momentum);
    sweep_on(problem, bolder, height, options.max_sweeps - report.sweeps, report, solution);
  }
  return report;
}

template <int D>
SolveReport Automatic<D>::solve_directly(const ContactProblem<D>& problem,
                                         const SolverOptions& options,
                                         const std::vector<double>& height, Solution<D>& solution) {
  if (!has_cones_only(problem)) return nlgs_.solve(problem, options, height, solution);
  SolverOptions one = options;
  one.max_sweeps = 1;
  SolveReport report = nlgs_.solve(problem, one, height, solution);
  if (problem.contact_count() == 0 || report.outcome == SolveOutcome::pinched) return report;
  interior_.prepare(problem);
  go_direct(problem, options, height, report, solution);
  return report;
}

/// Sweeps from the answer reached; it is kept where they find none better.
template <int D>
void Automatic<D>::sweep_on(const ContactProblem<D>& problem, const SolverOptions& options,
                            const std::vector<double>& height, int most_sweeps, SolveReport& report,
                            Solution<D>& solution) {
  SolverOptions more = options;
  more.guess = InitialGuess::warm;
  more.max_sweeps = most_sweeps;
  other_ = solution;
  const SolveReport now = nlgs_.solve(problem, more, height, other_);
  report.sweeps += now.sweeps;
  const bool ends = now.outcome == SolveOutcome::pinched;
  if (!ends && !(now.error.relative < report.error.relative)) return;
  std::swap(solution, other_);
  report.error = now.error;
  report.outcome = now.outcome;
  report.pinch = now.pinch;
  report.pinches = now.pinches;
}

template <int D>
void Automatic<D>::go_direct(const ContactProblem<D>& problem, const SolverOptions& options,
                             const std::vector<double>& height, SolveReport& report,
                             Solution<D>& solution) {
  SolveReport direct = interior_.solve(newton_gain * options.tolerance, other_);
  report.factorisations += direct.factorisations;
  if (!(direct.error.relative < report.error.relative)) return;
  // Open contacts hold an impulse next to nothing until a sweep has taken it from them, so the
  // verdict is on what sweeps make of the answer.
  SolverOptions last = options;
  last.guess = InitialGuess::warm;
  last.momentum = 0;
  last.tolerance = newton_gain * options.tolerance;
  last.max_sweeps = last_sweeps;
  const SolveReport now = nlgs_.solve(problem, last, height, other_);
  report.sweeps += now.sweeps;
  if (!(now.error.relative < report.error.relative)) return;
  std::swap(solution, other_);
  report.error = now.error;
  report.outcome = now.error.relative <= options.tolerance ? SolveOutcome::converged
                                                           : SolveOutcome::budget_spent;
}

template class Automatic<2>;
template class Automatic<3>;

}  // namespace talus

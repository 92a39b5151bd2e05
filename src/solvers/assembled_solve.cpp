#include "talus/solvers/assembled_solve.hpp"

#include "talus/problem/problem_error.hpp"
#include "talus/solvers/accelerated_gradient.hpp"
#include "talus/solvers/assembled_interior_point.hpp"
#include "talus/solvers/assembled_nlgs.hpp"
#include "talus/solvers/augmented_lagrangian.hpp"
#include "talus/solvers/convex_seed.hpp"
#include "talus/solvers/graduated_newton.hpp"
#include "talus/solvers/lemke.hpp"
#include "talus/solvers/pivoting.hpp"
#include "talus/solvers/projection.hpp"
#include "talus/solvers/proximal_newton.hpp"
#include "talus/solvers/way_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

namespace talus {

namespace {

/// Sweeps that bring nothing: enough to tell a plateau from a slow stretch, such as a trial of
/// another momentum and the way back (solvers/sweep_watch.hpp). From a seed the error rises before
/// it falls.
constexpr int patience = 300;
constexpr int patience_when_far = 200;
constexpr int patience_after_seed = 800;
constexpr int patience_at_last = 5000;
/// Contacts beyond which not even the ordering of a factorisation is tried; multiplications beyond
/// which no factorisation is. Up to `little_work` Newton comes before any seed.
template <int D>
constexpr std::size_t most_contacts = D == 2 ? 30'000 : 9'000;
constexpr double most_work = 4e9;
constexpr double little_work = 1e8;
/// Multiplications spent on all factorisations of one stage at most, some half a minute's.
constexpr double work_of_a_stage = 3e10;
/// Sweeps after the interior point, which leaves a little impulse on open contacts, and after each
/// of its steps.
constexpr int cleaning_sweeps = 50;
constexpr int polishing_sweeps = 2;
constexpr int most_factorisations = 2000;
constexpr int most_graduated = 3000;
/// Trials of Newton's method and the graduated one; the first has gone well without asking the
/// second where it brought the error down to this part.
constexpr int some_factorisations = 100;
constexpr int some_graduated = 400;
constexpr double work_of_a_trial = 1e10;
constexpr double promising_gain = 1e-2;
/// Problems of so many contacts are ordered after a few sweeps: sweeps then go on for as long as
/// Newton's method from nowhere would take, in multiplications, and what takes longer is left to
/// it.
constexpr std::size_t quickly_ordered = 1000;
constexpr int first_sweeps = 200;
/// Errors within this factor of the tolerance get half as many sweeps again before that.
constexpr double nearly_there = 2;
/// With so few contacts Newton's method costs no more than those sweeps and is tried after some,
/// however far away.
constexpr std::size_t very_few = 32;
constexpr int sweeps_of_very_few = 50;
constexpr double usual_factorisations = 40;
constexpr double work_of_a_contact = 150;
/// Where sweeps have come near, Newton needs no interior point; nor more than so many
/// multiplications in all.
constexpr double near_error = 1e-5;
constexpr int few_factorisations = 30;
constexpr int least_factorisations = 10;  ///< fewer are not worth beginning
constexpr double work_from_sweeps = 3e9;
/// Blocks touch each other at several contacts; grains, for which seeds are, at one.
constexpr double contacts_of_blocks = 2;
/// The seed's friction, its accuracy and its sweeps.
constexpr double seed_shares[] = {0.9, 0.8, 0.7};
constexpr double seed_tolerance = 1e-4;
constexpr int most_seed_sweeps = 4000;
/// Errors from which on it is worth asking whether there is an answer at all. A proof means that
/// the natural error stays above its approach over the root of the number of contacts.
constexpr double doubtful_error = 1e-6;
/// The same where other methods are still to come.
constexpr double very_doubtful_error = 1e-2;
/// W's halves may differ by this: half of its digits.
constexpr double most_asymmetry = 1.5e-8;
/// How well relaxations meet their own law, as a part of the tolerance: where nothing slides the
/// exact law's errors are the same but for what the shift makes of their rest.
constexpr double relaxed_share = 0.5;

/// How many contacts have the same neighbours, on average: those between the same two bodies do.
template <int D>
double contacts_between_two_bodies(const BlockSparse<D>& w) {
  std::set<std::vector<std::uint32_t>> neighbourhoods;
  for (std::size_t c = 0; c < w.row_count(); ++c) {
    std::vector<std::uint32_t> columns;
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      columns.push_back(w.column(at));
    }
    neighbourhoods.insert(std::move(columns));
  }
  return static_cast<double>(w.row_count()) / static_cast<double>(neighbourhoods.size());
}

/// A solve in the making: the stages share the best answer and the report.
template <int D>
class Solve {
 public:
  Solve(const AssembledProblem<D>& problem, const AssembledOptions& options,
        const std::vector<Vec<D>>& start)
      : problem_(problem), options_(options), judge_(problem) {
    best_.offer(nothing(), judge_(nothing()));
    if (start.size() != problem.contact_count()) return;
    std::vector<Vec<D>> inside(start.size());
    for (std::size_t c = 0; c < start.size(); ++c) inside[c] = problem.cone[c].project(start[c]);
    best_.offer(inside, judge_(inside));
  }

  bool ended() const {
    return best_.decisive() <= options_.tolerance || report_.no_way_out.proved() ||
           options_.deadline.passed();
  }
  int sweeps_left() const { return options_.max_sweeps - report_.sweeps; }

  using Limits = typename AssembledNlgs<D>::Limits;

  void sweep(Limits limits, const std::vector<Vec<D>>& start) {
    if (ended() || sweeps_left() <= 0) return;
    get_ready_to_sweep();
    limits.sweeps = std::min(limits.sweeps, sweeps_left());
    const int sweeps = nlgs_.solve(judge_, options_, limits, start, best_);
    report_.sweeps += sweeps;
    note(fmt::format("nlgs {}", sweeps));
  }

  /// Without factors at hand only where the problem is small enough for them.
  double cost_of_factors() {
    if (!ordered_ && problem_.contact_count() <= most_contacts<D>) order();
    return ordered_ ? lorentz_.cost() : std::numeric_limits<double>::infinity();
  }

  /// Sweeps that cost as much as Newton's method usually does.
  int sweeps_worth(double cost_of_factors) const {
    const double sweep = D * D * static_cast<double>(problem_.w.block_count()) +
                         work_of_a_contact * static_cast<double>(problem_.contact_count());
    return static_cast<int>(
        std::min<double>(options_.max_sweeps, usual_factorisations * cost_of_factors / sweep));
  }

  void interior_point(const typename AssembledInteriorPoint<D>::Polish& polish = {}) {
    if (ended() || !has_order()) return;
    const int n = AssembledInteriorPoint<D>().solve(lorentz_, judge_, options_, best_, polish);
    report_.factorisations += n;
    note(fmt::format("interior_point {}", n));
  }

  void newton(int most, const std::vector<Vec<D>>& start) {
    if (ended() || !has_order()) return;
    const int n = ProximalNewton<D>().solve(lorentz_, judge_, options_, most, start, best_);
    report_.factorisations += n;
    note(fmt::format("newton {}", n));
  }

  void graduated(int most) {
    if (ended() || !has_order()) return;
    const int n = GraduatedNewton<D>().solve(lorentz_, judge_, options_, most, best_);
    report_.factorisations += n;
    note(fmt::format("graduated {}", n));
  }

  void newton_from_best(int most) {
    const auto start = best_.r;
    newton(most, start);
  }

  /// Factorisations of this cost that fit into so much work.
  static int affordable(int most, double work, double cost) {
    return static_cast<int>(std::min<double>(most, work / cost));
  }

  /// Interior point and sweeps that clean its answers: a little impulse on open contacts is what
  /// keeps them from the tolerance for half of all steps.
  void clean_interior_point() {
    if (ended()) return;
    get_ready_to_sweep();
    interior_point([&](const std::vector<Vec<D>>& r) {
      if (sweeps_left() < polishing_sweeps) return;
      report_.sweeps +=
          nlgs_.solve(judge_, options_, {.sweeps = polishing_sweeps, .momentum = 0}, r, best_);
    });
    sweep({.sweeps = cleaning_sweeps, .momentum = 0}, best_.r);
  }

  /// Newton from the best so far and graduated Newton: a trial of each, then first the one whose
  /// trial went well.
  void both_newtons(double cost) {
    const auto start = best_.r;
    const double error = best_.decisive();
    newton(affordable(some_factorisations, work_of_a_trial, cost), start);
    const double tried = best_.decisive();
    bool newton_first = tried <= promising_gain * error;
    if (!newton_first) {
      graduated(affordable(some_graduated, work_of_a_trial, cost));
      newton_first = best_.decisive() >= tried;
    }
    if (newton_first) newton(affordable(most_factorisations, work_of_a_stage, cost), start);
    graduated(affordable(most_graduated, work_of_a_stage, cost));
    if (!newton_first) newton(affordable(most_factorisations, work_of_a_stage, cost), start);
  }

  /// Interior point, sweeps, Newton, each from the best so far.
  void direct() {
    clean_interior_point();
    newton_from_best(most_factorisations);
  }

  void seeded(std::span<const double> shares) {
    for (const double share : shares) {
      if (ended() || sweeps_left() <= 0) return;
      ConvexSeed<D> seed;
      seed.take(problem_, share);
      std::vector<Vec<D>> start;
      const int sweeps = seed.solve(seed_tolerance, std::min(most_seed_sweeps, sweeps_left()),
                                    options_.deadline, start);
      report_.sweeps += sweeps;
      note(fmt::format("seed({}) {}", share, sweeps));
      sweep({.sweeps = options_.max_sweeps,
             .patience = patience_after_seed,
             .patience_when_far = patience_after_seed,
             .momentum = 1,
             .bold = true},
            start);
    }
  }

  void lemke() {
    if (ended()) return;
    const PolyhedralLcp<D> polyhedral(problem_, options_.facets);
    const LcpAnswer answer = talus::lemke(polyhedral.lcp(), options_.deadline);
    if (answer.solved) offer(polyhedral.impulses(answer.z));
    note(fmt::format("lemke {}{}", answer.pivots, answer.solved ? "" : " without an answer"));
  }

  void pivoting() {
    if (ended()) return;
    const auto answer = Pivoting<D>().solve(problem_, options_.deadline);
    if (answer.solved) offer(answer.r);
    note(fmt::format("pivoting {}{}", answer.pivots, answer.solved ? "" : " without an end"));
  }

  /// Says what a method made for symmetric matrices does with another.
  void note_asymmetry(const char* what) {
    const double asymmetry = problem_.asymmetry();
    if (!(asymmetry > most_asymmetry)) return;
    report_.notes.push_back(
        fmt::format("W is unsymmetric by {:.1e} of its diagonal: {}", asymmetry, what));
  }

  void projection() {
    if (ended()) return;
    note_asymmetry("the projection takes its symmetric part, and the errors are those of W");
    const auto answer = Projection<D>().solve(problem_, options_.tolerance, options_.deadline);
    offer(answer.r);
    report_.factorisations += answer.pivots;
    note(fmt::format("projection {}, duality gap {:.1e}, approach left {:.1e}", answer.pivots,
                     answer.certificate.gap, answer.certificate.approach));
  }

  void apgd() {
    if (ended()) return;
    note_asymmetry("what apgd follows is then no gradient, and need not lead to an answer");
    ConvexRelaxation<D> relaxed;
    relaxed.take(problem_);
    std::vector<Vec<D>> r;
    const int gradients = AcceleratedGradient<D>().solve(
        relaxed, relaxed_share * options_.tolerance, sweeps_left(), options_.deadline, r);
    offer(r);
    report_.sweeps += gradients;
    note(fmt::format("apgd {}, relaxed law {:.1e}", gradients, relaxed.errors(r).strict));
  }

  void admm() {
    if (ended()) return;
    ConvexRelaxation<D> relaxed;
    relaxed.take(problem_);
    std::vector<Vec<D>> r;
    const auto effort = AugmentedLagrangian<D>().solve(relaxed, relaxed_share * options_.tolerance,
                                                       sweeps_left(), options_.deadline, r);
    offer(r);
    report_.sweeps += effort.iterations;
    report_.factorisations += effort.factorisations;
    note(fmt::format("admm {}, relaxed law {:.1e}", effort.iterations, relaxed.errors(r).strict));
  }

  /// Whether there is an answer at all; asked once.
  void doubt(double least_error) {
    if (doubted_ || ended() || !(best_.error.natural_found >= least_error)) return;
    doubted_ = true;
    report_.no_way_out = look_for_way_out<D>(problem_, options_.deadline);
    if (report_.no_way_out.proved()) note("no way out");
  }

  /// True when all these sweeps were made and they still brought something.
  bool still_gains(int most) {
    const int before = report_.sweeps;
    sweep({.sweeps = most, .patience = patience, .patience_when_far = patience_when_far}, best_.r);
    return report_.sweeps - before >= most;
  }

  void automatic() {
    const bool quick = problem_.contact_count() <= quickly_ordered;
    const bool tiny = D != 5 && quick && problem_.contact_count() <= very_few;
    bool gains = still_gains(tiny    ? sweeps_of_very_few
                             : quick ? first_sweeps
                                     : options_.max_sweeps);
    if (quick && gains && best_.decisive() <= nearly_there * options_.tolerance) {
      gains = still_gains(first_sweeps / 2);
    }
    doubt(very_doubtful_error);
    if (ended()) return;
    const double cost = cost_of_factors();
    const int few = affordable(few_factorisations, work_from_sweeps, cost);
    if constexpr (D != 5) {
      if (tiny) newton_from_best(few);
    }
    if (gains) gains = still_gains(sweeps_worth(cost));
    if constexpr (D == 5) {
      if (cost <= most_work) clean_interior_point();
      if (gains) still_gains(options_.max_sweeps);
    } else {
      const bool dear = cost > little_work;
      const bool blocks = dear && cost <= most_work &&
                          contacts_between_two_bodies<D>(problem_.w) >= contacts_of_blocks;
      if (few >= least_factorisations && best_.decisive() <= near_error && !blocks) {
        newton_from_best(few);
      }
      // Where factors are dear one seed is tried before them, for it costs no more than a few; but
      // masonry is left to the interior point, which solves it from nowhere.
      const std::span shares(seed_shares);
      const std::size_t before = dear && !blocks ? 1 : 0;
      seeded(shares.first(before));
      if (cost <= most_work) {
        clean_interior_point();
        both_newtons(cost);
      }
      if (gains) still_gains(options_.max_sweeps);
      seeded(shares.subspan(before));
    }
    sweep({.sweeps = options_.max_sweeps,
           .patience = patience_at_last,
           .patience_when_far = patience_at_last},
          best_.r);
  }

  void run() {
    if (best_.decisive() <= options_.tolerance) note(acts() ? "as guessed" : "no impulses");
    switch (options_.method) {
      case AssembledMethod::automatic: automatic(); break;
      case AssembledMethod::nlgs: sweep({.sweeps = options_.max_sweeps}, best_.r); break;
      case AssembledMethod::seeded:
        if constexpr (D != 5) seeded(seed_shares);
        break;
      case AssembledMethod::interior_point: interior_point(); break;
      case AssembledMethod::newton:
        if constexpr (D != 5) direct();
        break;
      case AssembledMethod::lemke:
        if constexpr (D != 5) lemke();
        break;
      case AssembledMethod::pivoting:
        if constexpr (D != 5) pivoting();
        break;
      case AssembledMethod::projection:
        if constexpr (D != 5) projection();
        break;
      case AssembledMethod::apgd:
        if constexpr (D != 5) apgd();
        break;
      case AssembledMethod::admm:
        if constexpr (D != 5) admm();
        break;
    }
  }

  AssembledReport finish(std::vector<Vec<D>>& r) {
    doubt(doubtful_error);
    r = std::move(best_.r);
    report_.error = best_.error;
    report_.statuses = statuses<D>(problem_, r);
    if (report_.error.decisive() <= options_.tolerance) {
      report_.outcome = AssembledOutcome::solved;
    } else if (report_.no_way_out.proved()) {
      report_.outcome = AssembledOutcome::infeasible;
    } else if (options_.deadline.passed() || sweeps_left() <= 0) {
      report_.outcome = AssembledOutcome::budget_spent;
    }
    return std::move(report_);
  }

 private:
  std::vector<Vec<D>> nothing() const {
    return std::vector<Vec<D>>(problem_.contact_count(), Vec<D>::Zero());
  }
  bool acts() const {
    return std::any_of(best_.r.begin(), best_.r.end(),
                       [](const Vec<D>& r) { return !r.isZero(0); });
  }
  void offer(const std::vector<Vec<D>>& r) { best_.offer(r, judge_(r)); }
  /// Whether factors can be had: there is an order to make them in.
  bool has_order() {
    if (!ordered_) order();
    return ordered_;
  }
  void get_ready_to_sweep() {
    if (!swept_) nlgs_.take(problem_);
    swept_ = true;
  }
  void order() { ordered_ = lorentz_.take(problem_, options_.deadline); }
  void note(const std::string& stage) {
    if (!report_.path.empty()) report_.path += ", ";
    report_.path += fmt::format("{} ({:.1e})", stage, best_.decisive());
  }

  const AssembledProblem<D>& problem_;
  const AssembledOptions& options_;
  AssembledJudge<D> judge_;
  BestAnswer<D> best_;
  AssembledReport report_;
  AssembledNlgs<D> nlgs_;
  AssembledLorentz<D> lorentz_;
  bool swept_ = false;
  bool ordered_ = false;
  bool doubted_ = false;
};

}  // namespace

template <int D>
AssembledReport solve_assembled(const AssembledProblem<D>& problem, const AssembledOptions& options,
                                std::vector<Vec<D>>& r, const std::vector<Vec<D>>& start) {
  if (const auto reason = unsuitable<D>(problem, options); !reason.empty()) {
    throw ProblemError("", reason);
  }
  Solve<D> solve(problem, options, start);
  solve.run();
  return solve.finish(r);
}

template AssembledReport solve_assembled<2>(const AssembledProblem<2>&, const AssembledOptions&,
                                            std::vector<Vec<2>>&, const std::vector<Vec<2>>&);
template AssembledReport solve_assembled<3>(const AssembledProblem<3>&, const AssembledOptions&,
                                            std::vector<Vec<3>>&, const std::vector<Vec<3>>&);
template AssembledReport solve_assembled<5>(const AssembledProblem<5>&, const AssembledOptions&,
                                            std::vector<Vec<5>>&, const std::vector<Vec<5>>&);

}  // namespace talus

#include "talus/solvers/shock.hpp"

#include "talus/solvers/accelerated_gradient.hpp"
#include "talus/solvers/sequential_impacts.hpp"

#include <algorithm>

namespace talus {

namespace {

/// Gradients a shock may take for each sweep that solves of steps may.
constexpr int gradients_of_sweep = 100;
/// Hits a contact may take on the average before the rest of a sequence is left to the step.
constexpr std::size_t most_hits = 1000;

/// The law of what comes on top of a given impulse. Friction that the given push allows, beyond the
/// given shear, is there whatever else pushes.
template <int D>
void put_expansion(const Restitution& e, double compression, CanonicalLaw<D>& law) {
  const double spare = (e.normal - e.tangential) * compression;
  if (law.section == Section::threshold || law.section == Section::polygon || !(spare > 0)) return;
  law.threshold = law.mu * spare;
  if (law.section == Section::sticking) law.mu = 0;  // its bound is out of reach without
  law.section = Section::threshold;
}

}  // namespace

void add_report(const SolveReport& other, SolveReport& report) {
  report.sweeps += other.sweeps;
  report.factorisations += other.factorisations;
  // What is pinched in another problem than the step's own has no name here.
  if (other.outcome != SolveOutcome::converged && report.outcome == SolveOutcome::converged) {
    report.outcome = SolveOutcome::budget_spent;
  }
  if (other.error.relative > report.error.relative) {
    report.error.relative = other.error.relative;
    report.error.worst = std::max(report.error.worst, other.error.worst);
    report.error.absolute = std::max(report.error.absolute, other.error.absolute);
  }
  report.painleve_contacts = std::max(report.painleve_contacts, other.painleve_contacts);
  report.painleve_worst = std::max(report.painleve_worst, other.painleve_worst);
}

template <int D>
SolveReport Shock<D>::strike(ImpactLaw law, const std::vector<Restitution>& e,
                             const SolverOptions& options, const std::vector<double>& height,
                             Solvers<D>& solvers, ContactProblem<D>& problem) {
  SolverOptions anew = options;
  anew.guess = InitialGuess::zero;  // shocks remember nothing
  switch (law) {
    case ImpactLaw::newton: return newton(e, anew, height, solvers, problem);
    case ImpactLaw::poisson: return poisson(e, anew, height, solvers, problem);
    case ImpactLaw::lotstedt: return lotstedt(anew, problem);
    case ImpactLaw::sequential: return sequential(e, anew, problem);
  }
  return {};
}

template <int D>
SolveReport Shock<D>::newton(const std::vector<Restitution>& e, const SolverOptions& options,
                             const std::vector<double>& height, Solvers<D>& solvers,
                             ContactProblem<D>& problem) {
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    const Vec<D> u = problem.local_velocity(c, problem.v_free);
    problem.law[c].shift = e[c].tangential * u;
    problem.law[c].shift[0] = e[c].normal * u[0];
  }
  return solvers.solve(problem, options, height, answer_);
}

template <int D>
SolveReport Shock<D>::poisson(const std::vector<Restitution>& e, const SolverOptions& options,
                              const std::vector<double>& height, Solvers<D>& solvers,
                              ContactProblem<D>& problem) {
  SolveReport report = solvers.solve(problem, options, height, given_);
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    const double compression = given_.r[c][0];
    given_.r[c] *= 1 + e[c].tangential;
    given_.r[c][0] = (1 + e[c].normal) * compression;
    put_expansion<D>(e[c], compression, problem.law[c]);
  }
  problem.velocities(given_.r, given_.v);
  problem.apply_moments(given_.m, given_.v);
  problem.v_free.swap(given_.v);
  add_report(solvers.solve(problem, options, height, answer_), report);
  for (std::size_t c = 0; c < problem.contact_count(); ++c) answer_.r[c] += given_.r[c];
  for (std::size_t row = 0; row < answer_.m.size(); ++row) answer_.m[row] += given_.m[row];
  return report;
}

template <int D>
SolveReport Shock<D>::lotstedt(const SolverOptions& options, ContactProblem<D>& problem) {
  // The gradient's measure of errors adds impulses to velocities: in the unit that makes W's
  // diagonal 1 on the average that is sound, whatever the units of the scene.
  double unit = 0;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    unit += problem.diagonal_block(c).trace() / (D * static_cast<double>(problem.contact_count()));
  }
  for (auto& m : problem.inv_mass) m /= unit;
  for (auto& i : problem.inv_inertia) i /= unit;
  const AssembledProblem<D> whole = assembled(problem);
  ConvexRelaxation<D> relaxed;
  relaxed.take(whole);
  AcceleratedGradient<D> gradient;
  const int most = gradients_of_sweep * std::min(options.max_sweeps, 10'000);
  SolveReport report;
  report.sweeps = gradient.solve(relaxed, options.tolerance, most, {}, answer_.r);
  report.error.relative = relaxed.errors(answer_.r).strict;
  if (report.error.relative > options.tolerance) report.outcome = SolveOutcome::budget_spent;
  problem.velocities(answer_.r, answer_.v);
  answer_.m.assign(problem.turning.size(), Spin<D>::Zero());
  for (auto& r : answer_.r) r /= unit;
  return report;
}

template <int D>
SolveReport Shock<D>::sequential(const std::vector<Restitution>& e, const SolverOptions& options,
                                 const ContactProblem<D>& problem) {
  auto hits = bounce_one_by_one(problem, e, options.tolerance, most_hits * problem.contact_count());
  answer_.r = std::move(hits.r);
  answer_.v = std::move(hits.v);
  answer_.m.assign(problem.turning.size(), Spin<D>::Zero());
  SolveReport report;
  report.sweeps = static_cast<int>(hits.impacts / std::max<std::size_t>(1, answer_.r.size()));
  if (!hits.finished) report.outcome = SolveOutcome::budget_spent;
  return report;
}

template class Shock<2>;
template class Shock<3>;

}  // namespace talus

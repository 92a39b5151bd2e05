#include "talus/step/impact.hpp"

#include "talus/assembly/assemble.hpp"
#include "talus/math/parallel.hpp"
#include "talus/problem/subproblem.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

template <int D>
const ContactLaw& stated_law(const Model<D>& model, const Contacts<D>& contacts, std::size_t c) {
  return model.laws[static_cast<std::size_t>(contacts.law[c])];
}

bool bounces(const ContactLaw& law) {
  return law.e_n != 0 || law.e_t != 0 || !law.e_n_of_speed.e.empty();
}

/// Contacts that can hit: closed, and neither held by a joint nor made to part by their gap.
template <int D>
bool can_hit(const Model<D>& model, const StepScratch<D>& s, std::size_t c) {
  return s.contacts.closed[c] != 0 && s.problem.law[c].section != Section::free &&
         stated_law(model, s.contacts, c).form != Signorini::gap;
}

/// A law as it is in no time at all: what is a force has no impulse.
template <int D>
void make_instant(CanonicalLaw<D>& law) {
  law.shift.setZero();
  law.compliance.setZero();
  law.cohesion = 0;
  law.threshold = 0;
}

/// The problem of the shock. False when no contact approaches faster than the solver left it.
template <int D>
bool pose_shock(const Simulation<D>& simulation, double left_over, StepScratch<D>& s) {
  auto& shock = s.impact;
  const auto& model = simulation.model();
  shock.contact.clear();
  shock.e.clear();
  shock.height.clear();
  bool approaching = false;
  for (std::size_t c = 0; c < s.contacts.count(); ++c) {
    if (!can_hit(model, s, c)) continue;
    const auto& law = stated_law(model, s.contacts, c);
    const double u_n = s.conditions.u_before[c][0];
    s.problem.law[c].shift.setZero();  // Newton's restitution
    shock.contact.push_back(c);
    shock.e.push_back({normal_restitution(law, u_n), law.e_t});
    shock.height.push_back(s.height[c]);
    approaching = approaching || u_n < -left_over;
  }
  if (!approaching) return false;
  choose_contacts(s.problem, shock.contact, shock.problem);
  begin_velocities(model, s.free, s.block_of, shock.problem.v_free);
  for (std::size_t k = 0; k < shock.contact.size(); ++k) {
    shock.problem.offset[k] = s.conditions.offset_before[shock.contact[k]];
    make_instant(shock.problem.law[k]);
  }
  for (auto& t : shock.problem.turning) t.offset = t.offset_before;
  return true;
}

/// Hands the impulses of the shock to the step: to its velocities, and contacts part as they did.
template <int D>
void give(StepScratch<D>& s) {
  auto& shock = s.impact;
  const Solution<D>& answer = shock.shock.answer();
  shock.v_free = s.problem.v_free;
  shock.given.assign(s.contacts.count(), Vec<D>::Zero());
  shock.given_moment.assign(s.problem.turning.size(), Spin<D>::Zero());
  for (std::size_t k = 0; k < shock.contact.size(); ++k) {
    const std::size_t c = shock.contact[k];
    if (answer.r[k].isZero(0)) continue;
    auto& law = s.problem.law[c];
    shock.given[c] = answer.r[k];
    s.problem.apply_impulse(c, law.scale.cwiseProduct(answer.r[k]), s.problem.v_free);
    law.shift[0] = -std::max(0.0, shock.problem.local_velocity(k, answer.v)[0]);
  }
  std::size_t row = 0;
  for (std::size_t k = 0; k < shock.problem.turning.size(); ++k) {
    const std::size_t c = shock.contact[shock.problem.turning[k].contact];
    while (s.problem.turning[row].contact != c) ++row;
    shock.given_moment[row] = answer.m[k];
  }
  s.problem.apply_moments(shock.given_moment, s.problem.v_free);
}

/// Impulses and final relative velocities of a solution on top of what is given.
template <int D>
void unfold(const ContactProblem<D>& problem, const Solution<D>& solution,
            const std::vector<Vec<D>>& given, const std::vector<Spin<D>>& given_moment,
            SolvedContacts<D>& out) {
  const std::size_t n = problem.contact_count();
  out.r_canonical = solution.r;
  out.moment = solution.m;
  for (std::size_t c = 0; c < given.size(); ++c) out.r_canonical[c] += given[c];
  for (std::size_t row = 0; row < given_moment.size(); ++row) out.moment[row] += given_moment[row];
  out.r.resize(n);
  out.u.resize(n);
  out.spin.resize(problem.turning.size());
  parallel_for(n, thread_share, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      out.r[c] = problem.impulse(c, out.r_canonical[c]);
      out.u[c] = problem.local_velocity(c, solution.v);
    }
  });
  for (std::size_t row = 0; row < out.spin.size(); ++row) {
    out.spin[row] = problem.relative_spin(row, solution.v);
  }
}

template <class T>
void mix(double share, const std::vector<T>& other, std::vector<T>& out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = share * out[i] + (1 - share) * other[i];
}

template <int D>
void mix(double share, const SolvedContacts<D>& other, SolvedContacts<D>& out) {
  mix(share, other.r_canonical, out.r_canonical);
  mix(share, other.r, out.r);
  mix(share, other.u, out.u);
  mix(share, other.moment, out.moment);
  mix(share, other.spin, out.spin);
}

/// The largest share of the last of three energies, at shares 0, 1/2 and 1 on a parabola, that is
/// not negative; the first is not, the last is.
double largest_share(double none, double half, double all) {
  const double slope = -3 * none + 4 * half - all;
  const double bend = 2 * (none - 2 * half + all);
  double low = 0;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double share = 0.5 * (low + high);
    (none + share * (slope + share * bend) >= 0 ? low : high) = share;
  }
  return low;
}

/// Draws the answer towards the one without restitution.
template <int D>
void clip(const Simulation<D>& simulation, const SolverOptions& solver, double taken, double doubt,
          StepScratch<D>& s, StepResult<D>& result) {
  auto& impact = s.impact;
  ContactProblem<D>& soft = impact.problem;
  soft = s.problem;
  if (!impact.given.empty()) soft.v_free = impact.v_free;
  for (std::size_t c = 0; c < s.contacts.count(); ++c) {
    if (can_hit(simulation.model(), s, c)) soft.law[c].shift.setZero();
  }
  Solution<D>& inelastic = impact.inelastic;
  inelastic.r = s.r_canonical;
  inelastic.m = s.moment;
  add_report(s.solvers.solve(soft, solver, s.height, inelastic), result.solve);
  SolvedContacts<D> end;
  unfold<D>(soft, inelastic, {}, {}, end);
  const double none = taken_by_contacts(s.conditions, s.problem, end);
  double share = 0;
  if (none > 0) {
    const SolvedContacts<D>& all = s;
    SolvedContacts<D> middle = all;
    mix(0.5, end, middle);
    share = largest_share(none, taken_by_contacts(s.conditions, s.problem, middle), taken);
  }
  mix<D>(share, end, s);
  mix(share, inelastic.v, s.solution.v);
  s.solution.r = s.r_canonical;
  s.solution.m = s.moment;
  for (std::size_t c = 0; c < impact.given.size(); ++c) s.solution.r[c] -= impact.given[c];
  for (std::size_t row = 0; row < impact.given_moment.size(); ++row) {
    s.solution.m[row] -= impact.given_moment[row];
  }
  const double now = taken_by_contacts(s.conditions, s.problem, s);
  result.impact.kept = share;
  result.impact.clipped = now - taken;
  result.impact.created = now < -doubt ? -now : 0;
  result.impact.law_error = Judge<D>(s.problem)(s.solution.r, s.solution.v, s.solution.m).relative;
}

template <int D>
bool gives_back(const Model<D>& model, const Contacts<D>& contacts) {
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    if (contacts.closed[c] != 0 && bounces(stated_law(model, contacts, c))) return true;
  }
  return false;
}

template <int D>
double length(const std::vector<Vec<D>>& r) {
  double sum = 0;
  for (const auto& x : r) sum += x.squaredNorm();
  return std::sqrt(sum);
}

}  // namespace

template <int D>
std::optional<std::string> impact_objection(const Model<D>& model, const StepOptions& options) {
  const ImpactLaw impact = options.impact.law;
  if (impact == ImpactLaw::newton) return std::nullopt;
  if (options.detect.forecast) {
    return "a forecast stops bodies before they touch: detection.forecast goes with newton only";
  }
  for (const auto& law : model.laws) {
    if (impact == ImpactLaw::poisson && law.e_t > 0 &&
        (!law.e_n_of_speed.e.empty() || law.e_t > law.e_n)) {
      return "poisson gives back no more of the shear than of the push: tangential restitution is "
             "not above the normal one, and 0 where that is a table";
    }
    if (impact == ImpactLaw::poisson && law.e_n > 1) {
      return "poisson's coefficient is not above 1; superelastic goes with newton";
    }
    if (impact == ImpactLaw::poisson && std::holds_alternative<PolygonalFriction>(law.friction) &&
        law.e_t != law.e_n) {
      return "poisson with a polygon for a section needs tangential restitution equal to the "
             "normal one";
    }
    if (impact != ImpactLaw::lotstedt) continue;
    if (bounces(law)) return "lotstedt has no restitution; write restitution: 0 for all pairs";
    if (law.rolling > 0 || law.spinning > 0 ||
        std::holds_alternative<PolygonalFriction>(law.friction) ||
        std::holds_alternative<StickingFriction>(law.friction)) {
      return "lotstedt knows friction that is a bounded cone only: no polygon, no sticking, no "
             "rolling, no spinning";
    }
  }
  return std::nullopt;
}

template <int D>
void solve_with_impacts(const Simulation<D>& simulation, const SolverOptions& solver,
                        StepScratch<D>& s, StepResult<D>& result) {
  const ImpactOptions& options = simulation.options().impact;
  const double error_before = result.solve.error.absolute;
  auto& impact = s.impact;
  impact.given.clear();
  impact.given_moment.clear();
  SolveReport struck;
  const bool strikes = options.law != ImpactLaw::newton && pose_shock(simulation, error_before, s);
  if (strikes) {
    struck = impact.shock.strike(options.law, impact.e, solver, impact.height, s.solvers,
                                 impact.problem);
    give(s);
  }
  result.solve = s.solvers.solve(s.problem, solver, s.height, s.solution);
  unfold<D>(s.problem, s.solution, impact.given, impact.given_moment, s);
  if (strikes) {
    add_report(struck, result.solve);
    result.solve.error.acting = static_cast<std::size_t>(std::count_if(
        s.r_canonical.begin(), s.r_canonical.end(), [](const Vec<D>& r) { return !r.isZero(0); }));
  }
  result.impact = {};
  if (!strikes && !gives_back(simulation.model(), s.contacts)) return;
  // What errors of the solver, in this step and in the one before, may account for.
  const double doubt = (error_before + result.solve.error.absolute) * length<D>(s.r);
  const double taken = taken_by_contacts(s.conditions, s.problem, s);
  if (!(taken < -doubt)) return;
  result.impact.created = -taken;
  if (options.never_created) clip(simulation, solver, taken, doubt, s, result);
}

template std::optional<std::string> impact_objection<2>(const Model<2>&, const StepOptions&);
template std::optional<std::string> impact_objection<3>(const Model<3>&, const StepOptions&);
template void solve_with_impacts<2>(const Simulation<2>&, const SolverOptions&, StepScratch<2>&,
                                    StepResult<2>&);
template void solve_with_impacts<3>(const Simulation<3>&, const SolverOptions&, StepScratch<3>&,
                                    StepResult<3>&);

}  // namespace talus

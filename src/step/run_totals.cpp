#include "talus/step/run_totals.hpp"

#include "talus/solvers/single_contact.hpp"

#include <limits>

namespace talus {

template <int D>
void RunTotals::add_painleve(const Simulation<D>& simulation) {
  const auto& s = simulation.detail();
  for (std::size_t c = 0; c < s.problem.contact_count(); ++c) {
    const auto& law = s.problem.law[c];
    if (law.section != Section::cone && law.section != Section::sticking) continue;
    const Mat<D> w = law.scale.asDiagonal() * s.problem.diagonal_block(c) * law.scale.asDiagonal();
    const double number =
        SingleContact<D>(w + Mat<D>(law.compliance.asDiagonal()), law.mu).painleve_number();
    if (!(number >= 1)) continue;
    painleve.add(s.contacts.first[c], s.contacts.second[c], simulation.state().step, number);
  }
}

template <int D>
void RunTotals::add_created(const Simulation<D>& simulation) {
  const auto& s = simulation.detail();
  const auto& impact = simulation.last().impact;
  created.steps += impact.created > 0 ? 1 : 0;
  created.clipped_steps += impact.kept < 1 ? 1 : 0;
  created.clip_error = std::max(created.clip_error, impact.law_error);
  const double energy = impact.created + impact.clipped;
  if (energy <= created.worst) return;
  created.worst = energy;
  created.worst_step = simulation.state().step;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < s.problem.contact_count(); ++c) {
    const double given = 0.5 * (s.conditions.u_before[c] + s.u[c]).dot(s.r[c]);
    if (given <= most) continue;
    most = given;
    created.first = s.contacts.first[c];
    created.second = s.contacts.second[c];
  }
}

template void RunTotals::add_painleve<2>(const Simulation<2>&);
template void RunTotals::add_painleve<3>(const Simulation<3>&);
template void RunTotals::add_created<2>(const Simulation<2>&);
template void RunTotals::add_created<3>(const Simulation<3>&);

}  // namespace talus

#include "talus/step/run_totals.hpp"

#include "talus/solvers/single_contact.hpp"

#include <limits>

namespace talus {

void PinchedGrains::add(const Grain& seen) {
  const auto end = grain.begin() + static_cast<std::ptrdiff_t>(listed);
  auto found = std::find_if(grain.begin(), end, [&](const Grain& g) {
    return g.grain == seen.grain && g.one_side == seen.one_side && g.other_side == seen.other_side;
  });
  if (found == end) {
    if (listed == most) {
      ++steps_of_others;
      return;
    }
    *found = seen;
    ++listed;
    return;
  }
  found->steps += seen.steps;
  found->by_friction += seen.by_friction;
  found->others = std::max(found->others, seen.others);
}

template <int D>
void RunTotals::add_pinched(const Simulation<D>& simulation) {
  const auto& s = simulation.detail().contacts;
  const SolveReport& solve = simulation.last().solve;
  ++pinched.steps;
  for (std::size_t i = 0; i < solve.pinches; ++i) {
    const Pinch& pinch = solve.pinch[i];
    // Which side presses harder changes from step to step.
    const bool in_order = s.second[pinch.one_side] <= s.second[pinch.other_side];
    const std::size_t one = in_order ? pinch.one_side : pinch.other_side;
    const std::size_t other = in_order ? pinch.other_side : pinch.one_side;
    PinchedGrains::Grain seen;
    seen.grain = s.first[one];
    seen.one_side = s.second[one];
    seen.other_side = s.second[other];
    seen.others = static_cast<std::int32_t>(pinch.blocks) - 1;
    seen.steps = 1;
    seen.by_friction = static_cast<std::int64_t>(pinch.by_friction);
    seen.begin = simulation.state().step;
    seen.begin_time = simulation.state().t;
    pinched.add(seen);
  }
}

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

template void RunTotals::add_pinched<2>(const Simulation<2>&);
template void RunTotals::add_pinched<3>(const Simulation<3>&);
template void RunTotals::add_painleve<2>(const Simulation<2>&);
template void RunTotals::add_painleve<3>(const Simulation<3>&);
template void RunTotals::add_created<2>(const Simulation<2>&);
template void RunTotals::add_created<3>(const Simulation<3>&);

}  // namespace talus

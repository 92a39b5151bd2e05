#include "progress.hpp"
#include "summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus::app {

namespace {

std::string counted(std::size_t n, const char* noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string headline(const Summary& s) {
  const auto end = fmt::format("after {} of {:.6g}, at t = {:.6g}",
                               counted(static_cast<std::size_t>(s.steps), "step"), s.h, s.time);
  switch (s.outcome) {
    case Outcome::done:
    case Outcome::unconverged: return "done " + end;
    case Outcome::interrupted: return "INTERRUPTED " + end;
    case Outcome::not_finite: return "STOPPED, the motion is no longer finite, " + end;
    case Outcome::write_failed: return "STOPPED, results could not be written, " + end;
  }
  return end;
}

/// The pairs, worst as first met.
std::string painleve_lines(const Summary& s) {
  std::string text;
  for (std::size_t i = 0; i < s.painleve.listed; ++i) {
    const auto& p = s.painleve.pair[i];
    text +=
        fmt::format("           '{}' and '{}': {} from step {} on, mu |W_NT| / W_NN up to {:.3g}\n",
                    s.painleve_names[i].first, s.painleve_names[i].second,
                    counted(static_cast<std::size_t>(p.contacts), "contact"), p.begin, p.worst);
  }
  if (s.painleve.others > 0) {
    text += fmt::format("           and {} of other pairs\n",
                        counted(static_cast<std::size_t>(s.painleve.others), "contact"));
  }
  return text;
}

std::string solver_lines(const Summary& s) {
  const double mean =
      s.steps > 0 ? static_cast<double>(s.sweeps) / static_cast<double>(s.steps) : 0.0;
  const auto direct =
      s.direct_steps > 0 ? fmt::format("; interior point in {}", s.direct_steps) : std::string();
  std::string text = fmt::format(
      "  solver   {:.3g} sweeps a step, at most {}{}; law error at most {:.2g}\n"
      "           bipotential of the last step {:.2g}\n",
      mean, s.sweeps_max, direct, s.law_error_max, s.bipotential);
  if (s.unconverged_steps > 0) {
    text += fmt::format(
        "  warning  {} of {} steps missed the tolerance {:.2g} within {} sweeps (worst {:.2g}): "
        "their impulses satisfy the contact laws only that well\n",
        s.unconverged_steps, s.steps, s.tolerance, s.sweeps_allowed, s.unconverged_worst);
  }
  if (s.unconverged_sweeps_only > 0) {
    text += fmt::format(
        "           in {} of them some laws are no cones of Coulomb's (rolling, spinning, joints, "
        "other sections): these are left to sweeps, for the interior point knows cones only\n",
        s.unconverged_sweeps_only);
  }
  if (s.painleve_contacts_max > 0) {
    text += fmt::format(
        "  warning  Painlevé: up to {} in a step where friction and shape couple so strongly that "
        "rigid-body theory has no unique answer\n",
        counted(s.painleve_contacts_max, "contact"));
    text += painleve_lines(s);
  }
  return text;
}

/// Five digits; what is round-off beside the energies of the run is shown as zero.
class EnergyText {
 public:
  explicit EnergyText(const Summary& s) {
    const auto& e = s.energy;
    for (const double x : {s.kinetic_start, s.kinetic, e.work_gravity, e.work_applied,
                           e.work_prescribed, s.potential_elastic, e.dissipated()}) {
      largest_ = std::max(largest_, std::abs(x));
    }
  }
  std::string operator()(double x) const {
    if (!std::isfinite(x)) return "not finite";
    return fmt::format("{:.5g}", is_noise(x) ? 0.0 : x);
  }
  bool is_noise(double x) const { return std::abs(x) <= 1e-12 * largest_; }

 private:
  double largest_ = 0;
};

std::string energy_lines(const Summary& s) {
  const auto& e = s.energy;
  const EnergyText number(s);
  std::string text =
      fmt::format("  energy   kinetic {} (start {}), potential {} (start {})\n", number(s.kinetic),
                  number(s.kinetic_start), number(s.potential()), number(s.potential_start));
  text += fmt::format("           work of loads {}, of prescribed motions {}\n",
                      number(e.work_applied), number(e.work_prescribed));
  text += fmt::format("           dissipated {}: shocks {}, friction {}, viscous {}\n",
                      number(e.dissipated()), number(e.dissipated_structural),
                      number(e.dissipated_friction), number(e.dissipated_viscous));
  if (!number.is_noise(e.dissipated_bonds) || !number.is_noise(e.dissipated_damage)) {
    text += fmt::format("           of which bonds that part {}, joints that weaken {}\n",
                        number(e.dissipated_bonds), number(e.dissipated_damage));
  }
  const auto steps = [](std::int64_t n) { return counted(static_cast<std::size_t>(n), "step"); };
  if (!number.is_noise(e.created)) {
    text += fmt::format(
        "  warning  shocks created {} in {}, most in step {}, between '{}' and '{}'; impact: "
        "{{energy: never_created}} clips them\n",
        number(e.created), steps(s.created.steps), s.created.worst_step, s.created_names.first,
        s.created_names.second);
  }
  if (s.created.clipped_steps > 0) {
    text += fmt::format(
        "           shocks clipped in {}: {} not created, with a law error of up to {:.2g} in "
        "these steps\n",
        steps(s.created.clipped_steps), number(e.clipped), s.created.clip_error);
  }
  if (!number.is_noise(e.scheme)) {
    text += fmt::format("           by the time discretisation {}\n", number(e.scheme));
  }
  if (!number.is_noise(s.projected)) {
    text += fmt::format("           by the position projection {}\n", number(s.projected));
  }
  return text + fmt::format("           the balance closes to {:.1e} of the energy exchanged\n",
                            s.balance_error_max);
}

}  // namespace

std::string summary_text(const Summary& s) {
  std::string text = s.scene + (s.title.empty() ? "" : ": " + s.title) + "\n";
  text += fmt::format("  {} ({:.3g} s on the clock)\n", headline(s), s.wall_seconds);
  text += fmt::format("  bodies   {}, {} free; {} at the end, {} of them acting; at most {}\n",
                      s.bodies, s.free_bodies, counted(s.contacts, "contact"), s.acting,
                      s.contacts_max);
  if (s.bonds > 0) text += fmt::format("  bonds    {} hold\n", s.bonds);
  text += solver_lines(s);
  text += fmt::format("  overlap  at most {:.3g}, {:.2g} of the smaller body's size\n",
                      s.penetration_max.depth, s.penetration_max.relative);
  text += energy_lines(s);
  text += fmt::format("  state    {:016x}\n", s.state_hash);
  return text;
}

}  // namespace talus::app

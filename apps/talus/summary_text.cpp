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

/// One line a grain.
std::string pinched_lines(const Summary& s) {
  std::string text;
  for (std::size_t i = 0; i < s.pinched.listed; ++i) {
    const auto& p = s.pinched.grain[i];
    const auto& names = s.pinched_names[i];
    const auto others = p.others > 0 ? fmt::format(", with {} more,", p.others) : std::string();
    text += fmt::format(
        "  warning  '{}'{} is pinched between '{}' and '{}' from t = {:.6g} on, in {}: {}\n",
        names.grain, others, names.one_side, names.other_side, p.begin_time,
        counted(static_cast<std::size_t>(p.steps), "step"),
        p.by_friction < p.steps ? "no motion satisfies its contacts"
                                : "friction keeps it from sliding out");
  }
  if (s.pinched.steps_of_others > 0) {
    text += fmt::format("           and others in {}\n",
                        counted(static_cast<std::size_t>(s.pinched.steps_of_others), "step"));
  }
  return text;
}

/// Which solver gave the answers, and in how many steps.
std::string path_of(const Summary& s) {
  if (s.direct_steps == 0) return "sweeps alone";
  return fmt::format("interior point in {} of {} steps", s.direct_steps, s.steps);
}

std::string solver_lines(const Summary& s) {
  const double mean =
      s.steps > 0 ? static_cast<double>(s.sweeps) / static_cast<double>(s.steps) : 0.0;
  std::string text = fmt::format(
      "  solver   {}: {:.3g} sweeps a step, at most {}; {}; law error at most {:.2g}\n"
      "           the last step: bipotential {:.2g}, complementarity {:.2g}, outside cones "
      "{:.2g}\n",
      s.method, mean, s.sweeps_max, path_of(s), s.law_error_max, s.last_step.relative,
      s.last_step.complementarity, s.last_step.cone);
  if (s.sweeps_instead_steps > 0) {
    text += fmt::format(
        "           sweeps instead of the interior point in {}: it knows cones of Coulomb's only\n",
        counted(static_cast<std::size_t>(s.sweeps_instead_steps), "step"));
  }
  if (s.unconverged_steps > 0) {
    text += fmt::format(
        "  warning  {} of {} steps missed the tolerance {:.2g} (worst {:.2g}; {} sweeps allowed): "
        "their impulses satisfy the contact laws only that well\n",
        s.unconverged_steps, s.steps, s.tolerance, s.unconverged_worst, s.sweeps_allowed);
  }
  if (s.unconverged_sweeps_only > 0) {
    text += fmt::format(
        "           in {} of them some laws are no cones of Coulomb's (rolling, spinning, joints, "
        "other sections): these are left to sweeps, for the interior point knows cones only\n",
        s.unconverged_sweeps_only);
  }
  text += pinched_lines(s);
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
  text += fmt::format("           sticking {}, sliding {}, open {}{}\n", s.statuses.sticking,
                      s.statuses.sliding, s.statuses.open,
                      s.statuses.redundant > 0
                          ? fmt::format("; impulses are not unique: {} at least of their numbers "
                                        "could be others",
                                        s.statuses.redundant)
                          : std::string());
  if (s.bonds > 0) text += fmt::format("  bonds    {} hold\n", s.bonds);
  text += solver_lines(s);
  text += fmt::format("  overlap  at most {:.3g}, {:.2g} of the smaller body's size\n",
                      s.penetration_max.depth, s.penetration_max.relative);
  text += energy_lines(s);
  text += fmt::format("  state    {:016x}\n", s.state_hash);
  return text;
}

}  // namespace talus::app

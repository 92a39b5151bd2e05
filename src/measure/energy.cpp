#include "talus/measure/energy.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

void EnergyBalance::start(double kinetic, double elastic) {
  kinetic_start_ = kinetic_ = kinetic_max_ = kinetic;
  elastic_start_ = elastic_ = elastic;
}

void EnergyBalance::add(const EnergyTerms& step, double kinetic, double elastic) {
  gravity_.add(step.work_gravity);
  applied_.add(step.work_applied);
  spring_.add(step.work_elastic);
  prescribed_.add(step.work_prescribed);
  viscous_.add(step.dissipated_viscous);
  structural_.add(step.dissipated_structural);
  friction_.add(step.dissipated_friction);
  bonds_.add(step.dissipated_bonds);
  damage_.add(step.dissipated_damage);
  created_.add(step.created);
  clipped_.add(step.clipped);
  scheme_.add(step.scheme);
  exchanged_.add(step.exchanged);
  kinetic_ = kinetic;
  elastic_ = elastic;
  kinetic_max_ = std::max(kinetic_max_, kinetic);
  const double sum = gravity_.value() + applied_.value() + spring_.value() + prescribed_.value() -
                     viscous_.value() - structural_.value() - friction_.value() - bonds_.value() +
                     scheme_.value();
  const double defect = std::abs(kinetic_ - kinetic_start_ - sum);
  error_ = defect == 0 ? 0 : defect / exchanged();
  if (!(error_ <= error_max_)) error_max_ = error_;  // what is not a number shows
}

EnergyTerms EnergyBalance::total() const {
  EnergyTerms t;
  t.work_gravity = gravity_.value();
  t.work_applied = applied_.value();
  t.work_elastic = spring_.value();
  t.work_prescribed = prescribed_.value();
  t.dissipated_viscous = viscous_.value();
  t.dissipated_structural = structural_.value();
  t.dissipated_friction = friction_.value();
  t.dissipated_bonds = bonds_.value();
  t.dissipated_damage = damage_.value();
  t.created = created_.value();
  t.clipped = clipped_.value();
  t.scheme = scheme_.value() + spring_.value() + elastic_ - elastic_start_ + t.dissipated_damage;
  return t;
}

template <int D>
double kinetic_energy(const Model<D>& model, const State<D>& state) {
  Sum sum;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (model.prescribed[b] != 0) continue;
    sum.add(0.5 * model.mass[b] * state.v[b].squaredNorm());
    sum.add(0.5 * model.inertia[b].dot(state.w[b].cwiseAbs2()));
  }
  for (const auto& servo : model.servos) {
    const double speed = model.servo_speed(servo, state);
    sum.add(0.5 * servo.mass * speed * speed);
  }
  return sum.value();
}

template <int D>
double gravity_potential(const Model<D>& model, const State<D>& state) {
  Sum sum;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (model.prescribed[b] == 0) sum.add(-model.mass[b] * model.loads.gravity.dot(state.x[b]));
  }
  return sum.value();
}

namespace {

/// As contact_dissipation; for every contact of every step, hence inline.
template <int D>
inline ContactDissipation dissipation(const ContactLaw& law, bool closed, const Vec<D>& u_before,
                                      const Vec<D>& u_end, const Vec<D>& r) {
  // 000 (50): all that the contact takes is -1/2 (u- + u+) . r. Of this, -u_mean . r with the
  // averages (43), (44) of the impact law is friction; the rest is the shock's.
  const double e_n = closed ? normal_restitution(law, u_before[0]) : 0;
  const double e_t = closed ? law.e_t : 0;
  Vec<D> mean = u_end;
  if (e_t != 0) mean = (u_end + e_t * u_before) / (1 + e_t);
  mean[0] = e_n != 0 ? (u_end[0] + e_n * u_before[0]) / (1 + e_n) : u_end[0];
  ContactDissipation d;
  d.friction = -mean.dot(r);
  d.structural = -(0.5 * (u_before + u_end) - mean).dot(r);
  return d;
}

}  // namespace

template <int D>
ContactDissipation contact_dissipation(const ContactLaw& law, bool closed, const Vec<D>& u_before,
                                       const Vec<D>& u_end, const Vec<D>& r) {
  return dissipation<D>(law, closed, u_before, u_end, r);
}

template <int D>
ContactDissipation dissipation_by_direction(const Vec<D>& u_before, const Vec<D>& u_end,
                                            const Vec<D>& r) {
  const Vec<D> work = -0.5 * (u_before + u_end).cwiseProduct(r);
  return {work[0], work.template tail<D - 1>().sum()};
}

template <int D>
double taken_by_contacts(const Conditions<D>& conditions, const ContactProblem<D>& problem,
                         const SolvedContacts<D>& solved) {
  Sum taken;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    if (problem.law[c].section == Section::free || solved.r_canonical[c].isZero(0)) continue;
    taken.add(-0.5 * (conditions.u_before[c] + solved.u[c]).dot(solved.r[c]));
  }
  for (std::size_t row = 0; row < problem.turning.size(); ++row) {
    const Spin<D> spins = problem.turning[row].spin_before + solved.spin[row];
    taken.add(-0.5 * spins.dot(solved.moment[row]));
  }
  return taken.value();
}

namespace {

/// What the moment of a contact takes: as for impulses without restitution, at the spin of the end
/// it is friction, the rest a shock's.
template <int D>
void add_turning(const TurningContact<D>& turning, const Spin<D>& spin, const Spin<D>& moment,
                 EnergyTerms& e) {
  const double friction = -spin.dot(moment);
  const double structural = -0.5 * (turning.spin_before - spin).dot(moment);
  const double driven = 0.5 * (turning.offset_before + turning.offset).dot(moment);
  e.dissipated_friction += friction;
  e.dissipated_structural += structural;
  e.work_prescribed -= driven;
  e.exchanged += std::abs(friction) + std::abs(structural) + std::abs(driven);
}

/// A joint's step: work of its springs, what its dampers and its weakening take.
template <int D>
void add_joint(const Bond& bond, const BondedContact<D>& b, const Vec<D>& u_mean, const Vec<D>& r,
               double h, EnergyTerms& e) {
  Vec<D> viscous = Vec<D>::Zero();
  if (const auto* joint = std::get_if<Joint>(&bond)) viscous = viscous_impulse(*joint, u_mean, h);
  const double damped = -viscous.dot(u_mean);
  const double elastic = (r - viscous).dot(u_mean);
  e.work_elastic += elastic;
  e.dissipated_viscous += damped;
  e.dissipated_damage += bond_energy<D>(bond, b.stretch_end, b.damage) -
                         (b.holds ? bond_energy<D>(bond, b.stretch_end, b.damage_end) : 0);
  e.exchanged += std::abs(elastic) + damped;
}

}  // namespace

template <int D>
EnergyTerms measure_energy(const Model<D>& model, const FreeMotion<D>& free,
                           const Contacts<D>& contacts, const Conditions<D>& conditions,
                           const ContactProblem<D>& problem, const SolvedContacts<D>& solved,
                           const std::vector<Twist<D>>& v_end, ImpactLaw impact) {
  constexpr int S = spin_dim<D>;
  const auto& r = solved.r;
  const auto& u_end = solved.u;
  EnergyTerms e;
  const auto work = [](const std::vector<Twist<D>>& impulse, std::size_t b, const Twist<D>& v) {
    return impulse.empty() ? 0.0 : impulse[b].dot(v);
  };
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    const Twist<D> mean = 0.5 * (free.v_begin[b] + v_end[b]);
    const double elastic = work(free.loads.elastic, b, mean);
    const double viscous = work(free.loads.viscous, b, mean);
    e.dissipated_viscous -= viscous;
    e.exchanged += std::abs(elastic) + std::abs(viscous);
    if (model.prescribed[b] != 0) {
      e.work_prescribed -= elastic + viscous;
      e.work_elastic += elastic;
      continue;
    }
    const double applied = work(free.loads.applied, b, mean);
    const double gravity =
        model.mass[b] * free.h * model.loads.gravity.dot(mean.template head<D>());
    e.work_gravity += gravity;
    e.work_applied += applied;
    e.exchanged += std::abs(gravity) + std::abs(applied);
    // Bodies at rest: what the loads alone would have given, contacts took back within the step.
    const Twist<D> gain = free.v_free[b] - free.v_begin[b];
    e.exchanged += 0.5 * model.mass[b] * gain.template head<D>().squaredNorm() +
                   0.5 * model.inertia[b].dot(gain.template tail<S>().cwiseAbs2());
    e.work_elastic += elastic;
    if (D == 3 && model.isotropic[b] == 0) {
      // Everything the free spin gained beyond the loads' moments is gyroscopic.
      Spin<D> gyroscopic = model.inertia[b].cwiseProduct(
          Spin<D>(free.v_free[b].template tail<S>() - free.v_begin[b].template tail<S>()));
      for (const auto* impulse : {&free.loads.applied, &free.loads.elastic, &free.loads.viscous}) {
        if (!impulse->empty()) gyroscopic -= (*impulse)[b].template tail<S>();
      }
      const double scheme = gyroscopic.dot(Spin<D>(mean.template tail<S>()));
      e.scheme += scheme;
      e.exchanged += std::abs(scheme);
    }
  }
  for (std::size_t i = 0; i < model.servos.size(); ++i) {
    const auto& servo = model.servos[i];
    const auto b = static_cast<std::size_t>(servo.body);
    const auto& m = free.servos[i];
    const Twist<D> by_contacts = v_end[b] - free.v_free[b];
    const double end = m.free + servo.direction.dot(Vec<D>(by_contacts.template head<D>()));
    const double applied = free.h * servo.force * 0.5 * (m.begin + end);
    e.work_applied += applied;
    e.exchanged += std::abs(applied) + 0.5 * servo.mass * (m.free - m.begin) * (m.free - m.begin);
  }
  auto bond = conditions.bonds.cbegin();
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    const auto& stated = model.laws[static_cast<std::size_t>(contacts.law[c])];
    const double driven = 0.5 * (conditions.offset_before[c] + problem.offset[c]).dot(r[c]);
    e.work_prescribed -= driven;
    e.exchanged += std::abs(driven);
    while (bond != conditions.bonds.cend() && bond->contact < c) ++bond;
    if (problem.law[c].section == Section::free) {
      const Vec<D> u_mean = 0.5 * (conditions.u_before[c] + u_end[c]);
      add_joint<D>(stated.bond, *bond, u_mean, r[c], free.h, e);
      continue;
    }
    // Cohesion pulls with k whatever happens; the law is that of the rest.
    const double cohesion = problem.law[c].cohesion;
    if (cohesion == 0 && r[c].isZero(0)) continue;
    const Vec<D>& u_before = conditions.u_before[c];
    Vec<D> pushed = r[c];
    pushed[0] += cohesion;
    const auto d = impact == ImpactLaw::newton
                       ? dissipation<D>(stated, contacts.closed[c] != 0, u_before, u_end[c], pushed)
                       : dissipation_by_direction<D>(u_before, u_end[c], pushed);
    const double held = 0.5 * cohesion * (u_before[0] + u_end[c][0]);
    e.dissipated_structural += d.structural;
    e.dissipated_friction += d.friction;
    e.dissipated_bonds += held;
    e.exchanged += std::abs(d.structural) + std::abs(d.friction) + std::abs(held);
  }
  for (std::size_t row = 0; row < problem.turning.size(); ++row) {
    add_turning(problem.turning[row], solved.spin[row], solved.moment[row], e);
  }
  return e;
}

template double kinetic_energy<2>(const Model<2>&, const State<2>&);
template double kinetic_energy<3>(const Model<3>&, const State<3>&);
template double gravity_potential<2>(const Model<2>&, const State<2>&);
template double gravity_potential<3>(const Model<3>&, const State<3>&);
template ContactDissipation contact_dissipation<2>(const ContactLaw&, bool, const Vec<2>&,
                                                   const Vec<2>&, const Vec<2>&);
template ContactDissipation contact_dissipation<3>(const ContactLaw&, bool, const Vec<3>&,
                                                   const Vec<3>&, const Vec<3>&);
template ContactDissipation dissipation_by_direction<2>(const Vec<2>&, const Vec<2>&,
                                                        const Vec<2>&);
template ContactDissipation dissipation_by_direction<3>(const Vec<3>&, const Vec<3>&,
                                                        const Vec<3>&);
template double taken_by_contacts<2>(const Conditions<2>&, const ContactProblem<2>&,
                                     const SolvedContacts<2>&);
template double taken_by_contacts<3>(const Conditions<3>&, const ContactProblem<3>&,
                                     const SolvedContacts<3>&);
template EnergyTerms measure_energy<2>(const Model<2>&, const FreeMotion<2>&, const Contacts<2>&,
                                       const Conditions<2>&, const ContactProblem<2>&,
                                       const SolvedContacts<2>&, const std::vector<Twist<2>>&,
                                       ImpactLaw);
template EnergyTerms measure_energy<3>(const Model<3>&, const FreeMotion<3>&, const Contacts<3>&,
                                       const Conditions<3>&, const ContactProblem<3>&,
                                       const SolvedContacts<3>&, const std::vector<Twist<3>>&,
                                       ImpactLaw);

}  // namespace talus

// The exact discrete energy balance (000 (48)-(50), 001 (6.4); row A16). Over one step
//
//     E_f - E_i = 1/2 (v_f + v_i) . M (v_f - v_i) = 1/2 (v_f + v_i) . (sum of all impulses),
//
// an identity of algebra: it closes to round-off or something is wrong.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/contact/contacts.hpp"
#include "talus/contact/memory.hpp"
#include "talus/laws/impact_law.hpp"
#include "talus/math/sum.hpp"
#include "talus/problem/contact_problem.hpp"

#include <vector>

namespace talus {

/// Energies of one step, or summed over a run. Work is positive when it feeds the bodies.
struct EnergyTerms {
  double work_gravity = 0;
  double work_applied = 0;     ///< forces and torques given as loads, pressures, servos' forces
  double work_elastic = 0;     ///< of the springs on free bodies, and of joints
  double work_prescribed = 0;  ///< of bodies with prescribed motion, through contacts and springs
  double dissipated_viscous = 0;     ///< drag and dampers
  double dissipated_structural = 0;  ///< by shocks: 1/2 delta |u+ - u-|^2 of 001 (6.4), per contact
  double dissipated_friction = 0;    ///< -u_mean . r of 001 (6.4)
  /// By cohesion and attraction when bodies part; negative while these pull bodies together.
  double dissipated_bonds = 0;
  /// By joints that weaken: energy they held and lost. No work on bodies, so no part of what
  /// changes the kinetic energy within the step.
  double dissipated_damage = 0;
  /// What shocks gave in steps in which contacts gave more than they took: part of the negative
  /// dissipations, listed for those who wonder which laws create energy.
  double created = 0;
  /// What `energy: never_created` kept shocks from creating; no part of the balance.
  double clipped = 0;
  /// Work of the gyroscopic terms, which nature has as zero: what the time discretisation does.
  double scheme = 0;
  /// Sizes of all these, summed body by body and contact by contact, and what the loads alone would
  /// have given in each step: the measure of round-off for bodies at rest.
  double exchanged = 0;

  /// Of all but gravity and springs, whose works are in the potentials: over a run
  ///
  ///     change of kinetic + potential = work - dissipated + scheme.
  double work() const { return work_applied + work_prescribed; }
  double dissipated() const {
    return dissipated_viscous + dissipated_structural + dissipated_friction + dissipated_bonds +
           dissipated_damage;
  }
};

/// Energy bookkeeping of a run.
class EnergyBalance {
 public:
  /// `kinetic`, `elastic`: energies of the starting state.
  void start(double kinetic, double elastic);
  void add(const EnergyTerms& step, double kinetic, double elastic);

  /// What the position projection added to the potential after a step.
  void add_projected(double potential) { projected_.add(potential); }
  double projected() const { return projected_.value(); }

  /// Sums over the run; `scheme` also holds the difference between the springs' potential and the
  /// work they did.
  EnergyTerms total() const;
  double kinetic() const { return kinetic_; }
  double elastic() const { return elastic_; }
  /// |kinetic energy - what the works make it| relative to all energy exchanged so far.
  double error() const { return error_; }
  double error_max() const { return error_max_; }
  /// Sum of the sizes of all exchanges, plus the largest kinetic energy seen.
  double exchanged() const { return exchanged_.value() + kinetic_max_; }

 private:
  double kinetic_start_ = 0, kinetic_ = 0, kinetic_max_ = 0;
  double elastic_start_ = 0, elastic_ = 0;
  Sum gravity_, applied_, spring_, prescribed_, viscous_, structural_, friction_, scheme_;
  Sum bonds_, damage_, created_, clipped_;
  Sum exchanged_, projected_;
  double error_ = 0, error_max_ = 0;
};

template <int D>
double kinetic_energy(const Model<D>& model, const State<D>& state);

/// -m g . x over free bodies, about the origin.
template <int D>
double gravity_potential(const Model<D>& model, const State<D>& state);

/// Terms of a step but for those of laws that create energy. problem: the one solved; impact: the
/// law of the shocks, which says how dissipation is split.
template <int D>
EnergyTerms measure_energy(const Model<D>& model, const FreeMotion<D>& free,
                           const Contacts<D>& contacts, const Conditions<D>& conditions,
                           const ContactProblem<D>& problem, const SolvedContacts<D>& solved,
                           const std::vector<Twist<D>>& v_end, ImpactLaw impact);

/// Energy that contacts take in a step, shocks and friction, moments included; below 0 where they
/// give more than they take. Left aside is what holds bodies together where they do not push.
template <int D>
double taken_by_contacts(const Conditions<D>& conditions, const ContactProblem<D>& problem,
                         const SolvedContacts<D>& solved);

/// Dissipation of one contact, split as in 001 (6.4).
struct ContactDissipation {
  double structural = 0;
  double friction = 0;
};

template <int D>
ContactDissipation contact_dissipation(const ContactLaw& law, bool closed, const Vec<D>& u_before,
                                       const Vec<D>& u_end, const Vec<D>& r);

/// The same where the impact law knows no mean velocities: along the normal it is the shock's,
/// along the tangents friction's.
template <int D>
ContactDissipation dissipation_by_direction(const Vec<D>& u_before, const Vec<D>& u_end,
                                            const Vec<D>& r);

}  // namespace talus

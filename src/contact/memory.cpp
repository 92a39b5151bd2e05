#include "talus/contact/memory.hpp"

#include "talus/contact/bonds.hpp"
#include "talus/contact/turning.hpp"
#include "talus/math/parallel.hpp"

#include <algorithm>

namespace talus {

template <int D>
ContactStatus status_of(const CanonicalLaw<D>& law, const Vec<D>& r_canonical, const Vec<D>& u,
                        double noise) {
  if (law.section == Section::free) return ContactStatus::sticking;
  if (!(r_canonical[0] > 0)) return ContactStatus::open;
  // The solvers put sliding impulses on the cone to round-off.
  const double limit = law.threshold + law.mu * r_canonical[0];
  const bool on_side = law.section == Section::polygon ||
                       r_canonical.template tail<D - 1>().norm() >= limit * (1 - 1e-12);
  const bool slips = u.template tail<D - 1>().norm() > noise;
  return on_side && slips ? ContactStatus::sliding : ContactStatus::sticking;
}

namespace {

template <int D>
void remember_contact(const Contacts<D>& contacts, const std::vector<CanonicalLaw<D>>& law,
                      const SolvedContacts<D>& solved, double noise, double h,
                      const Conditions<D>& conditions, std::size_t c, ContactMemory<D>& m) {
  const Vec<D>& r = solved.r[c];
  m.id = contacts.id[c];
  m.place = contacts.place[c];
  m.normal_impulse = r[0];
  m.tangent_impulse = contacts.frame[c].template rightCols<D - 1>() * r.template tail<D - 1>();
  if (contacts.flipped[c] != 0) m.tangent_impulse = -m.tangent_impulse;
  m.status = status_of<D>(law[c], solved.r_canonical[c], solved.u[c], noise);
  const bool pushes = m.status != ContactStatus::open;
  m.slack = (pushes ? std::max(0.0, contacts.gap[c]) : conditions.slack[c]) + h * noise;
  m.slip = conditions.slip[c];
  m.approach = contacts.forecast[c] != 0 ? conditions.approach[c] : 0;
  if (m.status == ContactStatus::sliding) m.slip += h * solved.u[c].template tail<D - 1>().norm();
}

}  // namespace

template <int D>
void remember(const Model<D>& model, const Contacts<D>& contacts,
              const std::vector<CanonicalLaw<D>>& law, const SolvedContacts<D>& solved,
              double noise, double h, Conditions<D>& conditions, State<D>& state) {
  state.noise = noise;
  state.contacts.resize(contacts.count());
  parallel_for(contacts.count(), thread_share, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      remember_contact(contacts, law, solved, noise, h, conditions, c, state.contacts[c]);
    }
  });
  carry_bonds(model, contacts, law, solved, noise, h, conditions);
  keep_bonds(contacts, conditions.bonds, state);
  keep_moments(contacts, conditions.turning, solved.moment, state);
}

template ContactStatus status_of<2>(const CanonicalLaw<2>&, const Vec<2>&, const Vec<2>&, double);
template ContactStatus status_of<3>(const CanonicalLaw<3>&, const Vec<3>&, const Vec<3>&, double);
template void remember<2>(const Model<2>&, const Contacts<2>&, const std::vector<CanonicalLaw<2>>&,
                          const SolvedContacts<2>&, double, double, Conditions<2>&, State<2>&);
template void remember<3>(const Model<3>&, const Contacts<3>&, const std::vector<CanonicalLaw<3>>&,
                          const SolvedContacts<3>&, double, double, Conditions<3>&, State<3>&);

}  // namespace talus

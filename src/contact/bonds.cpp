#include "talus/contact/bonds.hpp"

#include "talus/contact/recall.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

template <int D>
const Bond& bond_of(const Model<D>& model, const Contacts<D>& contacts, std::size_t c) {
  return model.laws[static_cast<std::size_t>(contacts.law[c])].bond;
}

template <int D>
bool any_remembers(const Model<D>& model) {
  return std::any_of(model.laws.begin(), model.laws.end(),
                     [](const ContactLaw& law) { return remembers(law.bond); });
}

/// Stretch in a contact's frame. The slide was recorded in the tangent plane of a step ago and has
/// turned with the bodies since: its part along today's tangents, at its full length.
template <int D>
Vec<D> local_stretch(const BondMemory<D>& bond, const Mat<D>& frame, bool flipped) {
  Vec<D> s;
  s[0] = bond.opening;
  Vec<D - 1> slide = frame.template rightCols<D - 1>().transpose() * bond.slide;
  const double length = slide.norm();
  if (length > 0) slide *= bond.slide.norm() / length;
  s.template tail<D - 1>() = flipped ? Vec<D - 1>(-slide) : slide;
  return s;
}

/// Bonds of one pair of shapes, each given away once; `taken` is working memory.
template <int D>
class Matcher {
 public:
  Matcher(const Contacts<D>& contacts, std::span<const BondMemory<D>> bonds,
          std::vector<std::uint8_t>& taken)
      : contacts_(contacts), bonds_(bonds), taken_(taken) {
    taken_.assign(bonds.size(), 0);
  }

  const BondMemory<D>* by_name(std::size_t c) {
    for (std::size_t i = 0; i < bonds_.size(); ++i) {
      if (bonds_[i].id.feature == contacts_.id[c].feature) return take(i);
    }
    return nullptr;
  }

  /// To be asked once all that have a name have been.
  const BondMemory<D>* by_place(std::size_t c) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t nearest = bonds_.size();
    for (std::size_t i = 0; i < bonds_.size(); ++i) {
      const double distance = (bonds_[i].place - contacts_.place[c]).squaredNorm();
      if (taken_[i] != 0 || !(distance < least)) continue;
      least = distance;
      nearest = i;
    }
    return nearest < bonds_.size() ? take(nearest) : nullptr;
  }

 private:
  const BondMemory<D>* take(std::size_t i) {
    taken_[i] = 1;
    return &bonds_[i];
  }

  const Contacts<D>& contacts_;
  std::span<const BondMemory<D>> bonds_;
  std::vector<std::uint8_t>& taken_;
};

/// Bonds of the contacts from begin to end, all of one pair.
template <int D>
void match(const Model<D>& model, const Contacts<D>& contacts, std::size_t begin, std::size_t end,
           std::span<const BondMemory<D>> of_pair, std::vector<BondedContact<D>>& out) {
  const Bond& bond = bond_of(model, contacts, begin);
  thread_local std::vector<std::uint8_t> taken;
  thread_local std::vector<const BondMemory<D>*> found;
  Matcher<D> matcher(contacts, of_pair, taken);
  found.assign(end - begin, nullptr);
  for (std::size_t c = begin; c < end; ++c) found[c - begin] = matcher.by_name(c);
  for (std::size_t c = begin; c < end; ++c) {
    const BondMemory<D>*& memory = found[c - begin];
    if (memory == nullptr) memory = matcher.by_place(c);
    const bool holds = memory != nullptr && contacts.gap[c] <= bond_reach(bond);
    if (!holds && !makes_bond(bond, contacts.closed[c] != 0, false)) continue;
    BondedContact<D>& b = out.emplace_back();
    b.contact = c;
    if (!holds) continue;
    b.stretch = local_stretch(*memory, contacts.frame[c], contacts.flipped[c] != 0);
    b.damage = memory->damage;
  }
}

}  // namespace

template <int D>
void make_first_bonds(const Model<D>& model, const DetectOptions& options, State<D>& state) {
  const bool goes_on = state.step != 0 || state.h_before > 0;
  if (goes_on || !any_remembers(model)) return;
  DetectOptions closed = options;
  closed.closed_only = true;
  DetectScratch<D> scratch;
  Contacts<D> contacts;
  detect<D>(model, state.x, state.r, {}, closed, scratch, contacts, nullptr, state.t);
  std::vector<BondedContact<D>> bonds;
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    if (makes_bond(bond_of(model, contacts, c), true, true)) bonds.emplace_back().contact = c;
  }
  keep_bonds(contacts, bonds, state);
}

template <int D>
void find_bonds(const Model<D>& model, const State<D>& state, const Contacts<D>& contacts,
                std::vector<BondedContact<D>>& out) {
  out.clear();
  if (!any_remembers(model)) return;
  std::size_t cursor = 0;
  for (std::size_t begin = 0; begin < contacts.count();) {
    const ContactId& id = contacts.id[begin];
    std::size_t end = begin;
    while (end < contacts.count() && same_pair(contacts.id[end], id)) ++end;
    if (remembers(bond_of(model, contacts, begin))) {
      match<D>(model, contacts, begin, end, remembered(state.bonds, id, cursor), out);
    }
    begin = end;
  }
}

template <int D>
void carry_bonds(const Model<D>& model, const Contacts<D>& contacts,
                 const std::vector<CanonicalLaw<D>>& law, const SolvedContacts<D>& solved,
                 double noise, double h, Conditions<D>& conditions) {
  for (auto& b : conditions.bonds) {
    const std::size_t c = b.contact;
    BondEnd<D> end;
    end.u_mean = 0.5 * (conditions.u_before[c] + solved.u[c]);
    end.h = h;
    end.normal_impulse = solved.r_canonical[c][0];
    end.status = status_of<D>(law[c], solved.r_canonical[c], solved.u[c], noise);
    b.stretch_end = b.stretch;
    b.damage_end = b.damage;
    b.holds = carry_bond<D>(bond_of(model, contacts, c), end, b.stretch_end, b.damage_end);
  }
}

template <int D>
void keep_bonds(const Contacts<D>& contacts, const std::vector<BondedContact<D>>& bonds,
                State<D>& state) {
  state.bonds.clear();
  for (const auto& b : bonds) {
    if (!b.holds) continue;
    const std::size_t c = b.contact;
    BondMemory<D>& m = state.bonds.emplace_back();
    m.id = contacts.id[c];
    m.place = contacts.place[c];
    m.opening = b.stretch_end[0];
    m.slide = contacts.frame[c].template rightCols<D - 1>() * b.stretch_end.template tail<D - 1>();
    if (contacts.flipped[c] != 0) m.slide = -m.slide;
    m.damage = b.damage_end;
  }
}

template <int D>
bool has_bond(const State<D>& state, const ContactId& id) {
  if (state.bonds.empty()) return false;
  const ContactId first{id.shape_a, id.shape_b, 0, id.image};
  const auto found = std::lower_bound(
      state.bonds.begin(), state.bonds.end(), first,
      [](const BondMemory<D>& b, const ContactId& wanted) { return b.id < wanted; });
  return found != state.bonds.end() && same_pair(found->id, id);
}

template <int D>
double longest_bond(const Model<D>& model) {
  double longest = 0;
  for (const auto& law : model.laws) {
    const double reach = remembers(law.bond) ? bond_reach(law.bond) : 0;
    if (std::isfinite(reach)) longest = std::max(longest, reach);
  }
  return longest;
}

template void make_first_bonds<2>(const Model<2>&, const DetectOptions&, State<2>&);
template void make_first_bonds<3>(const Model<3>&, const DetectOptions&, State<3>&);
template void find_bonds<2>(const Model<2>&, const State<2>&, const Contacts<2>&,
                            std::vector<BondedContact<2>>&);
template void find_bonds<3>(const Model<3>&, const State<3>&, const Contacts<3>&,
                            std::vector<BondedContact<3>>&);
template void carry_bonds<2>(const Model<2>&, const Contacts<2>&,
                             const std::vector<CanonicalLaw<2>>&, const SolvedContacts<2>&, double,
                             double, Conditions<2>&);
template void carry_bonds<3>(const Model<3>&, const Contacts<3>&,
                             const std::vector<CanonicalLaw<3>>&, const SolvedContacts<3>&, double,
                             double, Conditions<3>&);
template void keep_bonds<2>(const Contacts<2>&, const std::vector<BondedContact<2>>&, State<2>&);
template void keep_bonds<3>(const Contacts<3>&, const std::vector<BondedContact<3>>&, State<3>&);
template bool has_bond<2>(const State<2>&, const ContactId&);
template bool has_bond<3>(const State<3>&, const ContactId&);
template double longest_bond<2>(const Model<2>&);
template double longest_bond<3>(const Model<3>&);

}  // namespace talus

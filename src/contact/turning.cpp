#include "talus/contact/turning.hpp"

#include <algorithm>

namespace talus {

namespace {

/// World spin in the contact frame: in the plane there is nothing to turn.
Spin<2> in_frame(const Mat<2>& /*frame*/, const Spin<2>& w) { return w; }
Spin<3> in_frame(const Mat<3>& frame, const Spin<3>& w) { return frame.transpose() * w; }
Spin<2> in_world(const Mat<2>& /*frame*/, const Spin<2>& w) { return w; }
Spin<3> in_world(const Mat<3>& frame, const Spin<3>& w) { return frame * w; }

bool is_joint(const Bond& bond) {
  return std::holds_alternative<Joint>(bond) || std::holds_alternative<Adhesion>(bond);
}

}  // namespace

template <int D>
void find_turning(const Model<D>& model, const State<D>& state, const FreeMotion<D>& free,
                  const Contacts<D>& contacts, Conditions<D>& out) {
  out.turning.clear();
  out.moment_guess.clear();
  const auto resists = [](const ContactLaw& law) { return law.rolling > 0 || law.spinning > 0; };
  if (std::none_of(model.laws.begin(), model.laws.end(), resists)) return;
  const double ratio = state.h_before > 0 ? free.h / state.h_before : 0;
  auto memory = state.moments.begin();
  auto bond = out.bonds.cbegin();
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    const auto& law = model.laws[static_cast<std::size_t>(contacts.law[c])];
    if (!resists(law)) continue;
    while (bond != out.bonds.cend() && bond->contact < c) ++bond;
    const bool bonded = bond != out.bonds.cend() && bond->contact == c;
    if (bonded && is_joint(law.bond)) continue;
    const auto a = static_cast<std::size_t>(contacts.first[c]);
    const auto b = static_cast<std::size_t>(contacts.second[c]);
    const auto& frame = contacts.frame[c];
    TurningContact<D>& t = out.turning.emplace_back();
    t.contact = c;
    t.rolling = law.rolling;
    t.spinning = law.spinning;
    t.spin_before = in_frame(frame, Spin<D>(out.spin_begin[a] - out.spin_begin[b]));
    if (model.prescribed[b] != 0) {
      const Spin<D> end =
          spin_to_world(free.r_mid[b], Spin<D>(free.v_free[b].template tail<spin_dim<D>>()));
      t.offset_before = -in_frame(frame, out.spin_begin[b]);
      t.offset = -in_frame(frame, end);
    }
    Spin<D>& guess = out.moment_guess.emplace_back(Spin<D>::Zero());
    while (memory != state.moments.end() && memory->id < contacts.id[c]) ++memory;
    if (memory != state.moments.end() && memory->id == contacts.id[c]) {
      guess = in_frame(frame, memory->moment) * (contacts.flipped[c] != 0 ? -ratio : ratio);
    }
  }
}

template <int D>
void keep_moments(const Contacts<D>& contacts, const std::vector<TurningContact<D>>& turning,
                  const std::vector<Spin<D>>& moment, State<D>& state) {
  state.moments.clear();
  for (std::size_t row = 0; row < turning.size(); ++row) {
    const std::size_t c = turning[row].contact;
    const Spin<D> m = in_world(contacts.frame[c], moment[row]);
    state.moments.push_back({contacts.id[c], contacts.flipped[c] != 0 ? Spin<D>(-m) : m});
  }
}

template void find_turning<2>(const Model<2>&, const State<2>&, const FreeMotion<2>&,
                              const Contacts<2>&, Conditions<2>&);
template void find_turning<3>(const Model<3>&, const State<3>&, const FreeMotion<3>&,
                              const Contacts<3>&, Conditions<3>&);
template void keep_moments<2>(const Contacts<2>&, const std::vector<TurningContact<2>>&,
                              const std::vector<Spin<2>>&, State<2>&);
template void keep_moments<3>(const Contacts<3>&, const std::vector<TurningContact<3>>&,
                              const std::vector<Spin<3>>&, State<3>&);

}  // namespace talus

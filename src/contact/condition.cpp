#include "talus/contact/condition.hpp"

#include "talus/contact/bonds.hpp"
#include "talus/contact/recall.hpp"
#include "talus/contact/turning.hpp"
#include "talus/math/parallel.hpp"

#include <algorithm>

namespace talus {

namespace {

/// Velocity of a body at a point; `spin` in world axes.
template <int D>
Vec<D> velocity_at(const Twist<D>& v, const Spin<D>& spin, const Vec<D>& arm) {
  return v.template head<D>() + cross(spin, arm);
}

/// Impulse remembered by id, turned into the new frame and scaled to the new step length.
template <int D>
Vec<D> remembered_impulse(const ContactMemory<D>& memory, const Mat<D>& frame, bool flipped,
                          const CanonicalLaw<D>& law, double ratio) {
  Vec<D> r = frame.transpose() * memory.tangent_impulse * (flipped ? -ratio : ratio);
  r[0] = memory.normal_impulse * ratio + law.cohesion;
  for (int i = 1; i < D; ++i) r[i] = law.scale[i] > 0 ? r[i] / law.scale[i] : 0;
  return r;
}

/// Looks contacts up in the memory, pair by pair.
template <int D>
class Looker {
 public:
  /// To be asked for contacts one after the other, from `first` on.
  Looker(const std::vector<ContactMemory<D>>& memory, const Contacts<D>& contacts,
         std::size_t first)
      : memory_(memory), contacts_(contacts), end_(first) {
    const ContactId& id = contacts.id[first];
    const auto found = std::lower_bound(
        memory.begin(), memory.end(), ContactId{id.shape_a, id.shape_b, 0, id.image},
        [](const ContactMemory<D>& m, const ContactId& wanted) { return m.id < wanted; });
    cursor_ = static_cast<std::size_t>(found - memory.begin());
  }

  const ContactMemory<D>* operator()(std::size_t c) {
    const ContactId& id = contacts_.id[c];
    if (c >= end_) turn_to(c);
    return recall<D>(of_pair_, id.feature, contacts_.place[c], same_place * contacts_.size[c],
                     [this](std::uint32_t feature) { return is_present(feature); });
  }

 private:
  void turn_to(std::size_t c) {
    const ContactId& id = contacts_.id[c];
    of_pair_ = remembered(memory_, id, cursor_);
    begin_ = end_ = c;
    while (begin_ > 0 && same_pair(contacts_.id[begin_ - 1], id)) --begin_;
    while (end_ < contacts_.count() && same_pair(contacts_.id[end_], id)) ++end_;
  }

  bool is_present(std::uint32_t feature) const {
    for (std::size_t c = begin_; c < end_; ++c) {
      if (contacts_.id[c].feature == feature) return true;
    }
    return false;
  }

  const std::vector<ContactMemory<D>>& memory_;
  const Contacts<D>& contacts_;
  std::span<const ContactMemory<D>> of_pair_;
  std::size_t begin_ = 0, end_;  ///< contacts of the pair
  std::size_t cursor_ = 0;
};

/// Contacts from one to another.
template <int D>
void condition_some(const Model<D>& model, const State<D>& state, const FreeMotion<D>& free,
                    const Contacts<D>& contacts, std::size_t from, std::size_t to,
                    Conditions<D>& out) {
  const double ratio = state.h_before > 0 ? free.h / state.h_before : 0;
  auto bond = std::lower_bound(out.bonds.begin(), out.bonds.end(), from,
                               [](const auto& b, std::size_t c) { return b.contact < c; });
  Looker<D> look_up(state.contacts, contacts, from);
  for (std::size_t c = from; c < to; ++c) {
    const auto a = static_cast<std::size_t>(contacts.first[c]);
    const auto b = static_cast<std::size_t>(contacts.second[c]);
    const auto& frame = contacts.frame[c];
    const Vec<D> arm_a = contacts.arm_first(c, free.x_mid);
    const Vec<D> arm_b = contacts.arm_second(c, free.x_mid);
    const Vec<D> v_a = velocity_at<D>(free.v_begin[a], out.spin_begin[a], arm_a);
    const Vec<D> v_b = velocity_at<D>(free.v_begin[b], out.spin_begin[b], arm_b);
    out.u_before[c] = frame.transpose() * (v_a - v_b);
    out.offset_before[c].setZero();
    out.offset[c].setZero();
    if (model.prescribed[b] != 0) {
      const Spin<D> spin_end =
          spin_to_world(free.r_mid[b], Spin<D>(free.v_free[b].template tail<spin_dim<D>>()));
      Vec<D> begin = v_b;
      Vec<D> end = velocity_at<D>(free.v_free[b], spin_end, arm_b);
      if (const int s = model.servo_of(b); s >= 0) {
        // Of a servo's velocity only the prescribed part is given.
        const auto& servo = model.servos[static_cast<std::size_t>(s)];
        begin -= free.servos[static_cast<std::size_t>(s)].begin * servo.direction;
        end -= free.servos[static_cast<std::size_t>(s)].free * servo.direction;
      }
      out.offset_before[c] = -frame.transpose() * begin;
      out.offset[c] = -frame.transpose() * end;
    }
    if (contacts.layers[c] != 0) {
      // An image in another layer of a sheared cell moves by the layers' rate faster than its body,
      // as if driven: like an obstacle's velocity, and with its work.
      const Vec<D> jump = -frame.transpose() * model.cell.jump(contacts.layers[c], state.t);
      out.u_before[c] += jump;
      out.offset_before[c] += jump;
      out.offset[c] -= frame.transpose() * model.cell.jump(contacts.layers[c], state.t + free.h);
    }

    const ContactMemory<D>* memory = look_up(c);
    LocalState<D> local;
    local.gap = contacts.gap[c];
    local.closed = contacts.closed[c] != 0;
    local.u_before = out.u_before[c];
    local.time = state.t + 0.5 * free.h;
    local.h = free.h;
    if (memory != nullptr) {
      local.status_before = memory->status;
      local.slip = memory->slip;
    }
    out.approach[c] = contacts.forecast[c] != 0 ? std::min(0.0, out.u_before[c][0]) : 0;
    if (memory != nullptr && memory->approach < 0 && memory->status != ContactStatus::open) {
      // Forecast a step ago, it pushed just so that it closes now: the shock is this one, with the
      // velocity there was before.
      out.approach[c] = std::min(memory->approach, out.approach[c]);
      if (contacts.forecast[c] == 0) {
        local.closed = true;
        local.u_before[0] = std::min(local.u_before[0], memory->approach);
      }
    }
    if (bond != out.bonds.end() && bond->contact == c) {
      local.bonded = true;
      local.stretch = bond->stretch;
      local.damage = bond->damage;
      ++bond;
    }
    const auto& law = model.laws[static_cast<std::size_t>(contacts.law[c])];
    canonical_form<D>(law, local, out.law[c]);
    out.slip[c] = local.slip;
    out.slack[c] = memory != nullptr ? memory->slack : 0;
    out.guess[c].setZero();
    if (memory != nullptr) {
      out.guess[c] =
          remembered_impulse(*memory, frame, contacts.flipped[c] != 0, out.law[c], ratio);
    }
  }
}

}  // namespace

template <int D>
void condition(const Model<D>& model, const State<D>& state, const FreeMotion<D>& free,
               const Contacts<D>& contacts, Conditions<D>& out) {
  const std::size_t n = contacts.count();
  out.law.resize(n);
  out.u_before.resize(n);
  out.offset_before.resize(n);
  out.offset.resize(n);
  out.guess.resize(n);
  out.slip.resize(n);
  out.slack.resize(n);
  out.approach.resize(n);
  out.spin_begin.resize(model.body_count());
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    out.spin_begin[b] =
        spin_to_world(free.r_mid[b], Spin<D>(free.v_begin[b].template tail<spin_dim<D>>()));
  }
  find_bonds(model, state, contacts, out.bonds);
  find_turning(model, state, free, contacts, out);
  parallel_for(n, thread_share, [&](std::size_t begin, std::size_t end) {
    condition_some(model, state, free, contacts, begin, end, out);
  });
}

template void condition<2>(const Model<2>&, const State<2>&, const FreeMotion<2>&,
                           const Contacts<2>&, Conditions<2>&);
template void condition<3>(const Model<3>&, const State<3>&, const FreeMotion<3>&,
                           const Contacts<3>&, Conditions<3>&);

}  // namespace talus

#include "talus/contact/paths.hpp"

#include <algorithm>

namespace talus {

namespace {

/// A body held fast in a frame that went from one pose to another.
template <int D>
Pose<D> carried(const Pose<D>& body, const Pose<D>& from, const Pose<D>& to) {
  const Rotation<D> turn = compose(to.r, inverse(from.r));
  return {to.x + rotate<D>(turn, Vec<D>(body.x - from.x)), compose(turn, body.r)};
}

}  // namespace

template <int D>
void Paths<D>::start(const Model<D>& model, const FreeMotion<D>& free,
                     const std::vector<Twist<D>>& v, double t) {
  model_ = &model;
  free_ = &free;
  v_ = &v;
  t_ = t;
  until_.assign(model.body_count(), free.h);
  aside_.assign(model.body_count(), Vec<D>::Zero());
  from_.assign(model.body_count(), free.h);
  carrier_.assign(model.body_count(), -1);
  shift_.resize(model.body_count());
}

template <int D>
bool Paths<D>::moves_by_itself(std::size_t body) const {
  return model_->prescribed[body] != 0 &&
         (model_->motion[body].has_value() || model_->servo_of(body) >= 0);
}

template <int D>
Pose<D> Paths<D>::own_pose(std::size_t body, double time) const {
  if (model_->prescribed[body] != 0 && model_->servo_of(body) < 0) {
    if (!model_->motion[body]) return free_->pose_mid(body);
    return model_->prescribed_pose(static_cast<int>(body), t_ + time);
  }
  const auto& v = (*v_)[body];
  const Spin<D> turn = time * v.template tail<spin_dim<D>>();
  return {free_->x_mid[body] + time * v.template head<D>(),
          compose(free_->r_mid[body], exponential(turn))};
}

template <int D>
Pose<D> Paths<D>::pose(std::size_t body, double time) const {
  Pose<D> own = own_pose(body, std::min(time, until_[body]));
  if (time >= until_[body]) own.x += aside_[body];
  if (carrier_[body] < 0 || time <= from_[body]) return own;
  const auto c = static_cast<std::size_t>(carrier_[body]);
  Pose<D> before = own_pose(c, from_[body]);
  Pose<D> after = own_pose(c, time);
  before.x += shift_[body];
  after.x += shift_[body];
  return carried(own, before, after);
}

template <int D>
PathMotion<D> Paths<D>::motion(std::size_t body, double time) const {
  if (time >= until_[body]) {
    PathMotion<D> still{Vec<D>::Zero(), Spin<D>::Zero()};
    if (carrier_[body] < 0 || time < from_[body]) return still;
    const auto c = static_cast<std::size_t>(carrier_[body]);
    PathMotion<D> of_carrier = motion(c, time);
    of_carrier.aside =
        (own_pose(body, until_[body]).x + aside_[body] - own_pose(c, from_[body]).x - shift_[body])
            .norm();
    return of_carrier;
  }
  const auto& v = (*v_)[body];
  PathMotion<D> out{v.template head<D>(),
                    spin_to_world(free_->r_mid[body], Spin<D>(v.template tail<spin_dim<D>>()))};
  if (model_->prescribed[body] != 0 && model_->motion[body]) {
    const int number = static_cast<int>(body);
    const auto end = t_ + free_->h;
    out.slack = (model_->prescribed_velocity(number, t_) - out.v).norm() +
                (model_->prescribed_velocity(number, end) - out.v).norm();
    out.slack_w = (model_->prescribed_spin(number, t_) - out.w).norm() +
                  (model_->prescribed_spin(number, end) - out.w).norm();
  }
  return out;
}

template <int D>
double Paths<D>::next_change(std::size_t body, double time) const {
  if (time < until_[body]) return until_[body];
  if (carrier_[body] >= 0 && time < from_[body]) return from_[body];
  return free_->h;
}

template <int D>
int Paths<D>::frame_of(std::size_t body, double time) const {
  if (model_->prescribed[body] != 0) return moves_by_itself(body) ? static_cast<int>(body) : -1;
  return carrier_[body] >= 0 && time >= from_[body] ? carrier_[body] : -1;
}

template <int D>
bool Paths<D>::together(std::size_t a, std::size_t b, double time) const {
  const auto settled = [&](std::size_t body) {
    return model_->prescribed[body] != 0 || next_change(body, time) >= free_->h;
  };
  const auto rests = [&](std::size_t body) {
    return model_->prescribed[body] != 0 || time >= until_[body];
  };
  return settled(a) && settled(b) && rests(a) && rests(b) && frame_of(a, time) == frame_of(b, time);
}

template <int D>
bool Paths<D>::wait(std::size_t body, double time, const Vec<D>& aside) {
  if (model_->prescribed[body] != 0 || !(time < until_[body])) return false;
  until_[body] = time;
  aside_[body] = aside;
  carrier_[body] = -1;  // what would have met it there may not any more
  return true;
}

template <int D>
bool Paths<D>::carry(std::size_t body, double time, int carrier, const Vec<D>& shift) {
  if (model_->prescribed[body] != 0 || carrier_[body] >= 0) return false;
  carrier_[body] = carrier;
  from_[body] = time;
  shift_[body] = shift;
  return true;
}

template <int D>
bool Paths<D>::carry_like(std::size_t body, double time, std::size_t other, const Vec<D>& shift) {
  const int c = frame_of(other, time);
  if (c < 0) return false;
  const Vec<D> further = model_->prescribed[other] != 0 ? shift : Vec<D>(shift + shift_[other]);
  return carry(body, time, c, further);
}

template class Paths<2>;
template class Paths<3>;

}  // namespace talus

#include "talus/dynamics/advance.hpp"

#include "talus/math/parallel.hpp"

namespace talus {

template <int D>
void advance(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v_end,
             State<D>& state) {
  const double h = free.h;
  // Equal steps from 0 are counted, not summed: a million of them end where they should.
  const auto steps = static_cast<double>(state.step);
  const double t_end = state.t == steps * h ? (steps + 1) * h : state.t + h;
  parallel_for(model.body_count(), thread_share, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      if (model.prescribed[b] != 0) {
        const int body = static_cast<int>(b);
        const Pose<D> p = model.prescribed_pose(body, t_end);
        state.x[b] = p.x;
        state.r[b] = p.r;
        state.v[b] = model.prescribed_velocity(body, t_end);
        state.w[b] = spin_to_body(p.r, model.prescribed_spin(body, t_end));
        continue;
      }
      state.v[b] = v_end[b].template head<D>();
      state.w[b] = v_end[b].template tail<spin_dim<D>>();
      state.x[b] = free.x_mid[b] + 0.5 * h * state.v[b];
      state.r[b] = compose(free.r_mid[b], exponential(Spin<D>(0.5 * h * state.w[b])));
    }
  });
  for (const auto& servo : model.servos) {
    const auto b = static_cast<std::size_t>(servo.body);
    const Vec<D> from = model.prescribed_pose(servo.body, state.t + 0.5 * h).x;
    const double speed = servo.direction.dot(Vec<D>(v_end[b].template head<D>() - state.v[b]));
    const double left = servo.direction.dot(Vec<D>(free.x_mid[b] - from)) + 0.5 * h * speed;
    state.x[b] += left * servo.direction;
    state.v[b] += speed * servo.direction;
  }
  state.t = t_end;
  state.step += 1;
  state.h_before = h;
}

template void advance<2>(const Model<2>&, const FreeMotion<2>&, const std::vector<Twist<2>>&,
                         State<2>&);
template void advance<3>(const Model<3>&, const FreeMotion<3>&, const std::vector<Twist<3>>&,
                         State<3>&);

}  // namespace talus

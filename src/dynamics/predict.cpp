#include "talus/dynamics/predict.hpp"

#include "talus/dynamics/rigid_spin.hpp"
#include "talus/math/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

constexpr int grain = 2048;

template <int D>
Twist<D> twist(const Vec<D>& v, const Spin<D>& w) {
  Twist<D> out;
  out.template head<D>() = v;
  out.template tail<spin_dim<D>>() = w;
  return out;
}

/// End of a spring: where it is, how it moves, and the body it pulls at.
template <int D>
struct End {
  Vec<D> point;
  Vec<D> velocity;
  Vec<D> arm;
};

template <int D>
End<D> spring_end(int body, const Vec<D>& anchor, const FreeMotion<D>& m) {
  if (body < 0) return {anchor, Vec<D>::Zero(), Vec<D>::Zero()};
  const auto b = static_cast<std::size_t>(body);
  const Vec<D> arm = rotate<D>(m.r_mid[b], anchor);
  const Spin<D> w = spin_to_world(m.r_mid[b], Spin<D>(m.v_begin[b].template tail<spin_dim<D>>()));
  return {m.x_mid[b] + arm, m.v_begin[b].template head<D>() + cross(w, arm), arm};
}

template <int D>
void pull(int body, const Vec<D>& arm, const Vec<D>& impulse, const FreeMotion<D>& m,
          std::vector<Twist<D>>& into) {
  if (body < 0) return;
  const auto b = static_cast<std::size_t>(body);
  into[b] += twist<D>(impulse, spin_to_body(m.r_mid[b], moment(arm, impulse)));
}

template <int D>
void add_springs(const Model<D>& model, FreeMotion<D>& m) {
  for (const auto& s : model.loads.springs) {
    const End<D> a = spring_end(s.body_a, s.anchor_a, m);
    const End<D> b = spring_end(s.body_b, s.anchor_b, m);
    const Vec<D> along = b.point - a.point;
    const double length = along.norm();
    if (length == 0) continue;  // no direction to pull in
    const Vec<D> n = along / length;
    const Vec<D> elastic = m.h * s.stiffness * (length - s.length) * n;
    const Vec<D> viscous = m.h * s.damping * n.dot(b.velocity - a.velocity) * n;
    pull<D>(s.body_a, a.arm, elastic, m, m.loads.elastic);
    pull<D>(s.body_b, b.arm, -elastic, m, m.loads.elastic);
    pull<D>(s.body_a, a.arm, viscous, m, m.loads.viscous);
    pull<D>(s.body_b, b.arm, -viscous, m, m.loads.viscous);
  }
}

/// Pressure on the left of each stretch of a chain, shared by its two ends.
void press_chains(const Model<2>& model, FreeMotion<2>& m) {
  for (const auto& chain : model.loads.chains) {
    const std::size_t n = chain.bodies.size();
    for (std::size_t i = 0; i + (chain.closed ? 0 : 1) < n; ++i) {
      const auto a = static_cast<std::size_t>(chain.bodies[i]);
      const auto b = static_cast<std::size_t>(chain.bodies[(i + 1) % n]);
      const Vec<2> along = m.x_mid[b] - m.x_mid[a];
      const Vec<2> half = 0.5 * m.h * chain.pressure * Vec<2>(-along[1], along[0]);
      m.loads.applied[a].head<2>() += half;
      m.loads.applied[b].head<2>() += half;
    }
  }
}

template <int D>
void collect_loads(const Model<D>& model, const State<D>& state, FreeMotion<D>& m) {
  const std::size_t n = model.body_count();
  const double t_mid = state.t + 0.5 * m.h;
  const Twist<D> zero = Twist<D>::Zero();
  const bool applied = !model.loads.applied.empty() || !model.loads.chains.empty();
  m.loads.applied.assign(applied ? n : 0, zero);
  m.loads.elastic.assign(model.loads.springs.empty() ? 0 : n, zero);
  m.loads.viscous.assign(model.loads.springs.empty() && model.loads.drags.empty() ? 0 : n, zero);
  for (const auto& a : model.loads.applied) {
    const auto b = static_cast<std::size_t>(a.body);
    m.loads.applied[b] += twist<D>(m.h * a.force_at(t_mid),
                                   spin_to_body(m.r_mid[b], Spin<D>(m.h * a.torque_at(t_mid))));
  }
  if constexpr (D == 2) press_chains(model, m);
  add_springs(model, m);
  for (const auto& d : model.loads.drags) {
    const auto b = static_cast<std::size_t>(d.body);
    const auto& v = m.v_begin[b];
    m.loads.viscous[b] += twist<D>(-m.h * d.linear * v.template head<D>(),
                                   -m.h * d.angular * v.template tail<spin_dim<D>>());
  }
  m.loads.elastic_energy = elastic_energy(model, state);
}

/// Servos leave the prescribed motion of their bodies under their force.
template <int D>
void drive_servos(const Model<D>& model, const State<D>& state, FreeMotion<D>& m) {
  m.servos.resize(model.servos.size());
  for (std::size_t i = 0; i < m.servos.size(); ++i) {
    const auto& servo = model.servos[i];
    const auto b = static_cast<std::size_t>(servo.body);
    const double speed = model.servo_speed(servo, state);
    m.servos[i] = {speed, speed + m.h * servo.force / servo.mass};
    m.x_mid[b] += (model.servo_displacement(servo, state) + 0.5 * m.h * speed) * servo.direction;
    m.v_begin[b].template head<D>() += m.servos[i].begin * servo.direction;
    m.v_free[b].template head<D>() += m.servos[i].free * servo.direction;
  }
}

template <int D>
void add_if_any(const std::vector<Twist<D>>& from, std::size_t body, Twist<D>& sum) {
  if (!from.empty()) sum += from[body];
}

}  // namespace

template <int D>
double elastic_energy(const Model<D>& model, const State<D>& state) {
  double sum = 0;
  const auto point = [&](int body, const Vec<D>& anchor) -> Vec<D> {
    return body < 0 ? anchor : to_world(state.pose(static_cast<std::size_t>(body)), anchor);
  };
  for (const auto& s : model.loads.springs) {
    const double stretch =
        (point(s.body_b, s.anchor_b) - point(s.body_a, s.anchor_a)).norm() - s.length;
    sum += 0.5 * s.stiffness * stretch * stretch;
  }
  for (const auto& b : state.bonds) {
    const int law = model.law_of(model.material[b.id.shape_a], model.material[b.id.shape_b]);
    Vec<D> stretch = Vec<D>::Zero();  // only the length of the slide matters
    stretch[0] = b.opening;
    stretch[1] = b.slide.norm();
    sum += bond_energy<D>(model.laws[static_cast<std::size_t>(law)].bond, stretch, b.damage);
  }
  return sum;
}

template <int D>
double stable_step(const Model<D>& model) {
  // Leapfrog is stable for h omega < 2. Springs on one body act together: their sum bounds omega^2.
  std::vector<double> rate(model.body_count(), 0.0);
  const auto add = [&](int body, const Vec<D>& anchor, double k) {
    if (body < 0) return;
    const auto b = static_cast<std::size_t>(body);
    rate[b] += k * (model.inv_mass[b] + anchor.squaredNorm() * model.inv_inertia[b].maxCoeff());
  };
  for (const auto& s : model.loads.springs) {
    add(s.body_a, s.anchor_a, s.stiffness);
    add(s.body_b, s.anchor_b, s.stiffness);
  }
  double worst = 0;
  for (const auto& s : model.loads.springs) {
    double omega2 = 0;
    if (s.body_a >= 0) omega2 += rate[static_cast<std::size_t>(s.body_a)];
    if (s.body_b >= 0) omega2 += rate[static_cast<std::size_t>(s.body_b)];
    worst = std::max(worst, omega2);
  }
  return worst > 0 ? 2 / std::sqrt(worst) : std::numeric_limits<double>::infinity();
}

template <int D>
void predict(const Model<D>& model, const State<D>& state, double h, FreeMotion<D>& out) {
  const std::size_t n = model.body_count();
  const double t_mid = state.t + 0.5 * h;
  const double t_end = state.t + h;
  out.h = h;
  out.x_mid.resize(n);
  out.r_mid.resize(n);
  out.v_begin.resize(n);
  out.v_free.resize(n);
  parallel_for(n, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      if (model.prescribed[b] != 0) {
        const int body = static_cast<int>(b);
        const Pose<D> p = model.prescribed_pose(body, t_mid);
        out.x_mid[b] = p.x;
        out.r_mid[b] = p.r;
        out.v_begin[b] = twist<D>(model.prescribed_velocity(body, state.t),
                                  spin_to_body(p.r, model.prescribed_spin(body, state.t)));
        out.v_free[b] = twist<D>(model.prescribed_velocity(body, t_end),
                                 spin_to_body(p.r, model.prescribed_spin(body, t_end)));
        continue;
      }
      out.x_mid[b] = state.x[b] + 0.5 * h * state.v[b];
      out.r_mid[b] = compose(state.r[b], exponential(Spin<D>(0.5 * h * state.w[b])));
      out.v_begin[b] = twist<D>(state.v[b], state.w[b]);
    }
  });
  drive_servos(model, state, out);
  collect_loads(model, state, out);
  parallel_for(n, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      if (model.prescribed[b] != 0) continue;
      Twist<D> impulse = Twist<D>::Zero();
      add_if_any<D>(out.loads.applied, b, impulse);
      add_if_any<D>(out.loads.elastic, b, impulse);
      add_if_any<D>(out.loads.viscous, b, impulse);
      const Vec<D> v =
          state.v[b] + h * model.loads.gravity + model.inv_mass[b] * impulse.template head<D>();
      const Spin<D> w =
          free_spin(state.w[b], model.inertia[b], Spin<D>(impulse.template tail<spin_dim<D>>()), h);
      out.v_free[b] = twist<D>(v, w);
    }
  });
}

template void predict<2>(const Model<2>&, const State<2>&, double, FreeMotion<2>&);
template void predict<3>(const Model<3>&, const State<3>&, double, FreeMotion<3>&);
template double elastic_energy<2>(const Model<2>&, const State<2>&);
template double elastic_energy<3>(const Model<3>&, const State<3>&);
template double stable_step<2>(const Model<2>&);
template double stable_step<3>(const Model<3>&);

}  // namespace talus

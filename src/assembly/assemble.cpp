#include "talus/assembly/assemble.hpp"

#include "talus/math/parallel.hpp"

namespace talus {

namespace {

template <int D>
Twist<D> with_spin(const Twist<D>& v, const Spin<D>& w) {
  Twist<D> out = v;
  out.template tail<spin_dim<D>>() = w;
  return out;
}

/// Matrix of (spin of the block) -> (velocity of the point at `arm`).
template <int D>
Mat<D, spin_dim<D>> spin_map(const Model<D>& model, std::size_t body, const Rotation<D>& r,
                             const Vec<D>& arm) {
  if constexpr (D == 3) {
    if (model.isotropic[body] == 0) return cross_matrix(arm) * matrix(r);
  }
  return cross_matrix(arm);
}

/// A free body's twist as that of its block.
template <int D>
Twist<D> block_velocity(const Model<D>& model, const FreeMotion<D>& free, std::size_t b,
                        const Twist<D>& v) {
  if (model.isotropic[b] == 0) return v;
  return with_spin<D>(v, spin_to_world(free.r_mid[b], Spin<D>(v.template tail<spin_dim<D>>())));
}

template <int D>
Twist<D> servo_velocity(double speed) {
  Twist<D> v = Twist<D>::Zero();
  v[D] = speed;
  return v;
}

/// A servo is a block of one degree of freedom: the first place of the spin holds its speed, and
/// nothing else of it can move. Contacts with it are never radial, so solvers need not know.
template <int D>
void add_servo_block(const Model<D>& model, const FreeMotion<D>& free, std::size_t servo,
                     ContactProblem<D>& problem) {
  Spin<D> inverse = Spin<D>::Zero();
  inverse[0] = 1 / model.servos[servo].mass;
  problem.v_free.push_back(servo_velocity<D>(free.servos[servo].free));
  problem.inv_mass.push_back(0);
  problem.inv_inertia.push_back(inverse);
}

template <int D>
Mat<D, spin_dim<D>> servo_map(const Servo<D>& servo, const Mat<D>& frame) {
  Mat<D, spin_dim<D>> map = Mat<D, spin_dim<D>>::Zero();
  map.col(0) = -frame.transpose() * servo.direction;
  return map;
}

/// How spins enter the relative spins of contacts that resist turning.
template <int D>
void assemble_turning(const Model<D>& model, const FreeMotion<D>& free, const Contacts<D>& contacts,
                      const std::vector<int>& block_of, ContactProblem<D>& problem) {
  constexpr int S = spin_dim<D>;
  const auto map = [&](std::size_t body, const Mat<D>& frame) -> Mat<S, S> {
    if constexpr (D == 2) {
      return Mat<S, S>::Identity();
    } else if (model.isotropic[body] != 0) {
      return frame.transpose();
    } else {
      return frame.transpose() * matrix(free.r_mid[body]);
    }
  };
  for (auto& t : problem.turning) {
    const auto a = static_cast<std::size_t>(contacts.first[t.contact]);
    const auto b = static_cast<std::size_t>(contacts.second[t.contact]);
    t.first = map(a, contacts.frame[t.contact]);
    t.second.setZero();  // a servo's block does not turn
    if (block_of[b] >= 0 && model.prescribed[b] == 0) {
      t.second = -map(b, contacts.frame[t.contact]);
    }
  }
}

/// How a contact touches its blocks; its number in `general` says whether it is radial.
template <int D>
void assemble_contact(const Model<D>& model, const FreeMotion<D>& free, const Contacts<D>& contacts,
                      const std::vector<int>& block_of, std::size_t c, ContactProblem<D>& problem) {
  const auto a = static_cast<std::size_t>(contacts.first[c]);
  const auto b = static_cast<std::size_t>(contacts.second[c]);
  const auto& frame = contacts.frame[c];
  const Vec<D> arm_a = contacts.arm_first(c, free.x_mid);
  const Vec<D> arm_b = contacts.arm_second(c, free.x_mid);
  const bool obstacle = block_of[b] < 0;
  problem.first[c] = block_of[a];
  problem.second[c] = block_of[b];
  problem.lever_first[c] = problem.lever_second[c] = 0;
  if (problem.general[c] < 0) {
    const Vec<D> normal = frame.col(0);
    problem.lever_first[c] = -arm_a.dot(normal);
    if (!obstacle) problem.lever_second[c] = arm_b.dot(normal);
    return;
  }
  const auto row = static_cast<std::size_t>(problem.general[c]);
  problem.spin_first[row] = frame.transpose() * spin_map(model, a, free.r_mid[a], arm_a);
  auto& second = problem.spin_second[row];
  if (obstacle) {
    second.setZero();
  } else if (model.prescribed[b] != 0) {
    second = servo_map(model.servos[static_cast<std::size_t>(model.servo_of(b))], frame);
  } else {
    second = -frame.transpose() * spin_map(model, b, free.r_mid[b], arm_b);
  }
}

}  // namespace

template <int D>
std::vector<int> number_blocks(const Model<D>& model) {
  std::vector<int> block(model.body_count(), -1);
  int next = 0;
  for (std::size_t b = 0; b < block.size(); ++b) {
    if (model.prescribed[b] == 0 || model.servo_of(b) >= 0) block[b] = next++;
  }
  return block;
}

template <int D>
void assemble(const Model<D>& model, const FreeMotion<D>& free, const Contacts<D>& contacts,
              Conditions<D>& conditions, const std::vector<int>& block_of,
              ContactProblem<D>& problem) {
  problem.v_free.clear();
  problem.inv_mass.clear();
  problem.inv_inertia.clear();
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (block_of[b] < 0) continue;
    if (model.prescribed[b] != 0) {
      add_servo_block(model, free, static_cast<std::size_t>(model.servo_of(b)), problem);
      continue;
    }
    problem.v_free.push_back(block_velocity(model, free, b, free.v_free[b]));
    problem.inv_mass.push_back(model.inv_mass[b]);
    problem.inv_inertia.push_back(model.inv_inertia[b]);
  }
  const std::size_t n = contacts.count();
  problem.frame = contacts.frame;
  problem.offset.swap(conditions.offset);  // not moved: both keep memory for the next step
  problem.law.swap(conditions.law);
  problem.turning = conditions.turning;
  assemble_turning(model, free, contacts, block_of, problem);
  problem.first.resize(n);
  problem.second.resize(n);
  problem.general.resize(n);
  problem.lever_first.resize(n);
  problem.lever_second.resize(n);
  std::size_t rows = 0;
  for (std::size_t c = 0; c < n; ++c) {
    const auto a = static_cast<std::size_t>(contacts.first[c]);
    const auto b = static_cast<std::size_t>(contacts.second[c]);
    const bool radial = model.ball_like[a] != 0 && (block_of[b] < 0 || model.ball_like[b] != 0);
    problem.general[c] = radial ? -1 : static_cast<int>(rows++);
  }
  problem.spin_first.resize(rows);
  problem.spin_second.resize(rows);
  parallel_for(n, thread_share, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      assemble_contact(model, free, contacts, block_of, c, problem);
    }
  });
}

template <int D>
void begin_velocities(const Model<D>& model, const FreeMotion<D>& free,
                      const std::vector<int>& block_of, std::vector<Twist<D>>& v) {
  v.clear();
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (block_of[b] < 0) continue;
    v.push_back(
        model.prescribed[b] == 0
            ? block_velocity(model, free, b, free.v_begin[b])
            : servo_velocity<D>(free.servos[static_cast<std::size_t>(model.servo_of(b))].begin));
  }
}

template <int D>
void contact_heights(const Model<D>& model, const Contacts<D>& contacts,
                     std::vector<double>& height) {
  height.resize(contacts.count());
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    height[c] = -model.loads.gravity.dot(contacts.point[c]);
  }
}

template <int D>
void body_velocities(const Model<D>& model, const FreeMotion<D>& free,
                     const std::vector<int>& block_of, const std::vector<Twist<D>>& block_velocity,
                     std::vector<Twist<D>>& out) {
  out.resize(model.body_count());
  for (std::size_t b = 0; b < out.size(); ++b) {
    if (block_of[b] < 0) {
      out[b] = free.v_free[b];
      continue;
    }
    const auto& block = block_velocity[static_cast<std::size_t>(block_of[b])];
    if (model.prescribed[b] != 0) {
      const auto servo = static_cast<std::size_t>(model.servo_of(b));
      out[b] = free.v_free[b];
      out[b].template head<D>() +=
          (block[D] - free.servos[servo].free) * model.servos[servo].direction;
      continue;
    }
    out[b] = block;
    if (model.isotropic[b] != 0) {
      const Spin<D> w = block.template tail<spin_dim<D>>();
      out[b].template tail<spin_dim<D>>() = spin_to_body(free.r_mid[b], w);
    }
  }
}

template std::vector<int> number_blocks<2>(const Model<2>&);
template std::vector<int> number_blocks<3>(const Model<3>&);
template void assemble<2>(const Model<2>&, const FreeMotion<2>&, const Contacts<2>&, Conditions<2>&,
                          const std::vector<int>&, ContactProblem<2>&);
template void assemble<3>(const Model<3>&, const FreeMotion<3>&, const Contacts<3>&, Conditions<3>&,
                          const std::vector<int>&, ContactProblem<3>&);
template void begin_velocities<2>(const Model<2>&, const FreeMotion<2>&, const std::vector<int>&,
                                  std::vector<Twist<2>>&);
template void begin_velocities<3>(const Model<3>&, const FreeMotion<3>&, const std::vector<int>&,
                                  std::vector<Twist<3>>&);
template void contact_heights<2>(const Model<2>&, const Contacts<2>&, std::vector<double>&);
template void contact_heights<3>(const Model<3>&, const Contacts<3>&, std::vector<double>&);
template void body_velocities<2>(const Model<2>&, const FreeMotion<2>&, const std::vector<int>&,
                                 const std::vector<Twist<2>>&, std::vector<Twist<2>>&);
template void body_velocities<3>(const Model<3>&, const FreeMotion<3>&, const std::vector<int>&,
                                 const std::vector<Twist<3>>&, std::vector<Twist<3>>&);

}  // namespace talus

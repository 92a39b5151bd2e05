// A lively scene with everything the energy balance must account for: compounds that tumble,
// springs, drags, tabulated loads, and obstacles that shake and turn.
#pragma once

#include "talus/talus.hpp"

#include "support/samples.hpp"

#include <cmath>

namespace talus::samples {

struct SceneKind {
  int bodies = 25;
  bool loads = true;
  bool moving_obstacles = true;
  double e_n = 0.4;
  double e_t = 0.2;
  Friction friction = IsotropicFriction{0.4};
  Signorini form = Signorini::velocity;
};

template <int D>
void add_drum(const SceneKind& kind, Model<D>& model, State<D>& state) {
  BodyDescription<D> drum;
  drum.name = "drum";
  drum.shapes.push_back({Drum<D>{D == 2 ? 1.6 : 1}, {}, 0, 0});
  drum.prescribed = true;
  if constexpr (D == 3) {
    // Lie the axis down and close the ends.
    drum.shapes[0].placement.r = exponential(Spin<3>(0.5 * std::numbers::pi * Spin<3>::UnitX()));
    for (const double side : {-1.0, 1.0}) {
      Pose<3> end;
      end.x = -side * Vec<3>::UnitY();
      end.r = exponential(Spin<3>(-0.5 * std::numbers::pi * side * Spin<3>::UnitX()));
      drum.shapes.push_back({HalfSpace<3>{}, end, 0, 0});
    }
  }
  if (kind.moving_obstacles) {
    Motion<D> motion;
    motion.angle.terms = {Ramp{2, 0.3}};
    if constexpr (D == 3) motion.axis = Spin<3>::UnitY();
    motion.translation[0].terms = {Sinusoid{0.02, 3, 0.2}};
    drum.motion = motion;
  }
  model.add(drum, state);
}

template <int D>
void add_grain(Random& random, int kind, const Vec<D>& place, Model<D>& model, State<D>& state) {
  BodyDescription<D> b;
  b.pose = {place, rotation<D>(random)};
  b.velocity = vector<D>(random, 0.5);
  b.spin = vector<spin_dim<D>>(random, 2);
  const double radius = random.uniform(0.1, 0.14);
  b.shapes.push_back({Ball<D>{radius}, {}, 0, 1000});
  if (kind == 1) {  // dumbbell with a bump: three different moments
    b.shapes.push_back({Ball<D>{0.08}, {0.12 * Vec<D>::Unit(0), {}}, 0, 1000});
    b.shapes.push_back({Ball<D>{0.05}, {0.1 * Vec<D>::Unit(1), {}}, 0, 1000});
  } else if (kind == 2) {  // plate
    b.shapes[0] = {Wall<D>{Vec<D - 1>::Constant(0.12)}, {}, 0, 0};
    b.mass = 2;
  }
  model.add(b, state);
}

template <int D>
void add_loads(Random& random, Model<D>& model) {
  const int n = static_cast<int>(model.body_count());
  model.loads.springs.push_back({1, 2, 0.05 * unit<D>(random), 0.05 * unit<D>(random), 50, 1, 0.2});
  model.loads.springs.push_back({3, -1, 0.05 * unit<D>(random), vector<D>(random), 30, 0.5, 0.3});
  model.loads.springs.push_back({0, 4, vector<D>(random), 0.05 * unit<D>(random), 30, 0.5, 0.3});
  for (int b = 1; b < n; b += 3) model.loads.drags.push_back({b, 0.2, 0.001});
  AppliedForce<D> push;
  push.body = 5;
  push.force = vector<D>(random, 10);
  push.torque = vector<spin_dim<D>>(random, 0.2);
  push.force_table.assign(D,
                          Table({0, 0.1, 0.4, 1}, {0, 30, -20, 5}, Table::Interpolation::linear));
  push.torque_table.assign(spin_dim<D>,
                           Table({0, 0.2, 1}, {0, 0.5, -0.5}, Table::Interpolation::spline));
  model.loads.applied.push_back(push);
}

template <int D>
Simulation<D> random_scene(std::uint64_t seed, const SceneKind& kind, const StepOptions& options) {
  Random random(seed);
  Model<D> model;
  State<D> state;
  model.add_material("stone");
  ContactLaw law;
  law.form = kind.form;
  law.friction = kind.friction;
  law.e_n = kind.e_n;
  law.e_t = kind.e_t;
  model.set_law(0, 0, law);
  model.loads.gravity = -9.81 * last_axis<D>();
  add_drum<D>(kind, model, state);
  const int side = D == 2 ? 5 : 3;
  for (int i = 0; i < kind.bodies; ++i) {
    Vec<D> place = Vec<D>::Constant(-0.5 * (side - 1) * 0.45);
    for (int d = 0, k = i; d < D; ++d, k /= side) place[d] += 0.45 * (k % side);
    add_grain<D>(random, i % 3, place, model, state);
  }
  if (kind.loads) add_loads<D>(random, model);
  return {std::move(model), std::move(state), options};
}

}  // namespace talus::samples

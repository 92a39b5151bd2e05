// A crystal of spheres under gravity in a box, for timing: face-centred cubic, slightly overlapped,
// so that every sphere has up to twelve neighbours and contacts and bodies are ordered in space.
#pragma once

#include "talus/assembly/assemble.hpp"
#include "talus/dynamics/predict.hpp"
#include "talus/math/random.hpp"
#include "talus/talus.hpp"

#include <cmath>

namespace talus::bench {

struct Lattice {
  Model<3> model;
  State<3> state;
};

/// About 4 cells^3 spheres and six contacts a sphere.
inline Lattice sphere_lattice(int cells) {
  Lattice out;
  const int grain = out.model.add_material("grain");
  ContactLaw law;
  law.friction = IsotropicFriction{0.4};
  out.model.set_law(grain, grain, law);
  out.model.loads.gravity = Vec<3>(0, 0, -9.81);
  BodyDescription<3> floor;
  floor.name = "floor";
  floor.prescribed = true;
  floor.shapes = {{HalfSpace<3>{}, {}, grain, 0}};
  out.model.add(floor, out.state);
  const double edge = 0.01;  // of a cubic cell
  const double radius = edge / std::sqrt(8.0) * (1 + 1e-6);
  Random random(7);
  const Vec<3> offset[4] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  for (int z = 0; z < cells; ++z) {
    for (int y = 0; y < cells; ++y) {
      for (int x = 0; x < cells; ++x) {
        for (const auto& o : offset) {
          BodyDescription<3> ball;
          ball.name = "grain";
          ball.shapes = {{Ball<3>{radius}, {}, grain, 2500}};
          ball.pose.x = edge * (Vec<3>(x, y, z) + o) + Vec<3>(0, 0, radius);
          for (int d = 0; d < 3; ++d) ball.velocity[d] = random.uniform(-0.01, 0.01);
          out.model.add(ball, out.state);
        }
      }
    }
  }
  return out;
}

/// The contact problem of its first step.
inline ContactProblem<3> lattice_problem(int cells) {
  const auto lattice = sphere_lattice(cells);
  StepScratch<3> s;
  s.block_of = number_blocks(lattice.model);
  predict(lattice.model, lattice.state, 1e-4, s.free);
  detect(lattice.model, s.free.x_mid, s.free.r_mid, {}, {}, s.detect, s.contacts);
  condition(lattice.model, lattice.state, s.free, s.contacts, s.conditions);
  assemble(lattice.model, s.free, s.contacts, s.conditions, s.block_of, s.problem);
  return s.problem;
}

}  // namespace talus::bench
